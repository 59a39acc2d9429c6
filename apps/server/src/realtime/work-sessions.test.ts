import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import type { WorkSession } from '../domain/work-session.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createWorkSessions } from './work-sessions.ts';

const ids = createIds(systemClock);
const minute = 60_000;
let database: TestDatabase;
let users: [string, string];
beforeAll(async () => {
  database = await createTestDatabase();
  users = [await person('ada'), await person('ben')];
});
afterAll(() => database.drop());

async function person(name: string): Promise<string> {
  const id = ids.uuid();
  const row = { id, username: name, username_key: name, name, email: name, email_key: name };
  await database.kysely
    .insertInto('users')
    .values({ ...row, password_hash: '', avatar_color: '#000000' })
    .execute();
  return id;
}

/**
 * A document in which both users have written, the second one last, `ago` milliseconds before now.
 */
async function workedOn(ago: number): Promise<string> {
  const id = ids.uuid();
  await database.kysely.insertInto('documents').values({ id, created_by: users[0] }).execute();
  const at = (more: number): Date => new Date(Date.now() - ago - more);
  const row = { document_id: id, words_added: 3, words_removed: 1 };
  await database.kysely
    .insertInto('document_work')
    .values([
      { ...row, user_id: users[1], began_at: at(2_000), last_at: at(0) },
      { ...row, user_id: users[0], began_at: at(5_000), last_at: at(1_000) },
    ])
    .execute();
  return id;
}

function stretches(options: { open?: string; fails?: string } = {}) {
  const told: WorkSession[] = [];
  const reported: string[] = [];
  const made = createWorkSessions({
    db: database.kysely,
    clock: systemClock,
    read: async () => ({ seq: 7, state: new Uint8Array([0, 0]), wordCount: 3 }),
    open: () => (options.open === undefined ? [] : [options.open]),
    worked: async (_trx, work) => {
      if (work.documentId === options.fails) throw new Error('not told');
      told.push(work);
    },
    report: (_error, documentId) => void reported.push(documentId),
  });
  made.stop();
  return { ...made, told, reported };
}

test('a stretch of work is told of once, who wrote last last, however often it is ended at once', async () => {
  const documentId = await workedOn(0);
  const { end, told } = stretches();
  await Promise.all([end(documentId), end(documentId), end(documentId)]);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    documentId,
    seq: 7,
    contributions: [{ userId: users[0] }, { userId: users[1], wordsAdded: 3 }],
  });
});

test('what a process left behind is ended, unless somebody has come back or has just written', async () => {
  const [left, open] = [await workedOn(2 * minute), await workedOn(2 * minute)];
  await workedOn(0);
  const { sweep, told } = stretches({ open });
  await sweep();
  expect(told.map(({ documentId }) => documentId)).toEqual([left]);
});

test('what cannot be told of stays, is reported, and keeps nothing else from being ended', async () => {
  const [broken, left] = [await workedOn(3 * minute), await workedOn(3 * minute)];
  const { sweep, told, reported } = stretches({ fails: broken });
  await sweep();
  expect(reported).toEqual([broken]);
  expect(told.map(({ documentId }) => documentId)).toContain(left);
  const again = stretches();
  await again.sweep();
  expect(again.told.map(({ documentId }) => documentId)).toContain(broken);
});
