import type { Append } from '../ports.ts';

/** An entry that the database may lack, with its number in the journal. */
export type PendingEntry = { readonly number: number; readonly entry: Append };

/**
 * Entries of the journal that the database may lack, in the order of the journal. Those of stuck
 * documents are kept apart: only `of` and `stuck` return them.
 */
export type PendingEntries = {
  /** Size of the entries in memory (bytes, estimated). */
  readonly bytes: number;
  /** Number of the next entry. */
  readonly next: number;
  /** Number of the oldest entry, or `next` if there is none. */
  readonly oldest: number;
  add(entry: Append): void;
  /** Returns the entries of a document in order. */
  of(documentId: string): readonly PendingEntry[];
  /** Returns the oldest entries before a number, up to a size (bytes) and at least one. */
  first(before: number, bytesMax: number): readonly PendingEntry[];
  remove(entries: readonly PendingEntry[]): void;
  /** Keeps the entries of a document apart: the database cannot store them. */
  setAside(documentId: string): void;
  isStuck(documentId: string): boolean;
  /** Returns the entries of each stuck document in order. */
  stuck(): readonly (readonly Append[])[];
};

/** Creates an empty {@link PendingEntries}. */
export function createPendingEntries(): PendingEntries {
  const all = new Map<number, PendingEntry>();
  const byDocument = new Map<string, PendingEntry[]>();
  const stuck = new Set<string>();
  let bytes = 0;
  let next = 1;

  return {
    get bytes() {
      return bytes;
    },
    get next() {
      return next;
    },
    get oldest() {
      return all.keys().next().value ?? next;
    },
    add(entry) {
      const pending = { number: next, entry };
      next += 1;
      bytes += sizeOf(pending);
      all.set(pending.number, pending);
      const ofDocument = byDocument.get(entry.documentId);
      if (ofDocument === undefined) byDocument.set(entry.documentId, [pending]);
      else ofDocument.push(pending);
    },
    of: (documentId) => byDocument.get(documentId) ?? [],
    first(before, bytesMax) {
      const taken: PendingEntry[] = [];
      let size = 0;
      for (const pending of all.values()) {
        if (pending.number >= before) break;
        if (taken.length > 0 && size + sizeOf(pending) > bytesMax) break;
        taken.push(pending);
        size += sizeOf(pending);
      }
      return taken;
    },
    remove(entries) {
      const gone = new Set(entries.map(({ number }) => number));
      for (const pending of entries) if (all.delete(pending.number)) bytes -= sizeOf(pending);
      for (const documentId of new Set(entries.map(({ entry }) => entry.documentId))) {
        const left = (byDocument.get(documentId) ?? []).filter(({ number }) => !gone.has(number));
        if (left.length === 0) byDocument.delete(documentId);
        else byDocument.set(documentId, left);
      }
    },
    setAside(documentId) {
      stuck.add(documentId);
      for (const pending of byDocument.get(documentId) ?? [])
        if (all.delete(pending.number)) bytes -= sizeOf(pending);
    },
    isStuck: (documentId) => stuck.has(documentId),
    stuck: () =>
      [...stuck].map((documentId) => (byDocument.get(documentId) ?? []).map(({ entry }) => entry)),
  };
}

/** Estimated size of an entry and of an update in memory without its bytes. */
const entryBytes = 1_024;
const updateBytes = 128;

function sizeOf({ entry }: PendingEntry): number {
  return entry.updates.reduce((sum, update) => sum + update.length + updateBytes, entryBytes);
}
