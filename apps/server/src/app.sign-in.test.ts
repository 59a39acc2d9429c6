import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testPassword, type TestBrowser } from './app.testing.ts';
import { createAuthenticator } from './features/factors/authenticator.testing.ts';
import { addOneTimeCodes, confirm, waitingFor } from './features/factors/factors.testing.ts';
import {
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
