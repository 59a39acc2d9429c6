import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc } from '@longhand/sync/server';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import type { WorkSession } from '../domain/work-session.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { writeParagraph } from '../live.testing.ts';
import { createUpdateLog } from '../realtime/update-log.ts';
import { projectionOf } from './projection.ts';
import { createProjections } from './projections.ts';

const ids = createIds(systemClock);
const minute = 60_000;
const patience = { timeout: 60_000 };
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
async function withWorkSession(ago: number): Promise<string> {
  const id = ids.uuid();
  await database.kysely.insertInto('documents').values({ id, created_by: users[0] }).execute();
  const at = (more: number): Date => new Date(Date.now() - ago - more);
  const row = { document_id: id, words_added: 3, words_removed: 1 };
  await database.kysely
    .insertInto('contributions')
    .values([
      { ...row, user_id: users[1], began_at: at(2_000), last_at: at(0) },
      { ...row, user_id: users[0], began_at: at(5_000), last_at: at(1_000) },
    ])
    .execute();
  return id;
}

/** Projections whose results are recorded. `fails`: a document whose session cannot be stored. */
function projecting(options: { open?: string; fails?: string } = {}) {
  const sessions: WorkSession[] = [];
  const reported: string[] = [];
  let isBroken = true;
  const updates = createUpdateLog(database.pool);
  const made = createProjections({
    db: database.kysely,
    clock: systemClock,
    settle: async () => undefined,
    project: async (list, wanted) => projectionOf(buildDoc(list), wanted),
    async findNewest(documentId) {
      const entries = (await updates.load(documentId))?.entries ?? [];
      return { seq: entries.length, updates: entries.flatMap((entry) => entry.updates) };
    },
    open: () => (options.open === undefined ? [] : [options.open]),
    isOpen: (documentId) => documentId === options.open,
    maxWorkSessionMs: 10 * minute,
    onWorkSessionEnd: async (_trx, session) => {
      if (session.documentId === options.fails && isBroken) throw new Error('not recorded');
      sessions.push(session);
    },
    sendTextNotifications: async () => undefined,
    report: (_error, documentId) => void reported.push(documentId),
    reportSweep: () => void reported.push('sweep'),
  });
  return { ...made, sessions, reported, repair: () => (isBroken = false) };
}

/** Stores a text of a document as an earlier process did, `ago` milliseconds before now. */
async function stored(documentId: string, words: string, ago: number): Promise<void> {
  const doc = Object.assign(new Y.Doc(), { clientID: 78 });
  writeParagraph(doc, words);
  const inserted = [{ client: 78, from: 0, to: words.length + 2 }];
  await createUpdateLog(database.pool).append([
    {
      documentId,
      seq: 1,
      updates: [Y.encodeStateAsUpdate(doc)],
      authorship: [{ user: users[0], session: 's', at: Date.now() - ago, inserted }],
      decisions: [],
      clients: [{ client: 78, user: users[0] }],
    },
  ]);
  await sql`update document_log set stored_at = ${new Date(Date.now() - ago)}
    where document_id = ${documentId}`.execute(database.kysely);
}

test('a work session that two processes end is reported once, with the last author last', async () => {
  const documentId = await withWorkSession(2 * minute);
  const all = [projecting(), projecting()];
  await Promise.all(all.map(({ sweep }) => sweep()));
  await Promise.all(all.map(({ close }) => close()));
  const sessions = all
    .flatMap((each) => each.sessions)
    .filter((session) => session.documentId === documentId);
  expect(sessions).toMatchObject([
    {
      documentId,
      seq: 0,
      contributions: [{ userId: users[0] }, { userId: users[1], wordsAdded: 3 }],
    },
  ]);
});

test('a sweep ends abandoned sessions, and neither open nor recent ones', async () => {
  const [left, open, recent] = [
    await withWorkSession(2 * minute),
    await withWorkSession(2 * minute),
    await withWorkSession(0),
  ];
  const { sweep, close, sessions } = projecting({ open });
  await sweep();
  await close();
  const ended = sessions.map(({ documentId }) => documentId);
  expect(ended).toContain(left);
  expect(ended).not.toContain(open);
  expect(ended).not.toContain(recent);
});

test('a sweep that is running when the projections close takes over nothing', async () => {
  const documentId = await withWorkSession(2 * minute);
  const closed = projecting();
  const swept = closed.sweep();
  await closed.close();
  await swept;
  const { sweep, close, sessions } = projecting();
  await sweep();
  await close();
  expect(sessions.map((session) => session.documentId)).toContain(documentId);
  expect(closed.sessions).toEqual([]);
});

test('a session ends when no user returns within three seconds', async () => {
  const documentId = await withWorkSession(0);
  const { released, close, sessions } = projecting();
  released(documentId);
  // A sweep may end the sessions of other tests meanwhile, once they are a minute old.
  await expect
    .poll(() => sessions.map((session) => session.documentId), patience)
    .toContain(documentId);
  await close();
});

test('a document that cannot be projected is reported, delays no other, and is tried again', async () => {
  const [broken, other] = [await withWorkSession(3 * minute), await withWorkSession(3 * minute)];
  const { sweep, close, sessions, reported, repair } = projecting({ fails: broken });
  await sweep();
  await expect.poll(() => reported, patience).toContain(broken);
  await expect.poll(() => sessions.map((session) => session.documentId), patience).toContain(other);
  repair();
  await expect
    .poll(() => sessions.map((session) => session.documentId), patience)
    .toContain(broken);
  await close();
});

test('a sweep projects the changes that an earlier process stored and did not project', async () => {
  const documentId = await withWorkSession(0);
  await stored(documentId, 'left in a catacomb', 2 * minute);
  const { sweep, close, reported } = projecting();
  await sweep();
  await close();
  expect(reported).toEqual([]);
  const { rows } = await sql`
    select d.word_count, d.excerpt, s.body, p.seq from documents d
      join document_search s on s.document_id = d.id
      join document_projections p on p.document_id = d.id
    where d.id = ${documentId}`.execute(database.kysely);
  expect(rows).toEqual([
    { word_count: 4, excerpt: 'left in a catacomb', body: 'left in a catacomb', seq: 1 },
  ]);
  const again = projecting();
  await again.sweep();
  expect(again.reported).toEqual([]);
  await again.close();
});

test('a projection records the writing of its authors, and a newer one adds to it', async () => {
  const documentId = await withWorkSession(minute / 2);
  await stored(documentId, 'four words by Ada', 2 * minute);
  const { loaded, changed, close } = projecting();
  loaded(documentId);
  changed(documentId, [{ user: users[1], session: 's', at: Date.now(), inserted: [] }]);
  await close();
  const rows = await database.kysely
    .selectFrom('contributions')
    .select(['user_id', 'words_added'])
    .where('document_id', '=', documentId)
    .orderBy('words_added')
    .execute();
  expect(rows).toEqual([
    { user_id: users[1], words_added: 3 },
    { user_id: users[0], words_added: 7 },
  ]);
});

test('a text with characters that PostgreSQL does not store is projected without them', async () => {
  const documentId = await withWorkSession(0);
  await stored(documentId, 'left\u0000in a catacomb', 2 * minute);
  const { sweep, close, reported } = projecting();
  await sweep();
  await close();
  expect(reported).toEqual([]);
  const row = await database.kysely
    .selectFrom('documents')
    .select('excerpt')
    .where('id', '=', documentId)
    .executeTakeFirst();
  expect(row).toEqual({ excerpt: 'left in a catacomb' });
});
