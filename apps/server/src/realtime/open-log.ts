import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Clock } from '@longhand/sync/protocol';
import { type BaseLog, JournaledLog, replayJournal, type UpdateLog } from '@longhand/sync/server';
import { logFailure } from '../db/log-failure.ts';
import { raiseEpochs } from '../db/raise-epochs.ts';
import { DataFolderError } from '../platform/data-folder.ts';
import type { KillPoint, KillPoints } from '../platform/kill-points.ts';
import type { Logger } from '../platform/log.ts';
import { readStorageMark, type Interruption } from '../platform/storage-mark.ts';
import { isJournalEmpty, openJournal } from './journal-files.ts';
import { createUpdateLog } from './update-log.ts';

/** The update log of one process. */
export type OpenLog = {
  readonly updates: UpdateLog;
  /** Returns the last entries of documents; null if no other process writes to the log. */
  readonly heads: BaseLog['heads'] | null;
  /** Storage to which a commit writes. */
  readonly store: 'journal' | 'database';
  /** Makes the acknowledged updates of one document, or of all, visible to database queries. */
  settle(documentId?: string): Promise<void>;
  /** Stores everything in the database. Called after the last append. */
  close(): Promise<void>;
};

/** Returns the folder of the journal in a data folder. */
export const journalIn = (dataDir: string): string => join(dataDir, 'journal');

/**
 * Opens the update log of an external database, which other processes may write to as well.
 *
 * @throws DataFolderError if the data folder has entries that belong to its embedded database
 */
export async function openSharedLog(dataDir: string, pool: Pool, log: Logger): Promise<OpenLog> {
  const folder = journalIn(dataDir);
  if (!(await isJournalEmpty(folder)))
    throw new DataFolderError(
      `The folder ${folder} may have text that is not in the embedded database yet. Start and stop Longhand once without DATABASE_URL to store it there.`,
    );
  const updates = createUpdateLog(pool, reportRefused(log));
  return {
    updates,
    heads: updates.heads,
    store: 'database',
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Sentences for the reasons of a {@link StorageMark}. */
const interruptions: Record<Interruption, string> = {
  copied: 'the data folder is a copy, which may be older than the text of open pages',
  power: 'the machine stopped while the data folder was in use, and its disk may have lost text',
  damaged: 'the mark of the data folder cannot be read, and text may be missing',
};

/**
 * Opens the update log of the embedded database of a data folder: {@link openJournaledLog}. If the
 * folder may have lost entries that were synced, begins a new epoch of all documents.
 */
export async function openOwnLog(dataDir: string, deps: JournaledLogDeps): Promise<OpenLog> {
  const mark = await readStorageMark(dataDir);
  const opened = await openJournaledLog(dataDir, deps);
  if (mark.interruption !== null) {
    deps.log.warn(
      { dataDir },
      `${interruptions[mark.interruption]}. Open pages send what it lacks.`,
    );
    await raiseEpochs(deps.pool);
  }
  // After the epochs: a process that is killed in between raises them again.
  await mark.begin();
  return {
    ...opened,
    async close() {
      await opened.close();
      await mark.end();
    },
  };
}

/** Dependencies of a journaled log. */
export type JournaledLogDeps = {
  pool: Pool;
  clock: Pick<Clock, 'after'>;
  log: Logger;
  kill: KillPoints;
};

/**
 * Opens the update log of an embedded database, with a journal in front of it, for the only process
 * that writes. Entries that the last process did not store are stored first.
 *
 * @param dataDir the data folder, which this process holds; the journal is in its folder `journal`
 */
export async function openJournaledLog(
  dataDir: string,
  { pool, clock, log, kill }: JournaledLogDeps,
): Promise<OpenLog> {
  const folder = journalIn(dataDir);
  const journal = await openJournal(folder);
  const database = createUpdateLog(pool, reportRefused(log));
  const { stored, aside } = await replayJournal(
    journal,
    reaching(database, kill, 'while-replaying'),
  );
  if (stored > 0)
    log.info({ entries: stored }, 'Entries of the journal were stored in the database');
  if (aside.length > 0)
    log.error(
      { reasons: aside, folder },
      'Entries of the journal could not be stored in the database, for these reasons. The journal was set aside.',
    );
  const timeline = randomUUID();
  await database.beginTimeline(timeline);
  const updates = new JournaledLog({
    journal,
    database: reaching(database, kill, 'before-store', 'after-store'),
    timeline,
    clock,
    report: (error) =>
      logFailure(log, error, 'updates are in the journal, but could not be stored in the database'),
  });
  return {
    updates,
    heads: null,
    store: 'journal',
    settle: (documentId) => updates.settle(documentId),
    async close() {
      await updates.close();
      await journal.close();
    },
  };
}

const reportRefused =
  (log: Logger) =>
  (error: unknown): void =>
    logFailure(log, error, 'the database refuses updates of a document');

/** Returns a log that reaches kill points before and after each batch is stored. */
function reaching(log: BaseLog, kill: KillPoints, before: KillPoint, after?: KillPoint): BaseLog {
  return {
    ...log,
    async append(batch) {
      kill.reach(before);
      const appended = await log.append(batch);
      if (after !== undefined) kill.reach(after);
      return appended;
    },
  };
}
