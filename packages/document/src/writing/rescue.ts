import { Fragment, Node, type Schema } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import type { NodeJson } from '../json.ts';
import { thing, type Piece, type Swallowed } from './swallowed.ts';

/** Letters around a place by which it is found again where a line is not whole any more, on each side; and the fewest of them that tell it. */
const around = 12;
const fewest = 4;

/**
 * Puts words back into a document that had gone with their block ({@link Swallowed}): into the line where it goes on elsewhere, at their place; else
 * into blocks of their own, where theirs was (`isApart`). `tr` begins with what `root` holds. `last`: where what was written last ends; null where that is
 * none of it.
 */
export function rescue(
  tr: Transform,
  root: Y.XmlFragment,
  swallowed: readonly Swallowed[],
): { readonly last: number | null; readonly isApart: boolean } {
  const { doc } = tr;
  let [last, isApart]: [number | null, boolean] = [null, false];
  const put = (at: number, content: Fragment | readonly Node[]): number => {
    const fragment = Fragment.from(content);
    const from = tr.mapping.map(at, 1);
    tr.insert(from, fragment);
    return from + fragment.size;
  };
  for (const { line, blocks, after } of swallowed) {
    const behind = after === null ? 0 : (placeOf(root, doc, after)?.end ?? doc.content.size);
    const home = line && homeOf(root, doc, line);
    if (line !== null && home) {
      for (const [i, piece] of line.pieces.entries()) {
        const end = put(home.places[i] as number, inlineFor(home.block, piece.content));
        if (piece.isLast) last = end;
      }
      continue;
    }
    const paragraph = line === null ? [] : [{ type: 'paragraph', content: spaced(line.pieces) }];
    const nodes = [...paragraph, ...blocks].flatMap((json) => allowed(doc.type.schema, json));
    if (nodes.length === 0) continue;
    const end = put(behind, nodes);
    isApart = true;
    // Inside of the paragraph.
    if (line?.pieces.some(({ isLast }) => isLast)) last = end - 1;
  }
  return { last, isApart };
}

type Home = { readonly block: Node; readonly places: readonly number[] };

/** The first of the blocks in which the line goes on, and where its pieces belong there. */
function homeOf(root: Y.XmlFragment, doc: Node, { seen, pieces, homes }: NonNullable<Swallowed['line']>): Home | null {
  for (const isWhole of [true, false]) {
    for (const element of homes) {
      const place = placeOf(root, doc, element);
      const block = place && doc.nodeAt(place.start);
      if (!place || !block?.isTextblock) continue;
      const text = block.textBetween(0, block.content.size, undefined, thing);
      const offsets = pieces.map(({ at }) => (isWhole ? offsetOfWhole(text, seen, at) : offsetOfNear(text, seen, at)));
      if (offsets.every((offset) => offset !== null)) return { block, places: offsets.map((offset) => place.start + 1 + offset) };
    }
  }
  return null;
}

function offsetOfWhole(text: string, seen: string, at: number): number | null {
  if (seen === '') return text === '' ? 0 : null;
  const found = text.indexOf(seen);
  return found < 0 ? null : found + at;
}

function offsetOfNear(text: string, seen: string, at: number): number | null {
  const before = seen.slice(Math.max(at - around, 0), at);
  const both = before + seen.slice(at, at + around);
  if (both.length < fewest) return null;
  const found = text.indexOf(both);
  return found < 0 ? null : found + before.length;
}

/** Pieces of a line, as a line of their own. */
function spaced(pieces: readonly Piece[]): NodeJson[] {
  return pieces.flatMap(({ content }, i) => (i === 0 ? content : [{ type: 'text', text: ' ' }, ...content]));
}

/** What may stand in a block's line: in code, letters alone. */
function inlineFor(block: Node, content: readonly NodeJson[]): Node[] {
  const { type } = block;
  return content.flatMap((json) => {
    const node = Node.fromJSON(type.schema, json);
    if (node.isText) return [node.mark(type.allowedMarks(node.marks))];
    return type.contentMatch.matchType(node.type) === null ? [] : [node];
  });
}

/** A block, or what is in it, where it may not stand by itself in a document: an item without its list. */
function allowed(schema: Schema, json: NodeJson): Node[] {
  const type = schema.nodes[json.type];
  if (type === undefined) return [];
  if (schema.topNodeType.contentMatch.matchType(type) !== null) {
    const node = Node.fromJSON(schema, json);
    // Whether all that is missing can be put in.
    return isWhole(node) ? [node] : [type.createAndFill(node.attrs, node.content) ?? node].filter(isWhole);
  }
  if (type.inlineContent) return allowed(schema, { type: 'paragraph', ...(json.content && { content: json.content }) });
  return (json.content ?? []).flatMap((child) => allowed(schema, child));
}

function isWhole(node: Node): boolean {
  try {
    node.check();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Where a shared element begins and ends in the document that shows it; null where the two do not have the same nodes. */
function placeOf(root: Y.XmlFragment, doc: Node, element: Y.XmlElement): { start: number; end: number } | null {
  const path: number[] = [];
  for (let at: Y.XmlElement | Y.XmlFragment = element; at !== root;) {
    const { parent } = at;
    if (!(parent instanceof Y.XmlFragment)) return null;
    path.unshift(
      parent
        .toArray()
        .filter((each) => each instanceof Y.XmlElement)
        .indexOf(at as Y.XmlElement),
    );
    at = parent;
  }
  let [node, start] = [doc, -1];
  for (const index of path) {
    if (index < 0 || index >= node.childCount) return null;
    start += 1;
    for (let i = 0; i < index; i += 1) start += node.child(i).nodeSize;
    node = node.child(index);
  }
  return node.type.name === element.nodeName ? { start, end: start + node.nodeSize } : null;
}
