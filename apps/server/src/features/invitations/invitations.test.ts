import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeProject, type Member, type TestApp } from '../../app.testing.ts';
import { headersOf, textOf, tokenOf, type TestSmtp } from '../../mail/smtp.testing.ts';
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
  smtp.taken.splice(0);
  projectId = (await makeProject(owner)).id;
});
// Pending jobs and rate limits of one test must not affect the next one.
afterEach(() => settle(host));

const invite = (body: object, by = owner) => inviteTo(projectId, body, by);

function accept(member: Pick<Member, 'call'>, token: string) {
  return member.call('POST', '/api/v1/invitations/accept', { body: { token } });
}

function offer(token: string) {
  return host.visitor().call('POST', '/api/v1/invitations/look', { body: { token } });
}

async function roleOf(member: Member): Promise<string> {
  const { status, body } = await member.call('GET', `/api/v1/projects/${projectId}`);
  return status === 200 ? body.role : `${status}`;
}

describe('an invitation by link', () => {
  test('admits every user who has the link, with its role, until it expires', async () => {
    const answer = await invite({ role: 'reviewer' });
    const { token, link, ...invitation } = made(answer);
    expect(answer.status).toBe(201);
    expect(link).toBe(`http://longhand.test/invitation#token=${token}`);
    expect(invitation).toMatchObject({
      projectId,
      role: 'reviewer',
      email: null,
      uses: 0,
      createdBy: { username: 'owner' },
    });
    expect((await offer(token)).body).toMatchObject({
      projectName: 'Letters',
      inviterName: 'Name of owner',
      role: 'reviewer',
    });
    expect((await offer(token)).body).toMatchObject({ projectId, email: null });
    const mailed = made(await invite({ role: 'viewer', email: 'gil@example.org' }));
    expect((await offer(mailed.token)).body).toMatchObject({ projectId, email: 'gil@example.org' });
    for (const name of ['ann', 'ben']) {
      const member = await host.member(name);
      expect(await roleOf(member)).toBe('404');
      expect((await accept(member, token)).body).toEqual({ projectId, role: 'reviewer' });
      expect(await roleOf(member)).toBe('reviewer');
      expect(host.liveCalls.rightsChanged.at(-1)).toEqual({ userId: member.user.id, projectId });
    }
    host.pass(14 * day);
    expect((await offer(token)).body.code).toBe('link_ended');
    expect((await accept(await host.member('late'), token)).body.code).toBe('link_ended');
  });

  test('that is accepted fifty times concurrently by the same user counts as a single use', async () => {
    const token = made(await invite({ role: 'editor' })).token;
    const eager = await host.member('eager');
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(eager, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const { body: list } = await owner.call('GET', `/api/v1/projects/${projectId}/invitations`);
    expect(list.items).toMatchObject([{ uses: 1 }]);
    const activity = await owner.call('GET', `/api/v1/projects/${projectId}/activity`);
    expect(
      activity.body.items.filter(
        (item) => (item as unknown as { type: string }).type === 'member.joined',
      ),
    ).toHaveLength(1);
  });

  test('does not change the role of an existing collaborator, and counts no use for them', async () => {
    const token = made(await invite({ role: 'owner' })).token;
    const viewer = await host.member('viewer');
    const body = { usernameOrEmail: 'viewer', role: 'viewer' };
    await owner.call('POST', `/api/v1/projects/${projectId}/collaborators`, { body });
    expect((await accept(viewer, token)).body).toEqual({ projectId, role: 'viewer' });
    expect(await roleOf(viewer)).toBe('viewer');
    expect((await accept(owner, token)).body).toEqual({ projectId, role: 'owner' });
    const { body: list } = await owner.call('GET', `/api/v1/projects/${projectId}/invitations`);
    expect(list.items).toMatchObject([{ uses: 0 }]);
  });

  test('ends if it is deleted, its project is in the trash, or its creator loses the right to share', async () => {
    const [guest, partner] = await host.members('guest', 'partner');
    const taken = made(await invite({ role: 'editor' }));
    expect(
      (await owner.call('DELETE', `/api/v1/projects/${projectId}/invitations/${taken.id}`)).status,
    ).toBe(204);
    expect(
      (await owner.call('DELETE', `/api/v1/projects/${projectId}/invitations/${taken.id}`)).status,
    ).toBe(404);
    expect((await accept(guest, taken.token)).body.code).toBe('link_ended');

    const body = { usernameOrEmail: 'partner', role: 'owner' };
    await owner.call('POST', `/api/v1/projects/${projectId}/collaborators`, { body });
    const theirs = made(await invite({ role: 'owner' }, partner));
    await owner.call('DELETE', `/api/v1/projects/${projectId}/collaborators/${partner.user.id}`);
    expect((await offer(theirs.token)).body.code).toBe('link_ended');
    expect((await accept(guest, theirs.token)).body.code).toBe('link_ended');
    expect((await accept(partner, theirs.token)).body.code).toBe('link_ended');

    const trashed = made(await invite({ role: 'editor' }));
    await host.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', projectId)
      .execute();
    expect((await accept(guest, trashed.token)).body.code).toBe('link_ended');
    expect(await roleOf(guest)).toBe('404');
  });

  test('does not readmit a user whom an owner has removed since, by link or mail; a new invitation does', async () => {
    const guest = await host.member('returning');
    const link = made(await invite({ role: 'editor' }));
    const mailed = made(await invite({ role: 'editor', email: 'elsewhere@example.com' }));
    const place = `/api/v1/projects/${projectId}/collaborators/${guest.user.id}`;
    await accept(guest, link.token);
    expect((await guest.call('DELETE', place)).status).toBe(204);
    expect((await accept(guest, link.token)).status).toBe(200);
    expect((await owner.call('DELETE', place)).status).toBe(204);
    for (const { token } of [link, mailed])
      expect((await accept(guest, token)).body.code).toBe('link_ended');
    expect(await roleOf(guest)).toBe('404');
    host.pass(1_000);
    const again = made(await invite({ role: 'viewer' }));
    expect((await accept(guest, again.token)).body).toEqual({ projectId, role: 'viewer' });
  });

  test.each(['', 'x', '%00', 'a'.repeat(90), '0192f0c1-7a00-7000-8000-0123456789ab'])(
    'is refused with the invalid token %j',
    async (token) => {
      expect((await offer(token)).status).toBeGreaterThanOrEqual(400);
      expect((await offer(token)).status).toBeLessThan(500);
    },
  );

  test('cannot be created by mail or accepted by a demo user', async () => {
    const demo = await host.member('looker');
    const { token } = made(await invite({ role: 'viewer' }));
    const own = await makeProject(demo);
    await host.db
      .updateTable('users')
      .set({ demo_until: new Date(4e12) })
      .where('id', '=', demo.user.id)
      .execute();
    expect((await accept(demo, token)).body.code).toBe('not_allowed');
    const body = { role: 'viewer', email: 'victim@example.com' };
    expect(
      (await demo.call('POST', `/api/v1/projects/${own.id}/invitations`, { body })).body.code,
    ).toBe('demo_account');
  });

  test('does not store or list its token in plain text', async () => {
    const { token } = made(await invite({ role: 'viewer', email: 'secret@example.com' }));
    await host.jobs.runDue();
    const rows = [
      await host.db.selectFrom('invitations').selectAll().execute(),
      await host.db.selectFrom('mail_outbox').selectAll().execute(),
      (await owner.call('GET', `/api/v1/projects/${projectId}/invitations`)).body,
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('an invitation by mail', () => {
  test('is sent to its address and can be used once', async () => {
    const answer = await invite({
      role: 'editor',
      email: 'new.person@example.com',
      expiresInDays: 3,
    });
    expect(answer.status).toBe(201);
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to)).toEqual([['new.person@example.com']]);
    const [mail] = smtp.taken;
    expect(mail && textOf(mail)).toContain(
      'Name of owner invites you to the project “Letters” as an editor.',
    );
    const token = tokenOf(mail);
    expect(token).toBe(made(answer).token);
    const people = await Promise.all(
      ['paul', 'pete', 'pia', 'pola'].map((name) => host.member(name)),
    );
    const answers = await Promise.all(people.map((member) => accept(member, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect((await offer(token)).status).toBe(404);
  });

  test('cannot inject headers, HTML or addresses through the names that it contains', async () => {
    const eve = await host.member('eve');
    const name = 'x\r\nBcc: victim@example.com\r\n\r\n<a href="https://evil.example">';
    projectId = (await makeProject(eve, [], name)).id;
    await invite({ role: 'viewer', email: 'somebody@example.com' }, eve);
    await host.jobs.runDue();
    const [mail] = smtp.taken;
    if (!mail) throw new Error('No mail came');
    expect(mail.to).toEqual(['somebody@example.com']);
    expect(headersOf(mail).get('subject')).toEqual(['You are invited to a project']);
    expect(headersOf(mail).has('bcc')).toBe(false);
    expect(mail.raw.slice(mail.raw.indexOf('<!doctype'))).not.toContain('<a href=3D"https://evil');
    expect(textOf(mail)).not.toContain('https://evil.example');
  });

  test('is not sent to a collaborator, and is rate-limited per user', async () => {
    const inside = await host.member('inside');
    const body = { usernameOrEmail: 'inside', role: 'viewer' };
    await owner.call('POST', `/api/v1/projects/${projectId}/collaborators`, { body });
    expect(
      (await invite({ role: 'viewer', email: inside.user.email.toUpperCase() })).body.code,
    ).toBe('already_collaborator');
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await invite({ role: 'viewer', email: `many${at}@example.com` })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await invite({ role: 'viewer' })).status).toBe(201);
  });

  test('is rate-limited per recipient, across senders', async () => {
    const statuses = [];
    for (const name of ['own1', 'own2', 'own3', 'own4', 'own5', 'own6']) {
      const other = await host.member(name);
      projectId = (await makeProject(other)).id;
      statuses.push((await invite({ role: 'viewer', email: 'Victim@example.com' }, other)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test.each([
    {},
    { role: 'king' },
    { role: 'viewer', email: 'a@example.org, b@example.org' },
    { role: 'viewer', email: 'a@example.org\r\nBcc: b@example.org' },
    { role: 'viewer', expiresInDays: 0 },
    { role: 'viewer', expiresInDays: 91 },
    { role: 'viewer', token: 'mine' },
  ])('is refused with the body %j', async (body) => {
    expect((await invite(body)).status).toBe(422);
  });
});

describe('a list of invitations', () => {
  test('contains the active invitations for owners only, newest first, in pages', async () => {
    for (const role of ['viewer', 'reviewer', 'editor']) {
      await invite({ role });
      host.pass(1);
    }
    await invite({ role: 'viewer', expiresInDays: 1 });
    host.pass(day);
    const url = `/api/v1/projects/${projectId}/invitations`;
    const first = await owner.call('GET', `${url}?limit=2`);
    expect(first.body.items.map(({ role }) => role)).toEqual(['editor', 'reviewer']);
    const second = await owner.call('GET', `${url}?limit=2&cursor=${first.body.nextCursor}`);
    expect([second.body.items.map(({ role }) => role), second.body.nextCursor]).toEqual([
      ['viewer'],
      null,
    ]);
    const editor = await host.member('lou');
    await owner.call('POST', `/api/v1/projects/${projectId}/collaborators`, {
      body: { usernameOrEmail: 'lou', role: 'editor' },
    });
    expect(await roleOf(editor)).toBe('editor');
    expect((await editor.call('GET', url)).body.code).toBe('not_allowed');
    expect((await (await host.member('moe')).call('GET', url)).status).toBe(404);
  });
});

test('deletes ended links: account links first, invitations after a month', async () => {
  await host.db.deleteFrom('account_links').execute();
  const held = made(await invite({ role: 'viewer', expiresInDays: 90 }));
  const ended = made(await invite({ role: 'viewer', expiresInDays: 1 }));
  await host
    .visitor()
    .call('POST', '/api/v1/password/forgot', { body: { email: 'owner@example.org' } });
  await host.jobs.runDue();
  const left = async () => {
    await host.jobs.enqueue('links.tidy', {});
    await host.jobs.runDue();
    const invitations = await host.db
      .selectFrom('invitations')
      .select('id')
      .where('project_id', '=', projectId)
      .execute();
    const links = await host.db.selectFrom('account_links').select('kind').execute();
    return [invitations.map(({ id }) => id).toSorted(), links.length];
  };
  expect(await left()).toEqual([[held.id, ended.id].toSorted(), 1]);
  host.pass(29 * day);
  expect(await left()).toEqual([[held.id, ended.id].toSorted(), 0]);
  host.pass(3 * day);
  expect(await left()).toEqual([[held.id], 0]);
});
