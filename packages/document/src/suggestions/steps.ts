import { Fragment, type Mark, type Node, type Schema, type Slice } from '@tiptap/pm/model';
import {
  AddMarkStep,
  AttrStep,
  RemoveMarkStep,
  ReplaceAroundStep,
  ReplaceStep,
  type Step,
  type Transform,
} from '@tiptap/pm/transform';
import { suggestBlockChange, suggestForm, suggestFormat } from './change.ts';
import type { Rope } from './rope.ts';
import { splitSign, type Ink, type NodeForm } from './stamp.ts';
import { asInserted, insertedNode, isOwn, suggestDeletion, suggestNodeDeletion, touchingStamp, type Author } from './write.ts';

/** What is at hand while one change is written as a suggestion; `rope` leads from the document that its author sees into `tr.doc`. */
export type Work = { readonly tr: Transform; readonly rope: Rope; readonly who: Author; stamp: Ink | null };

/**
 * Writes what one step does to `before` as a suggestion. False where the step is of a kind that this cannot say; then `work` is of no
 * use any more.
 */
export function suggestStep(work: Work, step: Step, before: Node): boolean {
  if (step instanceof ReplaceStep) return suggestReplacement(work, step, before);
  if (step instanceof ReplaceAroundStep) return suggestAround(work, step, before);
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) {
    const isAdded = step instanceof AddMarkStep;
    const mark: Mark = step.mark;
    return suggestFormat(work.tr, spanOf(work, step.from, step.to), mark, isAdded, work.who, () =>
      stampFor(work, step.from, step.to),
    );
  }
  if (step instanceof AttrStep) {
    const at = work.rope.place(step.pos, 1);
    const node = work.tr.doc.nodeAt(at);
    if (node === null) return false;
    suggestForm(work.tr, at, { type: node.type.name, attrs: { [step.attr]: step.value } }, work.who, () => fresh(work));
    return true;
  }
  return false;
}

function spanOf({ rope }: Work, from: number, to: number): { from: number; to: number } {
  return { from: rope.place(from, 1), to: rope.place(to, -1) };
}

/** All that one change does is one suggestion, and goes on with one of the same person that it touches. */
function stampFor(work: Work, from: number, to: number): Ink {
  const { rope } = work;
  work.stamp ??= touching(work, { from: rope.place(from, 1), to: rope.place(to, -1) });
  return fresh(work);
}

function touching({ tr, who }: Work, { from, to }: { from: number; to: number }): Ink | null {
  const stamp = touchingStamp(tr.doc, from, to, who.author);
  return stamp && { ...stamp, by: who.client };
}

/** The stamp of this change; a new one where it touches no suggestion of the same person. */
function fresh(work: Work): Ink {
  return (work.stamp ??= newInk(work.who));
}

/** The stamp of a new suggestion. */
export function newInk({ newId, author, at, client }: Author): Ink {
  return { id: newId(), author, at, by: client };
}

function suggestReplacement(work: Work, step: ReplaceStep, before: Node): boolean {
  const { from, to, slice } = step;
  const [$from, $to] = [before.resolve(from), before.resolve(to)];
  if ($from.parent.inlineContent && $to.parent.inlineContent) {
    const line = lineOf(slice, $from.parent);
    return line !== null && replaceInLine(work, step, line, !$from.sameParent($to));
  }
  const isClosed = slice.openStart === 0 && slice.openEnd === 0 && !$from.parent.inlineContent && $from.sameParent($to);
  return isClosed && replaceBlocks(work, step, $from.parent);
}

/** Something in a line, or over several: what is deleted stays where it is, what comes stands at its beginning. */
function replaceInLine(work: Work, { from, to, slice }: ReplaceStep, line: Line, isCrossing: boolean): boolean {
  const { tr, rope, who } = work;
  const start = rope.place(from, -1);
  const span = from === to ? { from: start, to: start } : spanOf(work, from, to);
  span.to = Math.max(span.to, span.from);
  const $at = tr.doc.resolve(isCrossing ? start : span.to);
  if (!line.every(({ content }) => $at.parent.type.validContent(content))) return false;
  if ($at.parent.type.spec.code ? line.length > 1 : line.some(({ content }) => holdsNewline(content))) return false;
  work.stamp ??= touching(work, span);
  const stamp = fresh(work);
  rope.remove(from, to);
  let at = span.to;
  if (span.to > span.from) at = follow(work, () => suggestDeletion(tr, span.from, span.to, who, stamp), span.to);
  // Over several blocks the new text stands at the beginning, where the blocks will be joined.
  const place = isCrossing ? rope.place(from, -1) : at;
  const added = inLine(line, stamp, tr.doc.type.schema);
  if (added.size > 0) follow(work, () => tr.insert(place, added), place);
  rope.insert(from, { length: slice.size, at: place, size: added.size });
  return true;
}

/** Whole nodes: those that go are marked, those that come stand after them. */
function replaceBlocks(work: Work, { from, to, slice }: ReplaceStep, parent: Node): boolean {
  const { tr, rope, who } = work;
  if (parent.type.name === 'tableRow' || parent.type.name === 'table') {
    // A row or a cell that goes while others come: no table has both for a while.
    if (from < to && slice.size > 0) return false;
  }
  const span = from === to ? { from: rope.place(from, -1), to: rope.place(from, -1) } : spanOf(work, from, to);
  const stamp = fresh(work);
  rope.remove(from, to);
  let at = Math.max(span.to, span.from);
  if (span.to > span.from) at = follow(work, () => suggestNodeDeletion(tr, span.from, span.to, who, stamp), span.to);
  const added = Fragment.from(slice.content.content.map((node) => insertedNode(node, stamp)));
  const $at = tr.doc.resolve(at);
  if (!$at.parent.canReplace($at.index(), $at.index(), added)) return false;
  if (added.size > 0) follow(work, () => tr.insert(at, added), at);
  rope.insert(from, { length: slice.size, at, size: added.size });
  return true;
}

/** Does something to the written document, keeps the rope true, and answers where `pos` has come to. */
function follow({ tr, rope }: Work, act: () => void, pos: number): number {
  const done = tr.steps.length;
  act();
  let at = pos;
  for (const map of tr.mapping.maps.slice(done)) {
    at = map.map(at, -1);
    rope.shift(map);
  }
  return at;
}

/** Whether letters of code come that elsewhere are none: see `breakLines`. */
function holdsNewline(content: Fragment): boolean {
  return content.content.some(({ text }) => text !== undefined && /[\r\n]/.test(text));
}

/** What comes into a line: text, and before all but the first part of it the end of a block, with how the next begins. */
type Line = readonly { readonly content: Fragment; readonly split: string | null }[];

function inLine(line: Line, stamp: Ink, schema: Schema): Fragment {
  const mark = (split: string | null) => schema.marks['insertion']?.create({ ...stamp, split });
  return Fragment.from(
    line.flatMap(({ content, split }) => {
      const sign = split === null ? undefined : mark(split);
      const line = content.content.map((node) => {
        const end = node.type.name === 'hardBreak' ? mark(lineBreak) : undefined;
        return end ? schema.text(splitSign, [end]) : node;
      });
      return [...(sign ? [schema.text(splitSign, [sign])] : []), ...inserted(line, stamp)];
    }),
  );
}

/** What ends only the line, as the attribute of a split. */
const lineBreak = JSON.stringify({ depth: 0 });

/** Text and signs as suggested insertions; signs are that already. */
function inserted(line: readonly Node[], stamp: Ink): Node[] {
  return line.flatMap((node) =>
    node.marks.some(({ attrs }) => attrs['split'] === lineBreak && node.text === splitSign)
      ? [node]
      : asInserted(Fragment.from(node), stamp).content,
  );
}

/**
 * What of a slice can stand in a line: its text, with a split where a block ends. Null where it holds more than a row of blocks of text
 * (or of list items with one each).
 */
function lineOf(slice: Slice, block: Node): Line | null {
  const { content, openStart, openEnd } = slice;
  if (content.size === 0) return [];
  if (content.firstChild?.isInline) return openStart === 0 && openEnd === 0 ? [{ content, split: null }] : null;
  if (openStart !== openEnd || openStart < 1 || openStart > 2) return null;
  const lines = content.content.map((node) => chainOf(node, openStart));
  if (!lines.every((line) => line !== null)) return null;
  return lines.map((line, i) => ({ content: line.content, split: i === 0 ? null : formJson(line, block, openStart) }));
}

/** The block of text at the end of a chain of nodes with one child each, `depth` nodes long. */
function chainOf(node: Node, depth: number): Node | null {
  if (depth === 1) return node.isTextblock ? node : null;
  const isItem = node.type.name === 'listItem' || node.type.name === 'taskItem';
  return isItem && node.childCount === 1 && node.firstChild ? chainOf(node.firstChild, depth - 1) : null;
}

/** How a split splits, as its attribute has it: in what the block after it is another one than that before it. */
function formJson(next: Node, block: Node, depth: number): string {
  const isSame = next.type === block.type && JSON.stringify(plainAttributes(next)) === JSON.stringify(plainAttributes(block));
  const form = { ...(depth === 2 && { depth }), ...(!isSame && { type: next.type.name, attrs: plainAttributes(next) }) };
  return JSON.stringify(form);
}

const plainAttributes = (node: Node): Record<string, unknown> =>
  Object.fromEntries(Object.entries(node.attrs).filter(([, value]) => value !== null));

function suggestAround(work: Work, step: ReplaceAroundStep, before: Node): boolean {
  const { tr, rope, who } = work;
  const { from, to, gapFrom, gapTo, slice, insert } = step;
  const stamp = (): Ink => fresh(work);
  const isKind = gapFrom === from + 1 && gapTo === to - 1 && slice.content.childCount === 1 && insert === 1 && slice.size === 2;
  if (isKind) {
    suggestForm(tr, rope.place(from, 1), formOfNode(slice.content.firstChild as Node), who, stamp);
    return true;
  }
  const isWrap = from === gapFrom && to === gapTo && slice.openStart === 0 && slice.openEnd === 0;
  const isLift = from < gapFrom && to > gapTo && slice.openStart + slice.openEnd >= slice.size / 2 && insert * 2 === slice.size;
  if (!isWrap && !isLift && slice.size > 0) return false;
  const change = isWrap ? { wrap: wrappersOf(slice) } : ({ lift: true } as const);
  const [$start, $end] = [before.resolve(gapFrom), before.resolve(gapTo)];
  if (!$start.sameParent($end)) return false;
  // What its author suggested to insert stands in its wrapping at once: as one insertion.
  if (isWrap && isAllOwn(work, gapFrom, gapTo, before)) return false;
  for (let at = gapFrom; at < gapTo; at += before.nodeAt(at)?.nodeSize ?? gapTo) {
    if (!suggestBlockChange(tr, rope.place(at, 1), change, who, stamp)) return false;
  }
  const [left, right] = [insert, slice.size - insert];
  rope.remove(gapTo, to);
  rope.insert(gapTo, { length: right, at: rope.place(gapTo, -1), size: 0 });
  rope.remove(from, gapFrom);
  rope.insert(from, { length: left, at: rope.place(from, 1), size: 0 });
  return true;
}

function isAllOwn({ tr, rope, who }: Work, from: number, to: number, before: Node): boolean {
  for (let at = from; at < to; at += before.nodeAt(at)?.nodeSize ?? to) {
    const node = tr.doc.nodeAt(rope.place(at, 1));
    if (node === null || !isOwn(node, who.author)) return false;
  }
  return true;
}

const formOfNode = (node: Node): NodeForm => ({ type: node.type.name, attrs: plainAttributes(node) });

function wrappersOf(slice: Slice): NodeForm[] {
  const forms: NodeForm[] = [];
  for (let node = slice.content.firstChild; node; node = node.firstChild) forms.push(formOfNode(node));
  return forms;
}
