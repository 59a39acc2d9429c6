import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { unpackAuthorship } from '@longhand/sync/server';
import type { LogUnderTest } from '@longhand/sync/testing/update-log.rules';
import type { TestDatabase } from '../db/testing.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createKillPoints } from '../platform/kill-points.ts';
import type { Logger } from '../platform/log.ts';
import { engineClockOf } from './engine-clock.ts';
import { openJournaledLog, type OpenLog } from './open-log.ts';

/** Opens an update log with a journal in a data folder, as with an embedded database. */
export function openLogIn(dataDir: string, pool: Pool, log: Logger): Promise<OpenLog> {
  const [clock, kill] = [engineClockOf(systemClock), createKillPoints(null)];
  return openJournaledLog(dataDir, { pool, log, clock, kill });
}

/** Opens an update log with a journal in a temporary folder, which is removed with it. */
export async function openTestLog(pool: Pool, log: Logger): Promise<OpenLog> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-journal-'));
  const opened = await openLogIn(folder, pool, log);
  return {
    ...opened,
    async close() {
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Returns a log over a database for the rules of logs, with two users. `settle` makes the entries
 * of a document visible in the database.
 */
export async function logUnderTest<Log>(
  { kysely, pool }: TestDatabase,
  log: Log,
  settle: (documentId: string) => Promise<void> = () => Promise.resolve(),
): Promise<Omit<LogUnderTest, 'log'> & { log: Log }> {
  const ids = createIds(systemClock);
  const createUser = async (): Promise<string> => {
    const id = ids.uuid();
    const named = { id, username: id, username_key: id, name: 'Ada' };
    const email = `${id}@example.org`;
    await kysely
      .insertInto('users')
      .values({ ...named, email, email_key: email, password_hash: '', avatar_color: '#000000' })
      .execute();
    return id;
  };
  const users = [await createUser(), await createUser()] as const;
  return {
    log,
    users,
    async createDocument() {
      const id = ids.uuid();
      await kysely.insertInto('documents').values({ id, created_by: users[0] }).execute();
      return id;
    },
    async authorship(documentId: string) {
      await settle(documentId);
      const { rows } = await pool.query<{ authorship: Buffer }>(
        `select authorship from document_snapshots where document_id = $1
         union all (select authorship from document_log where document_id = $1 order by seq)`,
        [documentId],
      );
      return rows.flatMap((row) => unpackAuthorship(row.authorship));
    },
  };
}
