import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import type { Rendering } from './rendering.ts';
import type { Replica } from './replica.ts';
import type { Ink } from './scribe.ts';
import { stepTowards } from './steps.ts';
import type { DocumentChange } from './writing.ts';

/** The meta of transactions that show what is stored: nothing of them is written. */
export const shows = 'shows the text';

/** The meta of transactions whose suggestions are meant: pasted or moved. */
export const carries = 'carries suggestions';

/** A change of the editor's document, made by transactions. */
export type EditorChange = DocumentChange & { readonly mapping: Mapping };

/** Answers what transactions did that were applied one after the other. */
export function changeBy(transactions: readonly [Transaction, ...Transaction[]]): EditorChange {
  const isCarrying = transactions.some((each) => each.getMeta(carries) === true);
  return {
    after: (transactions.at(-1) ?? transactions[0]).doc,
    mapping: new Mapping(transactions.flatMap(({ mapping }) => mapping.maps)),
    carries: isCarrying,
    announces: isCarrying,
  };
}

/**
 * Answers the transaction that shows a suggestion in the place of the one that makes it. A suggestion marks what its author wanted instead
 * of doing it.
 * @param state the state that `wanted` was made from, and that showed `before`
 * @param placeOf leads from positions after `wanted` to positions in what is shown now
 */
export function suggesting(
  state: EditorState,
  wanted: Transaction,
  { before, replica, placeOf }: { before: Rendering; replica: Replica; placeOf: (pos: number) => number },
): Transaction {
  const made = copied(state, wanted);
  stepTowards(made, before, replica.rendering);
  return selecting(made, wanted.selection, placeOf);
}

/**
 * Answers the transaction after which an editor shows what is stored; null where it does.
 * @param shown what the replica showed when the state was made, where that is known
 */
export function catchingUp(state: EditorState, shown: Rendering | null, replica: Replica): Transaction | null {
  const target = replica.rendering;
  if (state.doc === target.doc || state.doc.eq(target.doc)) return null;
  const tr = state.tr.setMeta('addToHistory', false).setMeta(shows, true);
  stepTowards(tr, shown, target);
  return tr;
}

/** Selects what another selection selects, whose positions `placeOf` leads to those in the document of a transaction. */
export function selecting(
  tr: Transaction,
  { anchor, head }: Pick<Selection, 'anchor' | 'head'>,
  placeOf: (pos: number) => number,
): Transaction {
  const at = (pos: number): number => Math.max(0, Math.min(placeOf(pos), tr.doc.content.size));
  const [from, to] = [tr.doc.resolve(at(anchor)), tr.doc.resolve(at(head))];
  return tr.setSelection(anchor === head ? Selection.near(to) : TextSelection.between(from, to));
}

/**
 * Applies a transaction: writes what it does, and answers the state that shows the document as it is then stored.
 * @param state shows what the replica shows
 */
export function applied(state: EditorState, tr: Transaction, replica: Replica, ink: Ink): EditorState {
  if (!tr.docChanged) return state.apply(tr);
  const before = replica.rendering;
  const placeOf = replica.write(changeBy([tr]), ink);
  if (ink.kind === 'suggestion') return adopted(state.apply(suggesting(state, tr, { before, replica, placeOf })), replica);
  const next = state.apply(tr);
  const mending = catchingUp(next, null, replica);
  return adopted(mending === null ? next : next.apply(selecting(mending, tr.selection, placeOf)), replica);
}

/** Answers the state that shows what others wrote. `shown`: what the replica showed when the state was made. */
export function caughtUp(state: EditorState, shown: Rendering, replica: Replica): EditorState {
  const tr = catchingUp(state, shown, replica);
  return tr === null ? state : adopted(state.apply(tr), replica);
}

/** A state, of which the replica has taken the document. */
function adopted(state: EditorState, replica: Replica): EditorState {
  replica.adopt(state.doc);
  return state;
}

/** A transaction without steps, with what another one says besides them. */
function copied(state: EditorState, tr: Transaction): Transaction {
  const made = state.tr.setTime(tr.time);
  for (const key of ['addToHistory', 'uiEvent', 'paste', 'preventAutolink', 'inputType']) {
    const value: unknown = tr.getMeta(key);
    if (value !== undefined) made.setMeta(key, value);
  }
  if (tr.scrolledIntoView) made.scrollIntoView();
  return made.setStoredMarks(tr.storedMarks);
}

/**
 * Does to a document what another change did meanwhile, and answers it together with where its positions went. Where an editor could not
 * show what others wrote, while letters were being composed, what it writes has to be placed among that.
 * @param state the state in which the change was made
 * @param rendered what is stored since, with what others wrote
 */
export function rebased(state: EditorState, change: EditorChange, rendered: Rendering): EditorChange {
  const theirs = state.tr;
  stepTowards(theirs, null, rendered);
  const range = touched(change.mapping);
  if (range === null) return { ...change, after: rendered.doc, mapping: new Mapping() };
  const count = theirs.steps.length;
  const [from, to] = [theirs.mapping.map(range.from, -1), theirs.mapping.map(range.to, 1)];
  theirs.replaceRange(from, Math.max(from, to), change.after.slice(range.fromAfter, range.toAfter));
  return { ...change, after: theirs.doc, mapping: theirs.mapping.slice(count) };
}

/** The stretch that a change touched, before and after it; null where it touched nothing. */
function touched(mapping: Mapping): { from: number; to: number; fromAfter: number; toAfter: number } | null {
  let [from, to, fromAfter, toAfter] = [Infinity, -Infinity, Infinity, -Infinity];
  const inverted = mapping.maps.map((map) => map.invert());
  mapping.maps.forEach((map, i) =>
    map.forEach((start, end, startNow, endNow) => {
      const back = new Mapping(inverted.slice(0, i).toReversed());
      const on = mapping.slice(i + 1);
      [from, to] = [Math.min(from, back.map(start, -1)), Math.max(to, back.map(end, 1))];
      [fromAfter, toAfter] = [Math.min(fromAfter, on.map(startNow, -1)), Math.max(toAfter, on.map(endNow, 1))];
    }),
  );
  return from <= to ? { from, to, fromAfter, toAfter } : null;
}
