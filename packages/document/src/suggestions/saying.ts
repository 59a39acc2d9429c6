import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { nodeOfElement, textNodesOf, type NodeJson } from '../json.ts';
import { keyOf } from '../shared-keys.ts';
import { runsOf } from '../walk.ts';
import { childrenWithout } from './without.ts';

/** What a shared document says without somebody's suggestions, as long as it is watched. */
export type Saying = {
  /** Block by block, as strings that are the same for the same; nothing for a block of which nothing is left. */
  without(author: string): readonly string[];
  /** Whether anything besides the text was changed since this was asked last. */
  isChangedElsewhere(): boolean;
  destroy(): void;
};

type Shared = Y.Transaction['changed'] extends Map<infer T, unknown> ? T : never;

/**
 * Watches what a document says. What each block says without somebody's suggestions is remembered, so that a change costs a look at
 * the blocks that it touches, however long the document is.
 */
export function watchSaying(doc: Y.Doc): Saying {
  const root = textOfDoc(doc);
  /** By author, what each block says without their suggestions; nothing where nothing is left of it. */
  const said = new Map<string, WeakMap<object, string>>();
  let isElsewhere = false;

  const after = (transaction: Y.Transaction): void => {
    for (const type of transaction.changed.keys()) forget(type);
  };
  doc.on('afterTransaction', after);

  /** Forgets the block in which something has changed. */
  function forget(type: Shared): void {
    let block = type;
    while (block._item !== null && block._item.parent !== root) block = block._item.parent as Shared;
    if (block._item !== null) for (const blocks of said.values()) blocks.delete(block);
    else if (block !== (root as unknown)) isElsewhere = true;
  }

  return {
    without(author) {
      const blocks = said.get(author) ?? new WeakMap<object, string>();
      said.set(author, blocks);
      const all: string[] = [];
      for (const block of root.toArray()) {
        let text = blocks.get(block);
        if (text === undefined) {
          text = blockWithout(block, author);
          blocks.set(block, text);
        }
        if (text !== '') all.push(text);
      }
      return all;
    },
    isChangedElsewhere() {
      const is = isElsewhere;
      isElsewhere = false;
      return is;
    },
    destroy: () => doc.off('afterTransaction', after),
  };
}

/** An editor that opens an empty document gives it a paragraph. */
const emptyParagraph = keyOf({ kind: 'element', node: { type: 'doc', content: [{ type: 'paragraph' }] } });

/** Whether a document says the same before and after. */
export function isSameSaying(before: readonly string[], after: readonly string[]): boolean {
  const [one, other] = [before, after].map((text) => (text.length === 0 ? [emptyParagraph] : text)) as [
    readonly string[],
    readonly string[],
  ];
  return one.length === other.length && one.every((block, i) => block === other[i]);
}

/** What a block says without somebody's suggestions; nothing where it was one itself. */
function blockWithout(block: Y.XmlElement | Y.XmlText | Y.XmlHook, author: string): string {
  const content = childrenWithout({ type: 'doc', content: nodesOf(block) }, (stamp) => stamp.author === author);
  return content.length === 0 ? '' : keyOf({ kind: 'element', node: { type: 'doc', content } });
}

function nodesOf(block: Y.XmlElement | Y.XmlText | Y.XmlHook): NodeJson[] {
  if (block instanceof Y.XmlText) return textNodesOf(runsOf(block));
  // A hook is none of ours; whatever it holds is not looked at by anything.
  if (!(block instanceof Y.XmlElement)) return [];
  return [nodeOfElement(block)];
}
