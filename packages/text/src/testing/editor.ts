import { EditorState, type Transaction } from '@tiptap/pm/state';
import * as Y from 'yjs';
import { applied, caughtUp } from '../binding.ts';
import type { Decision } from '../deciding.ts';
import { Reading } from '../reading.ts';
import { render } from '../renderer.ts';
import { type Rendering } from '../rendering.ts';
import type { Replica } from '../replica.ts';
import type { WriteMode } from '../unit-writer.ts';
import { perform, type Act } from './acts.ts';

/** The editor of one user, without a view. */
export class Editor {
  readonly replica: Replica;
  state: EditorState;

  constructor(replica: Replica) {
    this.replica = replica;
    this.state = EditorState.create({ doc: replica.rendering.doc });
  }

  /**
   * Performs an act as a separate undo step. Returns the transaction of the command; null if it has
   * no effect.
   * @param write returns the characters to write for those that the act names
   */
  do(
    act: Act,
    mode: WriteMode,
    write: (text: string) => string = (text) => text,
  ): Transaction | null {
    this.replica.closeStep();
    const done = perform(this.state, act, write);
    if (done === null) return null;
    this.state = applied(done.state, done.tr, this.replica, mode);
    return done.tr;
  }

  /** Undoes the last step, or redoes it. */
  undo(kind: 'undo' | 'redo', mode: WriteMode): boolean {
    const shown = this.replica.rendering;
    const isDone = this.replica.undo(kind, mode);
    this.#catchUp(shown);
    return isDone;
  }

  /** Receives everything that another user has written. */
  hear(other: Editor): void {
    this.take([Y.encodeStateAsUpdate(other.replica.doc, Y.encodeStateVector(this.replica.doc))]);
  }

  /** Applies updates, and shows them together. */
  take(updates: readonly Uint8Array[]): void {
    const shown = this.replica.rendering;
    for (const update of updates) Y.applyUpdate(this.replica.doc, update);
    this.#catchUp(shown);
  }

  /** Decides about suggestions. */
  decide(decision: Decision): void {
    const shown = this.replica.rendering;
    this.replica.decide(decision);
    this.#catchUp(shown);
  }

  /** True if the rendering equals that of a complete new reading of the document. */
  isWhole(): boolean {
    const { roots, grammar, rendering } = this.replica;
    const whole = render(new Reading(roots, grammar), grammar);
    const places = ({ lines }: Rendering): string =>
      lines
        .map(
          ({ pos, start, containers, around }) =>
            `${pos} ${start} ${containers.join(' ')} ${around.join(' ')}`,
        )
        .join();
    return this.state.doc.eq(whole.doc) && places(rendering) === places(whole);
  }

  #catchUp(shown: Rendering): void {
    this.state = caughtUp(this.state, shown, this.replica);
  }
}
