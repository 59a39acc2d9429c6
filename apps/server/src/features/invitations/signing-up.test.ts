import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeProject, testPassword, type Member, type TestApp } from '../../app.testing.ts';
import type { TestSmtp } from '../../mail/smtp.testing.ts';
import { day, inviteTo, made, openInvitationsApp, settle } from './invitations.testing.ts';

let host: TestApp;
let smtp: TestSmtp;
let owner: Member;
let projectId: string;
beforeAll(async () => {
  ({ host, smtp, owner } = await openInvitationsApp());
});
afterAll(async () => {
  await host.close();
  await smtp.close();
});
beforeEach(async () => {
  projectId = (await makeProject(owner)).id;
});
// Pending jobs and rate limits of one test must not affect the next one.
afterEach(() => settle(host));

const invite = (body: object) => inviteTo(projectId, body, owner);

describe('registration', () => {
  let people = 0;
  function register(more: object = {}) {
    people += 1;
    const username = `joiner${people}`;
    const body = {
      username,
      name: 'Joiner',
      email: `${username}@example.org`,
      password: testPassword,
      ...more,
    };
    const visitor = host.visitor();
    return visitor
      .call('POST', '/api/v1/register', { body })
      .then((answer) => ({ answer, visitor }));
  }
  const rule = (body: object, by: Member = owner) =>
    by.call('PUT', '/api/v1/admin/sign-up', { body });
  afterEach(() => rule({ mode: 'open' }));

  test('follows the sign-up rule of the administrator immediately', async () => {
    expect((await owner.call('GET', '/api/v1/admin/sign-up')).body).toEqual({
      mode: 'open',
      domain: null,
    });
    expect((await rule({ mode: 'invited' })).body).toEqual({ mode: 'invited', domain: null });
    expect((await register()).answer.body.code).toBe('sign_up_closed');
    expect((await rule({ mode: 'domain', domain: 'Example.ORG' })).body).toEqual({
      mode: 'domain',
      domain: 'example.org',
    });
    expect((await register()).answer.status).toBe(201);
    expect((await register({ email: 'joiner@example.com' })).answer.body.code).toBe(
      'sign_up_closed',
    );
    const { body } = await host.visitor().call('GET', '/api/v1/settings');
    expect(body).toMatchObject({
      signUp: { mode: 'domain', domain: 'example.org' },
      mail: true,
      salesMailbox: null,
    });
  });

  test.each([
    {},
    { mode: 'closed' },
    { mode: 'domain' },
    { mode: 'domain', domain: 'x' },
    { mode: 'open', domain: 'example.org' },
  ])('refuses the sign-up rule %j', async (body) => {
    expect((await rule(body)).status).toBe(422);
  });

  test('with an invitation leads into the project; an invitation by mail admits a single user', async () => {
    const { token } = made(await invite({ role: 'editor', email: 'invited@example.com' }));
    await rule({ mode: 'invited' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ invitation: token })),
    );
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([
      201,
      ...Array(7).fill(404),
    ]);
    const joined = answers.find(({ answer }) => answer.status === 201);
    expect((await joined?.visitor.call('GET', `/api/v1/projects/${projectId}`))?.body.role).toBe(
      'editor',
    );
    const pending = await owner.call('GET', `/api/v1/projects/${projectId}/invitations`);
    expect(pending.body.items).toEqual([]);
  });

  test('with an expired or forged invitation is refused, even if registration is open', async () => {
    const { token } = made(await invite({ role: 'editor', expiresInDays: 1 }));
    host.pass(day);
    expect((await register({ invitation: token })).answer.body.code).toBe('link_ended');
    expect((await register({ invitation: 'forged' })).answer.body.code).toBe('link_ended');
  });

  test('with an invitation is allowed for an address outside the domain', async () => {
    const { token } = made(await invite({ role: 'viewer' }));
    await rule({ mode: 'domain', domain: 'example.com' });
    expect((await register()).answer.body.code).toBe('sign_up_closed');
    expect((await register({ invitation: token })).answer.status).toBe(201);
  });
});
