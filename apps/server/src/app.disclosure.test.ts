import { afterAll, describe, expect, test } from 'vitest';
import { endpoints, type Endpoint, type Notification } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestBrowser,
} from './app.testing.ts';
import { openTestSmtp, textOf } from './mail/smtp.testing.ts';

// Checks that no response to any call reveals objects that the user may not see.

const smtp = await openTestSmtp();
const mail = {
  SMTP_URL: smtp.url,
  MAIL_FROM: 'longhand@example.org',
  PUBLIC_URL: 'https://write.example.org',
};
const host = await openTestApp({ ...mail, LIMIT_LOGIN_ATTEMPTS: '1000', LIMIT_CALLS: '100000' });
const [ada, ben, eve] = await host.members('ada.who', 'ben.who', 'eve.who');
afterAll(async () => {
  await host.close();
  await smtp.close();
});

const people = () => [ada, ben, eve] as [Member, Member, Member];

/** Returns the responses to all read-only calls, with the given ids in their paths. */
async function readAll(
  reader: TestBrowser,
  named: { projectId: string; documentId: string },
  isMeant: (endpoint: Endpoint) => boolean,
) {
  const answers: string[] = [];
  let found = 0;
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    if (endpoint.method !== 'GET' || endpoint.gives !== undefined || !isMeant(endpoint)) continue;
    const id = endpoint.path.includes('/projects/') ? named.projectId : named.documentId;
    const path = endpoint.path.replace('{id}', id).replaceAll(/\{\w+\}/g, named.documentId);
    const query = endpoint.path.endsWith('/search') ? '?q=letter' : '';
    const { status, body } = await reader.call('GET', `${path}${query}`);
    if (status === 200) found += 1;
    answers.push(`${endpoint.path} ${status} ${JSON.stringify(body)}`);
  }
  return { answers, found };
}

async function mailedTo(member: Member): Promise<string> {
  host.pass(3_600_000);
  await host.jobs.enqueue('notifications.mail', {});
  await host.jobs.runDue();
  await host.jobs.runDue();
  const mine = smtp.taken.filter(({ to }) => to.includes(member.user.email));
  return mine.map((mail) => `${mail.raw} ${textOf(mail)}`).join('\n');
}

/** Makes changes to a document that cause notifications for its watchers. */
async function workOn(documentId: string, [one, two]: [Member, Member]): Promise<void> {
  const path = `/api/v1/documents/${documentId}`;
  const done = async (answer: ReturnType<Member['call']>) =>
    expect((await answer).status).toBeLessThan(300);
  await done(two.call('POST', `${path}/comments`, { body: { body: 'A letter to @ada.who' } }));
  await done(
    one.call('POST', `${path}/comments`, { body: { body: 'Hello @eve.who, said @ben.who.' } }),
  );
  await done(one.call('POST', `${path}/versions`, { body: { name: 'First' } }));
  await done(one.call('PATCH', path, { body: { title: 'A longer letter' } }));
  await done(one.call('PATCH', path, { body: { status: 'in_review' } }));
}

describe('a user with access to a single document of a project', () => {
  test('does not learn the name of the project from any response or mail', async () => {
    const [owner, other, reader] = people();
    const name = 'Wyvern takeover';
    const project = await makeProject(owner, [[other, 'editor']], name);
    const { id: documentId } = await makeDocument(owner, project.id);
    await owner.call('POST', `/api/v1/documents/${documentId}/collaborators`, {
      body: { usernameOrEmail: 'eve.who', role: 'reviewer' },
    });
    expect(
      (
        await reader.call('PUT', `/api/v1/documents/${documentId}/watch`, {
          body: { watching: true },
        })
      ).status,
    ).toBe(200);
    await workOn(documentId, [owner, other]);
    const asked = { reviewerIds: [reader.user.id], message: 'Please' };
    await owner.call('POST', `/api/v1/documents/${documentId}/reviews`, { body: asked });
    const { answers, found } = await readAll(
      reader,
      { projectId: project.id, documentId },
      ({ access }) => access !== 'public',
    );
    expect(found).toBeGreaterThan(25);
    expect(answers.filter((answer) => answer.includes('Wyvern'))).toEqual([]);
    const mail = await mailedTo(reader);
    expect([mail.includes('longer letter'), mail.includes('Wyvern')]).toEqual([true, false]);
    // Members of the project are notified.
    const read = await readAll(
      other,
      { projectId: project.id, documentId },
      ({ access }) => access !== 'public',
    );
    expect(
      read.answers.filter((answer) => answer.includes('/activity') && answer.includes('Wyvern'))
        .length,
    ).toBeGreaterThan(1);
  });

  test('exports the document into the folder Shared with me, not into a folder named after the project', async () => {
    const { documentsOf } = await import('./features/transfer/everything.ts');
    const [owner, , reader] = people();
    const project = await makeProject(owner, [], 'Basilisk takeover');
    const { id } = await makeDocument(owner, project.id);
    await owner.call('POST', `/api/v1/documents/${id}/collaborators`, {
      body: { usernameOrEmail: 'eve.who', role: 'viewer' },
    });
    const folderOf = async (member: Member) =>
      (await documentsOf(host.db, member.user.id)).rows.find((document) => document.id === id)
        ?.folder;
    expect([await folderOf(owner), await folderOf(reader)]).toEqual([
      'Basilisk takeover/',
      'Shared with me/',
    ]);
  });
});

test('a user who lost access finds neither the title nor the project in notifications, responses or mails', async () => {
  const [owner, , reader] = people();
  const project = await makeProject(owner, [[reader, 'editor']], 'Griffin takeover');
  const { id: documentId } = await makeDocument(owner, project.id, 'Griffin figures');
  await owner.call('POST', `/api/v1/documents/${documentId}/comments`, {
    body: { body: 'Look, @eve.who' },
  });
  const inbox = async () =>
    (await reader.call('GET', '/api/v1/notifications')).body.items as unknown as Notification[];
  const about = async () => (await inbox()).filter(({ projectId }) => projectId === project.id);
  expect((await about()).map(({ hidden }) => hidden)).toEqual([false, false]);
  expect(JSON.stringify(await about())).toMatch(/Griffin figures.*Griffin takeover/);
  await owner.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${reader.user.id}`);
  expect((await about()).map(({ hidden }) => hidden)).toEqual([true, true]);
  const { answers } = await readAll(
    reader,
    { projectId: project.id, documentId },
    ({ access }) => access !== 'public',
  );
  expect(answers.filter((answer) => answer.includes('Griffin'))).toEqual([]);
  expect(await mailedTo(reader)).not.toContain('Griffin');
});

test('a guest sees no usernames, and no names of project members who do not take part in the document', async () => {
  const [owner, other] = people();
  const silent = await host.member('zed.who');
  const project = await makeProject(owner, [
    [other, 'editor'],
    [silent, 'viewer'],
    [eve as Member, 'viewer'],
  ]);
  const { id: documentId } = await makeDocument(owner, project.id);
  await workOn(documentId, [owner, other]);
  const made = await owner.call('POST', `/api/v1/documents/${documentId}/guest-links`, {
    body: { role: 'reviewer' },
  });
  const guest = host.visitor();
  const { token } = made.body as unknown as { token: string };
  expect(
    (await guest.call('POST', '/api/v1/guest-links/enter', { body: { token, name: 'Gus' } }))
      .status,
  ).toBe(201);
  const { items } = (await guest.call('GET', `/api/v1/documents/${documentId}/comments`)).body;
  const [first] = items;
  const thread = first as unknown as { id: string };
  const reaction = `/api/v1/documents/${documentId}/comments/${thread.id}/reactions/heart`;
  expect((await other.call('PUT', reaction)).status).toBeLessThan(300);
  const said = await guest.call('POST', `/api/v1/documents/${documentId}/comments`, {
    body: { body: 'I ask @ben.who.' },
  });
  const { answers, found } = await readAll(
    guest,
    { projectId: project.id, documentId },
    ({ guests }) => guests === true,
  );
  expect(found).toBeGreaterThan(3);
  const all = [...answers, JSON.stringify(said.body)].join('\n');
  expect(all.replaceAll(/Name of \w+\.who/g, '')).not.toContain('.who');
  expect(all).toContain('Hello @Name of eve.who, said @Name of ben.who.');
  expect(all).toContain('Name of ben.who');
  expect(all).not.toContain('zed');
});
