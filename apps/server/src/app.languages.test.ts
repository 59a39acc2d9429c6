import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
  type TestBrowser,
} from './app.testing.ts';
import { addOneTimeCodes, confirm } from './features/factors/factors.testing.ts';
import { htmlOf, openTestSmtp, textOf } from './mail/smtp.testing.ts';

const smtp = await openTestSmtp();
const host = await openTestApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'team@longhand.test',
  DEFAULT_LANGUAGE: 'fr',
});
const ada = await host.member('ada');
afterAll(async () => {
  await host.close();
  await smtp.close();
});
beforeEach(() => host.pass(2 * 60 * 60_000));

/** Registers a user whose browser accepts a language. */
async function signUp(username: string, accepted: string) {
  const browser = host.visitor();
  const body = {
    username,
    name: `Name of ${username}`,
    email: `${username}@example.org`,
    password: 'a long password of letters',
  };
  const headers = { 'accept-language': accepted };
  return browser.call('POST', '/api/v1/register', { body, headers });
}

const speak = (member: Member, language: string) =>
  member.call('PATCH', '/api/v1/user', { body: { preferences: { language } } });

/** Returns the mail to an address after sending all due ones, with its stored subject. */
async function mailTo(address: string) {
  for (const _ of [1, 2, 3]) await host.jobs.runDue();
  const taken = smtp.taken.findLast(({ to }) => to.includes(address));
  const row = await host.db
    .selectFrom('mail_outbox')
    .select(['subject', 'kind'])
    .where('recipient', '=', address)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  if (taken === undefined) throw new Error(`No mail came to ${address}`);
  return { ...row, text: textOf(taken), html: htmlOf(taken) };
}

test('a digest is in the language of its reader, with sentences, numbers and links', async () => {
  const ben = await host.member('ben');
  expect((await speak(ben, 'de')).status).toBe(200);
  const project = await makeProject(ada, [[ben, 'editor']], 'Briefe');
  const document = await makeDocument(ada, project.id, 'Ein Brief');
  const body = { body: `@ben bitte`, parentId: null };
  expect(
    (await ada.call('POST', `/api/v1/documents/${document.id}/comments`, { body })).status,
  ).toBe(201);
  await host.jobs.enqueue('notifications.mail', {});
  const { subject, text, html } = await mailTo('ben@example.org');
  expect(subject).toBe('2 Benachrichtigungen auf Longhand');
  expect(text).toContain('Name of ada hat das Projekt „Briefe“ mit dir geteilt.\nhttp');
  expect(text).toContain('Name of ada hat dich in „Ein Brief“ erwähnt.\nhttp');
  expect(text).toContain('Diese Nachrichten abbestellen: http');
  expect(html).toContain('<html lang="de" dir="ltr">');
});

test('a mail in Arabic is written from right to left, and isolates names', async () => {
  const cyd = await host.member('cyd');
  expect((await speak(cyd, 'ar')).status).toBe(200);
  const body = { email: 'cyd@example.org' };
  await host.visitor().call('POST', '/api/v1/password/forgot', { body });
  const { subject, text, html } = await mailTo('cyd@example.org');
  expect(subject).toBe('تعيين كلمة مرور جديدة');
  expect(text).toContain('مرحبًا \u2068Name of cyd\u2069،');
  expect(text).toMatch(/\nhttp:\/\/\S+#token=\S+\n/);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<p dir="ltr">http');
});

test('an address without an account gets the language of the inviting page', async () => {
  const project = await makeProject(ada, [], 'Letters');
  const body = { email: 'new@example.org', role: 'reviewer' };
  const headers = { 'accept-language': 'de-AT,en;q=0.5' };
  const url = `/api/v1/projects/${project.id}/invitations`;
  const { body: made } = await ada.call('POST', url, { body, headers });
  const { subject, text } = await mailTo('new@example.org');
  expect(subject).toBe('Du bist zu einem Projekt eingeladen');
  expect(text).toContain('Name of ada lädt dich in das Projekt „Letters“ ein, als Prüfer.');
  const until = new Date((made as unknown as { expiresAt: string }).expiresAt);
  const day = until.toLocaleDateString('de', { dateStyle: 'long', timeZone: 'UTC' });
  expect(text).toContain(`bis zum ${day}.`);
});

test('a mail of a job has the language of the page with its form, otherwise the default', async () => {
  const ask = (email: string, accepted: string) =>
    host.visitor().call('POST', '/api/newsletter/subscribe', {
      body: { email },
      headers: { 'accept-language': accepted },
    });
  expect((await ask('nora@example.org', 'de')).status).toBe(202);
  expect((await ask('omar@example.org', 'ja')).status).toBe(202);
  expect((await mailTo('nora@example.org')).subject).toBe('Abonnement bestätigen');
  expect((await mailTo('omar@example.org')).subject).toBe('Confirmez votre abonnement');
});

test.each([
  ['dora', 'de-CH,de;q=0.9', { language: 'de' }],
  ['jun', 'ja', {}],
])('%s, whose browser accepts %s, begins with %j', async (username, accepted, preferences) => {
  const { body } = await signUp(username, accepted);
  expect((body as unknown as { preferences: object }).preferences).toEqual(preferences);
});

describe('a user who has not chosen a language', () => {
  /** Uses a page in a browser that accepts a language. */
  const usePage = (member: TestBrowser, accepted: string) =>
    member.call('GET', '/api/v1/user/me', { headers: { 'accept-language': accepted } });

  /** Registers a user whose last page was in German. */
  async function german(username: string): Promise<Member> {
    const member = await host.member(username);
    await usePage(member, 'de-AT,en;q=0.5');
    return member;
  }

  const row = async ({ user }: Member) =>
    host.db
      .selectFrom('users')
      .select(['page_language as language', sql<string>`xmin::text`.as('written')])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();

  const french = { headers: { 'accept-language': 'fr' } };

  type Stage = { member: Member; email: string };
  const causes: Record<string, (stage: Stage) => Promise<unknown>> = {
    notifications: async ({ member }) => {
      await makeProject(ada, [[member, 'editor']], 'Letters');
      await host.jobs.enqueue('notifications.mail', {});
    },
    password: ({ email }) =>
      host.visitor().call('POST', '/api/v1/password/forgot', { body: { email }, ...french }),
    newsletter: ({ email }) =>
      host.visitor().call('POST', '/api/newsletter/subscribe', { body: { email }, ...french }),
    invitation: async ({ email }) => {
      const { id } = await makeProject(ada, [], 'Letters');
      const body = { email, role: 'reviewer' };
      return ada.call('POST', `/api/v1/projects/${id}/invitations`, { body, ...french });
    },
    data: ({ member }) =>
      ada.call('POST', `/api/v1/admin/users/${member.user.id}/export`, {
        body: { currentPassword: testPassword },
        ...french,
      }),
    factor_notice: async ({ member }) => {
      await addOneTimeCodes(host, member);
      for (const _ of [1, 2, 3]) await host.jobs.runDue();
      await confirm(ada);
      return ada.call('DELETE', `/api/v1/admin/users/${member.user.id}/factors`, french);
    },
    password_notice: ({ member }) =>
      member.call('PATCH', '/api/v1/user', {
        body: { newPassword: 'another long password', currentPassword: testPassword },
      }),
    email_notice: ({ member }) =>
      member.call('PATCH', '/api/v1/user', {
        body: { email: 'elsewhere@example.org', currentPassword: testPassword },
      }),
    confirmation: async ({ member }) => {
      await host.db
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where('id', '=', member.user.id)
        .execute();
      return member.call('POST', '/api/v1/user/email/send');
    },
  };

  test.each(Object.keys(causes))('gets mail in the language of the last page: %s', async (kind) => {
    const member = await german(`of-${kind.replace('_', '-')}`);
    const { email } = member.user;
    await causes[kind]?.({ member, email });
    const { kind: sent, html } = await mailTo(email);
    expect(sent).toBe(kind);
    expect(html).toContain('<html lang="de" dir="ltr">');
  });

  test('gets the mail to a new address in that language too', async () => {
    const member = await german('moving');
    await causes['email_notice']?.({ member, email: member.user.email });
    expect((await mailTo('elsewhere@example.org')).html).toContain('<html lang="de" dir="ltr">');
  });

  test('has the language of the newest page, of the cookie before the browser', async () => {
    const member = await german('changing');
    await usePage(member, 'ar');
    expect((await row(member)).language).toBe('ar');
    member.cookies.set('language', 'fr');
    await member.call('GET', '/api/v1/projects', { headers: { 'accept-language': 'de' } });
    expect((await row(member)).language).toBe('fr');
  });

  test('is written only for another language, which no other caller causes', async () => {
    const member = await german('steady');
    const before = await row(member);
    expect(before.language).toBe('de');
    // Pages in the same language, or in none of ours.
    for (const accepted of ['de', 'de-CH', 'ja', '']) await usePage(member, accepted);
    // A program with a token of the user.
    await confirm(member);
    const made = await member.call('POST', '/api/v1/user/tokens', {
      body: { name: 'script', scopes: ['read'] },
    });
    const authorization = `Bearer ${(made.body as unknown as { token: string }).token}`;
    const headers = { authorization, 'accept-language': 'fr' };
    expect((await host.visitor().call('GET', '/api/v1/user/me', { headers })).status).toBe(200);
    // Calls of other users and of visitors, and a link on another site.
    await makeProject(ada, [[member, 'editor']], 'Letters');
    await causes['password']?.({ member, email: member.user.email });
    await causes['data']?.({ member, email: member.user.email });
    await member.call('GET', '/?lang=fr', { headers: { 'sec-fetch-site': 'cross-site' } });
    await usePage(member, 'de');
    expect(await row(member)).toEqual(before);
  });

  test('gets the default language from another user if no page was used', async () => {
    const member = await host.member('unseen');
    expect((await row(member)).language).toBe(null);
    await ada.call('POST', `/api/v1/admin/users/${member.user.id}/export`, {
      body: { currentPassword: testPassword },
      headers: { 'accept-language': 'de' },
    });
    expect((await mailTo(member.user.email)).html).toContain('<html lang="fr" dir="ltr">');
  });

  test('has no language any more after an erasure', async () => {
    const member = await german('leaving');
    const { id, username } = member.user;
    const body = { username, removeWords: false, currentPassword: testPassword };
    const erased = await ada.call('POST', `/api/v1/admin/users/${id}/erasure`, { body });
    expect(erased.status).toBe(202);
    await host.jobs.runDue({ later: true });
    expect((await row(member)).language).toBe(null);
  });

  test('who has chosen one keeps it on every page', async () => {
    const member = await german('decided');
    await speak(member, 'ar');
    await usePage(member, 'de');
    await causes['password']?.({ member, email: member.user.email });
    expect((await mailTo(member.user.email)).html).toContain('<html lang="ar" dir="rtl">');
  });
});
