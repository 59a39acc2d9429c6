import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../../app.testing.ts';
import { openIdentityStage } from './identities.testing.ts';
import { openProviderBrowser, openTestProvider } from './oidc.testing.ts';

const stage = await openIdentityStage();
const { host, provider, known } = stage;
afterAll(() => stage.close());
beforeEach(() => {
  provider.faults = {};
});

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const clientId = async () => (await clientOf(known.id)).client_id;
const clientOf = (id: string) =>
  host.db
    .selectFrom('identity_providers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

let people = 0;
async function signedIn(subject = `leaver${(people += 1)}`) {
  provider.people.set(subject, { email: `${subject}@corp.example`, email_verified: true });
  const browser = host.visitor();
  expect((await stage.signIn(browser, subject)).status).toBe(200);
  return { browser, subject };
}

const isIn = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/user/me')).status === 200;

const sidOf = async (subject: string) => {
  const row = await host.db
    .selectFrom('identity_sessions as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .select('s.sid')
    .where('i.subject', '=', subject)
    .orderBy('s.created_at', 'desc')
    .executeTakeFirstOrThrow();
  return row.sid;
};

/** Sends a logout token as a provider does, without cookies. */
async function order(token: string, id = known.id) {
  return host.app.inject({
    method: 'POST',
    url: `/api/v1/sign-in/${id}/sign-out`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
}

const now = () => Math.floor(Date.now() / 1_000);

async function tokenWith(claims: object) {
  const usual = { iss: provider.issuer, aud: await clientId(), iat: now(), jti: 'one' };
  const all = Object.entries({ ...usual, events: event, ...claims });
  return provider.sign(Object.fromEntries(all.filter(([, value]) => value !== undefined)), {
    typ: 'logout+jwt',
  });
}

describe('signing out', () => {
  test('returns the address that signs out at the provider, with the ID token, and ends the session first', async () => {
    const { browser } = await signedIn();
    const { body } = await browser.call('POST', '/api/v1/logout');
    const { continueAt } = body as unknown as { continueAt: string };
    const url = new URL(continueAt);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://longhand.test/');
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect(await isIn(browser)).toBe(false);
    // The provider accepts both.
    expect((await fetch(url)).status).toBe(200);
  });

  test('of a session with a password returns no address', async () => {
    const member = await host.member('plain');
    expect((await member.call('POST', '/api/v1/logout')).body).toEqual({ continueAt: null });
    expect((await host.visitor().call('POST', '/api/v1/logout')).body).toEqual({
      continueAt: null,
    });
  });

  test('succeeds if the provider is not reachable', async () => {
    const gone = await openTestProvider();
    gone.people.set('someone', { email: 'someone@corp.example', email_verified: true });
    const row = await stage.add({ name: 'Gone' }, gone);
    const browser = host.visitor();
    expect((await stage.signIn(browser, 'someone', { of: row })).status).toBe(200);
    await gone.close();
    // The description of the provider is kept for a minute.
    host.pass(61_000);
    expect(await browser.call('POST', '/api/v1/logout')).toMatchObject({
      status: 200,
      body: { continueAt: null },
    });
    expect(await isIn(browser)).toBe(false);
    host.pass(-61_000);
  });

  test('stores ID tokens encrypted', async () => {
    const { subject } = await signedIn();
    const { id_token: stored } = await host.db
      .selectFrom('identity_sessions as s')
      .innerJoin('identities as i', 'i.id', 's.identity_id')
      .select('s.id_token')
      .where('i.subject', '=', subject)
      .executeTakeFirstOrThrow();
    expect(stored.toString('latin1')).not.toMatch(/eyJ/);
  });
});

describe('a logout token', () => {
  test('that the provider sends at its own sign-out ends the session, and closes its connections', async () => {
    const port = await host.listen();
    const row = await stage.add({ name: 'With sign-out' });
    // Longhand is reached at its port, not at its public address.
    const taken = await clientOf(row.id);
    const signOutUri = `http://127.0.0.1:${port}/api/v1/sign-in/${row.id}/sign-out`;
    const { redirectUri, afterSignOutUri } = row;
    const clientSecret = 'secret of the sign-out';
    const clientIdNow = `${taken.client_id}-out`;
    await stage.change({ clientId: clientIdNow, clientSecret }, row);
    provider.register({
      clientId: clientIdNow,
      clientSecret,
      redirectUri,
      afterSignOutUri,
      signOutUri,
    });
    provider.people.set('outgoing', { email: 'outgoing@corp.example', email_verified: true });
    const atProvider = openProviderBrowser();
    const browser = host.visitor();
    const answer = await atProvider.signIn(await stage.start(browser, row), 'outgoing');
    expect((await stage.end(browser, answer, { of: row })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    await atProvider.signOut(provider.issuer);
    await expect.poll(() => isIn(browser)).toBe(false);
    const { body } = await stage.admin.call('GET', '/api/v1/admin/audit?action=session.ended');
    const entries = body.items.map((entry) => (entry as unknown as { data: object }).data);
    expect(entries).toContainEqual({ provider: 'With sign-out' });
    expect(host.liveCalls.sessionEnded.at(-1)).toHaveProperty('sessionId');
  });

  test('with sid ends that session only; with sub alone, all sessions of the person until then', async () => {
    const first = await signedIn();
    const sid = await sidOf(first.subject);
    const second = await signedIn(first.subject);
    const other = await signedIn();
    expect((await order(await tokenWith({ sub: first.subject, sid }))).statusCode).toBe(204);
    expect(await isIn(first.browser)).toBe(false);
    expect(await isIn(second.browser)).toBe(true);
    const token = await tokenWith({ sub: first.subject, iat: now() });
    expect((await order(token)).statusCode).toBe(204);
    expect(await isIn(second.browser)).toBe(false);
    expect(await isIn(other.browser)).toBe(true);
    // Replayed minutes later, it does not end a later session.
    host.pass(120_000);
    const later = host.visitor();
    await stage.signIn(later, first.subject);
    expect((await order(token)).statusCode).toBe(204);
    expect(await isIn(later)).toBe(true);
    host.pass(-120_000);
  });

  test('does not end sessions that began with a password', async () => {
    const { browser, subject } = await signedIn();
    const { id } = (await browser.call('GET', '/api/v1/user/me')).body;
    const member = await host.member('both');
    await host.db
      .updateTable('sessions')
      .set({ user_id: id })
      .where('user_id', '=', member.user.id)
      .execute();
    await order(await tokenWith({ sub: subject }));
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(member)).toBe(true);
  });

  test.each([
    ['of another issuer', { iss: 'https://attacker.example' }],
    ['for another client', { aud: 'another' }],
    ['without the event', { events: {} }],
    ['with a nonce, as an ID token has', { nonce: 'n' }],
    ['without sub and sid', { sub: undefined }],
    ['without jti', { jti: undefined }],
    ['that is old', { iat: Math.floor(Date.now() / 1_000) - 700 }],
    ['of the future', { iat: Math.floor(Date.now() / 1_000) + 700 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - 100 }],
  ])('%s is refused', async (_, claims) => {
    const { browser, subject } = await signedIn();
    const answer = await order(await tokenWith({ sub: subject, ...claims }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'logout_token_invalid' });
    expect(await isIn(browser)).toBe(true);
  });

  test('of unknown origin is refused: another key, no signature, nonsense, or none', async () => {
    const { browser, subject } = await signedIn();
    const stranger = await openTestProvider();
    const claims = { iss: provider.issuer, aud: await clientId(), iat: now(), jti: 'x' };
    const all = { ...claims, events: event, sub: subject };
    const [, payload] = (await tokenWith({ sub: subject })).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [await stranger.sign(all), `${none}.${payload}.`, 'a.b.c', 'x'])
      expect((await order(token)).statusCode).toBe(400);
    expect((await order('')).statusCode).toBe(422);
    expect(await isIn(browser)).toBe(true);
    await stranger.close();
  });

  test('is verified with new keys after the keys were changed', async () => {
    const { browser, subject } = await signedIn();
    await order(await tokenWith({ sub: 'nobody' }));
    await provider.rotateKeys();
    host.pass(6_000);
    expect((await order(await tokenWith({ sub: subject }))).statusCode).toBe(204);
    expect(await isIn(browser)).toBe(false);
    host.pass(-6_000);
  });

  test('needs the form of the standard; a JSON body is refused', async () => {
    const url = `/api/v1/sign-in/${known.id}/sign-out`;
    const { statusCode } = await host.app.inject({
      method: 'POST',
      url,
      payload: { logout_token: 'x' },
    });
    expect(statusCode).toBe(415);
  });
});
