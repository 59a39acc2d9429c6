import { renamedDeed, type Deed, type Renamed } from './deed.ts';

/** Result of reverting a deed: the reverting deed, and the new ids of restored units. */
type Outcome = { readonly deed: Deed; readonly renamed: Renamed };

const most = 500;

/**
 * Local changes of one user, to be undone step by step. A step is one deed, or several that belong
 * together.
 */
export class UndoStack {
  #done: Deed[][] = [];
  #undone: Deed[][] = [];
  #isClosed = true;

  /** Adds a deed to the last step, or as a new one if that is closed. Clears the redo stack. */
  record(deed: Deed): void {
    const last = this.#done.at(-1);
    if (this.#isClosed || last === undefined) this.#done = [...this.#done.slice(1 - most), [deed]];
    else last.push(deed);
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
   * Undoes the last step, or redoes the last undone one. `takeBack` reverts one deed. Returns false
   * if there is no step.
   */
  go(kind: 'undo' | 'redo', takeBack: (deed: Deed) => Outcome): boolean {
    const step = (kind === 'undo' ? this.#done : this.#undone).pop();
    if (step === undefined) return false;
    this.close();
    const made: Deed[] = [];
    while (step.length > 0) {
      const { deed, renamed } = takeBack(step.pop() as Deed);
      made.push(deed);
      const rename = (deeds: readonly Deed[]): Deed[] =>
        deeds.map((each) => renamedDeed(each, renamed));
      step.splice(0, step.length, ...rename(step));
      made.splice(0, made.length - 1, ...rename(made.slice(0, -1)));
      this.#done = this.#done.map(rename);
      this.#undone = this.#undone.map(rename);
    }
    (kind === 'undo' ? this.#undone : this.#done).push(made);
    return true;
  }
}
