import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { hashOf } from '../../platform/secrets.ts';
import { answered, openIdentityStage, reset } from './identities.testing.ts';
import { openTestProvider } from './oidc.testing.ts';

const stage = await openIdentityStage();
const { host, provider, admin, known, newPerson } = stage;
afterAll(() => stage.close());
afterEach(() => reset(stage));

describe('the answer of the provider', () => {
  test('is accepted once, within ten minutes, in the browser that started it', async () => {
    const { subject } = newPerson();
    const browser = host.visitor();
    const answer = await answered(stage, browser, subject);
    // A victim whose browser an attacker sends to the answer (login CSRF).
    const victim = host.visitor();
    expect((await stage.end(victim, answer)).body.code).toBe('sign_in_expired');
    await stage.start(victim);
    expect((await stage.end(victim, answer)).body.code).toBe('sign_in_expired');
    const cookie = browser.cookies.get('sign-in') ?? '';
    expect((await stage.end(browser, answer)).status).toBe(200);
    browser.cookies.set('sign-in', cookie);
    expect((await stage.end(browser, answer)).body.code).toBe('sign_in_expired');

    const late = host.visitor();
    const lateAnswer = await answered(stage, late, subject);
    host.pass(10 * 60_000 + 1);
    expect((await stage.end(late, lateAnswer)).body.code).toBe('sign_in_expired');
    host.pass(-10 * 60_000 - 1);
    for (const nonsense of ['state=none', 'code=1', '?', '%', 'state=&code='])
      expect((await stage.end(host.visitor(), nonsense)).body.code).toBe('sign_in_expired');
  });

  test('is refused with a replayed or foreign code', async () => {
    const { subject } = newPerson();
    const first = host.visitor();
    const answer = await answered(stage, first, subject);
    const code = new URLSearchParams(answer).get('code') ?? '';
    /** Ends a new sign-in with the code of the first one. */
    const inject = async () => {
      const browser = host.visitor();
      const params = new URLSearchParams(await answered(stage, browser, subject));
      params.set('code', code);
      return (await stage.end(browser, params.toString())).body.code;
    };
    expect(await inject()).toBe('provider_not_confirmed');
    expect((await stage.end(first, answer)).status).toBe(200);
    expect(await inject()).toBe('provider_not_confirmed');
  });

  test('is refused at another provider, or if it names another issuer (mix-up)', async () => {
    const { subject } = newPerson();
    const other = await stage.add({ name: 'Other' });
    const browser = host.visitor();
    const answer = await answered(stage, browser, subject);
    expect((await stage.end(browser, answer, { of: other })).body.code).toBe('sign_in_expired');
    const params = new URLSearchParams(answer);
    expect(params.get('iss')).toBe(provider.issuer);
    params.set('iss', 'https://attacker.example');
    expect((await stage.end(browser, params.toString())).body.code).toBe('provider_invalid');
    const missing = host.visitor();
    const without = new URLSearchParams(await answered(stage, missing, subject));
    without.delete('iss');
    expect((await stage.end(missing, without.toString())).body.code).toBe('provider_invalid');
  });

  test('is bound by a cookie that scripts and other hosts cannot set or read', async () => {
    const secure = await openIdentityStage({ PUBLIC_URL: 'https://write.example.org' });
    const headers = { origin: 'https://write.example.org' };
    const url = `/api/v1/sign-in/${secure.known.id}/start`;
    const started = await secure.host.visitor().call('POST', url, { headers });
    const cookies = [started.headers['set-cookie'] ?? []].flat();
    const cookie = cookies.find((line) => line.startsWith('__Host-sign-in='));
    for (const part of ['HttpOnly', 'Secure', 'Path=/', 'SameSite=Lax', 'Max-Age=600'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    const asked = new URL((started.body as unknown as { url: string }).url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(
      `https://write.example.org/auth/provider/${secure.known.id}`,
    );
    expect(asked.get('nonce')).toHaveLength(43);
    const state = asked.get('state') ?? '';
    const stored = await secure.host.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(stored).toMatchObject([{ state_hash: hashOf(state), session_id: null }]);
    await secure.close();
  });

  test('says that the person cancelled', async () => {
    const { status, body } = await stage.signIn(host.visitor(), null);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'provider_denied' });
  });

  test('replaces the session of the browser, and closes its connections', async () => {
    const member = await host.member('switcher');
    const before = member.cookies.get('session');
    const { subject } = newPerson();
    await stage.signIn(member, subject);
    expect(member.cookies.get('session')).not.toBe(before);
    const { call } = host.visitor();
    const cookie = `session=${before}`;
    expect((await call('GET', '/api/v1/user/me', { headers: { cookie } })).status).toBe(401);
    expect(host.liveCalls.sessionEnded.at(-1)).toHaveProperty('sessionId');
  });
});

describe('an ID token', () => {
  test.each([
    ['with a wrong nonce', { nonce: 'of another sign-in' }, 'provider_invalid'],
    ['of another issuer', { iss: 'https://attacker.example' }, 'provider_invalid'],
    ['for another client', { aud: 'another' }, 'provider_invalid'],
    ['without a subject', { sub: '' }, 'provider_invalid'],
  ])('%s is refused', async (_, claims, code) => {
    provider.faults = { claims: (given) => ({ ...given, ...claims }) };
    const { status, body } = await stage.signIn(host.visitor(), newPerson().subject);
    expect({ status, code: body.code }).toEqual({ status: 502, code });
  });

  test('signed with an unknown key is refused', async () => {
    provider.faults = { unknownKey: true };
    const { body } = await stage.signIn(host.visitor(), newPerson().subject);
    expect(body.code).toBe('provider_invalid');
  });

  test('signed with a new key is accepted immediately after the keys were changed', async () => {
    const { subject } = newPerson();
    expect((await stage.signIn(host.visitor(), subject)).status).toBe(200);
    await provider.rotateKeys();
    expect((await stage.signIn(host.visitor(), subject)).status).toBe(200);
  });

  test('may differ from the clock of the server by a minute, not by more', async () => {
    const { subject } = newPerson();
    /** Signs in with a token issued by a clock that differs by so many seconds. */
    const shifted = async (seconds: number) => {
      const now = Math.floor(Date.now() / 1_000);
      provider.faults = {
        claims: (given) => ({ ...given, iat: now + seconds, exp: now + Math.min(seconds, 1) + 1 }),
      };
      return stage.signIn(host.visitor(), subject);
    };
    expect((await shifted(-50)).status).toBe(200);
    expect((await shifted(50)).status).toBe(200);
    for (const seconds of [-75, 75]) {
      const { status, body } = await shifted(seconds);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'provider_clock' });
      expect(body['detail']).toContain('differ by more than a minute');
    }
  });
});

describe('a provider', () => {
  test('that is not reachable, slow, broken or talks too much gives a sentence', async () => {
    const gone = await openTestProvider();
    const unreachable = await stage.add({ name: 'Gone' }, gone);
    await gone.close();
    const start = async (id: string) =>
      (await host.visitor().call('POST', `/api/v1/sign-in/${id}/start`)).body;
    expect(await start(unreachable.id)).toMatchObject({
      code: 'provider_unreachable',
      detail: expect.stringContaining('does not respond'),
    });
    const { subject } = newPerson();
    for (const [faults, code] of [
      [{ silent: /^\/token$/ }, 'provider_unreachable'],
      [{ answer: { path: /^\/jwks$/, status: 500, body: '{}' } }, 'provider_unreachable'],
      [{ answer: { path: /^\/token$/, status: 503, body: '{}' } }, 'provider_unreachable'],
      [
        { answer: { path: /^\/me$/, status: 200, body: 'x'.repeat(1_100_000) } },
        'provider_unreachable',
      ],
      [{ answer: { path: /^\/token$/, status: 200, body: '<html>' } }, 'provider_invalid'],
      [{ answer: { path: /^\/jwks$/, status: 302, body: '{}' } }, 'provider_invalid'],
    ] as const) {
      const browser = host.visitor();
      const answer = await answered(stage, browser, subject);
      provider.faults = faults;
      expect((await stage.end(browser, answer)).body.code).toBe(code);
      provider.faults = {};
    }
  });

  test('that names another issuer than the administrator is refused', async () => {
    const liar = await openTestProvider();
    const row = await stage.add({ name: 'Liar' }, liar);
    liar.faults = { issuer: 'https://attacker.example' };
    const started = await host.visitor().call('POST', `/api/v1/sign-in/${row.id}/start`);
    expect(started.body.code).toBe('provider_invalid');
    const tenants = { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' };
    liar.faults = tenants;
    const tested = await admin.call('POST', `/api/v1/admin/identity-providers/${row.id}/test`);
    expect(tested.body.code).toBe('provider_invalid');
    await liar.close();
  });

  test('that is disabled cannot be used for sign-in', async () => {
    const { subject } = newPerson();
    const browser = host.visitor();
    const answer = await answered(stage, browser, subject);
    await stage.change({ isEnabled: false });
    expect((await stage.end(browser, answer)).status).toBe(404);
    const started = await browser.call('POST', `/api/v1/sign-in/${known.id}/start`);
    expect(started.status).toBe(404);
    const listed = (await browser.call('GET', '/api/v1/settings')).body as unknown as {
      providers: { id: string }[];
    };
    expect(listed.providers.map(({ id }) => id)).not.toContain(known.id);
  });
});

test('sign-ins are limited per address, like sign-ins with a password', async () => {
  const strict = await openIdentityStage({ LIMIT_LOGIN_ATTEMPTS: '5' });
  const browser = strict.host.visitor();
  const statuses: number[] = [];
  for (let attempts = 0; attempts < 6; attempts += 1) {
    const url = `/api/v1/sign-in/${strict.known.id}/start`;
    statuses.push((await browser.call('POST', url)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const requests = strict.provider.asked.get('/.well-known/openid-configuration');
  expect(requests).toBe(1);
  await strict.close();
});
