import * as Y from 'yjs';
import { jsonOf, textNodesOf, type NodeJson } from '../json.ts';
import { textBlocks } from '../schema.ts';
import { splitSign } from '../suggestions/stamp.ts';
import { lettersOf, topOf } from './letters.ts';
import { thing, type Piece, type Swallowed } from './swallowed.ts';

/**
 * Words that no other document has: of one line. `block`: in which they were written, where others know it; `seen` and `pieces` as in a {@link Swallowed}
 * line. `before`: the blocks of the document up to it, the nearest first.
 */
export type UnsentWords = {
  readonly block: Y.ID | null;
  readonly seen: string;
  readonly pieces: readonly Piece[];
  readonly before: readonly Y.ID[];
};

/** How many blocks are remembered by which the place of a line is found again. */
const reach = 50;

/** The words in `updates`, which a document holds and others do not, line by line: to be put into another document ({@link asSwallowed}). */
export function unsentWords(root: Y.XmlFragment, updates: readonly Uint8Array[]): UnsentWords[] {
  if (updates.length === 0) return [];
  const ranges = Y.decodeUpdate(Y.mergeUpdates([...updates])).structs.filter((struct) => struct instanceof Y.Item);
  const isNew = (client: number, clock: number): boolean =>
    ranges.some(({ id, length }) => id.client === client && id.clock <= clock && clock < id.clock + length);
  const blocks = new Set<Y.XmlElement>();
  for (const { id, content } of ranges) {
    const item = content instanceof Y.ContentString && root.doc ? Y.getItem(root.doc.store, id) : null;
    const text = item instanceof Y.Item ? item.parent : null;
    const block = text instanceof Y.XmlText ? text.parent : null;
    if (block instanceof Y.XmlElement && block._item?.deleted === false && textBlocks.has(block.nodeName)) blocks.add(block);
  }
  const found: UnsentWords[] = [];
  for (const block of blocks) {
    const id = block._item?.id ?? null;
    const { seen, pieces } = lineOf(block, isNew);
    const isKnown = id !== null && !isNew(id.client, id.clock);
    if (pieces.length > 0) found.push({ block: isKnown ? id : null, seen, pieces, before: blocksUpTo(block, root) });
  }
  return found;
}

/** Where in `root` the words go on: in their block, where it is there; else behind the last one before it that is. Copies of what stands there are left out. */
export function asSwallowed(root: Y.XmlFragment, words: readonly UnsentWords[]): Swallowed[] {
  const { doc } = root;
  if (doc === null) return [];
  const there = lettersIn(jsonOf(root));
  const isThere = ({ content }: Piece): boolean => {
    const said = content
      .map(({ text = '' }) => text)
      .join('')
      .trim();
    return said === '' || (said.length > 1 && there.includes(said));
  };
  return words.flatMap(({ block, seen, pieces, before }) => {
    const home = block && elementAt(doc, block);
    const put = home === null ? pieces.filter((piece) => !isThere(piece)) : pieces;
    if (put.length === 0) return [];
    const after = before.map((id) => elementAt(doc, id)).find((element) => element !== null) ?? null;
    return [{ line: { seen, pieces: put, homes: home === null ? [] : [home] }, blocks: [], after }];
  });
}

function lineOf(block: Y.XmlElement, isNew: (client: number, clock: number) => boolean): { seen: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let seen = '';
  const put = (letter: string, marks: Record<string, unknown>): void => {
    const content = textNodesOf([{ text: letter, marks }]);
    const before = pieces.at(-1);
    if (before?.at === seen.length) pieces[pieces.length - 1] = { ...before, content: joined(before.content, content) };
    else pieces.push({ at: seen.length, content, isLast: false });
  };
  for (const child of block.toArray()) {
    if (!(child instanceof Y.XmlText)) {
      seen += thing;
      continue;
    }
    for (const { item, format } of lettersOf(child, ({ deleted }) => !deleted)) {
      const { content, id } = item;
      if (item.deleted) continue;
      // By halves of letters, as clocks count them.
      const letters = content instanceof Y.ContentString ? content.str.split('') : [thing.repeat(item.length)];
      for (const [at, letter] of letters.entries()) {
        if (!(content instanceof Y.ContentString) || !isNew(id.client, id.clock + at)) seen += letter;
        else if (letter !== splitSign) put(letter, format);
      }
    }
  }
  return { seen, pieces };
}

/** Two runs of a line, as one where they look the same. */
function joined(one: readonly NodeJson[], other: readonly NodeJson[]): NodeJson[] {
  const [last, first] = [one.at(-1), other[0]];
  if (last === undefined || first === undefined || JSON.stringify(last.marks) !== JSON.stringify(first.marks))
    return [...one, ...other];
  return [...one.slice(0, -1), { ...last, text: `${last.text ?? ''}${first.text ?? ''}` }, ...other.slice(1)];
}

function blocksUpTo(element: Y.XmlElement, root: Y.XmlFragment): Y.ID[] {
  const ids: Y.ID[] = [];
  for (let top = topOf(element, root); top !== null && ids.length < reach; top = top.left) if (!top.deleted) ids.push(top.id);
  return ids;
}

function elementAt({ store }: Y.Doc, { client, clock }: Y.ID): Y.XmlElement | null {
  if (clock >= Y.getState(store, client)) return null;
  const item = Y.getItem(store, Y.createID(client, clock));
  if (!(item instanceof Y.Item) || item.deleted || !(item.content instanceof Y.ContentType)) return null;
  return item.content.type instanceof Y.XmlElement ? item.content.type : null;
}

function lettersIn({ text = '', content = [] }: NodeJson): string {
  return text + content.map(lettersIn).join('');
}
