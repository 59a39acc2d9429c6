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
  type WriteMode,
  type Rendering,
} from '@longhand/text';
import { onBeforeRemoteApply } from '@longhand/sync/client';
import type { Editor } from '@tiptap/core';
import { EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type * as Y from 'yjs';
import { unitBefore } from './units.ts';
import { readSelection } from './decorate.ts';
import { deletedRange } from './deleted-range.ts';

/** Time without input after which the next change begins a new undo step (ms). */
const pause = 500;

/** Time after the end of a composition in which the browser still reports its text (ms). */
const afterComposition = 50;

/** Maximum number of attempts to show the stored document if plugins keep changing it. */
const roundsMax = 4;

/** Options of a binding besides the editor and the text. */
export type BindingOptions = {
  readonly doc: Y.Doc;
  /** Even client id under which this page writes edits. */
  readonly client: number;
  readonly mayWrite: boolean;
  /**
   * Returns how a transaction is written; `tr` is null for changes without a transaction, such as
   * undo.
   */
  readonly writeModeOf: (editor: Editor, state: EditorState, tr: Transaction | null) => WriteMode;
  /** Sends all changes made meanwhile as one update: see `Link.together`. */
  readonly together: (act: () => void) => void;
  /** Declares a decision to the server while it is carried out: see `Link.declare`. */
  readonly declare: (decision: Decision) => void;
};

/**
 * Binds an editor to the text of a document: local changes are written, and remote changes are
 * shown. The editor may lag behind the text only during a composition. This happens in a block that
 * another user is changing, or where composed text replaces text that becomes a suggested deletion.
 */
export class TextBinding {
  readonly replica: Replica;
  readonly #editor: Editor;
  readonly #options: BindingOptions;
  /** Rendering shown by the editor; null while the editor lags behind. */
  #shown: Rendering | null;
  /** Applied transactions that are not written yet. */
  #done: Transaction[] = [];
  /** Transactions that show suggestions which are already written. */
  readonly #written = new WeakSet<Transaction>();
  /** Write mode of composed text while the editor lags behind; null if not known. */
  #composing: WriteMode | null = null;
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
    this.#stops.push(onBeforeRemoteApply(doc, () => this.#noticeCaret()));
  }

  /** Starts showing remote changes: the editor is mounted. */
  mounted(): void {
    this.#isMounted = true;
    this.catchUp();
  }

  /** Stops the binding. */
  destroy(): void {
    this.#isMounted = false;
    for (const stop of this.#stops) stop();
    this.replica.destroy();
  }

  /** Records an applied transaction. */
  collect(tr: Transaction): void {
    if (tr.docChanged && tr.getMeta(shows) !== true && !this.#written.has(tr)) this.#done.push(tr);
    else if (!tr.docChanged && tr.selectionSet && tr.getMeta(shows) !== true) this.closeStep();
  }

  /** Writes the applied transactions, before other code reads the editor. */
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
    this.#write(
      before,
      changeBy([first, ...rest]),
      this.#options.writeModeOf(this.#editor, before, first),
    );
  }

  /** Handles a transaction dispatched to the editor; `next` applies one. */
  dispatch(tr: Transaction, next: (tr: Transaction) => void): void {
    if (!tr.docChanged || tr.getMeta(shows) === true) {
      next(tr);
      if (tr.getMeta(shows) === true) this.#settle(next);
      return;
    }
    if (!this.#options.mayWrite) return;
    const { state } = this.#editor;
    // An editor that lags behind does not show which suggestion the composed text belongs to.
    const mode =
      (this.#shown === null ? this.#composing : null) ??
      this.#options.writeModeOf(this.#editor, state, tr);
    const isApart = tr.getMeta(carries) === true;
    if (isApart) this.closeStep();
    if (mode.kind === 'suggestion') this.#suggest(state, tr, mode, next);
    else next(tr);
    this.#settle(next);
    if (this.#shown === null && !this.#editor.view.composing) queueMicrotask(() => this.catchUp());
    if (isApart) this.closeStep();
  }

  /**
   * Shows remote changes. Changes that would end a composition are deferred until it is complete.
   */
  catchUp(): void {
    if (!this.#isMounted || this.#editor.isDestroyed || this.#shown === this.replica.rendering)
      return;
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

  /** Handles the end of a composition. */
  composed(): void {
    setTimeout(() => {
      if (!this.#editor.isDestroyed && !this.#editor.view.composing) this.catchUp();
    }, afterComposition);
  }

  /** Reverts or reapplies the last local change. Returns false if there is none. */
  undo(kind: 'undo' | 'redo'): boolean {
    if (!this.#options.mayWrite) return false;
    let isDone = false;
    this.#options.together(() => {
      isDone = this.#writing(() =>
        this.replica.undo(kind, this.#options.writeModeOf(this.#editor, this.#editor.state, null)),
      );
    });
    if (!isDone) return false;
    const { undone } = this.replica;
    this.#showOwn((tr) => (undone === null ? toChange(tr) : near(tr, undone)).scrollIntoView());
    return true;
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

  /** Starts a new undo step with the next change. */
  closeStep(): void {
    this.replica.closeStep();
  }

  #suggest(
    state: EditorState,
    tr: Transaction,
    mode: WriteMode,
    next: (tr: Transaction) => void,
  ): void {
    if (this.#shown === null) {
      // The editor lags behind: both changes are shown once the composed text is written.
      this.#write(state, changeBy([tr]), mode);
      this.#written.add(tr);
      return next(tr);
    }
    const before = this.#shown;
    const mapPos = this.#write(state, changeBy([tr]), mode);
    if (
      this.#editor.view.composing &&
      tr.doc.content.size !== this.replica.rendering.doc.content.size
    ) {
      // Showing the deleted text beside the composed text would end the composition: defer it until
      // the end.
      this.#shown = null;
      this.#composing = mode;
      this.#written.add(tr);
      return next(tr);
    }
    const shown = suggesting(state, tr, {
      before,
      replica: this.replica,
      mapPos: this.#behindDeleted(state, tr, mapPos, before),
    });
    this.#written.add(shown);
    next(shown);
  }

  /**
   * Moves the caret behind text deleted after it. In suggesting mode the text remains as a
   * suggested deletion, and the next key press must affect the text that follows.
   */
  #behindDeleted(
    { selection }: EditorState,
    tr: Transaction,
    mapPos: (pos: number) => number,
    before: Rendering,
  ): (pos: number) => number {
    const deleted = deletedRange(tr);
    const isMeant =
      selection.empty && tr.selection.head === selection.head && deleted?.from === selection.head;
    if (deleted === null || !isMeant) return mapPos;
    for (let pos = deleted.to; pos > deleted.from; pos -= 1) {
      const unit = unitBefore(before, pos);
      const index = unit === null ? null : this.replica.indexOf(unit);
      if (index !== null) return () => this.replica.positionOf(index + 1);
    }
    return mapPos;
  }

  /** Shows the stored document if the editor's document is different. */
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

  #write(
    state: EditorState,
    change: ReturnType<typeof changeBy>,
    mode: WriteMode,
  ): (pos: number) => number {
    const now = performance.now();
    if (now - this.#wroteAt > pause) this.closeStep();
    this.#wroteAt = now;
    const isBehind = this.#shown !== this.replica.rendering;
    const written = isBehind ? rebased(state, change, this.replica.rendering) : change;
    const mapPos = this.#writing(() => this.replica.write(written, mode));
    this.#shown = isBehind ? null : this.replica.rendering;
    return mapPos;
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
    if (tr === null) {
      this.#adopt();
      // The text is unchanged, but listeners must learn that the undo steps are not.
      return view.dispatch(state.tr);
    }
    this.#keepSelection(state, tr);
    this.#adoptAfter(() => view.dispatch(finish(tr)));
  }

  #adoptAfter(act: () => void): void {
    this.#shown = this.replica.rendering;
    act();
    if (this.#shown !== null) this.#adopt();
  }

  /** Makes the replica reuse the editor's document if it equals the stored one. */
  #adopt(): void {
    if (this.#editor.isDestroyed) return;
    const { doc } = this.#editor.state;
    this.replica.adopt(doc);
    const { rendering } = this.replica;
    this.#shown = rendering.doc === doc ? rendering : null;
    if (this.#shown !== null) this.#composing = null;
  }

  /**
   * Preserves the selection relative to the units before it, also if their blocks were recreated.
   */
  #keepSelection({ selection }: EditorState, tr: Transaction): void {
    const shown = this.#shown;
    const isLost = [selection.anchor, selection.head].some(
      (pos) => tr.mapping.mapResult(pos, -1).deleted,
    );
    if (!isLost || shown === null) {
      // Remote text inserted at the caret goes behind it: text that two users type at one position
      // stays contiguous.
      if (selection.empty && selection instanceof TextSelection)
        selecting(tr, selection, (pos) => tr.mapping.map(pos, -1));
      return;
    }
    selecting(tr, selection, (pos) => {
      const unit = unitBefore(shown, pos);
      const index = unit === null ? null : this.replica.indexOf(unit);
      return index === null ? tr.mapping.map(pos, -1) : this.replica.positionOf(index + 1);
    });
  }

  /**
   * Makes the editor read a recent caret move of the browser before remote changes are shown. On a
   * busy page the browser reports it late, and the editor would restore the old position.
   */
  #noticeCaret(): void {
    if (!this.#isMounted || this.#isWriting || this.#editor.isDestroyed) return;
    readSelection(this.#editor.view);
  }
}

/** True if a transaction changes the text block that contains the caret. */
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

/** Moves the caret near a position of the document after a transaction. */
function near(tr: Transaction, pos: number): Transaction {
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), -1));
}

/**
 * Moves the caret to the end of a transaction's last change, unless the selection is within the
 * changes.
 */
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
