import type { Fragment, Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import type { NodeJson } from '../json.ts';
import { writeFormats } from '../write-text.ts';
import { attributesOf, createLine, setAttributes, type Shown } from './element.ts';
import type { Kept } from './kept.ts';

/**
 * Makes a shared block of text say what `next` says, where `kept` of `old` is to stay (places counted from the beginning of the text). Texts
 * that stand side by side are one. Answers false, and does nothing, where the block does not hold as much as `old`.
 */
export function writeLine(block: Y.XmlElement, old: Node, next: Node, kept: readonly Kept[], shown: Shown): boolean {
  if (partsOf(block).reduce((sum, { size }) => sum + size, 0) !== old.content.size) return false;
  const stays = withSameEnds(kept, old, next);
  let [oldEnd, nextEnd] = [old.content.size, next.content.size];
  // From the end, so that places before it stay what they are.
  for (const { from, at, size } of [...stays.toReversed(), { from: 0, at: 0, size: 0 }]) {
    remove(block, from + size, oldEnd);
    if (at + size < nextEnd) insert(block, from + size, next.content.cut(at + size, nextEnd).content, shown);
    [oldEnd, nextEnd] = [from, at];
  }
  if (stays.some((stretch) => isFormattedAnew(old, next, stretch))) format(block, next);
  describeThings(block, next, shown);
  return true;
}

/** Between what is kept, what says the same at the beginning and at the end of old and new is kept too: it was only put in once more. */
function withSameEnds(kept: readonly Kept[], old: Node, next: Node): Kept[] {
  const all: Kept[] = [];
  let [from, at] = [0, 0];
  for (const stretch of [...kept, { from: old.content.size, at: next.content.size, size: 0 }]) {
    if (stretch.from > from && stretch.at > at) {
      const [gone, come] = [lettersOf(old, from, stretch.from), lettersOf(next, at, stretch.at)];
      const [first, last] = sameEnds(gone, come);
      if (first > 0) all.push({ from, at, size: first });
      if (last > 0) all.push({ from: stretch.from - last, at: stretch.at - last, size: last });
    }
    if (stretch.size > 0) all.push(stretch);
    [from, at] = [stretch.from + stretch.size, stretch.at + stretch.size];
  }
  return all;
}

function sameEnds(one: readonly string[], other: readonly string[]): [first: number, last: number] {
  let [first, last] = [0, 0];
  const least = Math.min(one.length, other.length);
  while (first < least && one[first] === other[first]) first += 1;
  // The two halves of a letter beyond the first 65,536 stay together.
  if (/[\uD800-\uDBFF]$/.test(one[first - 1] ?? '')) first -= 1;
  while (last < least - first && one.at(-1 - last) === other.at(-1 - last)) last += 1;
  if (/[\uDC00-\uDFFF]$/.test(one.at(-last) ?? '') && last > 0) last -= 1;
  return [first, last];
}

/**
 * What stands in a stretch of a line, place by place: a letter, or what tells a thing from others. The same letter that is suggested to come, but
 * was not before, or by somebody else, is another one: whoever suggests something has written it (`suggestions/shared.ts`).
 */
function lettersOf(line: Node, from: number, to: number): string[] {
  return line.content.cut(from, to).content.flatMap((node) => {
    if (!node.isText) return [JSON.stringify(node.toJSON())];
    const suggested = node.marks.filter(({ type }) => type.name === 'insertion').map(({ attrs }) => JSON.stringify(attrs));
    return (node.text ?? '').split('').map((letter) => `${suggested.join('')}${letter}`);
  });
}

function isFormattedAnew(old: Node, next: Node, { from, at, size }: Kept): boolean {
  const marksIn = (node: Node, start: number): Fragment => node.content.cut(start, start + size);
  const [one, other] = [marksIn(old, from), marksIn(next, at)];
  return !one.eq(other);
}

type Part = { readonly child: Y.XmlText | Y.XmlElement | Y.XmlHook; readonly start: number; readonly size: number };

function partsOf(block: Y.XmlElement): Part[] {
  let start = 0;
  return block.toArray().map((child) => {
    const size = child instanceof Y.XmlText ? child.length : 1;
    start += size;
    return { child, start: start - size, size };
  });
}

function remove(block: Y.XmlElement, from: number, to: number): void {
  if (from >= to) return;
  const parts = partsOf(block);
  for (const [index, { child, start, size }] of [...parts.entries()].toReversed()) {
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, size)];
    if (first >= last) continue;
    // A text stays also when nothing is left in it: somebody may be writing there.
    if (child instanceof Y.XmlText) child.delete(first, last - first);
    else block.delete(index, 1);
  }
}

function insert(block: Y.XmlElement, at: number, nodes: readonly Node[], shown: Shown): void {
  const firstThing = nodes.findIndex((node) => !node.isText);
  if (firstThing === -1) return insertLetters(block, at, nodes);
  const lastThing = nodes.findLastIndex((node) => !node.isText);
  const index = openAt(block, at);
  block.insert(index, createLine(nodes.slice(firstThing, lastThing + 1), shown));
  const size = nodes.slice(firstThing, lastThing + 1).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  insertLetters(block, at + size, nodes.slice(lastThing + 1), 'after');
  insertLetters(block, at, nodes.slice(0, firstThing));
}

/** Puts letters into the text before or after a place in the line; where there is none, into one of their own. */
function insertLetters(block: Y.XmlElement, at: number, letters: readonly Node[], side: 'before' | 'after' = 'before'): void {
  if (letters.length === 0) return;
  const parts = partsOf(block);
  const here = parts.filter(({ child, start, size }) => child instanceof Y.XmlText && start <= at && at <= start + size);
  const part = side === 'before' ? here[0] : here.at(-1);
  if (part && part.child instanceof Y.XmlText) {
    let offset = at - part.start;
    for (const node of letters) {
      part.child.insert(offset, node.text ?? '', attributesOf(node));
      offset += node.nodeSize;
    }
    return;
  }
  const text = new Y.XmlText();
  text.applyDelta(letters.map((node) => ({ insert: node.text ?? '', attributes: attributesOf(node) })));
  block.insert(parts.filter(({ start, size }) => start + size <= at).length, [text]);
}

/** Makes room between two children of a line: a text around the place is split, and its shorter half written anew. Answers the index. */
function openAt(block: Y.XmlElement, at: number): number {
  const parts = partsOf(block);
  for (const [index, { child, start, size }] of parts.entries()) {
    if (!(child instanceof Y.XmlText) || at <= start || at >= start + size) continue;
    const offset = at - start;
    const isFirstShorter = offset < size - offset;
    const moved = new Y.XmlText();
    moved.applyDelta(isFirstShorter ? deltaOf(child, 0, offset) : deltaOf(child, offset, size));
    if (isFirstShorter) child.delete(0, offset);
    else child.delete(offset, size - offset);
    block.insert(isFirstShorter ? index : index + 1, [moved]);
    return index + 1;
  }
  return parts.filter(({ start, size }) => start + size <= at).length;
}

function deltaOf(text: Y.XmlText, from: number, to: number): { insert: unknown; attributes?: Record<string, unknown> }[] {
  let start = 0;
  return (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]).flatMap((part) => {
    const size = typeof part.insert === 'string' ? part.insert.length : 1;
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, size)];
    start += size;
    if (first >= last) return [];
    return [{ ...part, insert: typeof part.insert === 'string' ? part.insert.slice(first, last) : part.insert }];
  });
}

function format(block: Y.XmlElement, next: Node): void {
  for (const { child, start, size } of partsOf(block)) {
    if (child instanceof Y.XmlText && size > 0) writeFormats(child, next.content.cut(start, start + size).toJSON() as NodeJson[]);
  }
}

/** What things in the line say about themselves. */
function describeThings(block: Y.XmlElement, next: Node, shown: Shown): void {
  for (const { child, start } of partsOf(block)) {
    const node = child instanceof Y.XmlElement ? next.nodeAt(start) : null;
    if (!node || !(child instanceof Y.XmlElement) || shown.get(child) === node) continue;
    setAttributes(child, node);
    shown.set(child, node);
  }
}
