import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { usualRules, type AuditEntry, type DataRequest, type OutboxMail } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
  type TestBrowser,
} from '../../app.testing.ts';
import { openTestSmtp, textOf, tokenOf } from '../../mail/smtp.testing.ts';
import { addOneTimeCodes, confirm } from '../factors/factors.testing.ts';

const day = 24 * 60 * 60_000;

const smtp = await openTestSmtp();
const host = await openTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'team@longhand.test' });
const admin = await host.member('admin');
afterAll(async () => {
  await host.close();
  await smtp.close();
});

const ask = (by: TestBrowser, member: Member, body: object = { currentPassword: testPassword }) =>
  by.call('POST', `/api/v1/admin/users/${member.user.id}/export`, { body });

/** Returns the secret of the newest mail with a link to the data of a user. */
async function mailedTo(member: Member): Promise<string> {
  await host.jobs.runDue();
  const mail = smtp.taken.findLast(
    (taken) => taken.to.includes(member.user.email) && textOf(taken).includes('/data-export#'),
  );
  return tokenOf(mail);
}

/** Downloads the data by a link. Returns the files of the archive, or null with the refusal. */
async function download(browser: TestBrowser, token: string) {
  if (!browser.cookies.has('XSRF-TOKEN')) await browser.call('GET', '/api/v1/csrf-token');
  const answer = await host.app.inject({
    method: 'POST',
    url: '/api/v1/data-export',
    payload: { token, format: 'markdown' },
    remoteAddress: browser.address,
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
    },
  });
  const files =
    answer.statusCode === 200 ? unzipSync(new Uint8Array(answer.rawPayload)) : undefined;
  const code = files === undefined ? (answer.json() as { code: string }).code : undefined;
  return { status: answer.statusCode, code, files: files ?? {} };
}

async function audited(member: Member): Promise<[string, string | null][]> {
  const answer = await admin.call('GET', `/api/v1/admin/audit?person=${member.user.username}`);
  const entries = answer.body.items as unknown as AuditEntry[];
  return entries
    .filter(({ action }) => action.startsWith('data.'))
    .map(({ action, actor }) => [action, actor?.username ?? null]);
}

/** Creates a user with a personal draft, and a document of a project of the administrator. */
async function stage(username: string): Promise<Member> {
  const member = await host.member(username);
  await makeDocument(member, null, 'My own draft');
  const project = await makeProject(admin, [[member, 'editor']]);
  const { id } = await makeDocument(admin, project.id, 'Of the company');
  await member.call('POST', `/api/v1/documents/${id}/comments`, { body: { body: 'I said this' } });
  return member;
}

test('a link is mailed to the user, and opens all the user may read in a session of the user only', async () => {
  const max = await stage('max');
  const asked = await ask(admin, max);
  expect(asked.status).toBe(202);
  expect(asked.body as unknown as DataRequest).toMatchObject({ email: 'max@example.org' });
  expect(JSON.stringify(asked.body)).not.toContain('token');
  const token = await mailedTo(max);
  for (const other of [host.visitor(), admin, await host.member('eve')])
    expect(await download(other, token)).toMatchObject({ status: 401, code: 'not_signed_in' });
  expect(await audited(max)).toEqual([['data.requested', 'admin']]);
  const { files } = await download(max, token);
  expect(Object.keys(files).join()).toMatch(/My own draft\.md.*/);
  expect(Object.keys(files).join()).toContain('Of the company.md');
  expect(strFromU8(files['account.json']!)).toContain('I said this');
  // The link may be used again until it expires.
  expect((await download(max, token)).status).toBe(200);
  expect((await audited(max))[0]).toEqual(['data.exported', 'max']);
  host.pass(7 * day);
  expect(await download(max, token)).toMatchObject({ status: 404, code: 'link_ended' });
});

test('of a disabled account opens without a session, with the drafts and nothing of projects', async () => {
  const lea = await stage('lea');
  await admin.call('PATCH', `/api/v1/admin/users/${lea.user.id}`, { body: { disabled: true } });
  expect((await ask(admin, lea)).status).toBe(202);
  const token = await mailedTo(lea);
  const { files } = await download(host.visitor(), token);
  expect(Object.keys(files).toSorted()).toEqual([
    'Personal drafts/1 My own draft.md',
    'account.json',
    'report.txt',
  ]);
  expect(strFromU8(files['report.txt']!)).toContain('documents of projects');
  expect(strFromU8(files['account.json']!)).toContain('I said this');
  expect(await audited(lea)).toEqual([
    ['data.exported', null],
    ['data.requested', 'admin'],
  ]);
  // Enabled again, the account needs its session.
  await admin.call('PATCH', `/api/v1/admin/users/${lea.user.id}`, { body: { disabled: false } });
  expect((await download(host.visitor(), token)).code).toBe('not_signed_in');
});

test('the link of an erased account is dead, and nothing can be asked for it', async () => {
  const ned = await stage('ned');
  await ask(admin, ned);
  const token = await mailedTo(ned);
  const erased = await admin.call('POST', `/api/v1/admin/users/${ned.user.id}/erasure`, {
    body: { username: 'ned', removeWords: false, currentPassword: testPassword },
  });
  expect(erased.status).toBe(202);
  expect((await download(host.visitor(), token)).code).toBe('link_ended');
  expect((await ask(admin, ned)).body.code).toBe('not_found');
});

test('is asked for with a proof of the administrator, and never sent to an unconfirmed address', async () => {
  const ivy = await stage('ivy');
  expect((await ask(admin, ivy, {})).body.code).toBe('invalid');
  expect((await ask(admin, ivy, { currentPassword: 'wrong' })).body.code).toBe('wrong_password');
  expect((await ask(ivy, ivy)).body.code).toBe('administrators_only');
  await confirm(admin);
  expect((await ask(admin, ivy, {})).status).toBe(202);
  await host.db
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('id', '=', ivy.user.id)
    .execute();
  expect((await ask(admin, ivy)).body.code).toBe('address_unconfirmed');
});

test('a session that lacks a required second factor cannot use the link', async () => {
  const joy = await stage('joy');
  await ask(admin, joy);
  const token = await mailedTo(joy);
  await addOneTimeCodes(host, admin);
  const rule = await admin.call('PUT', '/api/v1/admin/rules', {
    body: { ...usualRules, secondFactor: 'everyone' },
  });
  expect(rule.status).toBe(200);
  expect((await download(joy, token)).code).toBe('second_factor_needed');
  await admin.call('PUT', '/api/v1/admin/rules', { body: usualRules });
  expect((await download(joy, token)).status).toBe(200);
});

test('administrators cannot read the link in the outbox, and it is no link for a password', async () => {
  const kim = await stage('kim');
  await ask(admin, kim);
  const outbox = await admin.call('GET', '/api/v1/admin/outbox');
  const token = await mailedTo(kim);
  const mails = outbox.body.items as unknown as OutboxMail[];
  const texts = mails.filter(({ kind }) => kind === 'data').map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set([null]));
  const reset = await host.visitor().call('POST', '/api/v1/password/reset', {
    body: { token, password: 'another long password' },
  });
  expect(reset.body.code).toBe('link_ended');
});
