import { afterAll, expect, test } from 'vitest';
import type { IdentityProvider, SignInRule } from '@longhand/contract';
import { testPassword, type TestBrowser } from '../../app.testing.ts';
import { openIdentityStage } from './identities.testing.ts';

const stage = await openIdentityStage();
const { host, provider, admin, known } = stage;
afterAll(() => stage.close());

const url = '/api/v1/admin/identity-providers';
const list = async () => (await admin.call('GET', url)).body.items as unknown as IdentityProvider[];
const ruleOf = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/admin/sign-in')).body as unknown as SignInRule;
const setRule = (browser: TestBrowser, onlyProvider: boolean) =>
  browser.call('PUT', '/api/v1/admin/sign-in', { body: { onlyProvider } });

test('administrators add, test, change and delete providers; the secret is sealed and never returned', async () => {
  const secret = 'a client secret of the test';
  const given = { name: 'Acme', issuer: provider.issuer, clientId: 'acme', clientSecret: secret };
  const made = await admin.call('POST', url, { body: given });
  expect(made.status).toBe(201);
  const acme = made.body as unknown as IdentityProvider;
  expect(acme).toMatchObject({
    hasSecret: true,
    linkRule: 'never',
    createsAccounts: false,
    redirectUri: `http://longhand.test/auth/provider/${acme.id}`,
    signOutUri: `http://longhand.test/api/v1/sign-in/${acme.id}/sign-out`,
  });
  const row = () =>
    host.db
      .selectFrom('identity_providers')
      .selectAll()
      .where('id', '=', acme.id)
      .executeTakeFirstOrThrow();
  expect((await row()).client_secret?.includes(secret)).toBe(false);
  expect(JSON.stringify([made.body, await list()])).not.toContain(secret);
  const one = `${url}/${acme.id}`;
  expect((await admin.call('POST', `${one}/test`)).body).toMatchObject({
    issuer: provider.issuer,
    keyCount: 1,
    supportsPkce: true,
    supportsSignOut: true,
    supportsBackChannelSignOut: true,
  });
  const renamed = await admin.call('PATCH', one, { body: { name: 'Acme Inc.' } });
  expect(renamed.body).toMatchObject({ name: 'Acme Inc.', hasSecret: true });
  const open = await admin.call('PATCH', one, { body: { clientSecret: null } });
  expect(open.body).toMatchObject({ hasSecret: false });
  expect((await admin.call('DELETE', one)).status).toBe(204);
  expect((await admin.call('PATCH', one, { body: { name: 'Acme' } })).status).toBe(404);
  const audit = await admin.call('GET', '/api/v1/admin/audit?limit=20');
  const entries = audit.body.items as unknown as { action: string; target: string }[];
  const actions = entries.filter(({ target }) => target === acme.id).map(({ action }) => action);
  expect(actions).toEqual([
    'provider.deleted',
    'provider.changed',
    'provider.changed',
    'provider.made',
  ]);
  expect(JSON.stringify(audit.body)).not.toContain(secret);
});

test.each([
  'http://login.example.org',
  'https://login.example.org/?tenant=1',
  'https://user:word@login.example.org',
  'https://login.example.org/#here',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
  'ftp://login.example.org',
  'login.example.org',
])('refuses the issuer %s', async (issuer) => {
  const body = { name: 'Acme', issuer, clientId: 'acme' };
  const { status, body: answer } = await admin.call('POST', url, { body });
  expect({ status, path: answer.errors?.[0]?.path }).toEqual({ status: 422, path: 'issuer' });
});

test('asks for the client secret again if the key of the server has changed', async () => {
  const stored = await host.db
    .selectFrom('identity_providers')
    .select('client_secret')
    .where('id', '=', known.id)
    .executeTakeFirstOrThrow();
  const set = (secret: Buffer | null) =>
    host.db
      .updateTable('identity_providers')
      .set({ client_secret: secret })
      .where('id', '=', known.id)
      .execute();
  await set(Buffer.alloc(60));
  const started = await host.visitor().call('POST', `/api/v1/sign-in/${known.id}/start`);
  expect(started).toMatchObject({ status: 409, body: { code: 'provider_secret_lost' } });
  await set(stored.client_secret);
});

test('deleting a provider removes its identities, mails their users, and ends the sessions of other users', async () => {
  const extra = await stage.add({ name: 'Extra' });
  provider.people.set('extra', { email: 'extra@corp.example', email_verified: true });
  const browser = host.visitor();
  await stage.signIn(browser, 'extra', { of: extra });
  const { id: userId } = (await browser.call('GET', '/api/v1/user/me')).body;
  expect((await list()).find(({ id }) => id === extra.id)?.identityCount).toBe(1);
  await admin.call('DELETE', `${url}/${extra.id}`);
  expect((await browser.call('GET', '/api/v1/user/me')).status).toBe(401);
  const left = await host.db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  expect(left).toEqual([]);
  const mails = await host.db
    .selectFrom('mail_outbox')
    .select('body_text as text')
    .where('recipient', '=', 'extra@corp.example')
    .where('kind', '=', 'identity_notice')
    .execute();
  expect(mails.map(({ text }) => text).join()).toContain(
    '“Extra” does not sign in to your account',
  );
  const started = await host.visitor().call('POST', `/api/v1/sign-in/${extra.id}/start`);
  expect(started.status).toBe(404);
});

test('passwords can be turned off only by an administrator who signed in through an enabled provider', async () => {
  expect(await ruleOf(admin)).toEqual({ onlyProvider: false, mayTurnOn: false });
  expect((await setRule(admin, true)).body.code).toBe('provider_session_needed');
  provider.people.set('boss', { email: 'boss@corp.example', email_verified: true });
  const boss = host.visitor();
  await stage.signIn(boss, 'boss');
  const { id } = (await boss.call('GET', '/api/v1/user/me')).body;
  await admin.call('PATCH', `/api/v1/admin/users/${id}`, { body: { isAdmin: true } });
  await stage.change({ isEnabled: false });
  expect((await setRule(boss, true)).body.code).toBe('provider_session_needed');
  await stage.change({ isEnabled: true });
  expect((await setRule(boss, true)).body).toMatchObject({ onlyProvider: true, mayTurnOn: true });

  const visitor = host.visitor();
  const settings = (await visitor.call('GET', '/api/v1/settings')).body as unknown;
  expect(settings).toMatchObject({ passwordSignIn: false, providers: [{ name: 'Example' }] });
  const newcomer = { username: 'late', name: 'Late', email: 'late@example.org' };
  for (const [path, body] of [
    ['login', { username: 'admin', password: testPassword }],
    ['register', { ...newcomer, password: testPassword }],
    ['password/forgot', { email: 'admin@example.org' }],
    ['password/reset', { token: 'none', password: testPassword }],
  ] as const) {
    const refused = await host.visitor().call('POST', `/api/v1/${path}`, { body });
    expect(refused, path).toMatchObject({
      status: 403,
      body: { code: 'only_provider', detail: expect.stringContaining('identity provider') },
    });
  }
  const change = { currentPassword: testPassword, newPassword: 'another long password' };
  expect((await admin.call('PATCH', '/api/v1/user', { body: change })).body.code).toBe(
    'only_provider',
  );
  const one = `${url}/${known.id}`;
  expect((await boss.call('DELETE', one)).body.code).toBe('last_provider');
  const disabled = await boss.call('PATCH', one, { body: { isEnabled: false } });
  expect(disabled.body.code).toBe('last_provider');
  expect((await stage.signIn(host.visitor(), 'boss')).status).toBe(200);

  // Any administrator may turn passwords on again.
  expect((await setRule(admin, false)).body).toMatchObject({ onlyProvider: false });
  const credentials = { username: 'admin', password: testPassword };
  const back = await host.visitor().call('POST', '/api/v1/login', { body: credentials });
  expect(back.status).toBe(200);
});
