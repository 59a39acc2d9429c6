import { afterAll, afterEach, expect, test } from 'vitest';
import type { TestBrowser } from '../../app.testing.ts';
import { answered, lastAudit, openIdentityStage, reset } from './identities.testing.ts';
import { openProviderBrowser } from './oidc.testing.ts';

const stage = await openIdentityStage();
const { host, provider, newPerson } = stage;
afterAll(() => stage.close());
afterEach(() => reset(stage));

const isIn = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/user/me')).status === 200;

const sessionCount = async () => {
  const rows = await host.db.selectFrom('identity_sessions').select('session_id').execute();
  return rows.length;
};

const accountOf = (email: string) =>
  host.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();

test.each([
  ['before the code was exchanged', undefined],
  ['after the code was exchanged, before the claims were read', { email: undefined }],
])('a person deleted at the provider %s gets a sentence and no session', async (_, claims) => {
  const { subject, email } = newPerson();
  const before = await sessionCount();
  const browser = host.visitor();
  const answer = await answered(stage, browser, subject);
  if (claims === undefined) provider.people.delete(subject);
  else {
    provider.faults = {
      claims: (given) => {
        provider.people.delete(subject);
        return { ...given, ...claims };
      },
    };
  }
  const { status, body } = await stage.end(browser, answer);
  expect([status, body.code]).toEqual([403, 'provider_not_confirmed']);
  expect(body['detail']).toContain('your account there is closed');
  expect(await isIn(browser)).toBe(false);
  expect([await sessionCount(), await accountOf(email)]).toEqual([before, undefined]);
  expect(await lastAudit(stage, 'session.refused')).toMatchObject({
    data: { reason: 'provider_not_confirmed' },
  });
  // The answer cannot be used again, not even if the person returns.
  provider.faults = {};
  provider.people.set(subject, { email, email_verified: true });
  expect((await stage.end(browser, answer)).body.code).toBe('sign_in_expired');
});

test('a person deleted at the provider before the next sign-in gets a sentence and no session', async () => {
  const { subject, email } = newPerson();
  const atProvider = openProviderBrowser();
  const signIn = async (browser: TestBrowser, by = atProvider) =>
    stage.end(browser, await by.signIn(await stage.start(browser), subject));
  expect((await signIn(host.visitor())).status).toBe(200);
  const asked = [...provider.asked.keys()].filter((path) => path.startsWith('/interaction/'));
  // The session at the provider signs in without a question as long as the person exists.
  expect((await signIn(host.visitor())).status).toBe(200);
  const again = [...provider.asked.keys()].filter((path) => path.startsWith('/interaction/'));
  expect(again).toEqual(asked);

  provider.people.delete(subject);
  const before = await sessionCount();
  for (const by of [atProvider, openProviderBrowser()]) {
    const browser = host.visitor();
    const { status, body } = await signIn(browser, by);
    expect([status, body.code]).toEqual([403, 'provider_denied']);
    expect(body['detail']).toContain('cancelled or refused');
    expect(await isIn(browser)).toBe(false);
  }
  expect(await sessionCount()).toBe(before);
  expect(await accountOf(email)).not.toBe(undefined);
});

test('a sign-out at the provider after the person was deleted ends the sessions, and closes their connections', async () => {
  const port = await host.listen();
  const row = await stage.add({ name: 'With sign-out' });
  const client = { clientId: 'longhand-of-deleted', clientSecret: 'secret of the sign-out' };
  await stage.change(client, row);
  const { id, redirectUri, afterSignOutUri } = row;
  const signOutUri = `http://127.0.0.1:${port}/api/v1/sign-in/${id}/sign-out`;
  provider.register({ ...client, redirectUri, afterSignOutUri, signOutUri });
  const { subject } = newPerson();
  const atProvider = openProviderBrowser();
  const browser = host.visitor();
  const answer = await atProvider.signIn(await stage.start(browser, row), subject);
  expect((await stage.end(browser, answer, { of: row })).status).toBe(200);

  provider.people.delete(subject);
  expect(await isIn(browser)).toBe(true);
  await atProvider.signOut(provider.issuer);
  await expect.poll(() => isIn(browser)).toBe(false);
  expect(host.liveCalls.sessionEnded.at(-1)).toHaveProperty('sessionId');
});

test('a person deleted at the provider can sign out here, and there with the ID token', async () => {
  const { subject } = newPerson();
  const browser = host.visitor();
  expect((await stage.signIn(browser, subject)).status).toBe(200);
  provider.people.delete(subject);
  const { body } = await browser.call('POST', '/api/v1/logout');
  expect(await isIn(browser)).toBe(false);
  expect((await fetch((body as unknown as { continueAt: string }).continueAt)).status).toBe(200);
});
