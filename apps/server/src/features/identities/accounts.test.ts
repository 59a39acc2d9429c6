import type { Group } from '@longhand/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testPassword, type Member } from '../../app.testing.ts';
import { answered, lastAudit, me, openIdentityStage, reset } from './identities.testing.ts';

const stage = await openIdentityStage();
const { host, provider, admin, newPerson } = stage;
afterAll(() => stage.close());
afterEach(() => reset(stage));

describe('the first sign-in of a person', () => {
  test('creates an account with the name, a username and the verified address', async () => {
    const { subject, email } = newPerson({ name: 'Grace Hopper', preferred_username: 'grace' });
    const browser = host.visitor();
    const { status, body } = await stage.signIn(browser, subject);
    expect({ status, outcome: body['outcome'] }).toEqual({ status: 200, outcome: 'created' });
    expect(await me(browser)).toMatchObject({
      username: 'grace',
      name: 'Grace Hopper',
      email,
      emailConfirmed: true,
      mustConfirmEmail: false,
      avatarColor: expect.stringMatching(/^#/),
    });
    const again = host.visitor();
    expect((await stage.signIn(again, subject)).body['outcome']).toBe('signed_in');
    expect((await me(again)).email).toBe(email);
    const byPassword = { username: 'grace', password: testPassword };
    const refused = await host.visitor().call('POST', '/api/v1/login', { body: byPassword });
    expect(refused.status).toBe(401);
  });

  test('makes the username unique, and derives it from other claims if necessary', async () => {
    const names: string[] = [];
    for (const claims of [
      { preferred_username: 'taken.name' },
      { preferred_username: 'Taken.Name' },
      { preferred_username: 'taken.name@corp.example' },
      { preferred_username: '!', email: 'first.last@corp.example' },
      { preferred_username: 'Ада Лавлейс' },
    ]) {
      const browser = host.visitor();
      await stage.signIn(browser, newPerson(claims).subject);
      names.push((await me(browser)).username);
    }
    expect(names).toEqual([
      'taken.name',
      'Taken.Name2',
      'taken.name3',
      'first.last',
      'Ада.Лавлейс',
    ]);
  });

  test('creates one account if it is ended twice at once in two browsers', async () => {
    const { subject, email } = newPerson();
    const browsers = [host.visitor(), host.visitor(), host.visitor()];
    const answers = await Promise.all(browsers.map((browser) => answered(stage, browser, subject)));
    const ended = await Promise.all(
      browsers.map((browser, index) => stage.end(browser, answers[index] ?? '')),
    );
    expect(ended.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await host.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('creates no account if the provider may not, or for addresses of other domains', async () => {
    await stage.change({ createsAccounts: false });
    const { subject } = newPerson();
    expect((await stage.signIn(host.visitor(), subject)).body.code).toBe('accounts_not_created');
    await stage.change({ createsAccounts: true, accountDomains: ['other.example'] });
    expect((await stage.signIn(host.visitor(), subject)).body.code).toBe('accounts_not_created');
    await stage.change({ accountDomains: ['other.example', 'corp.example'] });
    const unverified = newPerson({ email_verified: false });
    expect((await stage.signIn(host.visitor(), unverified.subject)).body.code).toBe(
      'accounts_not_created',
    );
    expect((await stage.signIn(host.visitor(), subject)).status).toBe(200);
  });

  test('requires an address, and asks to confirm one that the provider has not verified', async () => {
    const nameless = newPerson({ email: undefined });
    expect((await stage.signIn(host.visitor(), nameless.subject)).body.code).toBe(
      'provider_address_missing',
    );
    const { subject, email } = newPerson({ email_verified: false });
    const browser = host.visitor();
    expect((await stage.signIn(browser, subject)).status).toBe(200);
    expect((await me(browser)).emailConfirmed).toBe(false);
    expect(await stage.mailsTo(email)).toEqual([expect.stringContaining('Confirm this address')]);
  });

  test('follows the sign-up rule of the server: invitation, or domain with a verified address', async () => {
    await admin.call('PUT', '/api/v1/admin/sign-up', { body: { mode: 'invited' } });
    const { subject } = newPerson();
    expect((await stage.signIn(host.visitor(), subject)).body.code).toBe('sign_up_closed');
    const project = await admin.call('POST', '/api/v1/projects', { body: { name: 'Letters' } });
    const url = `/api/v1/projects/${project.body.id}/invitations`;
    const made = await admin.call('POST', url, { body: { role: 'viewer' } });
    const { token } = made.body as unknown as { token: string };
    const invited = host.visitor();
    expect((await stage.signIn(invited, subject, { invitation: token })).status).toBe(200);
    expect((await invited.call('GET', `/api/v1/projects/${project.body.id}`)).status).toBe(200);
    const wrong = await stage.signIn(host.visitor(), newPerson().subject, { invitation: 'none' });
    expect(wrong.body.code).toBe('link_ended');

    const rule = { mode: 'domain', domain: 'corp.example' };
    await admin.call('PUT', '/api/v1/admin/sign-up', { body: rule });
    const verified = host.visitor();
    expect((await stage.signIn(verified, newPerson().subject)).status).toBe(200);
    expect((await me(verified)).mustConfirmEmail).toBe(false);
    const unverified = host.visitor();
    await stage.signIn(unverified, newPerson({ email_verified: false }).subject);
    expect((await me(unverified)).mustConfirmEmail).toBe(true);
    const stranger = newPerson({ email: 'somewhere@else.example' });
    expect((await stage.signIn(host.visitor(), stranger.subject)).body.code).toBe('sign_up_closed');
  });

  test('is a member of exactly the groups that the provider sent at the last sign-in', async () => {
    await stage.change({ groupsClaim: 'groups' });
    const own = await admin.call('POST', '/api/v1/groups', { body: { name: 'Editors' } });
    const { subject } = newPerson({ groups: ['Editors', 'staff', 'staff', '', 'a\u0000b'] });
    const groups = async () => {
      const { items } = (await admin.call('GET', '/api/v1/groups?limit=100')).body;
      return (items as unknown as Group[])
        .filter(({ managedBy, memberCount }) => managedBy !== null && memberCount > 0)
        .map(({ name, managedBy, handle }) => [name, managedBy, handle.slice(0, 8)]);
    };
    const browser = host.visitor();
    expect((await stage.signIn(browser, subject)).status).toBe(200);
    const name = stage.known.name;
    expect(await groups()).toEqual([
      ['Editors', name, 'editors-'],
      ['staff', name, 'staff'],
    ]);
    // The group of the same name that administrators maintain has not changed.
    const members = await admin.call('GET', `/api/v1/groups/${own.body.id}/members`);
    expect(members.body.items).toEqual([]);
    provider.people.set(subject, { ...provider.people.get(subject), groups: ['staff'] });
    await stage.signIn(host.visitor(), subject);
    expect(await groups()).toEqual([['staff', name, 'staff']]);
    const { id: userId } = await me(browser);
    expect(host.liveCalls.rightsChanged).toContainEqual({ userIds: [userId] });
  });
});

describe('an account with the address of the person', () => {
  async function accountOf(email: string, isConfirmed = true): Promise<Member> {
    const member = await host.member(email.slice(0, email.indexOf('@')).replace('person', 'owner'));
    await host.db
      .updateTable('users')
      .set({ email, email_key: email, email_confirmed_at: isConfirmed ? new Date() : null })
      .where('id', '=', member.user.id)
      .execute();
    return member;
  }

  test.each([
    ['never', [], 'account_exists'],
    ['domains', ['other.example'], 'account_exists'],
    ['domains', ['corp.example'], undefined],
    ['verified', [], undefined],
  ] as const)(
    'is linked by the rule %s with the domains %j: %s',
    async (linkRule, domains, code) => {
      await stage.change({ linkRule, linkDomains: [...domains] });
      const { subject, email } = newPerson();
      const owner = await accountOf(email);
      const browser = host.visitor();
      const { body } = await stage.signIn(browser, subject);
      expect(body.code).toBe(code);
      if (code !== undefined) return expect(browser.cookies.has('session')).toBe(false);
      expect((await me(browser)).id).toBe(owner.user.id);
      expect(await stage.mailsTo(email)).toEqual([
        expect.stringContaining('sign in to your account with'),
      ]);
      expect(await lastAudit(stage, 'identity.linked')).toMatchObject({
        target: owner.user.id,
        data: { by: 'address', provider: 'Example' },
      });
    },
  );

  test('is never taken over by an unverified address, nor before Longhand has confirmed it', async () => {
    await stage.change({ linkRule: 'verified' });
    const attacker = newPerson({ email_verified: false });
    await accountOf(attacker.email);
    expect((await stage.signIn(host.visitor(), attacker.subject)).body.code).toBe('account_exists');
    // An account that a stranger registered with the address of the person.
    const victim = newPerson();
    await accountOf(victim.email, false);
    expect((await stage.signIn(host.visitor(), victim.subject)).body.code).toBe('account_exists');
    expect(await lastAudit(stage, 'session.refused')).toMatchObject({
      data: { provider: 'Example', reason: 'account_exists' },
    });
  });

  test('is never a demo account', async () => {
    await stage.change({ linkRule: 'verified' });
    const { subject, email } = newPerson();
    const demo = await accountOf(email);
    await host.db
      .updateTable('users')
      .set({ demo_until: new Date(Date.now() + 1e7) })
      .where('id', '=', demo.user.id)
      .execute();
    expect((await stage.signIn(host.visitor(), subject)).body.code).toBe('account_exists');
  });

  test('is found by issuer and subject if the address changes at the provider, never by the new address', async () => {
    const { subject } = newPerson();
    const browser = host.visitor();
    await stage.signIn(browser, subject);
    const { id, email } = await me(browser);
    await stage.change({ linkRule: 'verified' });
    const other = newPerson();
    const owner = await accountOf(other.email);
    provider.people.set(subject, { ...provider.people.get(subject), email: other.email });
    const again = host.visitor();
    expect((await stage.signIn(again, subject)).status).toBe(200);
    expect(await me(again)).toMatchObject({ id, email });
    expect(id).not.toBe(owner.user.id);
  });

  test('is not opened if it is disabled; a removed one does not come back', async () => {
    const { subject } = newPerson();
    const browser = host.visitor();
    await stage.signIn(browser, subject);
    const { id } = await me(browser);
    const url = `/api/v1/admin/users/${id}`;
    await admin.call('PATCH', url, { body: { disabled: true } });
    const refused = await stage.signIn(host.visitor(), subject);
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_closed' } });
    await admin.call('PATCH', url, { body: { disabled: false } });
    const back = host.visitor();
    await stage.signIn(back, subject);
    const removed = await back.call('DELETE', '/api/v1/user', { body: { currentPassword: '' } });
    expect(removed.status).toBe(204);
    await stage.change({ createsAccounts: false });
    expect((await stage.signIn(host.visitor(), subject)).body.code).toBe('accounts_not_created');
    await stage.change({ createsAccounts: true });
    const anew = host.visitor();
    expect((await stage.signIn(anew, subject)).body['outcome']).toBe('created');
    expect((await me(anew)).id).not.toBe(id);
  });
});
