import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { runsOfText, type Run } from '../runs.ts';
import type { Spot } from './list.ts';
import type { Foreign, Stretch } from './resolve.ts';

/**
 * How much of a node's text there is now: `client:clock` for each Yjs client that wrote in it, the clock of the first letter that is
 * not there yet. This is what a suggested deletion remembers. `null` where the node cannot be found in the shared document.
 */
export function extentOf(root: Y.XmlFragment, doc: Node, pos: number): string | null {
  const element = elementAt(root, doc, pos);
  if (element === null) return null;
  const ends = new Map<number, number>();
  for (const { client, clock, length } of runsUnder(element)) ends.set(client, Math.max(ends.get(client) ?? 0, clock + length));
  return [...ends].map(([client, clock]) => `${client}:${clock}`).join(' ');
}

/**
 * What of a spot somebody else was typing while it was being suggested, read off the shared document that `doc` shows. Text under a mark
 * that another client set than the one that wrote it came there by itself: the two did not know of each other. (What the binding writes
 * anew, with its marks, is by one client.) Of a deletion that is so only for what its author had not seen yet.
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
  const element = $from.depth === 0 ? null : elementAt(root, doc, $from.before());
  if (element === null) return [];
  const found: Stretch[] = [];
  let at = $from.start();
  for (const { length, client, clock, openers } of runsOf(element)) {
    const opener = openers.get(`${mark} ${spot.stamp.id}`);
    if (opener !== undefined && opener !== client) {
      // Without knowing how far they had seen, everything counts as seen.
      const known = seen === null ? 0 : seen.size === 0 ? length : Math.min(Math.max((seen.get(client) ?? 0) - clock, 0), length);
      const [from, to] = [Math.max(at + known, spot.from), Math.min(at + length, spot.to)];
      if (from < to) found.push({ from, to });
    }
    at += length;
  }
  return found;
}

/** What came into a node that is to be deleted after its author had looked at it. */
function unseenUnder(root: Y.XmlFragment, doc: Node, spot: Spot & { readonly kind: 'nodeDeletion' | 'deletion' }): Stretch[] {
  if (spot.upTo === null) return [];
  const seen = extents(spot.upTo);
  const found: Stretch[] = [];
  let isAsItWas = seen.size === 0;
  doc.nodesBetween(spot.from, spot.to, (node, pos) => {
    if (!node.isTextblock) return true;
    const element = elementAt(root, doc, pos);
    let at = pos + 1;
    for (const { length, client, clock } of element === null ? [] : runsOf(element)) {
      const known = Math.min(Math.max((seen.get(client) ?? 0) - clock, 0), length);
      if (known > 0) isAsItWas = true;
      if (known < length) found.push({ from: at + known, to: at + length });
      at += length;
    }
    return false;
  });
  // Where nothing is left of what its author saw, the binding has written all of it anew, and nothing tells what came then.
  return isAsItWas ? found : [];
}

/** The element of the shared document that the node at `pos` shows. */
function elementAt(root: Y.XmlFragment, doc: Node, pos: number): Y.XmlElement | null {
  const $pos = doc.resolve(pos);
  let found: Y.XmlFragment = root;
  for (let depth = 0; depth <= $pos.depth; depth += 1) {
    const child = found.toArray().filter((each) => each instanceof Y.XmlElement)[$pos.index(depth)];
    if (!(child instanceof Y.XmlElement) || child.nodeName !== $pos.node(depth).child($pos.index(depth)).type.name) return null;
    found = child;
  }
  return found instanceof Y.XmlElement ? found : null;
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
