import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp, type Member } from './app.testing.ts';
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
    .select('subject')
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
