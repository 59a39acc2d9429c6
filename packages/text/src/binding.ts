import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import type { Rendering } from './rendering.ts';
import type { Replica } from './replica.ts';
import type { WriteMode } from './unit-writer.ts';
import { applyDiff } from './steps.ts';
import type { DocumentChange } from './document-change.ts';

/** Meta key of transactions that show the stored document: they are not written back. */
export const shows = 'shows the text';

/** Meta key of transactions whose suggestions are intended: pasted or moved ones. */
export const carries = 'carries suggestions';

/** A change of the editor's document by transactions. */
export type EditorChange = DocumentChange & { readonly mapping: Mapping };

/** Returns the combined change of consecutive transactions. */
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
 * Returns the transaction that shows a suggestion, instead of the transaction that makes it: a
 * suggestion marks the author's intention instead of executing it.
 * @param state the state from which `wanted` was created, and which showed `before`
 * @param mapPos maps positions after `wanted` to positions in the document shown now
 */
export function suggesting(
  state: EditorState,
  wanted: Transaction,
  {
    before,
    replica,
    mapPos,
  }: { before: Rendering; replica: Replica; mapPos: (pos: number) => number },
): Transaction {
  const made = copied(state, wanted);
  applyDiff(made, before, replica.rendering);
  return selecting(made, wanted.selection, mapPos);
}

/**
 * Returns the transaction after which an editor shows the stored document; null if it already does.
 * @param shown rendering of the replica when the state was created, if known
 */
export function catchingUp(
  state: EditorState,
  shown: Rendering | null,
  replica: Replica,
): Transaction | null {
  const target = replica.rendering;
  if (state.doc === target.doc || state.doc.eq(target.doc)) return null;
  const tr = state.tr.setMeta('addToHistory', false).setMeta(shows, true);
  applyDiff(tr, shown, target);
  return tr;
}

/**
 * Sets the selection of a transaction to another selection, whose positions `mapPos` maps to
 * its document.
 */
export function selecting(
  tr: Transaction,
  { anchor, head }: Pick<Selection, 'anchor' | 'head'>,
  mapPos: (pos: number) => number,
): Transaction {
  const at = (pos: number): number => Math.max(0, Math.min(mapPos(pos), tr.doc.content.size));
  const [from, to] = [tr.doc.resolve(at(anchor)), tr.doc.resolve(at(head))];
  return tr.setSelection(anchor === head ? Selection.near(to) : TextSelection.between(from, to));
}

/**
 * Applies a transaction: writes its change, and returns the state that shows the stored document
 * afterwards.
 * @param state shows the rendering of the replica
 */
export function applied(
  state: EditorState,
  tr: Transaction,
  replica: Replica,
  mode: WriteMode,
): EditorState {
  if (!tr.docChanged) return state.apply(tr);
  const before = replica.rendering;
  const mapPos = replica.write(changeBy([tr]), mode);
  if (mode.kind === 'suggestion')
    return adopted(state.apply(suggesting(state, tr, { before, replica, mapPos })), replica);
  const next = state.apply(tr);
  const mending = catchingUp(next, null, replica);
  return adopted(
    mending === null ? next : next.apply(selecting(mending, tr.selection, mapPos)),
    replica,
  );
}

/**
 * Returns the state that shows remote changes. `shown`: rendering of the replica when the state was
 * created.
 */
export function caughtUp(state: EditorState, shown: Rendering, replica: Replica): EditorState {
  const tr = catchingUp(state, shown, replica);
  return tr === null ? state : adopted(state.apply(tr), replica);
}

/** Returns a state after the replica has adopted its document. */
function adopted(state: EditorState, replica: Replica): EditorState {
  replica.adopt(state.doc);
  return state;
}

/** Creates a transaction without steps, with the metadata of another one. */
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
 * Applies a change to a document that was changed by others meanwhile, and returns it with its
 * mapping. Needed if an editor could not show remote changes during text composition: its own
 * change must be placed among them.
 * @param state the state in which the change was made
 * @param rendered the stored document by now, with remote changes
 */
export function rebased(
  state: EditorState,
  change: EditorChange,
  rendered: Rendering,
): EditorChange {
  const theirs = state.tr;
  applyDiff(theirs, null, rendered);
  const range = touched(change.mapping);
  if (range === null) return { ...change, after: rendered.doc, mapping: new Mapping() };
  const count = theirs.steps.length;
  const [from, to] = [theirs.mapping.map(range.from, -1), theirs.mapping.map(range.to, 1)];
  theirs.replaceRange(from, Math.max(from, to), change.after.slice(range.fromAfter, range.toAfter));
  return { ...change, after: theirs.doc, mapping: theirs.mapping.slice(count) };
}

/** Returns the range touched by a change, before and after it; null if it touched nothing. */
function touched(
  mapping: Mapping,
): { from: number; to: number; fromAfter: number; toAfter: number } | null {
  let [from, to, fromAfter, toAfter] = [Infinity, -Infinity, Infinity, -Infinity];
  const inverted = mapping.maps.map((map) => map.invert());
  mapping.maps.forEach((map, i) =>
    map.forEach((start, end, startNow, endNow) => {
      const back = new Mapping(inverted.slice(0, i).toReversed());
      const on = mapping.slice(i + 1);
      [from, to] = [Math.min(from, back.map(start, -1)), Math.max(to, back.map(end, 1))];
      [fromAfter, toAfter] = [
        Math.min(fromAfter, on.map(startNow, -1)),
        Math.max(toAfter, on.map(endNow, 1)),
      ];
    }),
  );
  return from <= to ? { from, to, fromAfter, toAfter } : null;
}
