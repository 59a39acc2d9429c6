import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { tokensIn, type Note } from './notes.ts';

/**
 * State of the ledger, and checks against it. Every method first reads all notes written so far.
 */
export type Ledger = {
  /**
   * File descriptor of the ledger. The writers' process writes to it synchronously, so no note is
   * in flight when a call returns.
   */
  readonly handle: number;
  /** Tokens that another user saw, or that were shown as saved. */
  promised(document: number): Set<string>;
  typed(document: number): Set<string>;
  /**
   * Returns the tokens that a text lacks, repeats, or should not have. `all`: checks every typed
   * token, not only promised ones.
   */
  audit(document: number, text: string, all: boolean): Findings;
  /** Time during which *Saved* was shown although an update was not stored (ms). */
  readonly falselySaved: number;
  /** True if each writer has typed the number of words that it was last told to type. */
  readonly isFinished: boolean;
  /** Time at which the last token was shown as saved. */
  readonly lastSavedAt: number;
  /** Texts of the writers' replicas, recorded each time that the writers stopped typing. */
  readonly finalTexts: readonly (readonly (readonly string[])[])[];
  close(): void;
};

/** Tokens by kind of fault. All lists are empty if there is no fault. */
export type Findings = {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  readonly unknown: readonly string[];
};

/** Opens a ledger in a new file. Each note is on disk before the ledger uses it. */
export function openLedger(file: string): Ledger {
  return new FileLedger(file);
}

class FileLedger implements Ledger {
  readonly handle: number;
  readonly #part = Buffer.alloc(1 << 20);
  #position = 0;
  #rest = Buffer.alloc(0);
  readonly #typed = new Map<number, Set<string>>();
  readonly #promised = new Set<string>();
  readonly #byWriter = new Map<string, string[]>();
  readonly #finalTexts: (readonly (readonly string[])[])[] = [];
  #falselySaved = 0;
  #isFinished = false;
  #lastSavedAt = 0;

  constructor(file: string) {
    this.handle = openSync(file, 'ax+');
  }

  promised(document: number): Set<string> {
    this.#readOn();
    return new Set([...this.#tokensOf(document)].filter((token) => this.#promised.has(token)));
  }

  typed(document: number): Set<string> {
    this.#readOn();
    return this.#tokensOf(document);
  }

  audit(document: number, text: string, all: boolean): Findings {
    this.#readOn();
    const tokens = this.#tokensOf(document);
    const counts = new Map<string, number>();
    for (const token of tokensIn(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
    const wanted = [...tokens].filter((token) => all || this.#promised.has(token));
    return {
      missing: wanted.filter((token) => !counts.has(token)),
      twice: [...counts].flatMap(([token, count]) => (count > 1 ? [token] : [])),
      unknown: [...counts.keys()].filter((token) => !tokens.has(token)),
    };
  }

  get falselySaved(): number {
    this.#readOn();
    return this.#falselySaved;
  }

  get isFinished(): boolean {
    this.#readOn();
    return this.#isFinished;
  }

  get lastSavedAt(): number {
    this.#readOn();
    return this.#lastSavedAt;
  }

  get finalTexts(): readonly (readonly (readonly string[])[])[] {
    this.#readOn();
    return this.#finalTexts;
  }

  close(): void {
    closeSync(this.handle);
  }

  #tokensOf(document: number): Set<string> {
    const set = this.#typed.get(document) ?? new Set<string>();
    this.#typed.set(document, set);
    return set;
  }

  /** Reads the notes that were written since the last call. */
  #readOn(): void {
    const part = this.#part;
    const parts = [this.#rest];
    for (let read = -1; read !== 0; this.#position += read) {
      read = readSync(this.handle, part, 0, part.length, this.#position);
      parts.push(Buffer.from(part.subarray(0, read)));
    }
    const bytes = Buffer.concat(parts);
    const end = bytes.lastIndexOf(10) + 1;
    this.#rest = bytes.subarray(end);
    if (end === 0) return;
    fsyncSync(this.handle);
    for (const line of bytes.subarray(0, end).toString().split('\n'))
      if (line !== '') this.#remember(JSON.parse(line) as Note);
  }

  #remember(note: Note): void {
    switch (note.kind) {
      case 'typed': {
        this.#tokensOf(note.document).add(note.token);
        const list = this.#byWriter.get(note.writer) ?? [];
        list.push(note.token);
        this.#byWriter.set(note.writer, list);
        return;
      }
      case 'saved':
        for (const token of (this.#byWriter.get(note.writer) ?? []).slice(0, note.through))
          this.#promised.add(token);
        this.#lastSavedAt = Math.max(this.#lastSavedAt, note.at);
        return;
      case 'seen':
        this.#promised.add(note.token);
        return;
      case 'falselySaved':
        this.#falselySaved += note.milliseconds;
        return;
      case 'began':
      case 'finished':
        this.#isFinished = note.kind === 'finished';
        return;
      case 'stopped':
        this.#finalTexts.push(note.texts);
        return;
    }
  }
}
