import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { tokensIn, type Note } from './notes.ts';

/**
 * State of the ledger, and checks against it. Every method first reads all notes written so far.
 */
export type Book = {
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
  readonly lied: number;
  /** Time at which the last token was shown as saved. */
  readonly lastSavedAt: number;
  /** Texts of the writers' replicas, recorded each time that the writers were told to be quiet. */
  readonly quiets: readonly (readonly (readonly string[])[])[];
  close(): void;
};

/** Tokens by kind of fault. All lists are empty if there is no fault. */
export type Findings = {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  readonly unknown: readonly string[];
};

/** Opens a ledger in a new file. Each note is on disk before the ledger uses it. */
export function openBook(file: string): Book {
  const handle = openSync(file, 'ax+');
  const quiets: (readonly (readonly string[])[])[] = [];
  const part = Buffer.alloc(1 << 20);
  let position = 0;
  let rest = Buffer.alloc(0);
  const typed = new Map<number, Set<string>>();
  const promised = new Set<string>();
  const byWriter = new Map<string, string[]>();
  let lied = 0;
  let lastSavedAt = 0;

  function tokensOf(document: number): Set<string> {
    const set = typed.get(document) ?? new Set<string>();
    typed.set(document, set);
    return set;
  }

  function remember(note: Note): void {
    switch (note.kind) {
      case 'typed': {
        tokensOf(note.document).add(note.token);
        const list = byWriter.get(note.writer) ?? [];
        list.push(note.token);
        byWriter.set(note.writer, list);
        return;
      }
      case 'saved':
        for (const token of (byWriter.get(note.writer) ?? []).slice(0, note.through))
          promised.add(token);
        lastSavedAt = Math.max(lastSavedAt, note.at);
        return;
      case 'seen':
        promised.add(note.token);
        return;
      case 'lied':
        lied += note.milliseconds;
        return;
      case 'quiet':
        quiets.push(note.texts);
        return;
    }
  }

  /** Reads the notes that were written since the last call. */
  function readOn(): void {
    const parts = [rest];
    for (let read = -1; read !== 0; position += read) {
      read = readSync(handle, part, 0, part.length, position);
      parts.push(Buffer.from(part.subarray(0, read)));
    }
    const bytes = Buffer.concat(parts);
    const end = bytes.lastIndexOf(10) + 1;
    rest = bytes.subarray(end);
    if (end === 0) return;
    fsyncSync(handle);
    for (const line of bytes.subarray(0, end).toString().split('\n'))
      if (line !== '') remember(JSON.parse(line) as Note);
  }

  return {
    handle,
    promised(document) {
      readOn();
      return new Set([...tokensOf(document)].filter((token) => promised.has(token)));
    },
    typed(document) {
      readOn();
      return tokensOf(document);
    },
    audit(document, text, all) {
      readOn();
      const counts = new Map<string, number>();
      for (const token of tokensIn(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
      const wanted = [...tokensOf(document)].filter((token) => all || promised.has(token));
      return {
        missing: wanted.filter((token) => !counts.has(token)),
        twice: [...counts].flatMap(([token, count]) => (count > 1 ? [token] : [])),
        unknown: [...counts.keys()].filter((token) => !tokensOf(document).has(token)),
      };
    },
    get lied() {
      readOn();
      return lied;
    },
    get lastSavedAt() {
      readOn();
      return lastSavedAt;
    },
    get quiets() {
      readOn();
      return quiets;
    },
    close: () => closeSync(handle),
  };
}
