import { afterAll, beforeAll } from 'vitest';
import { unpackAuthorship } from '@longhand/sync/server';
import { updateLogRules } from '@longhand/sync/testing/update-log.rules';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { createUpdateLog } from './update-log.ts';

const ids = createIds(systemClock);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

async function createUser(): Promise<string> {
  const id = ids.uuid();
  const row = {
    id,
    username: id,
    username_key: id,
    name: 'Ada',
    email: `${id}@example.org`,
    email_key: `${id}@example.org`,
  };
  await database.kysely
    .insertInto('users')
    .values({ ...row, password_hash: '', avatar_color: '#000000' })
    .execute();
  return id;
}

updateLogRules('the log in PostgreSQL', async () => {
  const users = [await createUser(), await createUser()] as const;
  return {
    log: createUpdateLog(database.pool),
    users,
    async createDocument() {
      const id = ids.uuid();
      await database.kysely.insertInto('documents').values({ id, created_by: users[0] }).execute();
      return id;
    },
    async authorship(documentId) {
      const { rows } = await database.pool.query<{ authorship: Buffer }>(
        `select authorship from document_snapshots where document_id = $1
         union all (select authorship from document_log where document_id = $1 order by seq)`,
        [documentId],
      );
      return rows.flatMap((row) => unpackAuthorship(row.authorship));
    },
  };
});
