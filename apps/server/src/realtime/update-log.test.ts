import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Append } from '@longhand/sync/server';
import { baseLogRules, updateLogRules } from '@longhand/sync/testing/update-log.rules';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { sizeOfAll } from '../domain/stored-bytes.ts';
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

const reported: unknown[] = [];
const open = () =>
  logUnderTest(
    database,
    createUpdateLog(database.pool, (error) => reported.push(error)),
  );

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

test('stores client ids of a user without waiting for an upload that has locked the user', async () => {
  const { log, users, createDocument } = await open();
  const documentId = await createDocument();
  const append = {
    documentId,
    seq: 1,
    updates: [Uint8Array.of(1)],
    authorship: [],
    decisions: [],
    clients: [{ client: 2, user: users[0] }],
  };
  await database.kysely.transaction().execute(async (trx) => {
    await sizeOfAll(trx, users[0]);
    expect(await log.append([append])).toEqual(['stored']);
  });
  expect((await log.load(documentId))?.clients).toEqual(new Map([[2, users[0]]]));
});

test('refuses values that PostgreSQL cannot store, and stores the other documents of the batch', async () => {
  const { log, users, createDocument } = await open();
  const [good, bad, late] = [
    await createDocument(),
    await createDocument(),
    await createDocument(),
  ];
  const appendOf = (documentId: string, id: string): Append => ({
    documentId,
    seq: 1,
    updates: [Uint8Array.of(1)],
    authorship: [],
    decisions: [
      {
        user: users[0],
        session: '',
        verdict: 'accept',
        suggestions: [{ id, author: users[0], isPart: false }],
        at: 0,
      },
    ],
    clients: [],
  });
  const batch = [appendOf(good, 'a'), appendOf(bad, '\0'), appendOf(late, 'a')];
  expect(await log.append(batch)).toEqual(['stored', 'refused', 'stored']);
  expect(reported.splice(0)).toMatchObject([{ code: '22P05' }]);
  expect((await log.load(bad))?.entries).toEqual([]);
  expect(await log.append([appendOf(bad, 'a')])).toEqual(['stored']);
});

test.each([0, 1, 262_143, 262_144, 262_145, 2_500_000])(
  'loads updates and a snapshot of %d bytes, which are read in pieces',
  async (size) => {
    const { log, createDocument } = await open();
    const documentId = await createDocument();
    const appendOf = (seq: number, updates: Uint8Array[]): Append => {
      return { documentId, seq, updates, authorship: [], decisions: [], clients: [] };
    };
    // A packed update is longer by four bytes.
    const updates = [numbered(size), numbered(Math.max(0, size - 4)), numbered(5)];
    const batch = updates.map((update, i) => appendOf(i + 1, [update, ...updates]));
    expect(await log.append(batch)).toEqual(['stored', 'stored', 'stored']);
    const entries = batch.map(({ seq, updates: packed }) => ({ seq, updates: packed }));
    expect((await log.load(documentId))?.entries).toEqual(entries);
    const index = { stateVector: numbered(1), deleteSet: numbered(2), kinds: numbered(3) };
    // Compressible, as stored snapshots are.
    const snapshot = { seq: 2, state: new Uint8Array(size).fill(7), index };
    snapshot.state.set(numbered(Math.min(size, 300)));
    expect(await log.compact(documentId, snapshot)).toBe(true);
    expect(await log.load(documentId)).toMatchObject({ snapshot, entries: entries.slice(2) });
  },
);

/** Returns bytes whose positions can be told apart. */
function numbered(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 2_654_435_761) >>> 13);
}

baseLogRules('the log in PostgreSQL', open);
