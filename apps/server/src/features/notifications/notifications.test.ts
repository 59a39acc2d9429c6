import { afterAll, describe, expect, test } from 'vitest';
import {
  defaultNotificationSettings,
  type Notification,
  type NotificationSettings,
} from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';
import { composeActivityRecorder } from '../../app-events.ts';
import { headersOf, openTestSmtp, textOf } from '../../mail/smtp.testing.ts';
import { createIds } from '../../platform/ids.ts';

const smtp = await openTestSmtp();
const host = await openTestApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'longhand@example.org',
  PUBLIC_URL: 'https://write.example.org',
});
const [ada, ben, cy, eve] = await host.members('ada', 'ben', 'cyd', 'eve');
afterAll(async () => {
  await host.close();
  await smtp.close();
});

const people = () => [ada, ben, cy, eve] as [Member, Member, Member, Member];
const inbox = async (member: Member, query = ''): Promise<Notification[]> =>
  (await member.call('GET', `/api/v1/notifications${query}`)).body
    .items as unknown as Notification[];
const unread = async (member: Member): Promise<number> =>
  ((await member.call('GET', '/api/v1/notifications/unread')).body as unknown as { unread: number })
    .unread;
const readAll = (member: Member) => member.call('POST', '/api/v1/notifications/read', { body: {} });
const kinds = async (member: Member) =>
  (await inbox(member, '?unread=true')).map(({ kind, type }) => `${kind} ${type}`);

async function say(
  member: Member,
  documentId: string,
  body: string,
  parentId: string | null = null,
): Promise<string> {
  const answer = await member.call('POST', `/api/v1/documents/${documentId}/comments`, {
    body: { body, parentId },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/**
 * Creates a project of ada's with two editors and a document. All earlier notifications are read.
 */
async function newDocument(): Promise<{ projectId: string; documentId: string }> {
  const [owner, one, two] = people();
  const project = await makeProject(owner, [
    [one, 'editor'],
    [two, 'editor'],
  ]);
  const document = await makeDocument(owner, project.id, 'A letter');
  for (const member of [owner, one, two]) await readAll(member);
  return { projectId: project.id, documentId: document.id };
}

const choose = async (member: Member, change: Partial<NotificationSettings>): Promise<void> => {
  const body = { ...defaultNotificationSettings, ...change };
  expect((await member.call('PUT', '/api/v1/notifications/settings', { body })).status).toBe(200);
};

/** Returns the mails received by a user since the last call, after sending all due ones. */
async function mails(member: Member) {
  await host.jobs.enqueue('notifications.mail', {});
  await host.jobs.runDue();
  await host.jobs.runDue();
  const mine = smtp.taken.filter(({ to }) => to.includes(member.user.email));
  for (const one of mine) smtp.taken.splice(smtp.taken.indexOf(one), 1);
  return mine;
}

describe('the inbox', () => {
  test('notifies each affected user once, for the most specific reason, and never the user who acted', async () => {
    const [owner, one, two] = people();
    const { documentId } = await newDocument();
    const thread = await say(one, documentId, 'Is this so, @cyd?');
    expect([await kinds(owner), await kinds(one), await kinds(two)]).toEqual([
      ['watched comment.created'],
      [],
      ['mention comment.created'],
    ]);
    await say(two, documentId, 'It is.', thread);
    expect((await kinds(one))[0]).toBe('answer comment.replied');
    expect((await inbox(two))[0]).toMatchObject({
      documentId,
      actor: { username: 'ben' },
      data: { title: 'A letter', threadId: thread },
    });
  });

  test('counts unread notifications, and marks one or all of the user’s own as read', async () => {
    const [owner, one, two] = people();
    const { documentId } = await newDocument();
    for (const word of ['one', 'two', 'three']) await say(owner, documentId, `${word} @ben`);
    expect(await unread(one)).toBe(3);
    const [first] = await inbox(one);
    const ids = [first?.id];
    await two.call('POST', '/api/v1/notifications/read', { body: { ids } });
    expect(await unread(one)).toBe(3);
    expect((await one.call('POST', '/api/v1/notifications/read', { body: { ids } })).body).toEqual({
      unread: 2,
    });
    expect((await one.call('POST', '/api/v1/notifications/read')).body).toEqual({ unread: 0 });
    const page = await one.call('GET', '/api/v1/notifications?limit=2');
    const rest = await one.call(
      'GET',
      `/api/v1/notifications?limit=2&cursor=${page.body.nextCursor}`,
    );
    expect(rest.body.items[0]?.id).not.toBe(page.body.items[1]?.id);
    expect((await one.call('GET', '/api/v1/notifications?cursor=nonsense')).status).toBe(422);
  });

  test('contains notifications of shared projects and of reviews', async () => {
    const [owner, one, , stranger] = people();
    const { projectId, documentId } = await newDocument();
    await owner.call('POST', `/api/v1/projects/${projectId}/collaborators`, {
      body: { usernameOrEmail: 'eve', role: 'reviewer' },
    });
    expect((await kinds(stranger))[0]).toBe('invitation member.added');
    const body = { reviewerIds: [one.user.id, stranger.user.id] };
    const review = await owner.call('POST', `/api/v1/documents/${documentId}/reviews`, { body });
    expect(await kinds(one)).toEqual(['review review.asked']);
    await one.call('PUT', `/api/v1/documents/${documentId}/reviews/${review.body.id}/answer`, {
      body: { verdict: 'approved' },
    });
    expect((await kinds(owner))[0]).toBe('review review.answered');
    await owner.call('POST', `/api/v1/documents/${documentId}/reviews/${review.body.id}/remind`);
    expect((await kinds(stranger))[0]).toBe('review review.reminded');
    expect(await kinds(one)).toEqual(['review review.asked']);
  });
});

describe('watching', () => {
  test('is on for created and commented documents by default; the document setting overrides the project setting', async () => {
    const [owner, one, two, stranger] = people();
    const { projectId, documentId } = await newDocument();
    const watch = async (member: Member, of: string, watching: boolean) =>
      (await member.call('PUT', `/api/v1/${of}/watch`, { body: { watching } })).status;
    const see = async (member: Member, of: string) =>
      (await member.call('GET', `/api/v1/${of}/watch`)).body;
    const status = (value: string) =>
      one.call('PATCH', `/api/v1/documents/${documentId}`, { body: { status: value } });
    expect(await see(owner, `documents/${documentId}`)).toEqual({ watching: true, chosen: false });
    expect(await see(two, `documents/${documentId}`)).toEqual({ watching: false, chosen: false });
    await status('in_review');
    expect([await kinds(owner), await kinds(two)]).toEqual([
      ['watched document.status_changed'],
      [],
    ]);
    expect(await watch(two, `projects/${projectId}`, true)).toBe(200);
    expect(await watch(owner, `documents/${documentId}`, false)).toBe(200);
    await readAll(owner);
    await status('approved');
    expect([await kinds(owner), await kinds(two)]).toEqual([
      [],
      ['watched document.status_changed'],
    ]);
    expect(await watch(two, `documents/${documentId}`, false)).toBe(200);
    await readAll(two);
    await status('draft');
    expect(await kinds(two)).toEqual([]);
    expect([await watch(stranger, `documents/${crypto.randomUUID()}`, true)]).toEqual([404]);
  });

  test('groups repeated unread events of the same actor in one notification, and ends when the user loses access', async () => {
    const [owner, one, two] = people();
    const { projectId, documentId } = await newDocument();
    await two.call('PUT', `/api/v1/documents/${documentId}/watch`, { body: { watching: true } });
    const note = composeActivityRecorder({
      clock: { now: () => Date.UTC(2026, 10, 20, 1) },
      ids: createIds({ now: () => Date.now() }),
    });
    const contribution = () =>
      host.db.transaction().execute((trx) =>
        note(trx, {
          type: 'document.edited',
          actorId: one.user.id,
          projectId,
          documentId,
          data: {
            title: 'A letter',
            from: new Date().toISOString(),
            to: new Date().toISOString(),
            wordsAdded: 1,
            wordsRemoved: 0,
          },
        }),
      );
    for (let count = 0; count < 3; count += 1) await contribution();
    expect(await inbox(two, '?unread=true')).toMatchObject([
      { kind: 'watched', type: 'document.edited', times: 3 },
    ]);
    await owner.call('DELETE', `/api/v1/projects/${projectId}/collaborators/${two.user.id}`);
    await readAll(two);
    await contribution();
    expect(await kinds(two)).toEqual([]);
  });
});

test('with three hundred watchers, changes to the document succeed and every watcher is notified', async () => {
  const [owner] = people();
  const project = await makeProject(owner, []);
  const ids = createIds({ now: () => Date.now() });
  const watchers = Array.from({ length: 300 }, () => ids.uuid());
  await host.db
    .insertInto('users')
    .values(
      watchers.map((id) => {
        const [name, address] = [`watcher-${id}`, `${id}@example.org`];
        const key = {
          username_key: name,
          email_key: address,
          password_hash: '',
          avatar_color: '#000000',
        };
        return { id, username: name, name, email: address, ...key };
      }),
    )
    .execute();
  const place = { project_id: project.id, role: 'viewer' } as const;
  await host.db
    .insertInto('project_members')
    .values(watchers.map((id) => ({ ...place, user_id: id })))
    .execute();
  await host.db
    .insertInto('watches')
    .values(watchers.map((id) => ({ user_id: id, object_id: project.id, watching: true })))
    .execute();
  const document = await makeDocument(owner, project.id, 'Read by many');
  const path = `/api/v1/documents/${document.id}`;
  await say(owner, document.id, 'To all of you.');
  expect((await owner.call('PATCH', path, { body: { title: 'Read by very many' } })).status).toBe(
    200,
  );
  expect((await owner.call('POST', `${path}/versions`, { body: { name: 'First' } })).status).toBe(
    201,
  );
  const counts = await host.db
    .selectFrom('notifications')
    .select((eb) => ['type', eb.fn.count<number>('user_id').distinct().as('count')])
    .where('document_id', '=', document.id)
    .groupBy('type')
    .orderBy('type')
    .execute();
  expect(counts.map(({ type, count }) => [type, Number(count)])).toEqual([
    ['comment.created', 300],
    ['document.created', 300],
    ['document.renamed', 300],
    ['version.named', 300],
  ]);
});

describe('notification mail', () => {
  test('is sent at once, groups several notifications, and omits those that were read before', async () => {
    const [owner, one] = people();
    const { documentId } = await newDocument();
    await mails(one);
    await choose(one, {});
    const thread = await say(owner, documentId, 'Look, @ben');
    const [mail] = await mails(one);
    if (mail === undefined) throw new Error('No mail came');
    expect(headersOf(mail).get('subject')?.[0]).toContain('Name_of_ada_mentioned_you_in');
    expect(textOf(mail)).toContain(
      `https://write.example.org/documents/${documentId}?comment=${thread}`,
    );
    await say(owner, documentId, 'And, @ben');
    await say(owner, documentId, 'here, @ben');
    const [both, ...more] = await mails(one);
    expect([headersOf(both as typeof mail).get('subject'), more]).toEqual([
      ['2 notifications on Longhand'],
      [],
    ]);
    await say(owner, documentId, 'never mind, @ben');
    await readAll(one);
    expect(await mails(one)).toEqual([]);
  });

  test('is limited per hour: later notifications go out in one mail, truncated and without URLs', async () => {
    const [owner, one] = people();
    await mails(one);
    await choose(one, {});
    const title = 'See https://evil.example/now '.repeat(15).trim();
    const share = async () => {
      const { id } = await makeDocument(owner, null, title);
      await owner.call('POST', `/api/v1/documents/${id}/collaborators`, {
        body: { usernameOrEmail: 'ben', role: 'viewer' },
      });
      host.pass(60_000);
      return mails(one);
    };
    // The rate limit of earlier mails has expired.
    host.pass(2 * 60 * 60_000);
    let sent = 0;
    for (let count = 0; count < 20; count += 1) sent += (await share()).length;
    expect(sent).toBe(12);
    host.pass(2 * 60 * 60_000);
    const [last, ...more] = await mails(one);
    if (last === undefined) throw new Error('No mail came');
    expect(more).toEqual([]);
    const text = textOf(last).replaceAll(/\s+/g, ' ');
    expect(text.match(/shared “See https evil example\/now/g)?.length).toBe(8);
    expect(text).not.toContain('evil.example');
    expect(text.length).toBeLessThan(2_500);
    // The next test depends on the time of day.
    host.pass((20 * 60 - 20) * 60_000);
  });

  test('respects quiet hours and the setting daily or never at the time of sending', async () => {
    const [owner, one] = people();
    const { documentId } = await newDocument();
    await mails(one);
    // The test clock is at midnight.
    await choose(one, { quietHours: { from: 22, to: 6 } });
    await say(owner, documentId, 'Good night, @ben');
    expect(await mails(one)).toEqual([]);
    host.pass(6 * 3_600_000);
    expect(await mails(one)).toHaveLength(1);
    await choose(one, {
      mail: { ...defaultNotificationSettings.mail, mention: 'daily' },
      dailyAt: 8,
    });
    await say(owner, documentId, 'Good morning, @ben');
    expect(await mails(one)).toEqual([]);
    await choose(one, { mail: { ...defaultNotificationSettings.mail, mention: 'at_once' } });
    expect(await mails(one)).toHaveLength(1);
    await choose(one, { mail: { ...defaultNotificationSettings.mail, mention: 'never' } });
    await say(owner, documentId, 'Well, @ben');
    expect(await mails(one)).toEqual([]);
    const wrong = [
      { dailyAt: 24 },
      { timeZone: 'Mars/Olympus' },
      { quietHours: { from: 1 } },
      { mail: {} },
    ];
    for (const given of wrong) {
      const body = { ...defaultNotificationSettings, ...given };
      expect((await one.call('PUT', '/api/v1/notifications/settings', { body })).status).toBe(422);
    }
  });

  test('can be unsubscribed from with one click without a session, CSRF token or same-origin request', async () => {
    const [owner, one] = people();
    const { documentId } = await newDocument();
    await choose(one, {});
    await say(owner, documentId, 'Look, @ben');
    const [mail] = await mails(one);
    const headers = headersOf(mail as NonNullable<typeof mail>);
    expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    const address =
      /^<https:\/\/write\.example\.org(\/api\/.+)>$/.exec(
        headers.get('list-unsubscribe')?.[0] ?? '',
      )?.[1] ?? '';
    const press = (url: string) =>
      host.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example.com',
        },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await press(`${address.slice(0, -1)}x`)).statusCode).toBe(404);
    // A GET request, as sent by link checkers, changes nothing.
    expect((await host.app.inject({ method: 'GET', url: address })).statusCode).toBe(405);
    await say(owner, documentId, 'Again, @ben');
    expect((await press(address)).statusCode).toBe(204);
    expect(await mails(one)).toEqual([]);
    const settings = (await one.call('GET', '/api/v1/notifications/settings'))
      .body as unknown as NotificationSettings;
    expect(new Set(Object.values(settings.mail))).toEqual(new Set(['never']));
  });
});
