import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from '../../app.testing.ts';
import { openTestSmtp, textOf, tokenOf, type TestSmtp } from '../../mail/smtp.testing.ts';

const hour = 60 * 60_000;

const smtp = await openTestSmtp();
const host = await openTestApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'team@longhand.test',
  LIMIT_ADDRESS_LOOK_UPS: '4',
});
const ada = await host.member('ada');
afterAll(async () => {
  await host.close();
  await smtp.close();
});
beforeEach(() => void smtp.taken.splice(0));
afterEach(async () => {
  await ada.call('PUT', '/api/v1/admin/sign-up', { body: { mode: 'open' } });
  await host.jobs.runDue();
  host.pass(2 * hour);
});

/** Registers a user whose address is not confirmed. */
async function register(username: string, email: string): Promise<Member> {
  const visitor = host.visitor();
  const body = { username, name: `Name of ${username}`, email, password: testPassword };
  const answer = await visitor.call('POST', '/api/v1/register', { body });
  expect(answer.status).toBe(201);
  return Object.assign(visitor, { user: answer.body as unknown as Member['user'] });
}

/** Returns the secret of the last mail to an address. */
async function mailedTo(email: string): Promise<string> {
  await host.jobs.runDue();
  // Selected by link target: the address may also have been invited.
  const isLink = (mail: TestSmtp['taken'][number]) =>
    /\/auth\/(?:confirm-email|reset-password)#/.test(textOf(mail));
  return tokenOf(smtp.taken.findLast((mail) => mail.to.includes(email) && isLink(mail)));
}

const confirm = (token: string) =>
  host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } });
const me = async (member: Member) => (await member.call('GET', '/api/v1/user/me')).body;

function share(projectId: string, usernameOrEmail: string, by: Member = ada) {
  return by.call('POST', `/api/v1/projects/${projectId}/collaborators`, {
    body: { usernameOrEmail, role: 'viewer' },
  });
}

describe('registration limited to a mail domain', () => {
  test('gives an account no access and no shared content until its address is confirmed', async () => {
    await ada.call('PUT', '/api/v1/admin/sign-up', {
      body: { mode: 'domain', domain: 'corp.example' },
    });
    const eve = await register('eve', 'ceo@corp.example');
    expect(eve.user).toMatchObject({ emailConfirmed: false, mustConfirmEmail: true });
    const project = await makeProject(ada);
    for (const [method, url] of [
      ['GET', '/api/v1/documents'],
      ['POST', '/api/v1/projects'],
      ['GET', '/api/v1/search?q=x'],
      ['GET', '/api/v1/events'],
      ['PATCH', '/api/v1/user'],
      ['POST', '/api/v1/user/tokens'],
    ] as const) {
      const answer = await eve.call(method, url, method === 'GET' ? {} : { body: { name: 'x' } });
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, 'email_unconfirmed']);
    }
    for (const named of ['eve', 'ceo@corp.example'])
      expect((await share(project.id, named)).body.code).toBe('user_not_found');

    const token = await mailedTo('ceo@corp.example');
    expect(smtp.taken.map(({ to }) => to)).toEqual([['ceo@corp.example']]);
    expect(smtp.taken[0] && textOf(smtp.taken[0])).toContain(
      'The account “eve” was created with this address.',
    );
    expect((await confirm(token)).status).toBe(204);
    expect(await me(eve)).toMatchObject({ emailConfirmed: true, mustConfirmEmail: false });
    expect((await eve.call('GET', '/api/v1/documents')).status).toBe(200);
    expect((await share(project.id, 'ceo@corp.example')).status).toBe(201);
  });

  test('resends the mail a limited number of times; a password reset by mail takes over the account', async () => {
    await ada.call('PUT', '/api/v1/admin/sign-up', {
      body: { mode: 'domain', domain: 'corp.example' },
    });
    const squatter = await register('squatter', 'boss@corp.example');
    const first = await mailedTo('boss@corp.example');
    const again = () => squatter.call('POST', '/api/v1/user/email/send');
    expect((await again()).status).toBe(204);
    expect(await mailedTo('boss@corp.example')).not.toBe(first);
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await again()).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
    await host.jobs.runDue();
    await host
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: 'boss@corp.example' } });
    const token = await mailedTo('boss@corp.example');
    const body = { token, password: 'four words are better' };
    expect((await host.visitor().call('POST', '/api/v1/password/reset', { body })).status).toBe(
      204,
    );
    expect((await squatter.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await confirm(first)).body.code).toBe('link_ended');
    const boss = host.visitor();
    const given = { username: 'boss@corp.example', password: 'four words are better' };
    expect((await boss.call('POST', '/api/v1/login', { body: given })).body).toMatchObject({
      mustConfirmEmail: false,
    });
  });

  test('deletes an account that is not confirmed within a week, and so frees its username and address', async () => {
    await ada.call('PUT', '/api/v1/admin/sign-up', {
      body: { mode: 'domain', domain: 'corp.example' },
    });
    await register('never', 'never@corp.example');
    const tidy = async () => {
      await host.jobs.enqueue('links.tidy', {});
      await host.jobs.runDue();
      return host.db.selectFrom('users').select('id').where('username', '=', 'never').execute();
    };
    host.pass(6 * 24 * hour);
    expect(await tidy()).toHaveLength(1);
    host.pass(2 * 24 * hour);
    expect(await tidy()).toEqual([]);
  });

  test('cannot be enabled without outgoing mail, and refuses registrations if it was enabled before', async () => {
    const silent = await openTestApp();
    const first = await silent.member('first');
    const rule = { mode: 'domain', domain: 'corp.example' };
    const chosen = await first.call('PUT', '/api/v1/admin/sign-up', { body: rule });
    expect([chosen.status, chosen.body.code]).toEqual([409, 'mail_needed']);
    await silent.db
      .insertInto('server_choices')
      .values({ name: 'sign_up', value: JSON.stringify(rule) })
      .execute();
    const body = {
      username: 'eve',
      name: 'Eve',
      email: 'ceo@corp.example',
      password: testPassword,
    };
    expect((await silent.visitor().call('POST', '/api/v1/register', { body })).body.code).toBe(
      'sign_up_closed',
    );
    await silent.close();
  });
});

describe('an unconfirmed email address', () => {
  test('does not identify its account for sharing and can be invited; once confirmed it identifies its account', async () => {
    const squatter = await register('mallory', 'partner@example.net');
    expect(squatter.user).toMatchObject({ emailConfirmed: false, mustConfirmEmail: false });
    expect((await squatter.call('GET', '/api/v1/documents')).status).toBe(200);
    const [project, draft] = [await makeProject(ada), await makeDocument(ada, null)];
    const asked = { body: { usernameOrEmail: 'partner@example.net', role: 'viewer' } };
    expect((await share(project.id, 'partner@example.net')).body.code).toBe('user_not_found');
    expect(
      (await ada.call('POST', `/api/v1/documents/${draft.id}/collaborators`, asked)).body.code,
    ).toBe('user_not_found');
    // A username identifies the user without a confirmed address.
    expect((await share(project.id, 'mallory')).body).toMatchObject({
      addressUnconfirmed: false,
      role: 'viewer',
    });
    const invited = { role: 'viewer', email: 'partner@example.net' };
    expect(
      (await ada.call('POST', `/api/v1/projects/${project.id}/invitations`, { body: invited }))
        .status,
    ).toBe(201);
    host.pass(2 * hour);
    await squatter.call('POST', '/api/v1/user/email/send');
    await confirm(await mailedTo('partner@example.net'));
    expect(
      (await ada.call('POST', `/api/v1/documents/${draft.id}/collaborators`, asked)).body,
    ).toMatchObject({
      addressUnconfirmed: false,
    });
  });

  test('is reported as unconfirmed to a user who shares with it, if the server sends no mail', async () => {
    const silent = await openTestApp();
    const [owner, body] = [
      await silent.member('owner'),
      { username: 'sam', name: 'Sam', password: testPassword },
    ];
    const sam = { ...body, email: 'sam@example.net' };
    expect((await silent.visitor().call('POST', '/api/v1/register', { body: sam })).status).toBe(
      201,
    );
    const [one, two] = [await makeProject(owner), await makeProject(owner)];
    expect((await share(one.id, 'sam@example.net', owner)).body).toMatchObject({
      addressUnconfirmed: true,
    });
    expect((await share(two.id, 'sam', owner)).body).toMatchObject({ addressUnconfirmed: false });
    await silent.close();
  });

  test('sends no invitations and receives no notifications by mail', async () => {
    const pat = await register('pat', 'pat@example.net');
    await mailedTo('pat@example.net');
    const own = await makeProject(pat);
    const invite = (body: object) =>
      pat.call('POST', `/api/v1/projects/${own.id}/invitations`, { body });
    expect((await invite({ role: 'viewer', email: 'stranger@example.net' })).body.code).toBe(
      'email_unconfirmed',
    );
    expect((await invite({ role: 'viewer' })).status).toBe(201);
    smtp.taken.splice(0);
    expect((await share((await makeProject(ada)).id, 'pat')).status).toBe(201);
    host.pass(hour);
    await host.jobs.enqueue('notifications.mail', {});
    await host.jobs.runDue();
    await host.jobs.runDue();
    expect(smtp.taken.filter(({ to }) => to.includes('pat@example.net'))).toEqual([]);
  });

  test('limits the address look-ups of a user, in sharing and in changes of their own address', async () => {
    const [project, draft] = [await makeProject(ada), await makeDocument(ada, null)];
    const codes = [];
    for (let count = 0; count < 4; count += 1)
      codes.push((await share(project.id, `no${count}@example.net`)).body.code);
    codes.push((await share(project.id, 'one.more@example.net')).body.code);
    const body = { usernameOrEmail: 'ada@example.org', role: 'viewer' };
    codes.push(
      (await ada.call('POST', `/api/v1/documents/${draft.id}/collaborators`, { body })).body.code,
    );
    const change = { email: 'taken@example.net', currentPassword: testPassword };
    codes.push((await ada.call('PATCH', '/api/v1/user', { body: change })).body.code);
    expect(codes).toEqual([...Array(4).fill('user_not_found'), 'too_many', 'too_many', 'too_many']);
    expect((await share(project.id, 'nobody.at.all')).body.code).toBe('user_not_found');
  });
});
