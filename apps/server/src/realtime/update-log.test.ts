import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseLogRules, updateLogRules } from '@longhand/sync/testing/update-log.rules';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { logUnderTest } from './log.testing.ts';
import { createUpdateLog } from './update-log.ts';

const ids = createIds(systemClock);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

const open = () => logUnderTest(database, createUpdateLog(database.pool));

updateLogRules('the log in PostgreSQL', open);

test('stores text of users that were removed meanwhile, who own no client ids', async () => {
  const { log, users, createDocument } = await open();
  const documentId = await createDocument();
  const gone = ids.uuid();
  const made = { user: gone, session: '', verdict: 'accept', suggestions: [], at: 0 } as const;
  const append = {
    documentId,
    seq: 1,
    updates: [Uint8Array.of(1)],
    authorship: [],
    decisions: [made],
    clients: [
      { client: 2, user: users[0] },
      { client: 4, user: gone },
    ],
  };
  expect(await log.append([append])).toEqual(['stored']);
  expect((await log.load(documentId))?.clients).toEqual(new Map([[2, users[0]]]));
});
baseLogRules('the log in PostgreSQL', open);
