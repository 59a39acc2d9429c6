import * as Y from 'yjs';
import { jsonOf, type NodeJson } from '../json.ts';
import { textBlocks } from '../schema.ts';
import { suggestionAttributes } from '../suggestions/stamp.ts';
import { lettersOf, topOf } from './letters.ts';

/** What stands for a thing in a line where the line is written as letters. */
export const thing = '\ufffc';

/** A piece of a line: `at` is its place among the letters that the others saw, and `isLast` tells whether nothing was written here after it. */
export type Piece = { readonly at: number; readonly content: readonly NodeJson[]; readonly isLast: boolean };

/**
 * Words that went with a block in which they were written: somebody took it away, or made another one of it, and did not know of them. Of a line:
 * `seen`, what those others saw of it ({@link thing} for what is no letter), `pieces`, and `homes`, the blocks of text in which something is new since: in
 * one of them the line may go on. Of whole blocks: `blocks`. `after`: the last block of the document that is still there before it; null where it was
 * the first.
 */
export type Swallowed = {
  readonly line: { readonly seen: string; readonly pieces: readonly Piece[]; readonly homes: readonly Y.XmlElement[] } | null;
  readonly blocks: readonly NodeJson[];
  readonly after: Y.XmlElement | null;
};

/**
 * What of the words of `writer`, a Yjs client of this page, a transaction took away that nobody meant to: a shared text deletes with a block all that is in
 * it, also what came there while whoever deleted it did not know of it. `named`: the updates that the transaction applied; what somebody
 * deletes knowingly is named there, letter by letter. Of a client that wrote for an earlier page, only what is in `unsent` counts, which the server may not
 * have; also where nothing is known any more of its block. To be asked in `afterTransaction`: later, Yjs forgets what was deleted.
 */
export function swallowedBy(
  transaction: Y.Transaction,
  root: Y.XmlFragment,
  named: readonly Uint8Array[],
  writer: number,
  unsent: readonly Uint8Array[] | null = null,
): Swallowed[] {
  const buried = unsent === null ? [] : buriedOf(transaction, root, writer, unsent);
  if (!transaction.deleteSet.clients.has(writer)) return buried;
  const known = deletedIn([...named, ...(unsent ?? [])]);
  const structs = unsent === null ? null : Y.decodeUpdate(Y.mergeUpdates([...unsent])).structs;
  const lost = lostOf(transaction, known, writer, ({ id }) => structs === null || structs.some((struct) => holds(struct, id)));
  return [...foundIn({ transaction, known, lost }, root, grownIn(transaction)), ...buried];
}

/**
 * What of the words of somebody else, `writer`, arrived by a transaction in blocks that this page took away before it knew of them: `unsent`, its own
 * updates, say so. Their writer puts them back when that arrives there (see {@link swallowedBy}), and may be gone by then.
 */
export function arrivedTooLate(
  transaction: Y.Transaction,
  root: Y.XmlFragment,
  named: readonly Uint8Array[],
  writer: number,
  unsent: readonly Uint8Array[],
): Swallowed[] {
  const before = transaction.beforeState.get(writer) ?? 0;
  if ((transaction.afterState.get(writer) ?? 0) <= before) return [];
  const own = deletedIn(unsent);
  const isInGone = (item: Y.Item): boolean => {
    for (let at: Y.Item | null = item; at !== null; at = at.parent instanceof Y.AbstractType ? at.parent._item : null)
      if (Y.isDeleted(own, at.id)) return true;
    return false;
  };
  const known = deletedIn(named);
  const lost = lostOf(transaction, known, writer, (item) => item.id.clock >= before && isInGone(item));
  const isBeside = ({ origin, rightOrigin, parent }: Y.Item): boolean =>
    [origin, rightOrigin, parent].some((id) => id instanceof Y.ID && Y.isDeleted(own, id));
  return [...foundIn({ transaction, known, lost }, root, []), ...buriedOf(transaction, root, writer, named, isBeside)];
}

function deletedIn(updates: readonly Uint8Array[]): Deleted {
  return Y.mergeDeleteSets(updates.map((update) => Y.decodeUpdate(update).ds));
}

function holds({ id, length }: { id: Y.ID; length: number }, { client, clock }: Y.ID): boolean {
  return id.client === client && id.clock <= clock && clock < id.clock + length;
}

function foundIn(given: Given, root: Y.XmlFragment, homes: readonly Y.XmlElement[]): Swallowed[] {
  const { lost } = given;
  const found: Swallowed[] = [];
  const lines = new Set<Y.XmlElement>();
  for (const item of lost) {
    const place = placeOf(item, lost);
    if (place === null) continue;
    if (place.isInLine) lines.add(place.block);
    else found.push({ line: null, blocks: blocksOf(copyOf(place.block, given)), after: lastBefore(place.block, root) });
  }
  for (const block of lines) {
    const { seen, pieces } = lineOf(block, given);
    if (pieces.length > 0) found.push({ line: { seen, pieces, homes }, blocks: [], after: lastBefore(block, root) });
  }
  return found.filter(({ line, blocks }) => line !== null || blocks.length > 0);
}

type Given = { readonly transaction: Y.Transaction; readonly known: Deleted; readonly lost: ReadonlySet<Y.Item> };

type Deleted = Y.Transaction['deleteSet'];

/** Items of a client that went, that no update names, and that `counts` picks. */
function lostOf(
  { deleteSet, doc }: Y.Transaction,
  known: Deleted,
  writer: number,
  counts: (item: Y.Item) => boolean,
): Set<Y.Item> {
  const lost = new Set<Y.Item>();
  const structs = doc.store.clients.get(writer) ?? [];
  for (const { clock, len } of deleteSet.clients.get(writer) ?? []) {
    for (let i = Y.findIndexSS(structs, clock); i < structs.length; i += 1) {
      const struct = structs[i];
      if (!struct || struct.id.clock >= clock + len) break;
      if (struct instanceof Y.Item && !Y.isDeleted(known, struct.id) && counts(struct)) lost.add(struct);
    }
  }
  return lost;
}

/**
 * Words in `updates` that came into a document in which their block is not even remembered: at its end, each run of them as a paragraph. `begins` picks
 * runs by their first letters.
 */
function buriedOf(
  { doc, beforeState, afterState }: Y.Transaction,
  root: Y.XmlFragment,
  writer: number,
  updates: readonly Uint8Array[],
  begins: (item: Y.Item) => boolean = () => true,
): Swallowed[] {
  const before = beforeState.get(writer) ?? 0;
  if ((afterState.get(writer) ?? 0) <= before || updates.length === 0) return [];
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const runs: { words: string; end: number }[] = [];
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) continue;
    const { id, origin, content } = struct;
    if (id.client !== writer || id.clock < before || !(Y.getItem(doc.store, id) instanceof Y.GC)) continue;
    const words = [...content.str.split('').entries()]
      .filter(([at]) => !Y.isDeleted(ds, Y.createID(writer, id.clock + at)))
      .map(([, letter]) => letter)
      .join('');
    const run = origin?.client === writer ? runs.findLast(({ end }) => end === origin.clock) : undefined;
    if (run === undefined && !begins(struct)) continue;
    if (run === undefined) runs.push({ words, end: id.clock + struct.length - 1 });
    else Object.assign(run, { words: run.words + words, end: id.clock + struct.length - 1 });
  }
  const blocks = runs
    .filter(({ words }) => words.trim() !== '')
    .map(({ words }): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text: words }] }));
  const last = root.toArray().at(-1);
  return blocks.length === 0 ? [] : [{ line: null, blocks, after: last instanceof Y.XmlElement ? last : null }];
}

/** Where something stood that went: in the line of a block, or as a block; null for what goes with something else of one's own. */
function placeOf(item: Y.Item, lost: ReadonlySet<Y.Item>): { isInLine: boolean; block: Y.XmlElement } | null {
  const { parent, content } = item;
  if (!(parent instanceof Y.AbstractType) || item.parentSub !== null || !item.countable) return null;
  if (parent._item !== null && lost.has(parent._item)) return null;
  const block = parent instanceof Y.XmlText ? parent.parent : parent;
  if (block instanceof Y.XmlElement && textBlocks.has(block.nodeName)) return { isInLine: true, block };
  const type = content instanceof Y.ContentType ? content.type : null;
  return type instanceof Y.XmlElement ? { isInLine: false, block: type } : null;
}

/** What a line held for those who took it away, and what was written here meanwhile. */
function lineOf(block: Y.XmlElement, given: Given): { seen: string; pieces: Piece[] } {
  const { lost, transaction } = given;
  const isThere = (each: Y.Item): boolean => wasThere(each, given);
  const pieces: Piece[] = [];
  let seen = '';
  const end = Y.getState(transaction.doc.store, transaction.doc.clientID);
  const put = (item: Y.Item, content: readonly NodeJson[]): void => {
    const isLast = item.id.client === transaction.doc.clientID && item.id.clock + item.length === end;
    const before = pieces.at(-1);
    if (before?.at === seen.length)
      pieces[pieces.length - 1] = { at: before.at, content: [...before.content, ...content], isLast };
    else pieces.push({ at: seen.length, content, isLast });
  };
  for (const child of itemsOf(block)) {
    const type = child.content instanceof Y.ContentType ? child.content.type : null;
    if (type instanceof Y.XmlText) {
      for (const { item, format } of lettersOf(type, isThere)) {
        const { content } = item;
        const letters = content instanceof Y.ContentString ? content.str : null;
        if (lost.has(item)) put(item, letters === null ? [] : inlineOf([newText(letters, format)]));
        else if (wasKnown(item, given)) seen += letters ?? thing.repeat(item.length);
      }
    } else if (type instanceof Y.XmlElement) {
      if (lost.has(child)) put(child, inlineOf([copyOf(type, given)]));
      else if (wasKnown(child, given)) seen += thing;
    }
  }
  return { seen, pieces: pieces.filter(({ content }) => content.length > 0) };
}

function wasKnown(item: Y.Item, { transaction, known }: Given): boolean {
  return Y.isDeleted(transaction.deleteSet, item.id) && Y.isDeleted(known, item.id);
}

/** Whether something was there until now, or is one's own. */
function wasThere(item: Y.Item, given: Given): boolean {
  return !item.deleted || given.lost.has(item) || wasKnown(item, given);
}

function* itemsOf(type: Y.XmlElement | Y.XmlText): Generator<Y.Item> {
  for (let item = type._start; item !== null; item = item.right) yield item;
}

function newText(letters: string, format: Record<string, unknown>): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta([{ insert: letters, attributes: format }]);
  return text;
}

/** An element of one's own as it was before it went: what of it others did not know. */
function copyOf(element: Y.XmlElement, given: Given): Y.XmlElement {
  const copy = new Y.XmlElement(element.nodeName);
  const isThere = (each: Y.Item): boolean => wasThere(each, given);
  for (const [name, item] of element._map) {
    if (wasThere(item, given) && !(suggestionAttributes as readonly string[]).includes(name))
      copy.setAttribute(name, item.content.getContent().at(-1) as string);
  }
  const children: (Y.XmlElement | Y.XmlText)[] = [];
  for (const item of itemsOf(element)) {
    const type = given.lost.has(item) && item.content instanceof Y.ContentType ? item.content.type : null;
    if (type instanceof Y.XmlElement) children.push(copyOf(type, given));
    else if (type instanceof Y.XmlText)
      for (const { item: letters, format } of lettersOf(type, isThere))
        if (given.lost.has(letters) && letters.content instanceof Y.ContentString)
          children.push(newText(letters.content.str, format));
  }
  copy.insert(0, children);
  return copy;
}

const inlineOf = (line: readonly (Y.XmlText | Y.XmlElement)[]): NodeJson[] => nodesOf('paragraph', line)[0]?.content ?? [];

/** A block and what is in it, where there is anything in it. */
const blocksOf = (block: Y.XmlElement): NodeJson[] => nodesOf(null, [block]).filter(saysSomething);

function saysSomething({ type, text, content = [] }: NodeJson): boolean {
  return text !== undefined || (content.length === 0 ? !emptyKinds.has(type) : content.some(saysSomething));
}

/** Kinds of nodes of which nothing is missed where nothing stands in them. */
const emptyKinds: ReadonlySet<string> = new Set([
  ...textBlocks,
  ...['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem', 'blockquote', 'callout', 'toggle', 'columns', 'column'],
  ...['table', 'tableRow', 'tableCell', 'tableHeader', 'hardBreak', 'horizontalRule'],
]);

function nodesOf(block: string | null, inside: readonly (Y.XmlText | Y.XmlElement)[]): NodeJson[] {
  const root = new Y.Doc().getXmlFragment('copy');
  if (block === null) root.insert(0, [...inside]);
  else {
    const around = new Y.XmlElement(block);
    root.insert(0, [around]);
    around.insert(0, [...inside]);
  }
  return jsonOf(root).content ?? [];
}

/** The blocks of text in which a transaction put something. */
function grownIn({ doc, beforeState, afterState }: Y.Transaction): Y.XmlElement[] {
  const grown = new Set<Y.XmlElement>();
  for (const [client, state] of afterState) {
    const before = beforeState.get(client) ?? 0;
    const structs = doc.store.clients.get(client) ?? [];
    if (state <= before) continue;
    for (let i = Y.findIndexSS(structs, before); i < structs.length; i += 1) {
      const item = structs[i];
      if (!(item instanceof Y.Item) || item.deleted || item.parentSub !== null) continue;
      const type = item.content instanceof Y.ContentType ? item.content.type : item.parent;
      const block = type instanceof Y.XmlText ? type.parent : type;
      if (block instanceof Y.XmlElement && block._item?.deleted === false && textBlocks.has(block.nodeName)) grown.add(block);
    }
  }
  return [...grown];
}

/** The block of the document that holds an element, or, where that is gone, the last one before it. */
function lastBefore(element: Y.XmlElement, root: Y.XmlFragment): Y.XmlElement | null {
  for (let top = topOf(element, root); top !== null; top = top.left)
    if (!top.deleted && top.content instanceof Y.ContentType && top.content.type instanceof Y.XmlElement) return top.content.type;
  return null;
}
