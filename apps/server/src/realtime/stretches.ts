import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from '../domain/live.ts';
import type { Sitting, Worked } from '../domain/work.ts';
import type { Clock } from '../platform/clock.ts';

/** How often (ms) stretches of work are looked for that nobody has ended, and for how long nobody has written in them. */
const sweepEvery = 60_000;
const leftFor = 60_000;
/** Documents whose stretch is ended in one sweep: each is read whole. */
const perSweep = 20;

/** Ends stretches of work in documents. */
export type Stretches = {
  /** Ends what is going on in a document and tells of it; does nothing where nothing is. */
  end(documentId: string): Promise<void>;
  /** Ends what nobody has ended; called from time to time. */
  sweep(): Promise<void>;
  stop(): void;
};

/**
 * Makes the {@link Stretches}. From time to time it ends what a process left behind that was killed or stopped, where nobody has
 * come back to the document.
 */
export function createStretches(options: {
  db: Kysely<Schema>;
  clock: Clock;
  read: (documentId: string) => Promise<DocumentState | null>;
  /** The documents that somebody has open here. */
  open: () => readonly string[];
  worked: Worked;
  report: (error: unknown, documentId: string) => void;
}): Stretches {
  const { db, clock } = options;

  async function isWorkedOn(documentId: string): Promise<boolean> {
    const row = await db.selectFrom('document_work').select('user_id').where('document_id', '=', documentId).executeTakeFirst();
    return row !== undefined;
  }

  async function end(documentId: string): Promise<void> {
    if (!(await isWorkedOn(documentId))) return;
    const state = await options.read(documentId);
    if (state === null) return;
    await db.transaction().execute(async (trx) => {
      // The document before its work, in the order in which counting takes them.
      await trx.selectFrom('documents').select('id').where('id', '=', documentId).forNoKeyUpdate().execute();
      const sittings = await takeSittings(trx, documentId);
      if (sittings.length > 0) await options.worked(trx, { documentId, ...state, sittings });
    });
  }

  async function sweep(): Promise<void> {
    const rows = await db
      .selectFrom('document_work')
      .select('document_id')
      .where(sql<boolean>`document_id <> all(${options.open()}::uuid[])`)
      .groupBy('document_id')
      .having((eb) => eb(eb.fn.max('last_at'), '<', new Date(clock.now() - leftFor)))
      .limit(perSweep)
      .execute();
    for (const { document_id: documentId } of rows) {
      await end(documentId).catch((error: unknown) => options.report(error, documentId));
    }
  }

  const timer = setInterval(() => void sweep().catch((error: unknown) => options.report(error, '')), sweepEvery);
  timer.unref();
  return { end, sweep, stop: () => clearInterval(timer) };
}

/** Takes what is put down of a document, who wrote last last. Another that does so at once finds nothing. */
async function takeSittings(trx: Kysely<Schema>, documentId: string): Promise<Sitting[]> {
  const rows = await trx.deleteFrom('document_work').where('document_id', '=', documentId).returningAll().execute();
  return rows
    .map((row) => ({
      userId: row.user_id,
      from: row.began_at,
      to: row.last_at,
      wordsAdded: row.words_added,
      wordsRemoved: row.words_removed,
    }))
    .toSorted((a, b) => a.to.getTime() - b.to.getTime());
}
