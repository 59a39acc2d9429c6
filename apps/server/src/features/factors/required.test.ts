import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { usualRules, type ServerRules, type User } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type TestBrowser } from '../../app.testing.ts';
import { createLinks } from '../../mail/links.ts';
import { translationsOf } from '../../platform/translations.ts';
import { addOneTimeCodes, confirm, signIn, waitingFor } from './factors.testing.ts';
import { removeFactorsByCommand } from './removal.ts';

const own = '/api/v1/user/factors';

const host = await openTestApp({ DEMO: 'on' });
const admin = await host.member('admin');
await addOneTimeCodes(host, admin);
afterAll(() => host.close());

const setRule = (secondFactor: ServerRules['secondFactor']) =>
  admin.call('PUT', '/api/v1/admin/rules', { body: { ...usualRules, secondFactor } });
afterEach(() => setRule('optional'));

const codeOf = async (browser: TestBrowser, url = '/api/v1/documents', method = 'GET') => {
  const answer = await browser.call(method, url, method === 'GET' ? {} : { body: {} });
  return answer.status < 300 ? answer.status : answer.body.code;
};
const me = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/user/me')).body as unknown as User;

async function mailedTo(address: string): Promise<string> {
  await host.jobs.runDue();
  const rows = await host.db
    .selectFrom('mail_outbox')
    .select('body_text as text')
    .where('recipient', '=', address)
    .execute();
  return rows.map(({ text }) => text).join('\n');
}

describe('a required second factor', () => {
  test('is added before anything else works, also in sessions that had begun before', async () => {
    const [old, mail] = [await host.member('old'), '/api/v1/notifications'];
    expect(await codeOf(old)).toBe(200);
    expect((await setRule('everyone')).status).toBe(200);
    expect(host.liveCalls.sessionEnded).toContainEqual({ userId: old.user.id });
    for (const url of ['/api/v1/documents', mail, '/api/v1/search?q=x', '/api/v1/events'])
      expect([url, await codeOf(old, url)]).toEqual([url, 'second_factor_needed']);
    expect(await codeOf(old, '/api/v1/user/tokens', 'POST')).toBe('second_factor_needed');
    expect(await me(old)).toMatchObject({ mustAddFactor: true });
    const fresh = host.visitor();
    expect((await signIn(fresh, 'old')).body).toMatchObject({ mustAddFactor: true });
    expect(await codeOf(fresh)).toBe('second_factor_needed');
    await addOneTimeCodes(host, fresh);
    expect([await codeOf(fresh), (await me(fresh)).mustAddFactor]).toEqual([200, false]);
  });

  test('concerns administrators only, if the rule says so', async () => {
    const [plain, second] = await host.members('plain', 'second');
    const change = { body: { isAdmin: true } };
    await admin.call('PATCH', `/api/v1/admin/users/${second.user.id}`, change);
    await setRule('administrators');
    expect([await codeOf(plain), await codeOf(second)]).toEqual([200, 'second_factor_needed']);
    expect(await codeOf(second, '/api/v1/admin/users')).toBe('second_factor_needed');
    await admin.call('PATCH', `/api/v1/admin/users/${second.user.id}`, {
      body: { isAdmin: false },
    });
  });
});

describe('no way around a second factor exists', () => {
  test('by access tokens: they are refused while the factor is missing', async () => {
    const person = await host.member('scripted');
    const body = { name: 'Script', scopes: ['read', 'write'] };
    const made = await person.call('POST', '/api/v1/user/tokens', { body });
    const { token } = made.body as unknown as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (method: string, url: string, sent: object = {}) =>
      (await host.visitor().call(method, url, { headers, ...sent })).body.code;
    await setRule('everyone');
    expect(await ask('GET', '/api/v1/documents')).toBe('second_factor_needed');
    await setRule('optional');
    for (const url of [`${own}/one-time-codes`, `${own}/passkeys/start`, '/api/v1/user/confirm'])
      expect([url, await ask('POST', url, { body: {} })]).toEqual([url, 'scope']);
  });

  test('by an invitation: neither a new nor an existing account accepts it without the factor', async () => {
    const project = await makeProject(admin);
    const url = `/api/v1/projects/${project.id}/invitations`;
    const invite = async () => {
      const made = await admin.call('POST', url, { body: { role: 'viewer' } });
      return (made.body as unknown as { token: string }).token;
    };
    const [forNew, forOld] = [await invite(), await invite()];
    const old = await host.member('invited');
    await setRule('everyone');
    const accepted = await old.call('POST', '/api/v1/invitations/accept', {
      body: { token: forOld },
    });
    expect(accepted.body.code).toBe('second_factor_needed');
    const fresh = host.visitor();
    const registered = await fresh.call('POST', '/api/v1/register', {
      body: {
        ...{ username: 'joiner', name: 'Joiner', email: 'joiner@example.org' },
        ...{ password: 'correct horse battery', invitation: forNew },
      },
    });
    expect(registered.body).toMatchObject({ mustAddFactor: true });
    expect(await codeOf(fresh, `/api/v1/projects/${project.id}`)).toBe('second_factor_needed');
  });

  test('by a new password: the reset removes no factor, signs nobody in, and ends started sign-ins', async () => {
    const person = await host.member('resetter');
    const { app } = await addOneTimeCodes(host, person);
    const started = host.visitor();
    await signIn(started, 'resetter');
    const visitor = host.visitor();
    const asked = { email: 'resetter@example.org' };
    await visitor.call('POST', '/api/v1/password/forgot', { body: asked });
    const token = /#token=([\w-]+)/.exec(await mailedTo('resetter@example.org'))?.[1];
    const reset = { token, password: 'correct horse battery' };
    expect((await visitor.call('POST', '/api/v1/password/reset', { body: reset })).status).toBe(
      204,
    );
    expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(waitingFor(await signIn(visitor, 'resetter'))).toMatchObject({ codes: true });
    const enter = (browser: TestBrowser) =>
      browser.call('POST', '/api/v1/login/code', { body: { code: app.code() } });
    expect((await enter(started)).body.code).toBe('second_step_expired');
    expect((await enter(visitor)).status).toBe(200);
  });

  test('by a guest link or the demo: both give no access to an account, and have no factors', async () => {
    const draft = await makeDocument(admin, null);
    const made = await admin.call('POST', `/api/v1/documents/${draft.id}/guest-links`, {
      body: { role: 'viewer' },
    });
    expect(made.status).toBe(201);
    const { token } = made.body as unknown as { token: string };
    const guest = host.visitor();
    const body = { token, name: 'Guest' };
    await setRule('everyone');
    const entered = await guest.call('POST', '/api/v1/guest-links/enter', { body });
    expect(entered.status).toBeLessThan(300);
    expect((await guest.call('GET', own)).status).toBe(401);
    expect((await guest.call('POST', '/api/v1/user/confirm', { body: {} })).status).toBe(401);

    const demo = host.visitor();
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    const opened = await demo.call('GET', '/api/v1/auth/demo-user', { headers });
    expect(opened.status).toBe(200);
    expect(await codeOf(demo)).toBe(200);
    expect(await codeOf(demo, `${own}/one-time-codes`, 'POST')).toBe('demo_account');
    expect(await codeOf(demo, `${own}/passkeys/start`, 'POST')).toBe('demo_account');
    expect(await codeOf(demo, '/api/v1/admin/users')).toBe('administrators_only');
  });

  test('by the confirmation of another session, or by the rules of a session that waits', async () => {
    const person = await host.member('waiting');
    await addOneTimeCodes(host, person);
    const waiting = host.visitor();
    await signIn(waiting, 'waiting');
    expect((await waiting.call('GET', own)).status).toBe(401);
    expect((await confirm(waiting)).status).toBe(401);
    expect((await waiting.call('GET', '/api/v1/events')).status).toBe(401);
  });
});

describe('lost factors', () => {
  test('are removed by an administrator: mailed, audited, and all sessions end', async () => {
    const person = await host.member('loser');
    const remove = (browser: TestBrowser) =>
      browser.call('DELETE', `/api/v1/admin/users/${person.user.id}/factors`);
    expect((await remove(admin)).body.code).toBe('no_second_factor');
    await addOneTimeCodes(host, person);
    const listed = await admin.call('GET', '/api/v1/admin/users?q=loser');
    expect(listed.body.items[0]).toMatchObject({ hasSecondFactor: true });
    expect((await remove(person)).body.code).toBe('administrators_only');
    expect((await remove(admin)).status).toBe(204);
    expect((await person.call('GET', '/api/v1/user/me')).status).toBe(401);
    const browser = host.visitor();
    expect(waitingFor(await signIn(browser, 'loser'))).toBeUndefined();
    expect(await browser.call('GET', own)).toMatchObject({ body: { recoveryCodesLeft: 0 } });
    expect(await mailedTo('loser@example.org')).toContain(
      'An administrator removed all second factors from your account.',
    );
    const audit = await admin.call('GET', '/api/v1/admin/audit?action=factor.removed');
    expect(audit.body.items[0]).toMatchObject({
      target: person.user.id,
      data: { by: 'administrator' },
    });
  });

  test('of the last administrator are removed by the command', async () => {
    const other = await host.member('master');
    await addOneTimeCodes(host, other);
    const deps = { db: host.db, audit: async () => undefined };
    const links = createLinks(() => 'http://longhand.test');
    expect(await removeFactorsByCommand(deps, 'no.such', links)).toBeNull();
    const notice = await removeFactorsByCommand(deps, 'MASTER@example.org', links);
    expect(notice?.to).toBe('master@example.org');
    const english = await translationsOf('en');
    expect(notice?.mail(english)).toMatchObject({ kind: 'factor_notice' });
    expect(await removeFactorsByCommand(deps, 'master', links)).toBeNull();
    expect(waitingFor(await signIn(host.visitor(), 'master'))).toBeUndefined();
  });
});

test('a deleted account keeps no factors', async () => {
  const person = await host.member('leaver');
  await addOneTimeCodes(host, person);
  const body = { currentPassword: 'correct horse battery' };
  expect((await person.call('DELETE', '/api/v1/user', { body })).status).toBe(204);
  for (const table of ['one_time_codes', 'recovery_codes'] as const) {
    const rows = await host.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', person.user.id)
      .execute();
    expect([table, rows]).toEqual([table, []]);
  }
});
