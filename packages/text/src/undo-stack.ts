import { renamedDeed, type Deed, type Renamed } from './history.ts';

/** What became of a deed that was taken back: what that did, and the new ids of units that came back. */
type Outcome = { readonly deed: Deed; readonly renamed: Renamed };

const most = 500;

/** What one person did in a document here, to be taken back step by step. A step is one deed, or several that belong together. */
export class UndoStack {
  #done: Deed[][] = [];
  #undone: Deed[][] = [];
  #isClosed = true;

  /** Adds a deed to the last step, or as a new one if that is closed. What was taken back cannot be done again after it. */
  record(deed: Deed): void {
    const last = this.#done.at(-1);
    if (this.#isClosed || last === undefined) this.#done = [...this.#done.slice(1 - most), [deed]];
    else last.push(deed);
    this.#isClosed = false;
    this.#undone = [];
  }

  /** Closes the last step. */
  close(): void {
    this.#isClosed = true;
  }

  /** Takes the last step back, or what was taken back last. `takeBack` does it for one deed. Answers false where there is nothing. */
  go(kind: 'undo' | 'redo', takeBack: (deed: Deed) => Outcome): boolean {
    const step = (kind === 'undo' ? this.#done : this.#undone).pop();
    if (step === undefined) return false;
    this.close();
    const made: Deed[] = [];
    while (step.length > 0) {
      const { deed, renamed } = takeBack(step.pop() as Deed);
      made.push(deed);
      const rename = (deeds: readonly Deed[]): Deed[] => deeds.map((each) => renamedDeed(each, renamed));
      step.splice(0, step.length, ...rename(step));
      made.splice(0, made.length - 1, ...rename(made.slice(0, -1)));
      this.#done = this.#done.map(rename);
      this.#undone = this.#undone.map(rename);
    }
    (kind === 'undo' ? this.#undone : this.#done).push(made);
    return true;
  }
}
