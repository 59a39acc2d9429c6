import { afterAll, expect, test } from 'vitest';
import type { WritingFigures } from '@longhand/contract';
import { makeDocument, openTestApp, type Member } from '../../app.testing.ts';

const today = Date.UTC(2026, 10, 20);
const hour = 3_600_000;
const host = await openTestApp();
const ada = await host.member('ada');
const documents = [(await makeDocument(ada, null)).id, (await makeDocument(ada, null)).id];
afterAll(() => host.close());

/** Adds a contribution of a user some hours ago. */
async function wrote(
  member: Member,
  hoursAgo: number,
  [wordsAdded, wordsRemoved]: [number, number],
  document = 0,
): Promise<void> {
  const data = JSON.stringify({ wordsAdded, wordsRemoved });
  const about = {
    id: crypto.randomUUID(),
    type: 'document.edited',
    actor_id: member.user.id,
    document_id: documents[document] ?? null,
  };
  await host.db
    .insertInto('activities')
    .values({ ...about, project_id: null, data, created_at: new Date(today - hoursAgo * hour) })
    .execute();
}

const read = async (member: Member, query = '') =>
  (await member.call('GET', `/api/v1/metrics/me${query}`)).body as unknown as WritingFigures;

test('a user who has written nothing gets days with zero words', async () => {
  const eve = await host.member('eve');
  const figures = await read(eve, '?days=3');
  expect(figures).toMatchObject({
    zone: 'UTC',
    wordsAdded: 0,
    wordsRemoved: 0,
    documents: 0,
    finished: 0,
    streak: 0,
  });
  expect(figures.days).toEqual(
    ['2026-11-20', '2026-11-19', '2026-11-18'].map((day) => ({
      day,
      wordsAdded: 0,
      wordsRemoved: 0,
      documentIds: [],
    })),
  );
});

test('words, documents and streak count only the user’s own writing', async () => {
  const bob = await host.member('bob');
  await wrote(bob, 1, [500, 0]);
  // Yesterday, the day before, and then a day without writing.
  await wrote(ada, 5, [100, 10]);
  await wrote(ada, 6, [20, 5], 1);
  await wrote(ada, 30, [7, 0]);
  await wrote(ada, 80, [1_000, 0]);
  const figures = await read(ada, '?days=2');
  expect(figures).toMatchObject({ wordsAdded: 120, wordsRemoved: 15, documents: 2, streak: 2 });
  expect(figures.days.map(({ wordsAdded }) => wordsAdded)).toEqual([0, 120]);
  expect((await read(ada)).wordsAdded).toBe(1_127);
  expect((await read(ada)).days).toHaveLength(30);
});

test('a document that the user wrote in counts as finished once when it is approved or published', async () => {
  const eva = await host.member('eva');
  const [mine, other] = [(await makeDocument(eva, null)).id, (await makeDocument(eva, null)).id];
  documents.push(mine, other);
  await wrote(eva, 50, [3, 0], documents.indexOf(mine));
  const set = (id: string, status: string) =>
    eva.call('PATCH', `/api/v1/documents/${id}`, { body: { status } });
  await set(mine, 'in_review');
  expect((await read(eva, '?days=1')).finished).toBe(0);
  for (const id of [mine, other])
    for (const status of ['approved', 'published']) await set(id, status);
  expect((await read(eva, '?days=1')).finished).toBe(1);
  expect((await read(await host.member('eli'))).finished).toBe(0);
});

test('a day is a calendar day in the requested time zone', async () => {
  const tom = await host.member('tom');
  // Two o'clock at night in UTC; the evening before in New York, the morning in Tokyo.
  await wrote(tom, -2, [10, 0]);
  const dayIn = async (zone: string) =>
    (await read(tom, `?zone=${zone}`)).days.find(({ wordsAdded }) => wordsAdded > 0)?.day;
  host.pass(3 * hour);
  expect([await dayIn('UTC'), await dayIn('America/New_York'), await dayIn('Asia/Tokyo')]).toEqual([
    '2026-11-20',
    '2026-11-19',
    '2026-11-20',
  ]);
});

test.each(['days=0', 'days=367', 'zone=Mars/Base', 'zone=%2B01:00', "zone=';--", 'zone='])(
  'refuses the invalid query %s',
  async (query) => {
    expect((await ada.call('GET', `/api/v1/metrics/me?${query}`)).status).toBe(422);
  },
);

test('refuses a visitor who is not signed in', async () => {
  expect((await host.visitor().call('GET', '/api/v1/metrics/me')).status).toBe(401);
});
