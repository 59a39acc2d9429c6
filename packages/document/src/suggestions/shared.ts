import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { runsOfText, type Opener, type Run } from '../runs.ts';
import { sharedBlock } from '../writing/shared-block.ts';
import type { Spot } from './list.ts';
import type { Foreign, Stretch } from './resolve.ts';

/**
 * How much of a node's text there is now: `client:clock` for each Yjs client that wrote in it, the clock of the first letter that is
 * not there yet. This is what a suggested deletion remembers. `null` where the node cannot be found in the shared document.
 */
export function extentOf(root: Y.XmlFragment, doc: Node, pos: number): string | null {
  const element = sharedBlock(root, doc, pos);
  if (element === null) return null;
  const ends = new Map<number, number>();
  for (const { client, clock, length } of runsUnder(element)) ends.set(client, Math.max(ends.get(client) ?? 0, clock + length));
  return [...ends].map(([client, clock]) => `${client}:${clock}`).join(' ');
}

/**
 * What of a spot somebody else was typing while it was being suggested, read off the shared document that `doc` shows: what was not written under
 * its mark ({@link isWrittenUnder}). Of a deletion that is so only for what its author had not seen yet.
 */
export function foreignIn(root: Y.XmlFragment, doc: Node): Foreign {
  return (spot) => {
    if (spot.kind === 'insertion') return foreignRuns(root, doc, spot, 'insertion', null);
    if (spot.kind === 'deletion') return foreignRuns(root, doc, spot, 'deletion', extents(spot.upTo));
    return spot.kind === 'nodeDeletion' ? unseenUnder(root, doc, spot) : [];
  };
}

function foreignRuns(
  root: Y.XmlFragment,
  doc: Node,
  spot: Spot,
  mark: string,
  seen: ReadonlyMap<number, number> | null,
): Stretch[] {
  const $from = doc.resolve(spot.from);
  const element = $from.depth === 0 ? null : sharedBlock(root, doc, $from.before());
  if (element === null) return [];
  const found: Stretch[] = [];
  let at = $from.start();
  for (const run of runsOf(element)) {
    const { length, client, clock } = run;
    const opener = run.openers.get(`${mark} ${spot.stamp.id}`);
    if (opener !== undefined && !isWrittenUnder(root, run, opener)) {
      // Without knowing how far they had seen, everything counts as seen.
      const known = seen === null ? 0 : seen.size === 0 ? length : Math.min(Math.max((seen.get(client) ?? 0) - clock, 0), length);
      const [from, to] = [Math.max(at + known, spot.from), Math.min(at + length, spot.to)];
      if (from < to) found.push({ from, to });
    }
    at += length;
  }
  return found;
}

/**
 * Whether letters were written under a mark: by the client that the mark names, or by one that knew of it. Who splits a paragraph or joins two
 * writes letters of others anew, with their marks; who writes real text in the middle of a suggestion ends the mark first. Letters beside which
 * the mark was set anew later, because their author went on to write in the middle of it, were there without it.
 */
function isWrittenUnder({ doc }: Y.XmlFragment, { client, clock, length }: Run, opener: Opener): boolean {
  if (opener.by === client || doc === null) return true;
  if (opener.client === client && opener.clock < clock) return true;
  if (isUnderSince(doc.store, client, clock, opener)) return true;
  return opener.client === client && hasOnlyFormats(doc.store.clients.get(client) ?? [], clock + length, opener.clock);
}

/** Whether what stood before a letter when it was written leads back to where the mark begins, or to letters of whom the mark names. */
function isUnderSince(store: Y.Doc['store'], client: number, clock: number, { key, by }: Opener): boolean {
  let item: unknown = Y.getItem(store, Y.createID(client, clock));
  while (item instanceof Y.Item && item.origin !== null) {
    const before: unknown = Y.getItem(store, item.origin);
    if (!(before instanceof Y.Item)) return false;
    const { content } = before;
    if (content instanceof Y.ContentFormat && content.key === key) return content.value !== null;
    // What is left of a letter of theirs may as well be left of where their mark ended.
    if (before.id.client === by && content instanceof Y.ContentDeleted) return false;
    if (!(content instanceof Y.ContentFormat) && before.id.client === by) return true;
    item = before;
  }
  return false;
}

/** Whether a client wrote nothing but formats between two moments of its clock: the editor's binding sets marks after the letters. */
function hasOnlyFormats(structs: readonly (Y.Item | Y.GC)[], from: number, to: number): boolean {
  return structs.every(
    (struct) =>
      struct.id.clock + struct.length <= from ||
      struct.id.clock >= to ||
      (struct instanceof Y.Item && struct.content instanceof Y.ContentFormat),
  );
}

/** What came into a node that is to be deleted after its author had looked at it; also what the binding has written anew since: in doubt it stays. */
function unseenUnder(root: Y.XmlFragment, doc: Node, spot: Spot & { readonly kind: 'nodeDeletion' | 'deletion' }): Stretch[] {
  if (spot.upTo === null) return [];
  const seen = extents(spot.upTo);
  const found: Stretch[] = [];
  doc.nodesBetween(spot.from, spot.to, (node, pos) => {
    if (!node.isTextblock) return true;
    const element = sharedBlock(root, doc, pos);
    let at = pos + 1;
    for (const { length, client, clock } of element === null ? [] : runsOf(element)) {
      const known = Math.min(Math.max((seen.get(client) ?? 0) - clock, 0), length);
      if (known < length) found.push({ from: at + known, to: at + length });
      at += length;
    }
    return false;
  });
  return found;
}

function* runsUnder(element: Y.XmlElement): Generator<Run> {
  for (const child of element.toArray()) {
    if (child instanceof Y.XmlText) yield* runsOfText(child);
    else if (child instanceof Y.XmlElement) yield* runsUnder(child);
  }
}

/** What stands in a block of text, a thing in the line counting as one letter. */
function* runsOf(block: Y.XmlElement): Generator<Run> {
  for (const child of block.toArray()) {
    if (child instanceof Y.XmlText) yield* runsOfText(child);
    else yield { length: 1, client: -1, clock: 0, openers: new Map() };
  }
}

function extents(upTo: string | null): ReadonlyMap<number, number> {
  const pairs = (upTo ?? '').split(' ').map((pair) => pair.split(':').map(Number));
  return new Map(
    pairs.flatMap(([client, clock]) =>
      Number.isInteger(client) && Number.isInteger(clock) ? [[client as number, clock as number]] : [],
    ),
  );
}
