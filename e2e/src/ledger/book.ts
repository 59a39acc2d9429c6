import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { tokensIn, type Note } from './notes.ts';

/** What the ledger knows, and what it must never find. */
export type Book = {
  /** Writes a note down, and remembers it. */
  enter(line: string): Note;
  /** Tokens that somebody saw, or that were said to be saved. */
  promised(document: number): Set<string>;
  typed(document: number): Set<string>;
  /** Everything that a text lacks or has too often; `all`: every token typed, not only those promised. */
  audit(document: number, text: string, all: boolean): Findings;
  /** Milliseconds during which *Saved* was shown while something was not. */
  readonly lied: number;
  /** When the last token was said to be saved. */
  readonly lastSavedAt: number;
  close(): void;
};

/** Tokens by what is wrong with them; empty lists are what is wanted. */
export type Findings = {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  readonly unknown: readonly string[];
};

/** Opens a ledger in a file; each note is on disk before anything is concluded from it. */
export function openBook(file: string): Book {
  const handle = openSync(file, 'a');
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
        for (const token of (byWriter.get(note.writer) ?? []).slice(0, note.through)) promised.add(token);
        lastSavedAt = Math.max(lastSavedAt, note.at);
        return;
      case 'seen':
        promised.add(note.token);
        return;
      case 'lied':
        lied += note.milliseconds;
        return;
      case 'quiet':
        return;
    }
  }

  return {
    enter(line) {
      writeSync(handle, `${line}\n`);
      fsyncSync(handle);
      const note = JSON.parse(line) as Note;
      remember(note);
      return note;
    },
    promised: (document) => new Set([...tokensOf(document)].filter((token) => promised.has(token))),
    typed: tokensOf,
    audit(document, text, all) {
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
      return lied;
    },
    get lastSavedAt() {
      return lastSavedAt;
    },
    close: () => closeSync(handle),
  };
}
