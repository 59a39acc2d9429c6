import {
  carries,
  catchingUp,
  changeBy,
  Grammar,
  rebased,
  Replica,
  selecting,
  shows,
  suggesting,
  type Decision,
  type Ink,
  type Rendering,
} from '@longhand/text';
import { beforeTaking } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import { EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type * as Y from 'yjs';
import { unitBefore } from './units.ts';

/** Milliseconds without a key after which the next one begins a step of its own for undo. */
const pause = 500;

/** Milliseconds after the end of a composition in which the browser still tells of its letters. */
const afterComposition = 50;

/** How often a document that plugins change again and again is shown as it is stored. */
const roundsMax = 4;

/** What a binding needs of the page besides the editor and the text. */
export type BindingOptions = {
  readonly doc: Y.Doc;
  /** The even client id under which this page writes edits. */
  readonly client: number;
  readonly mayWrite: boolean;
  /** Answers how a transaction is written; null for what is done without one, as undo. */
  readonly inkOf: (editor: Editor, state: EditorState, tr: Transaction | null) => Ink;
  /** Sends all that is done meanwhile as one: see `Link.together`. */
  readonly together: (act: () => void) => void;
  /** Tells the server of a decision, while it is carried out: see `Link.declare`. */
  readonly declare: (decision: Decision) => void;
};

/**
 * Joins an editor to the text of a document: what is done in the editor is written, and what others write is shown. The editor may be behind the
 * text only while letters are composed in a block in which somebody else is writing, or in the place of words that are struck then.
 */
export class TextBinding {
  readonly replica: Replica;
  readonly #editor: Editor;
  readonly #options: BindingOptions;
  /** What the replica showed when the editor showed it; null where the editor is behind. */
  #shown: Rendering | null;
  /** The transactions that were applied and are not written yet. */
  #done: Transaction[] = [];
  /** The transactions that show suggestions which are written. */
  readonly #written = new WeakSet<Transaction>();
  /** The ink of letters that are composed while the editor is behind; null where that is not known. */
  #composing: Ink | null = null;
  #isMounted = false;
  #isWriting = false;
  #wroteAt = -Infinity;
  readonly #stops: (() => void)[] = [];

  constructor(editor: Editor, options: BindingOptions) {
    const { doc, client } = options;
    this.#editor = editor;
    this.#options = options;
    this.replica = new Replica(doc, new Grammar(editor.schema), client);
    this.#shown = this.replica.rendering;
    const hear = (): void => {
      if (!this.#isWriting) this.catchUp();
    };
    doc.on('afterAllTransactions', hear);
    this.#stops.push(() => doc.off('afterAllTransactions', hear));
    this.#stops.push(beforeTaking(doc, () => this.#noticeCaret()));
  }

  /** Begins to show what others write: the editor has its page. */
  mounted(): void {
    this.#isMounted = true;
    this.catchUp();
  }

  /** Ends it. */
  destroy(): void {
    this.#isMounted = false;
    for (const stop of this.#stops) stop();
    this.replica.destroy();
  }

  /** Hears of a transaction that is applied. */
  collect(tr: Transaction): void {
    if (tr.docChanged && tr.getMeta(shows) !== true && !this.#written.has(tr)) this.#done.push(tr);
    else if (!tr.docChanged && tr.selectionSet && tr.getMeta(shows) !== true) this.closeStep();
  }

  /** Writes what was applied, before anybody else looks at the editor. */
  flush(view: EditorView): void {
    const done = this.#done;
    this.#done = [];
    const applied: Transaction[] = [];
    let { doc } = view.state;
    for (const tr of done.toReversed()) {
      if (tr.doc !== doc) continue;
      applied.unshift(tr);
      doc = tr.before;
    }
    const [first, ...rest] = applied;
    if (first === undefined) return;
    const before = EditorState.create({ doc: first.before });
    this.#write(before, changeBy([first, ...rest]), this.#options.inkOf(this.#editor, before, first));
  }

  /** Takes a transaction on its way to the editor; `next` applies one. */
  dispatch(tr: Transaction, next: (tr: Transaction) => void): void {
    if (!tr.docChanged || tr.getMeta(shows) === true) {
      next(tr);
      if (tr.getMeta(shows) === true) this.#settle(next);
      return;
    }
    if (!this.#options.mayWrite) return;
    const { state } = this.#editor;
    // Where the editor is behind, it does not show what the letters of a composition belong to.
    const ink = (this.#shown === null ? this.#composing : null) ?? this.#options.inkOf(this.#editor, state, tr);
    const isApart = tr.getMeta(carries) === true;
    if (isApart) this.closeStep();
    if (ink.kind === 'suggestion') this.#suggest(state, tr, ink, next);
    else next(tr);
    this.#settle(next);
    if (this.#shown === null && !this.#editor.view.composing) queueMicrotask(() => this.catchUp());
    if (isApart) this.closeStep();
  }

  /** Shows what others wrote, unless that would end the composition of letters: then once these are written. */
  catchUp(): void {
    if (!this.#isMounted || this.#editor.isDestroyed || this.#shown === this.replica.rendering) return;
    const { state, view } = this.#editor;
    const tr = catchingUp(state, this.#shown, this.replica);
    if (tr === null) return this.#adopt();
    if (view.composing && touchesLine(state, tr)) {
      this.#shown = null;
      return;
    }
    this.#keepSelection(state, tr);
    this.#adoptAfter(() => view.dispatch(tr));
  }

  /** Hears that a composition has ended. */
  composed(): void {
    setTimeout(() => {
      if (!this.#editor.isDestroyed && !this.#editor.view.composing) this.catchUp();
    }, afterComposition);
  }

  /** Takes back what was done here last, or does it again. Answers false where there is nothing. */
  undo(kind: 'undo' | 'redo'): boolean {
    if (!this.#options.mayWrite) return false;
    let isDone = false;
    this.#options.together(() => {
      isDone = this.#writing(() => this.replica.undo(kind, this.#options.inkOf(this.#editor, this.#editor.state, null)));
    });
    const { undone } = this.replica;
    this.#showOwn((tr) => (undone === null ? toChange(tr) : near(tr, undone)).scrollIntoView());
    return isDone;
  }

  /** Carries out a decision about suggestions. `mark` may add to the transaction that shows it. */
  decide(decision: Decision, mark: (tr: Transaction) => Transaction = (tr) => tr): void {
    if (!this.#options.mayWrite) return;
    this.closeStep();
    this.#options.together(() => {
      this.#options.declare(decision);
      this.#writing(() => this.replica.decide(decision));
    });
    this.closeStep();
    this.#showOwn(mark);
  }

  /** Begins a step of its own for undo with what is written next. */
  closeStep(): void {
    this.replica.closeStep();
  }

  #suggest(state: EditorState, tr: Transaction, ink: Ink, next: (tr: Transaction) => void): void {
    if (this.#shown === null) {
      // The editor is behind: it shows both once the letters are written.
      this.#write(state, changeBy([tr]), ink);
      this.#written.add(tr);
      return next(tr);
    }
    const before = this.#shown;
    const placeOf = this.#write(state, changeBy([tr]), ink);
    if (this.#editor.view.composing && tr.doc.content.size !== this.replica.rendering.doc.content.size) {
      // Struck words beside the letters would end their composition: they are shown once it has ended.
      this.#shown = null;
      this.#composing = ink;
      this.#written.add(tr);
      return next(tr);
    }
    const shown = suggesting(state, tr, {
      before,
      replica: this.replica,
      placeOf: this.#behindDeleted(state, tr, placeOf, before),
    });
    this.#written.add(shown);
    next(shown);
  }

  /**
   * Leads the caret behind what was to be deleted after it: what stays of it is struck, and the next press of the key is meant for what
   * follows.
   */
  #behindDeleted(
    { selection }: EditorState,
    tr: Transaction,
    placeOf: (pos: number) => number,
    before: Rendering,
  ): (pos: number) => number {
    const deleted = deletedBy(tr);
    const isMeant = selection.empty && tr.selection.head === selection.head && deleted?.from === selection.head;
    if (deleted === null || !isMeant) return placeOf;
    for (let pos = deleted.to; pos > deleted.from; pos -= 1) {
      const unit = unitBefore(before, pos);
      const place = unit === null ? null : this.replica.placeOf(unit);
      if (place !== null) return () => this.replica.positionOf(place + 1);
    }
    return placeOf;
  }

  /** Shows the document as it is stored, where that is not what the editor made of it. */
  #settle(next: (tr: Transaction) => void): void {
    if (!this.#isMounted || this.#shown === null) return;
    for (let round = 0; round < roundsMax; round += 1) {
      this.#adopt();
      if (this.#shown !== null) return;
      const { state } = this.#editor;
      const tr = catchingUp(state, null, this.replica);
      if (tr === null) return;
      next(selecting(tr, state.selection, (pos) => tr.mapping.map(pos)));
    }
    this.#adopt();
  }

  #write(state: EditorState, change: ReturnType<typeof changeBy>, ink: Ink): (pos: number) => number {
    const now = performance.now();
    if (now - this.#wroteAt > pause) this.closeStep();
    this.#wroteAt = now;
    const isBehind = this.#shown !== this.replica.rendering;
    const written = isBehind ? rebased(state, change, this.replica.rendering) : change;
    const placeOf = this.#writing(() => this.replica.write(written, ink));
    this.#shown = isBehind ? null : this.replica.rendering;
    return placeOf;
  }

  #writing<T>(act: () => T): T {
    const isOuter = !this.#isWriting;
    this.#isWriting = true;
    try {
      return act();
    } finally {
      if (isOuter) this.#isWriting = false;
    }
  }

  #showOwn(finish: (tr: Transaction) => Transaction): void {
    const { state, view } = this.#editor;
    const tr = catchingUp(state, this.#shown, this.replica);
    if (tr === null) return this.#adopt();
    this.#keepSelection(state, tr);
    this.#adoptAfter(() => view.dispatch(finish(tr)));
  }

  #adoptAfter(act: () => void): void {
    this.#shown = this.replica.rendering;
    act();
    if (this.#shown !== null) this.#adopt();
  }

  /** Lets the replica take the document that the editor shows, if that is what is stored. */
  #adopt(): void {
    if (this.#editor.isDestroyed) return;
    const { doc } = this.#editor.state;
    this.replica.adopt(doc);
    const { rendering } = this.replica;
    this.#shown = rendering.doc === doc ? rendering : null;
    if (this.#shown !== null) this.#composing = null;
  }

  /** Keeps the selection behind the units that it was behind, also where their blocks were made anew. */
  #keepSelection({ selection }: EditorState, tr: Transaction): void {
    const shown = this.#shown;
    const isLost = [selection.anchor, selection.head].some((pos) => tr.mapping.mapResult(pos, -1).deleted);
    if (!isLost || shown === null) {
      // What others insert at the caret comes behind it: letters that two people type at one place stay words.
      if (selection.empty && selection instanceof TextSelection) selecting(tr, selection, (pos) => tr.mapping.map(pos, -1));
      return;
    }
    selecting(tr, selection, (pos) => {
      const unit = unitBefore(shown, pos);
      const place = unit === null ? null : this.replica.placeOf(unit);
      return place === null ? tr.mapping.map(pos, -1) : this.replica.positionOf(place + 1);
    });
  }

  /**
   * Lets the editor take notice of a caret that was moved in the browser a moment ago, before what others write is shown: on a busy page
   * the browser tells of it late, and the editor would put the caret back.
   */
  #noticeCaret(): void {
    if (!this.#isMounted || this.#isWriting || this.#editor.isDestroyed) return;
    const { view } = this.#editor;
    if (!view.composing && view.hasFocus()) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  }
}

/** Tells whether a transaction changes the line in which the caret is. */
function touchesLine({ selection }: EditorState, tr: Transaction): boolean {
  const { $from } = selection;
  if ($from.depth === 0) return false;
  const [from, to] = [$from.before(), $from.after()];
  let isTouched = false;
  tr.mapping.maps.forEach((map, i) => {
    const back = tr.mapping.slice(0, i).invert();
    map.forEach((start, end) => {
      isTouched ||= back.map(start, -1) < to && back.map(end, 1) > from;
    });
  });
  return isTouched;
}

/** Puts the caret to a position of the document after a transaction. */
function near(tr: Transaction, pos: number): Transaction {
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), -1));
}

/** Puts the caret to the end of what a transaction changed last, unless the selection is in what it changed. */
function toChange(tr: Transaction): Transaction {
  let [from, last, to]: [number, number | null, number] = [Infinity, null, -Infinity];
  tr.mapping.maps.forEach((map, i) =>
    map.forEach((_start, _end, start, end) => {
      const rest = tr.mapping.slice(i + 1);
      last = rest.map(end, -1);
      [from, to] = [Math.min(from, rest.map(start, -1)), Math.max(to, rest.map(end, 1))];
    }),
  );
  const { head } = tr.selection;
  return last === null || (from <= head && head <= to) ? tr : near(tr, last);
}

/** The stretch that a transaction deletes, where it does nothing else. */
function deletedBy(tr: Transaction): { from: number; to: number } | null {
  const found: { from: number; to: number }[] = [];
  let isOnly = true;
  for (const map of tr.mapping.maps)
    map.forEach((from, to, start, end) => {
      if (start === end) found.push({ from, to });
      else isOnly = false;
    });
  return isOnly && tr.mapping.maps.length === 1 && found.length === 1 ? (found[0] ?? null) : null;
}
