import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { plainTextOfJson, type NodeJson } from '@longhand/document';
import { subprotocol } from '@longhand/sync/protocol';
import { markSeen, readChangesSinceVisit } from './features/changes-since-visit/service.ts';
import { deleteParagraphs, openLiveHost, type OpenPage, type Writer } from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben, eve] = await host.people('ada', 'ben', 'eve');
afterAll(() => host.close());

/** Returns the changes since the last visit, as a call on the document does. */
const newsOf = async (who: Writer, documentId: string) => {
  await host.live.settle(documentId);
  return (await readChangesSinceVisit(host.deps, who.userId, documentId)).news;
};
const textThen = (news: Awaited<ReturnType<typeof newsOf>>) =>
  plainTextOfJson(news?.content as NodeJson);
const namesIn = (news: Awaited<ReturnType<typeof newsOf>>) =>
  news?.people.map(({ username }) => username);

async function visitOf({ userId }: Writer, documentId: string) {
  return host.database.kysely
    .selectFrom('document_visits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
}

/**
 * Closes the page and waits until that is recorded. By default sets the time of leaving to two
 * hours ago.
 */
async function leave(
  who: Writer,
  documentId: string,
  page: OpenPage,
  isLongAgo = true,
): Promise<void> {
  const before = (await visitOf(who, documentId))?.left_at?.getTime() ?? 0;
  page.link.close();
  await expect
    .poll(async () => (await visitOf(who, documentId))?.left_at?.getTime() ?? 0)
    .toBeGreaterThan(before);
  if (!isLongAgo) return;
  await sql`update document_visits set left_at = left_at - interval '2 hours', visited_at = visited_at - interval '3 hours'
    where user_id = ${who.userId} and document_id = ${documentId}`.execute(host.database.kysely);
}

async function come(who: Writer, documentId: string): Promise<OpenPage> {
  const before = (await visitOf(who, documentId))?.visited_at.getTime() ?? 0;
  const page = await host.open(who, documentId);
  await expect
    .poll(async () => (await visitOf(who, documentId))?.visited_at.getTime() ?? 0)
    .toBeGreaterThan(before);
  return page;
}

const snapshotsOf = (documentId: string) =>
  host.database.kysely
    .selectFrom('last_seen_snapshots')
    .select('seq')
    .where('document_id', '=', documentId)
    .execute();

test('a connection without a frame, as of a page that was closed while it loaded, is not a visit', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  await leave(ben, documentId, await come(ben, documentId));
  const before = await visitOf(ben, documentId);
  const address = `ws://127.0.0.1:${host.port}/collab/${documentId}`;
  const socket = new WebSocket(address, [subprotocol], { headers: { cookie: ben.cookie } });
  await once(socket, 'message');
  socket.close();
  await once(socket, 'close');
  await leave(ada, documentId, await come(ada, documentId));
  expect(await visitOf(ben, documentId)).toEqual(before);
});

test('shows a user who left before others the changes since then, also after a reload, until marked as seen', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const [adas, bens] = [await come(ada, documentId), await come(ben, documentId)];
  expect(await newsOf(ada, documentId)).toBeNull();
  adas.write('Mine');
  await adas.saved();
  await expect.poll(() => bens.text()).toContain('Mine');
  await leave(ada, documentId, adas);
  await expect.poll(async () => (await snapshotsOf(documentId)).length).toBe(1);
  bens.write('Thine');
  await bens.saved();
  const back = await come(ada, documentId);
  const news = await newsOf(ada, documentId);
  expect([namesIn(news), textThen(news)]).toEqual([['ben'], 'Mine']);
  expect(Date.now() - Date.parse(news?.at ?? '')).toBeGreaterThan(7_000_000);
  back.write('And mine again');
  await back.saved();
  await leave(ada, documentId, back, false);
  const again = await come(ada, documentId);
  expect([
    namesIn(await newsOf(ada, documentId)),
    (await newsOf(ada, documentId))?.alsoByMe,
  ]).toEqual([['ben'], true]);
  await markSeen(host.deps, ada.userId, documentId);
  expect(await newsOf(ada, documentId)).toBeNull();
  for (const page of [again, bens]) page.link.close();
});

test('shows the user who left last the changes since the automatic version, also if text was only deleted', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const adas = await come(ada, documentId);
  adas.write('It stays');
  adas.write('It goes');
  await adas.saved();
  await leave(ada, documentId, adas);
  const versions = () =>
    host.database.kysely
      .selectFrom('document_versions')
      .select('seq')
      .where('document_id', '=', documentId)
      .execute();
  await expect.poll(async () => (await versions()).length).toBe(1);
  const bens = await come(ben, documentId);
  deleteParagraphs(bens.doc, 1, 1);
  await bens.saved();
  bens.link.close();
  await expect.poll(async () => (await versions()).length).toBe(2);
  (await come(ada, documentId)).link.close();
  const news = await newsOf(ada, documentId);
  expect([namesIn(news), textThen(news)]).toEqual([['ben'], 'It stays\nIt goes']);
  expect(await newsOf(ben, documentId)).toBeNull();
});

test('reports no changes for own edits, no edits or a first visit, and refuses a user without access', async () => {
  const documentId = await host.document(ada, [[ben, 'viewer']]);
  const adas = await come(ada, documentId);
  adas.write('Alone');
  await adas.saved();
  expect(await newsOf(ben, documentId)).toBeNull();
  await leave(ada, documentId, adas);
  const back = await come(ada, documentId);
  expect(await newsOf(ada, documentId)).toBeNull();
  back.write('Still alone');
  await back.saved();
  expect(await newsOf(ada, documentId)).toBeNull();
  back.link.close();
  for (const call of [readChangesSinceVisit, markSeen])
    await expect(call(host.deps, eve.userId, documentId)).rejects.toMatchObject({
      code: 'not_found',
    });
});

test('shows the changes since an older version if the last-seen snapshot is missing', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const first = await come(ada, documentId);
  first.write('In the version');
  await first.saved();
  await leave(ada, documentId, first);
  const { kysely } = host.database;
  const versions = () =>
    kysely
      .selectFrom('document_versions')
      .select('seq')
      .where('document_id', '=', documentId)
      .execute();
  await expect.poll(async () => (await versions()).length).toBe(1);
  const [adas, bens] = [await come(ada, documentId), await come(ben, documentId)];
  adas.write('In the snapshot');
  await adas.saved();
  await leave(ada, documentId, adas);
  await expect.poll(async () => (await snapshotsOf(documentId)).length).toBe(1);
  bens.write('After it');
  await bens.saved();
  (await come(ada, documentId)).link.close();
  expect(textThen(await newsOf(ada, documentId))).toBe('In the version\nIn the snapshot');
  await kysely.deleteFrom('last_seen_snapshots').where('document_id', '=', documentId).execute();
  const news = await newsOf(ada, documentId);
  expect([namesIn(news), textThen(news)]).toEqual([['ben'], 'In the version']);
  bens.link.close();
});

test('reports no changes if the last-seen snapshot is missing and no older version exists', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const adas = await come(ada, documentId);
  const bens = await come(ben, documentId);
  adas.write('One');
  await adas.saved();
  await leave(ada, documentId, adas);
  await expect.poll(async () => (await snapshotsOf(documentId)).length).toBe(1);
  const { kysely } = host.database;
  await kysely.deleteFrom('last_seen_snapshots').where('document_id', '=', documentId).execute();
  bens.write('Two');
  await bens.saved();
  (await come(ada, documentId)).link.close();
  expect(await newsOf(ada, documentId)).toBeNull();
  bens.link.close();
});
