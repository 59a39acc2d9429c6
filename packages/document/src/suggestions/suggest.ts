import { Fragment, type Node } from '@tiptap/pm/model';
import { Transform, type Step } from '@tiptap/pm/transform';
import { suggestBlocks } from './blocks.ts';
import { resolveSuggestions } from './resolve.ts';
import { createRope } from './rope.ts';
import { newInk, suggestStep, type Work } from './steps.ts';
import type { Author } from './write.ts';

/** A change that was made as a suggestion: its steps, and where a place of the document as its author wanted it is in the one written. */
export type Suggested = { readonly tr: Transform; place(pos: number, side: -1 | 1): number };

/**
 * What `steps` would do to `doc`, as suggestions: nothing that is there is changed but one's own suggestions, and accepting them makes
 * of the text what the steps made of it. `docs` are the documents before each step, and `after` is the one after the last. Null where
 * a change cannot be suggested. Source: features, section 2.
 */
export function suggest(doc: Node, steps: readonly Step[], docs: readonly Node[], after: Node, who: Author): Suggested | null {
  const bySteps = suggestBySteps(doc, steps, docs, who);
  if (bySteps !== null && saysTheSame(doc, bySteps.tr.doc, after, who.author)) return bySteps;
  const tr = new Transform(doc);
  const place = suggestBlocks(tr, after, who, newInk(who));
  return place === null ? bySteps : { tr, place };
}

function suggestBySteps(doc: Node, steps: readonly Step[], docs: readonly Node[], who: Author): Suggested | null {
  const work: Work = { tr: new Transform(doc), rope: createRope(doc.content.size), who, stamp: null };
  for (const [i, step] of steps.entries()) {
    const before = docs[i];
    if (before === undefined || !suggestStep(work, step, before)) return null;
  }
  return { tr: work.tr, place: (pos, side) => work.rope.place(pos, side) };
}

/**
 * Whether accepting all of one's own in `written` gives what it gives in `after`. Only where one of the two differs from `doc` is looked
 * at, with the neighbours, which may be joined: a letter in a long document costs a look at its paragraph.
 */
function saysTheSame(doc: Node, written: Node, after: Node, author: string): boolean {
  const first = Math.min(sharedFirst(doc, written), sharedFirst(doc, after)) - 1;
  const last = Math.min(sharedLast(doc, written), sharedLast(doc, after)) - 1;
  return accepted(part(written, first, last), author).eq(accepted(part(after, first, last), author));
}

function accepted(doc: Node, author: string): Node {
  const tr = new Transform(doc);
  resolveSuggestions(tr, 'accept', (stamp) => stamp.author === author);
  return tr.doc;
}

function part(doc: Node, first: number, last: number): Node {
  const from = Math.max(first, 0);
  return doc.copy(Fragment.from(doc.content.content.slice(from, Math.max(doc.childCount - Math.max(last, 0), from))));
}

function sharedFirst(one: Node, other: Node): number {
  const most = Math.min(one.childCount, other.childCount);
  let count = 0;
  while (count < most && one.child(count) === other.child(count)) count += 1;
  return count;
}

function sharedLast(one: Node, other: Node): number {
  const most = Math.min(one.childCount, other.childCount);
  let count = 0;
  while (count < most && one.child(one.childCount - 1 - count) === other.child(other.childCount - 1 - count)) count += 1;
  return count;
}
