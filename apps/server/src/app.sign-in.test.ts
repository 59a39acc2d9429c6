import { createHmac } from 'node:crypto';
import { endpoints, isForeign, type Endpoint } from '@longhand/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { makeProject, testPassword, type TestBrowser } from './app.testing.ts';
import { createAuthenticator } from './features/factors/authenticator.testing.ts';
import {
  addOneTimeCodes,
  confirm,
  signIn,
  waitingFor,
} from './features/factors/factors.testing.ts';
import {
  answered,
  lastAudit,
  me,
  openIdentityStage,
  reset,
} from './features/identities/identities.testing.ts';
import { openProviderBrowser } from './features/identities/oidc.testing.ts';

const stage = await openIdentityStage({ PUBLIC_URL: 'http://localhost:3000' });
const { host, known, newPerson } = stage;
const party = { origin: 'http://localhost:3000', rpId: 'localhost' };
const factors = '/api/v1/user/factors';
afterAll(() => stage.close());
afterEach(() => reset(stage));

/** Registers an account whose address is not confirmed. */
async function squat(username: string, email: string): Promise<TestBrowser> {
  const browser = host.visitor();
  const body = { username, name: 'Squatter', email, password: testPassword };
  const made = await browser.call('POST', '/api/v1/register', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return browser;
}

/** Connects a person of the provider to the signed-in user of a browser. */
async function connect(browser: TestBrowser, subject: string): Promise<void> {
  const url = `/api/v1/user/sign-in-methods/${known.id}/connect`;
  const body = { currentPassword: testPassword };
  const started = await browser.call('POST', url, { body });
  const { url: at } = started.body as unknown as { url: string };
  const ended = await stage.end(browser, await openProviderBrowser().signIn(at, subject));
  expect(ended.body['outcome']).toBe('connected');
}

async function addPasskey(browser: TestBrowser) {
  const key = createAuthenticator(party);
  await confirm(browser);
  const started = await browser.call('POST', `${factors}/passkeys/start`);
  const body = { name: 'Key', credential: key.create(started.body as never) };
  expect((await browser.call('POST', `${factors}/passkeys`, { body })).status).toBe(201);
  return key;
}

async function useKey(browser: TestBrowser, key: ReturnType<typeof createAuthenticator>) {
  const started = await browser.call('POST', '/api/v1/login/passkey/start');
  const body = { credential: key.use(started.body as never) };
  return browser.call('POST', '/api/v1/login/passkey/end', { body });
}

/** Sets a new password by the link that is mailed to an address. */
async function resetPassword(email: string, password: string): Promise<number> {
  const browser = host.visitor();
  const asked = { body: { email } };
  await browser.call('POST', '/api/v1/password/forgot', asked);
  const texts = await stage.mailsTo(email);
  const token = /reset[^#]*#token=([\w-]+)/.exec(texts.at(-1) ?? '')?.[1];
  const body = { token, password };
  return (await browser.call('POST', '/api/v1/password/reset', { body })).status;
}

const ownWords = 'words of the owner only';

describe('an account that a stranger prepared with the address of another person', () => {
  test('keeps no way to sign in of the stranger when the owner of the address takes it over', async () => {
    const { email } = newPerson();
    const foreign = newPerson();
    const squatter = await squat('prepared', email);
    await connect(squatter, foreign.subject);
    const { app } = await addOneTimeCodes(host, squatter);
    const key = await addPasskey(squatter);
    expect(await resetPassword(email, ownWords)).toBe(204);

    // Nothing that the stranger knows or has opens the account.
    expect((await squatter.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await useKey(host.visitor(), key)).body.code).toBe('passkey_refused');
    const byProvider = host.visitor();
    expect((await stage.signIn(byProvider, foreign.subject)).body['outcome']).toBe('created');
    // The owner signs in with the password alone.
    const owner = host.visitor();
    const body = { username: email, password: ownWords };
    const arrived = await owner.call('POST', '/api/v1/login', { body });
    expect(waitingFor(arrived)).toBeUndefined();
    expect(arrived.body.username).toBe('prepared');
    expect((await me(byProvider)).username).not.toBe('prepared');
    expect(app.secret).not.toBe('');
    const mails = (await stage.mailsTo(email)).join('\n');
    expect(mails).toContain('before your address was confirmed.');
    expect(await lastAudit(stage, 'factor.removed')).toMatchObject({ data: { by: 'link' } });
    expect(await lastAudit(stage, 'identity.unlinked')).toMatchObject({
      data: { provider: 'Example' },
    });
  });

  test('keeps the ways to sign in of an owner whose address was confirmed before', async () => {
    const person = newPerson();
    const browser = host.visitor();
    await stage.signIn(browser, person.subject);
    const { id } = await me(browser);
    expect(await resetPassword(person.email, ownWords)).toBe(204);
    const again = host.visitor();
    expect((await stage.signIn(again, person.subject)).body['outcome']).toBe('signed_in');
    expect((await me(again)).id).toBe(id);
  });
});

/** Statuses of concurrent calls, lowest first. */
async function together(...calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const answers = await Promise.all(calls.map((call) => call()));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Returns a browser with the same cookies. */
function copyOf(browser: TestBrowser): TestBrowser {
  const copy = host.visitor();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

const sessionsOf = (userId: string) =>
  host.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();

describe('of two concurrent requests with one proof, one succeeds:', () => {
  test('the answer of a provider', async () => {
    const browser = host.visitor();
    const answer = await answered(stage, browser, newPerson().subject);
    const copy = copyOf(browser);
    const end = (of: TestBrowser) => () => stage.end(of, answer);
    expect(await together(end(browser), end(copy))).toEqual([200, 403]);
  });

  test('a recovery code, in two browsers', async () => {
    const { recoveryCodes } = await addOneTimeCodes(host, await host.member('racer'));
    const [code = ''] = recoveryCodes ?? [];
    const [one, two] = [host.visitor(), host.visitor()];
    await signIn(one, 'racer');
    await signIn(two, 'racer');
    const enter = (of: TestBrowser) => () =>
      of.call('POST', '/api/v1/login/code', { body: { code } });
    expect(await together(enter(one), enter(two))).toEqual([200, 403]);
  });

  test('a started sign-in, ended by two valid codes', async () => {
    const racer = await host.member('double');
    const { recoveryCodes } = await addOneTimeCodes(host, racer);
    const [first = '', second = ''] = recoveryCodes ?? [];
    const before = (await sessionsOf(racer.user.id)).length;
    const browser = host.visitor();
    await signIn(browser, 'double');
    const enter = (of: TestBrowser, code: string) => () =>
      of.call('POST', '/api/v1/login/code', { body: { code } });
    const [, refused] = await together(enter(browser, first), enter(copyOf(browser), second));
    expect(refused).toBeGreaterThanOrEqual(400);
    expect(await sessionsOf(racer.user.id)).toHaveLength(before + 1);
  });

  test('the response of a passkey', async () => {
    const key = await addPasskey(await host.member('keyholder'));
    const browser = host.visitor();
    const started = await browser.call('POST', '/api/v1/login/passkey/start');
    const body = { credential: key.use(started.body as never) };
    const end = (of: TestBrowser) => () => of.call('POST', '/api/v1/login/passkey/end', { body });
    expect(await together(end(browser), end(copyOf(browser)))).toEqual([200, 403]);
  });

  test('an invitation by mail, accepted by two users', async () => {
    const [owner, one, two] = await host.members('inviter', 'first.guest', 'second.guest');
    const project = await makeProject(owner);
    const invited = { email: 'someone@else.example', role: 'viewer' };
    const url = `/api/v1/projects/${project.id}/invitations`;
    expect((await owner.call('POST', url, { body: invited })).status).toBe(201);
    const mail = (await stage.mailsTo(invited.email)).at(-1) ?? '';
    const token = /#token=([\w-]+)/.exec(mail)?.[1];
    const accept = (of: TestBrowser) => () =>
      of.call('POST', '/api/v1/invitations/accept', { body: { token } });
    const [accepted, refused] = await together(accept(one), accept(two));
    expect(accepted).toBeLessThan(300);
    expect(refused).toBeGreaterThanOrEqual(400);
  });

  test('the confirmation of an address', async () => {
    const { email } = newPerson();
    await squat('confirmer', email);
    const mail = (await stage.mailsTo(email)).at(-1) ?? '';
    const token = /#token=([\w-]+)/.exec(mail)?.[1];
    const use = () =>
      host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } });
    const [used, refused] = await together(use, use);
    expect(used).toBeLessThan(300);
    expect(refused).toBeGreaterThanOrEqual(400);
  });
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an ID token', () => {
  test.each([
    ['without a signature', { alg: 'none' }, () => ''],
    ['with the signature of the client secret', { alg: 'HS256' }, hmacBy('secret of client 1')],
    ['that brings its own key', { alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, hmacBy('\0\0\0')],
  ])('%s is refused (downgrade)', async (_, header, sign) => {
    stage.provider.faults = {
      token: (claims) => {
        const signed = `${part({ typ: 'JWT', ...header })}.${part(claims)}`;
        return `${signed}.${sign(signed)}`;
      },
    };
    const browser = host.visitor();
    const { body } = await stage.signIn(browser, newPerson().subject);
    expect(body.code).toBe('provider_invalid');
    expect(browser.cookies.has('session')).toBe(false);
  });
});

function hmacBy(key: string) {
  return (signed: string) => createHmac('sha256', key).update(signed).digest('base64url');
}

describe('an address that changed hands', () => {
  test('opens nothing of the removed account to its new owner, by provider or link', async () => {
    const person = newPerson();
    const browser = host.visitor();
    await stage.signIn(browser, person.subject);
    const old = await me(browser);
    await host.visitor().call('POST', '/api/v1/password/forgot', { body: { email: person.email } });
    const mail = (await stage.mailsTo(person.email)).at(-1) ?? '';
    const token = /#token=([\w-]+)/.exec(mail)?.[1];
    const removed = await browser.call('DELETE', '/api/v1/user', { body: { currentPassword: '' } });
    expect(removed.status).toBe(204);
    const next = await squat('next.owner', person.email);
    const reset = await host
      .visitor()
      .call('POST', '/api/v1/password/reset', { body: { token, password: ownWords } });
    expect(reset.body.code).toBe('link_ended');
    expect((await me(next)).id).not.toBe(old.id);
    // The former owner, who still has the identity, does not get into the new account.
    const back = await stage.signIn(host.visitor(), person.subject);
    expect(back.body.code).toBe('account_exists');
  });

  test('opens nothing of the account that it belonged to before', async () => {
    const member = await host.member('mover');
    const { email } = newPerson();
    await host.db
      .updateTable('users')
      .set({ email, email_key: email })
      .where('id', '=', member.user.id)
      .execute();
    const change = { email: 'moved@corp.example', currentPassword: testPassword };
    expect((await member.call('PATCH', '/api/v1/user', { body: change })).status).toBe(200);
    await host.visitor().call('POST', '/api/v1/password/forgot', { body: { email } });
    const oldLink = /reset[^#]*#token=([\w-]+)/.exec((await stage.mailsTo(email)).join('\n'))?.[1];
    const confirmation = (await stage.mailsTo('moved@corp.example')).at(-1) ?? '';
    const token = /#token=([\w-]+)/.exec(confirmation)?.[1];
    await host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } });
    const body = { token: oldLink, password: ownWords };
    const reset = await host.visitor().call('POST', '/api/v1/password/reset', { body });
    expect(reset.body.code).toBe('link_ended');
    const next = await squat('settler', email);
    expect((await me(next)).username).toBe('settler');
    expect((await me(member)).email).toBe('moved@corp.example');
  });
});

describe('a forged Host header', () => {
  test('is in no mailed link and in no address for a provider', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const { email } = newPerson();
    const visitor = host.visitor();
    const body = { username: 'hosted', name: 'Hosted', email, password: testPassword };
    expect((await visitor.call('POST', '/api/v1/register', { body, headers })).status).toBe(201);
    await visitor.call('POST', '/api/v1/password/forgot', { body: { email }, headers });
    const started = await visitor.call('POST', `/api/v1/sign-in/${known.id}/start`, { headers });
    const mails = (await stage.mailsTo(email)).join('\n');
    expect(mails).toContain('http://localhost:3000/');
    expect(mails).not.toContain('evil.example');
    expect(JSON.stringify(started.body)).not.toContain('evil.example');
    // A passkey belongs to the host of PUBLIC_URL, whatever a request names.
    const asked = await visitor.call('POST', '/api/v1/login/passkey/start', { headers });
    expect(asked.body).toMatchObject({ rpId: 'localhost' });
  });
});

describe('a page of another site', () => {
  const paths = Object.values<Endpoint>(endpoints)
    .filter(({ method, access }) => method !== 'GET' && access === 'public')
    .filter((endpoint) => !isForeign(endpoint));

  test('cannot send any call without a session, in particular none that signs in (login CSRF)', async () => {
    expect(paths.map(({ path }) => path)).toContain('/api/v1/login/passkey/end');
    for (const { method, path } of paths) {
      const url = path.replaceAll(/\{\w+\}/gu, known.id);
      const foreign = { origin: 'https://evil.example' };
      const byForm = await host.visitor().call(method, url, { body: {}, headers: foreign });
      expect([path, byForm.body.code]).toEqual([path, 'cross_origin']);
      const withoutToken = { 'x-xsrf-token': undefined };
      const bare = await host.visitor().call(method, url, { body: {}, headers: withoutToken });
      expect([path, bare.body.code]).toEqual([path, 'csrf']);
    }
  });
});

describe('a started sign-in', () => {
  test('reveals nothing about an account before the password was right', async () => {
    await addPasskey(await host.member('revealed'));
    const ask = async (username: string) => {
      const browser = host.visitor();
      const body = { username, password: 'not the password' };
      const { status, body: answer } = await browser.call('POST', '/api/v1/login', { body });
      const started = await browser.call('POST', '/api/v1/login/passkey/start');
      const { challenge: _, ...options } = started.body as unknown as { challenge: string };
      const code = await browser.call('POST', '/api/v1/login/code', { body: { code: '000000' } });
      return { status, code: answer.code, options, codeAnswer: code.body.code };
    };
    expect(await ask('revealed')).toEqual(await ask('no.such.person'));
  });

  test('of an attacker, planted in a browser, takes no passkey and no code of its user (fixation)', async () => {
    const [attacker, victim] = await host.members('planter', 'planted');
    await addOneTimeCodes(host, attacker);
    const { app } = await addOneTimeCodes(host, victim);
    const key = await addPasskey(victim);
    const planting = host.visitor();
    await signIn(planting, 'planter');
    const browser = host.visitor();
    const plant = () =>
      browser.cookies.set('second-step', planting.cookies.get('second-step') ?? '');
    plant();
    expect((await useKey(browser, key)).body.code).toBe('passkey_refused');
    plant();
    const body = { code: app.code() };
    expect((await browser.call('POST', '/api/v1/login/code', { body })).body.code).toBe(
      'wrong_code',
    );
    expect(browser.cookies.has('session')).toBe(false);
    // A sign-in with the password replaces it.
    await signIn(browser, 'planted');
    expect((await browser.call('POST', '/api/v1/login/code', { body })).body.username).toBe(
      'planted',
    );
  });
});
