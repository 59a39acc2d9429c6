import { afterAll, describe, expect, test } from 'vitest';
import type { CredentialOptions, Factors } from '@longhand/contract';
import { openTestApp, type Member, type TestBrowser } from '../../app.testing.ts';
import {
  createAuthenticator,
  type Deviation,
  type TestAuthenticator,
} from './authenticator.testing.ts';
import { confirm, signIn, waitingFor } from './factors.testing.ts';

const minute = 60_000;
const own = '/api/v1/user/factors';
const publicUrl = 'https://write.example.org';
const party = { origin: publicUrl, rpId: 'write.example.org' };

const host = await openTestApp({ PUBLIC_URL: publicUrl });
afterAll(() => host.close());

/** Makes calls of a browser come from the pages of the public URL. */
function ofPages<B extends TestBrowser>(browser: B): B {
  const { call } = browser;
  return Object.assign(browser, {
    call: (method: string, url: string, given: Parameters<B['call']>[2] = {}) =>
      call(method, url, { ...given, headers: { origin: publicUrl, ...given.headers } }),
  });
}

const visitor = () => ofPages(host.visitor());
const admin = await member('admin');

async function member(username: string): Promise<Member> {
  const browser = visitor();
  const body = {
    ...{ username, name: 'Name', email: `${username}@example.org` },
    password: 'correct horse battery',
  };
  const answer = await browser.call('POST', '/api/v1/register', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return Object.assign(browser, { user: answer.body as unknown as Member['user'] });
}

async function optionsFrom(browser: TestBrowser, url: string): Promise<CredentialOptions> {
  const answer = await browser.call('POST', url);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as unknown as CredentialOptions;
}

/** Adds a passkey to the account of a browser. */
async function add(
  browser: TestBrowser,
  key = createAuthenticator(party),
  { name = 'Laptop', ...deviation }: Deviation & { name?: string } = {},
) {
  await confirm(browser);
  const options = await optionsFrom(browser, `${own}/passkeys/start`);
  const body = { name, credential: key.create(options, deviation) };
  return { key, options, answer: await browser.call('POST', `${own}/passkeys`, { body }) };
}

async function withPasskey(username: string) {
  const person = await member(username);
  const { key, answer } = await add(person);
  expect(answer.status).toBe(201);
  return { person, key };
}

/** Signs in with a passkey. */
async function use(browser: TestBrowser, key: TestAuthenticator, deviation: Deviation = {}) {
  const options = await optionsFrom(browser, '/api/v1/login/passkey/start');
  return end(browser, key.use(options, deviation));
}

const end = (browser: TestBrowser, credential: unknown) =>
  browser.call('POST', '/api/v1/login/passkey/end', { body: { credential } });
const factorsOf = async (browser: TestBrowser) =>
  (await browser.call('GET', own)).body as unknown as Factors;

describe('passkeys', () => {
  test('are added after a confirmation, named, renamed and removed; several per person', async () => {
    const ada = await member('ada');
    expect((await ada.call('POST', `${own}/passkeys/start`)).body.code).toBe('confirm_first');
    const first = await add(ada);
    expect(first.options).toMatchObject({
      rp: { id: 'write.example.org' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const codes = (first.answer.body as unknown as { recoveryCodes: string[] }).recoveryCodes;
    expect(codes).toHaveLength(10);
    const second = await add(ada, undefined, { name: 'Phone', isBackedUp: true });
    expect(second.answer.body).toEqual({ recoveryCodes: null });
    expect(second.options['excludeCredentials']).toMatchObject([{ id: first.key.credentialId }]);
    const before = await factorsOf(ada);
    expect(before.passkeys).toMatchObject([
      { name: 'Laptop', isBackedUp: false, lastUsedAt: null },
      { name: 'Phone', isBackedUp: true },
    ]);
    const [laptop, phone] = before.passkeys.map(({ id }) => `${own}/passkeys/${id}`);
    const renamed = await ada.call('PATCH', laptop!, { body: { name: ' Old laptop ' } });
    expect(renamed.body.name).toBe('Old laptop');
    const stranger = await member('stranger');
    await confirm(stranger);
    expect((await stranger.call('DELETE', phone!)).status).toBe(404);
    expect((await stranger.call('PATCH', phone!, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await ada.call('DELETE', phone!)).status).toBe(204);
    expect((await use(visitor(), second.key)).body.code).toBe('passkey_refused');
    expect((await use(visitor(), first.key)).status).toBe(200);
    expect((await ada.call('DELETE', laptop!)).status).toBe(204);
    expect(await factorsOf(ada)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  test('sign in alone, and show their last use and backup state', async () => {
    const { person, key } = await withPasskey('solo');
    const browser = visitor();
    const answer = await use(browser, key, { isBackedUp: true });
    expect([answer.status, answer.body.username]).toEqual([200, 'solo']);
    expect((await browser.call('GET', '/api/v1/user/me')).body.username).toBe('solo');
    expect((await factorsOf(person)).passkeys).toMatchObject([
      { isBackedUp: true, lastUsedAt: expect.any(String) },
    ]);
  });

  test('end a sign-in that waits after the password, only of the same person', async () => {
    const [{ key }, other] = [await withPasskey('two'), await withPasskey('other')];
    const browser = visitor();
    expect(waitingFor(await signIn(browser, 'two'))).toEqual({ codes: true, passkeys: true });
    expect((await browser.call('GET', '/api/v1/user/me')).status).toBe(401);
    const options = await optionsFrom(browser, '/api/v1/login/passkey/start');
    expect(options['allowCredentials']).toMatchObject([{ id: key.credentialId }]);
    expect((await end(browser, other.key.use(options))).body.code).toBe('passkey_refused');
    expect((await use(browser, key)).body.username).toBe('two');
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://write.example.org.evil.test' }],
    ['another RP id', { rpId: 'evil.test' }],
    ['no user verification', { isVerified: false }],
    ['a wrong signature', { isForged: true }],
    ['a counter that does not increase', { counter: 1 }],
  ])('are refused with %s', async (_why, deviation) => {
    const { key } = await withPasskey(`p${_why.replaceAll(/\W/g, '')}`);
    const refused = await use(visitor(), key, deviation);
    expect([refused.status, refused.body.code]).toEqual([403, 'passkey_refused']);
    expect((await use(visitor(), key)).status).toBe(200);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another RP id', { rpId: 'evil.test' }],
    ['no user verification', { isVerified: false }],
  ])('are not added with %s', async (_why, deviation) => {
    const person = await member(`a${_why.replaceAll(/\W/g, '')}`);
    expect((await add(person, undefined, deviation)).answer.body.code).toBe('passkey_refused');
    expect((await factorsOf(person)).passkeys).toEqual([]);
  });

  test('an unknown passkey gets the same answer as a wrong signature', async () => {
    const { key } = await withPasskey('known');
    const answers = [
      await use(visitor(), key, { isForged: true }),
      await use(visitor(), createAuthenticator(party)),
    ];
    const [wrong, unknown] = answers.map(({ body }) => ({ ...body, requestId: '' }));
    expect(unknown).toEqual(wrong);
  });

  test('are not accepted for a disabled user', async () => {
    const { person, key } = await withPasskey('gone');
    await admin.call('PATCH', `/api/v1/admin/users/${person.user.id}`, {
      body: { disabled: true },
    });
    expect((await use(visitor(), key)).body.code).toBe('passkey_refused');
  });
});

describe('a challenge', () => {
  test('is used once, in the browser that asked, within five minutes', async () => {
    const { key } = await withPasskey('once');
    const browser = visitor();
    const start = () => optionsFrom(browser, '/api/v1/login/passkey/start');
    const stolen = key.use(await start());
    expect((await end(visitor(), stolen)).body.code).toBe('passkey_refused');
    const elsewhere = visitor();
    await optionsFrom(elsewhere, '/api/v1/login/passkey/start');
    expect((await end(elsewhere, stolen)).body.code).toBe('passkey_refused');
    const late = key.use(await start());
    host.pass(5 * minute);
    expect((await end(browser, late)).body.code).toBe('passkey_refused');
    const options = await start();
    expect((await end(browser, key.use(options))).status).toBe(200);
    expect((await end(browser, key.use(options))).body.code).toBe('passkey_refused');
  });

  test('serves only the purpose and the session for which it was made', async () => {
    const { person, key } = await withPasskey('purpose');
    const browser = visitor();
    await optionsFrom(browser, '/api/v1/login/passkey/start');
    const ofConfirmation = await optionsFrom(person, '/api/v1/user/confirm/passkey');
    expect((await end(browser, key.use(ofConfirmation))).body.code).toBe('passkey_refused');
    const prove = (credential: unknown) =>
      person.call('POST', '/api/v1/user/confirm', { body: { credential } });
    const ofSignIn = await optionsFrom(browser, '/api/v1/login/passkey/start');
    expect((await prove(key.use(ofSignIn))).body.code).toBe('passkey_refused');
    const options = await optionsFrom(person, '/api/v1/user/confirm/passkey');
    expect((await prove(key.use(options))).status).toBe(200);
    host.pass(10 * minute);
    expect((await person.call('POST', `${own}/passkeys/start`)).body.code).toBe('confirm_first');
  });
});

test('passkeys need a host name over HTTPS, or localhost', async () => {
  for (const [url, isPossible] of [
    ['https://10.0.0.1', false],
    ['http://write.example.org', false],
    ['http://localhost:3000', true],
  ] as const) {
    const server = await openTestApp({ PUBLIC_URL: url });
    const settings = await server.visitor().call('GET', '/api/v1/settings');
    expect(settings.body).toMatchObject({ passkeySignIn: isPossible });
    const headers = { origin: url };
    const started = await server.visitor().call('POST', '/api/v1/login/passkey/start', { headers });
    expect([url, started.status]).toEqual([url, isPossible ? 200 : 409]);
    await server.close();
  }
});
