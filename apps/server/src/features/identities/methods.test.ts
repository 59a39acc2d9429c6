import { afterAll, expect, test } from 'vitest';
import { usualRules, type SignInMethods } from '@longhand/contract';
import { writeRules } from '../../db/rules.ts';
import { writeOnlyProvider } from '../../domain/sign-in-rule.ts';
import { testPassword, type Member, type TestBrowser } from '../../app.testing.ts';
import { openIdentityStage } from './identities.testing.ts';
import { openProviderBrowser } from './oidc.testing.ts';

const stage = await openIdentityStage();
const { host, provider, known } = stage;
afterAll(() => stage.close());

const url = '/api/v1/user/sign-in-methods';
const person = (subject: string, claims: object = {}) =>
  provider.people.set(subject, {
    email: `${subject}@corp.example`,
    email_verified: true,
    name: subject,
    preferred_username: subject,
    ...claims,
  });
const methodsOf = async (browser: TestBrowser) =>
  (await browser.call('GET', url)).body as unknown as SignInMethods;

/** Starts to connect an identity. Returns the response. */
async function connect(browser: TestBrowser, currentPassword?: string, id = known.id) {
  const body = currentPassword === undefined ? {} : { currentPassword };
  const answer = await browser.call('POST', `${url}/${id}/connect`, { body });
  return answer as unknown as { status: number; body: { url: string; code?: string } };
}

/** Connects a person of the provider to the account of a member. */
async function connected(member: Member, subject: string, claims: object = {}) {
  person(subject, claims);
  const started = await connect(member, testPassword);
  return stage.end(member, await openProviderBrowser().signIn(started.body.url, subject));
}

const disconnect = (browser: TestBrowser, id: string, body: object = {}) =>
  browser.call('DELETE', `${url}/${id}`, { body });

test('a user connects an identity after confirming the password, signs in with it, and disconnects it', async () => {
  const member = await host.member('connie');
  expect(await methodsOf(member)).toMatchObject({
    hasPassword: true,
    identities: [],
    choices: [{ id: known.id, name: 'Example' }],
  });
  expect((await connect(member)).status).toBe(422);
  expect((await connect(member, 'not the password')).body.code).toBe('wrong_password');
  expect((await connected(member, 'work-connie')).body['outcome']).toBe('connected');
  const { identities, choices } = await methodsOf(member);
  expect(identities).toMatchObject([
    { provider: { name: 'Example' }, email: 'work-connie@corp.example' },
  ]);
  expect(choices).toEqual([]);
  expect((await connect(member, testPassword)).body.code).toBe('identity_exists');

  const elsewhere = host.visitor();
  expect((await stage.signIn(elsewhere, 'work-connie')).body['outcome']).toBe('signed_in');
  expect((await elsewhere.call('GET', '/api/v1/user/me')).body.username).toBe('connie');

  const [identity] = identities;
  expect((await disconnect(member, identity!.id)).status).toBe(422);
  const wrong = { currentPassword: 'not the password' };
  expect((await disconnect(member, identity!.id, wrong)).status).toBe(403);
  const right = { currentPassword: testPassword };
  expect((await disconnect(member, identity!.id, right)).status).toBe(204);
  // Sessions of the identity end; that of the user does not.
  expect((await elsewhere.call('GET', '/api/v1/user/me')).status).toBe(401);
  expect((await methodsOf(member)).identities).toEqual([]);
  const mails = (await stage.mailsTo('connie@example.org')).join('\n');
  expect(mails).toContain('You can now sign in to your account with “Example”.');
  expect(mails).toContain('“Example” does not sign in to your account any more.');
  const audit = await stage.admin.call('GET', '/api/v1/admin/audit?limit=100');
  const actions = audit.body.items.map((entry) => (entry as unknown as { action: string }).action);
  expect(actions).toEqual(expect.arrayContaining(['identity.linked', 'identity.unlinked']));
});

test('a disconnected identity leaves no group of its provider', async () => {
  await stage.change({ groupsClaim: 'groups' });
  const member = await host.member('grover');
  const groupsOf = () =>
    host.db
      .selectFrom('group_members')
      .innerJoin('groups', 'groups.id', 'group_id')
      .select('groups.name')
      .where('user_id', '=', member.user.id)
      .execute();
  expect((await connected(member, 'work-grover', { groups: ['staff'] })).body['outcome']).toBe(
    'connected',
  );
  expect(await groupsOf()).toEqual([{ name: 'staff' }]);
  const [identity] = (await methodsOf(member)).identities;
  const body = { currentPassword: testPassword };
  expect((await disconnect(member, identity!.id, body)).status).toBe(204);
  expect(await groupsOf()).toEqual([]);
  expect(host.liveCalls.rightsChanged).toContainEqual({ userIds: [member.user.id] });
});

test('an identity belongs to one account, and is connected only by the session that started it', async () => {
  const [first, second] = await host.members('first', 'second');
  await connected(first, 'shared');
  expect((await connected(second, 'shared')).body.code).toBe('identity_taken');
  person('lured');
  const started = await connect(first, testPassword);
  expect(started.body.code).toBe('identity_exists');
  const other = await connect(second, testPassword);
  const answer = await openProviderBrowser().signIn(other.body.url, 'lured');
  // The same browser, but another session by now.
  const credentials = { username: 'first', password: testPassword };
  await second.call('POST', '/api/v1/login', { body: credentials });
  expect((await stage.end(second, answer)).body.code).toBe('sign_in_expired');
});

test('a stranger cannot see or disconnect the identity of another user', async () => {
  const [owner, stranger] = await host.members('keeper', 'taker');
  await connected(owner, 'kept');
  const [identity] = (await methodsOf(owner)).identities;
  const body = { currentPassword: testPassword };
  expect((await disconnect(stranger, identity!.id, body)).status).toBe(404);
  expect((await methodsOf(owner)).identities).toHaveLength(1);
});

test('an account without a password is confirmed by a sign-in of the last ten minutes, and keeps its last way to sign in', async () => {
  const second = await stage.add({ name: 'Second' });
  person('bare');
  const browser = host.visitor();
  await stage.signIn(browser, 'bare');
  const { hasPassword, confirmedUntil, identities } = await methodsOf(browser);
  expect(hasPassword).toBe(false);
  expect(confirmedUntil).not.toBeNull();
  expect((await disconnect(browser, identities[0]!.id)).body.code).toBe('last_sign_in_method');
  host.pass(11 * 60_000);
  expect((await methodsOf(browser)).confirmedUntil).toBeNull();
  expect((await connect(browser, undefined, second.id)).body.code).toBe('sign_in_again');
  expect((await connect(browser, 'a guess', second.id)).body.code).toBe('sign_in_again');
  const gone = await browser.call('DELETE', '/api/v1/user', { body: { currentPassword: '' } });
  expect(gone.body.code).toBe('sign_in_again');
  host.pass(-11 * 60_000);

  await stage.signIn(browser, 'bare');
  const started = await connect(browser, undefined, second.id);
  const answer = await openProviderBrowser().signIn(started.body.url, 'bare');
  expect((await stage.end(browser, answer, { of: second })).body['outcome']).toBe('connected');
  expect((await disconnect(browser, identities[0]!.id)).status).toBe(204);
  expect((await browser.call('GET', '/api/v1/user/me')).status).toBe(200);
});

test('demo and guest sessions connect nothing', async () => {
  const demo = await host.member('visitor');
  await host.db
    .updateTable('users')
    .set({ demo_until: new Date(Date.now() + 1e8) })
    .where('id', '=', demo.user.id)
    .execute();
  expect((await connect(demo, testPassword)).body.code).toBe('demo_account');
  const visitor = host.visitor();
  expect((await connect(visitor, testPassword)).status).toBe(401);
});

test('a connected identity ends the other sessions of the user', async () => {
  const member = await host.member('linker');
  const elsewhere = host.visitor();
  const body = { username: 'linker', password: testPassword };
  await elsewhere.call('POST', '/api/v1/login', { body });
  expect((await connected(member, 'work-linker')).body['outcome']).toBe('connected');
  expect((await elsewhere.call('GET', '/api/v1/user/me')).status).toBe(401);
  expect((await member.call('GET', '/api/v1/user/me')).status).toBe(200);
});

test('a required second factor does not concern a session through a provider, but every other one', async () => {
  const member = await host.member('factored');
  await connected(member, 'work-factored');
  const by = { userId: stage.admin.user.id, now: host.now() };
  await writeRules(host.db, { ...usualRules, secondFactor: 'everyone' }, by);
  const browser = host.visitor();
  await stage.signIn(browser, 'work-factored');
  expect((await browser.call('GET', '/api/v1/user/me')).body.mustAddFactor).toBe(false);
  expect((await browser.call('GET', '/api/v1/documents')).status).toBe(200);
  const refused = await member.call('GET', '/api/v1/documents');
  expect(refused.body.code).toBe('second_factor_needed');
  await writeRules(host.db, usualRules, by);
});

test('a server without passwords refuses passkeys and codes, which would go around the provider', async () => {
  const by = { userId: null, now: host.now() };
  await writeOnlyProvider(host.db, true, by);
  const browser = host.visitor();
  for (const [url, body] of [
    ['/api/v1/login/passkey/start', undefined],
    ['/api/v1/login/code', { code: '123456' }],
  ] as const) {
    const answer = await browser.call('POST', url, body === undefined ? {} : { body });
    expect([url, answer.body.code]).toEqual([url, 'only_provider']);
  }
  await writeOnlyProvider(host.db, false, by);
});
