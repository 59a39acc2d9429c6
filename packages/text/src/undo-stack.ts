import { renamedChangeset, type Changeset, type Renamed } from './changeset.ts';

/** Result of reverting a changeset: the reverting changeset, and the new ids of restored units. */
type Outcome = { readonly changeset: Changeset; readonly renamed: Renamed };

const most = 500;

/**
 * Local changes of one user, to be undone step by step. A step is one changeset, or several that
 * belong together.
 */
export class UndoStack {
  #done: Changeset[][] = [];
  #undone: Changeset[][] = [];
  #isClosed = true;

  /**
   * Adds a changeset to the last step, or as a new one if that is closed. Clears the redo stack.
   */
  record(changeset: Changeset): void {
    const last = this.#done.at(-1);
    if (this.#isClosed || last === undefined)
      this.#done = [...this.#done.slice(1 - most), [changeset]];
    else last.push(changeset);
    this.#isClosed = false;
    this.#undone = [];
  }

  /** True if there is a step to undo or to redo. */
  has(kind: 'undo' | 'redo'): boolean {
    return (kind === 'undo' ? this.#done : this.#undone).length > 0;
  }

  /** Closes the last step. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Undoes the last step, or redoes the last undone one. `revert` reverts one changeset. Returns
   * false if there is no step.
   */
  go(kind: 'undo' | 'redo', revert: (changeset: Changeset) => Outcome): boolean {
    const step = (kind === 'undo' ? this.#done : this.#undone).pop();
    if (step === undefined) return false;
    this.close();
    const made: Changeset[] = [];
    while (step.length > 0) {
      const { changeset, renamed } = revert(step.pop() as Changeset);
      made.push(changeset);
      const rename = (changesets: readonly Changeset[]): Changeset[] =>
        changesets.map((each) => renamedChangeset(each, renamed));
      step.splice(0, step.length, ...rename(step));
      made.splice(0, made.length - 1, ...rename(made.slice(0, -1)));
      this.#done = this.#done.map(rename);
      this.#undone = this.#undone.map(rename);
    }
    (kind === 'undo' ? this.#undone : this.#done).push(made);
    return true;
  }
}
