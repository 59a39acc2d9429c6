import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from '../domain/live.ts';
import type { Contribution, OnWorkSessionEnd } from '../domain/work-session.ts';
import type { Clock } from '../platform/clock.ts';
import { lockDocument } from '../domain/held-document.ts';

/**
 * Time between two sweeps for abandoned work sessions (ms), and minimum time without writing
 * for a session to be abandoned (ms).
 */
const sweepEvery = 60_000;
const leftFor = 60_000;
/** Maximum number of sessions ended in one sweep. Each requires reading the whole document. */
const perSweep = 20;

/** Ends work sessions in documents. */
export type WorkSessions = {
  /**
   * Ends the current session of a document. Does nothing if there is none. A failure is reported,
   * and the next sweep tries again.
   */
  end(documentId: string): Promise<void>;
  /** Ends abandoned sessions. Called periodically. */
  sweep(): Promise<void>;
  stop(): void;
};

/**
 * Creates the {@link WorkSessions}. A periodic sweep ends the sessions of a killed or stopped
 * process, if no user has returned to the document.
 */
export function createWorkSessions(options: {
  db: Kysely<Schema>;
  clock: Clock;
  read: (documentId: string) => Promise<DocumentState | null>;
  /** Returns the documents that are open in this process. */
  open: () => readonly string[];
  worked: OnWorkSessionEnd;
  report: (error: unknown, documentId: string) => void;
}): WorkSessions {
  const { db, clock } = options;

  async function isWorkedOn(documentId: string): Promise<boolean> {
    const row = await db
      .selectFrom('document_work')
      .select('user_id')
      .where('document_id', '=', documentId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function store(documentId: string): Promise<void> {
    if (!(await isWorkedOn(documentId))) return;
    const state = await options.read(documentId);
    if (state === null) return;
    await db.transaction().execute(async (trx) => {
      // Lock the document before its work, in the same order as counting does.
      await lockDocument(trx, documentId);
      const contributions = await takeContributions(trx, documentId);
      if (contributions.length > 0)
        await options.worked(trx, { documentId, ...state, contributions });
    });
  }

  async function end(documentId: string): Promise<void> {
    await store(documentId).catch((error: unknown) => options.report(error, documentId));
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
    for (const { document_id: documentId } of rows) await end(documentId);
  }

  const timer = setInterval(
    () => void sweep().catch((error: unknown) => options.report(error, '')),
    sweepEvery,
  );
  timer.unref();
  return { end, sweep, stop: () => clearInterval(timer) };
}

/**
 * Takes the recorded work of a document, sorted by last write. A concurrent caller gets an empty
 * list.
 */
async function takeContributions(trx: Kysely<Schema>, documentId: string): Promise<Contribution[]> {
  const rows = await trx
    .deleteFrom('document_work')
    .where('document_id', '=', documentId)
    .returningAll()
    .execute();
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
