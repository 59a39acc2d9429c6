import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { usualRules, type AuditEntry, type ServerRules } from '@longhand/contract';
import { makeDocument, openTestApp, testPassword, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [root, ada] = await host.members('root', 'ada');
const day = 24 * 60 * 60 * 1_000;
afterAll(() => host.close());

const set = (rules: Partial<ServerRules>, by: Member = root) =>
  by.call('PUT', '/api/v1/admin/rules', { body: { ...usualRules, ...rules } });
afterEach(() => set({}));

/** Begins new sessions, after the clock has passed the end of those before. */
async function signInAgain(): Promise<void> {
  for (const member of [root, ada]) {
    member.cookies.clear();
    const { username } = member.user;
    await member.call('POST', '/api/v1/login', { body: { username, password: testPassword } });
  }
}

async function tidy(): Promise<void> {
  await host.jobs.enqueue('upkeep.tidy', {});
  await host.jobs.runDue();
}

const isSignedIn = async (member: Member): Promise<boolean> =>
  (await member.call('GET', '/api/v1/user/me')).status === 200;

describe('the rules', () => {
  test('are changed by administrators, entry by entry in the audit log', async () => {
    expect((await set({ trashDays: 7 }, ada)).status).toBe(403);
    expect((await root.call('GET', '/api/v1/admin/rules')).body).toEqual(usualRules);
    expect((await set({ trashDays: 7, guestLinkDays: 5 })).body).toMatchObject({ trashDays: 7 });
    const { items } = (await root.call('GET', '/api/v1/admin/audit?action=rule.changed')).body;
    expect((items as unknown as AuditEntry[]).map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { rule: 'trashDays', from: 30, to: 7 },
        { rule: 'guestLinkDays', from: 90, to: 5 },
      ]),
    );
    expect((await host.visitor().call('GET', '/api/v1/settings')).body).toMatchObject({
      rules: { guestLinks: true, guestLinkDays: 5, projectCreators: 'everyone', trashDays: 7 },
    });
  });

  test.each([
    { trashDays: 0 },
    { sessionDays: 31 },
    { sessionMaxDays: 0 },
    { guestLinkDays: 1.5 },
    { projectCreators: 'nobody' },
    { versionDays: -1 },
    { unknown: true },
  ])('refuse %j', async (wrong) => {
    expect((await set(wrong as Partial<ServerRules>)).status).toBe(422);
    expect((await root.call('PUT', '/api/v1/admin/rules', { body: {} })).status).toBe(422);
  });
});

describe('a guest link', () => {
  const link = (documentId: string, body: object = {}) =>
    ada.call('POST', `/api/v1/documents/${documentId}/guest-links`, {
      body: { role: 'viewer', ...body },
    });

  test('is refused where the rules forbid it, and links that exist end', async () => {
    const { id } = await makeDocument(ada, null, 'Letter');
    const { token } = (await link(id)).body as unknown as { token: string };
    const look = () => host.visitor().call('POST', '/api/v1/guest-links/look', { body: { token } });
    expect((await look()).status).toBe(200);
    await set({ guestLinks: false });
    expect((await look()).body.code).toBe('link_ended');
    expect((await link(id)).body.code).toBe('guest_links_off');
    await set({});
    expect((await look()).body.code).toBe('link_ended');
    expect((await link(id)).status).toBe(201);
  });

  test('lasts as long as the rules allow, also one that exists', async () => {
    const { id } = await makeDocument(ada, null, 'Letter');
    await link(id, { expiresInDays: 60 });
    await set({ guestLinkDays: 3 });
    expect((await link(id, { expiresInDays: 4 })).body.code).toBe('guest_link_too_long');
    await link(id);
    const { items } = (await ada.call('GET', `/api/v1/documents/${id}/guest-links`)).body;
    const times = (items as unknown as { createdAt: string; expiresAt: string }[]).map(
      ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / day,
    );
    expect(times).toEqual([3, 3]);
  });
});

test('projects are created by administrators only, if the rules say so', async () => {
  await set({ projectCreators: 'administrators' });
  const create = (by: Member) => by.call('POST', '/api/v1/projects', { body: { name: 'Plan' } });
  expect((await create(ada)).body.code).toBe('projects_by_administrators');
  expect((await create(root)).status).toBe(201);
});

test('the trash is emptied after the days of the rules', async () => {
  const { id } = await makeDocument(ada, null, 'Old');
  await ada.call('POST', `/api/v1/documents/${id}/delete`);
  const exists = async () =>
    (await host.db.selectFrom('documents').select('id').where('id', '=', id).execute()).length;
  await set({ trashDays: 2 });
  host.pass(2 * day - 60_000);
  await tidy();
  expect(await exists()).toBe(1);
  host.pass(120_000);
  await tidy();
  expect(await exists()).toBe(0);
});

test('automatic versions are deleted after the days of the rules, but not named, reviewed and newest ones', async () => {
  const { id } = await makeDocument(ada, null, 'Versions');
  const { created_at: at } = await host.db
    .selectFrom('documents')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const version = {
    document_id: id,
    state: Buffer.alloc(1),
    word_count: 0,
    seq: 0,
    created_at: at,
  };
  const kinds = ['auto', 'named', 'auto', 'auto'] as const;
  const ids = kinds.map(() => crypto.randomUUID());
  await host.db
    .insertInto('document_versions')
    .values(
      kinds.map((kind, i) => ({
        ...version,
        id: ids[i] ?? '',
        number: i + 1,
        kind,
        name: null,
        created_by: null,
      })),
    )
    .execute();
  await host.db
    .updateTable('documents')
    .set({ base_version_id: ids[2] ?? null })
    .where('id', '=', id)
    .execute();
  await set({ versionDays: 5 });
  host.pass(4 * day);
  await tidy();
  const kept = async () =>
    (
      await host.db
        .selectFrom('document_versions')
        .select('number')
        .where('document_id', '=', id)
        .orderBy('number')
        .execute()
    ).map(({ number }) => number);
  expect(await kept()).toEqual([1, 2, 3, 4]);
  host.pass(2 * day);
  await tidy();
  expect(await kept()).toEqual([2, 3, 4]);
});

describe('a session', () => {
  test('ends after the days without use that the rules allow, also one that exists', async () => {
    const [early] = await host.members('early');
    await set({ sessionDays: 3 });
    const [late] = await host.members('late');
    host.pass(2 * day);
    expect(await isSignedIn(early)).toBe(true);
    host.pass(3 * day - 1);
    expect(await isSignedIn(early)).toBe(true);
    expect(await isSignedIn(late)).toBe(false);
    host.pass(3 * day);
    expect(await isSignedIn(early)).toBe(false);
    await signInAgain();
  });

  test('ends after the days since its sign-in, however it is used', async () => {
    const [busy] = await host.members('busy');
    await set({ sessionMaxDays: 2 });
    host.pass(day);
    expect(await isSignedIn(busy)).toBe(true);
    host.pass(day - 1);
    expect(await isSignedIn(busy)).toBe(true);
    host.pass(1);
    expect(await isSignedIn(busy)).toBe(false);
    await signInAgain();
  });
});
