import type { Kysely } from 'kysely';
import type { Rooms } from '@longhand/sync';
import type { Schema } from '../db/schema.ts';
import type { Workers } from './workers.ts';

/** Milliseconds of quiet after which a document's words are counted, and the longest that people may keep it from being quiet. */
const quietFor = 2_000;
const atLeastEvery = 10_000;

/** Keeps what lists show of a document (words, first line, time of the last edit) behind its text. */
export type Digests = {
  /** Something of the document was stored just now. */
  changed(documentId: string): void;
  /** Brings everything up to date that is not, and stops. */
  close(): Promise<void>;
};

/** Makes the digests of one process. A document whose digest fails keeps its old one until the next edit. */
export function createDigests(options: {
  db: Kysely<Schema>;
  rooms: () => Pick<Rooms, 'find'>;
  load: (documentId: string) => Promise<readonly Uint8Array[] | null>;
  workers: Workers;
  report: (error: unknown, documentId: string) => void;
}): Digests {
  const due = new Map<string, { first: number; last: number; timer: NodeJS.Timeout }>();
  const running = new Set<Promise<void>>();

  async function digest(documentId: string, at: number): Promise<void> {
    try {
      const updates = options.rooms().find(documentId)?.history.whole().updates ?? (await options.load(documentId));
      if (updates === null) return;
      const { wordCount, excerpt } = await options.workers.digest(updates);
      await options.db
        .updateTable('documents')
        .set({ word_count: wordCount, excerpt, updated_at: new Date(at) })
        .where('id', '=', documentId)
        .execute();
    } catch (error) {
      options.report(error, documentId);
    }
  }

  function run(documentId: string): void {
    const entry = due.get(documentId);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    due.delete(documentId);
    const promise = digest(documentId, entry.last).finally(() => running.delete(promise));
    running.add(promise);
  }

  return {
    changed(documentId) {
      const now = Date.now();
      const entry = due.get(documentId);
      if (entry !== undefined) {
        entry.last = now;
        // The timer stays where it is and looks again: moving it with every key press costs more than the digest.
        return;
      }
      const look = (): void => {
        const current = due.get(documentId);
        if (current === undefined) return;
        const wait = Math.min(current.last + quietFor, current.first + atLeastEvery) - Date.now();
        if (wait <= 0) run(documentId);
        else current.timer = setTimeout(look, wait);
      };
      due.set(documentId, { first: now, last: now, timer: setTimeout(look, quietFor) });
    },
    async close() {
      for (const documentId of [...due.keys()]) run(documentId);
      await Promise.all(running);
    },
  };
}
