import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { nodeOfElement, textNodesOf, type NodeJson } from '../json.ts';
import { keyOf } from '../shared-keys.ts';
import { runsOf } from '../walk.ts';
import { childrenWithout } from './without.ts';

/** A document that tells of an update whether it does nothing but suggest. */
export type Measure = {
  /** Takes an update in without looking at it. */
  take(update: Uint8Array): void;
  /**
   * Takes an update in and answers whether it left everything as it was but suggestions of `author`: the text with all suggestions
   * rejected, and the suggestions of others. Where it did not, the document here is spoilt.
   */
  allows(update: Uint8Array, author: string): boolean;
  destroy(): void;
};

/**
 * Makes the {@link Measure} of a document. What each block says without somebody's suggestions is remembered, so that an update costs a
 * look at the blocks that it touches, however long the document is. Source: features, Reviewer is a right.
 */
export function createMeasure(updates: readonly Uint8Array[]): Measure {
  const doc = new Y.Doc();
  const root = textOfDoc(doc);
  /** By author, what each block says without their suggestions; nothing where nothing is left of it. */
  const said = new Map<string, WeakMap<object, string>>();
  let changed: Changed = { blocks: new Set(), isElsewhere: false };

  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    for (const type of transaction.changed.keys()) note(type);
  });
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  forget();

  /** Notes the block in which something has changed. What stands in no block of the text is none of a reviewer's business. */
  function note(type: Shared): void {
    let block = type;
    while (block._item !== null && block._item.parent !== root) block = block._item.parent as Shared;
    if (block._item !== null) changed.blocks.add(block);
    else if (block !== (root as unknown)) changed.isElsewhere = true;
  }

  function forget(): void {
    for (const blocks of said.values()) for (const block of changed.blocks) blocks.delete(block);
    changed = { blocks: new Set(), isElsewhere: false };
  }

  function textWithout(author: string): string[] {
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
  }

  return {
    take(update) {
      Y.applyUpdate(doc, update);
      forget();
    },
    allows(update, author) {
      const before = textWithout(author);
      Y.applyUpdate(doc, update);
      const { isElsewhere } = changed;
      forget();
      return !isElsewhere && isSameText(before, textWithout(author));
    },
    destroy: () => doc.destroy(),
  };
}

type Shared = Y.Transaction['changed'] extends Map<infer T, unknown> ? T : never;
type Changed = { readonly blocks: Set<object>; isElsewhere: boolean };

/** An editor that opens an empty document gives it a paragraph. */
const emptyParagraph = keyOf({ kind: 'element', node: { type: 'doc', content: [{ type: 'paragraph' }] } });

function isSameText(before: readonly string[], after: readonly string[]): boolean {
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
