import { afterAll, expect, test } from 'vitest';
import type { AccessRequest } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, ben, eve] = await host.members('ada', 'ben', 'eve');
afterAll(() => host.close());

const people = () => [ada, ben, eve] as [Member, Member, Member];
const waitingFor = async (member: Member): Promise<AccessRequest[]> => {
  await host.jobs.runDue();
  return (await member.call('GET', '/api/v1/waiting/requests')).body
    .items as unknown as AccessRequest[];
};
const ask = (member: Member, of: string, message = '') =>
  member.call('POST', `/api/v1/${of}/access-requests`, { body: { message } });

test('only owners see a request and can grant it with a role; the requester is notified', async () => {
  const [owner, editor, stranger] = people();
  const project = await makeProject(owner, [[editor, 'editor']]);
  const document = await makeDocument(owner, project.id, 'A letter');
  for (const of of [`documents/${document.id}`, `projects/${project.id}`]) {
    expect((await ask(stranger, of, 'May I look?')).status).toBe(204);
    expect((await ask(stranger, of, 'Once more')).status).toBe(204);
    const [request, ...more] = await waitingFor(owner);
    expect([request, more]).toMatchObject([
      { person: { username: 'eve' }, message: 'May I look?' },
      [],
    ]);
    expect([await waitingFor(editor), await waitingFor(stranger)]).toEqual([[], []]);
    const notification = (await owner.call('GET', '/api/v1/notifications')).body
      .items[0] as unknown as {
      kind: string;
    };
    expect(notification.kind).toBe('request');
    const grant = (member: Member) =>
      member.call('POST', `/api/v1/${of}/access-requests/${request?.id}/grant`, {
        body: { role: 'reviewer' },
      });
    expect([(await grant(editor)).status, (await grant(stranger)).status]).toEqual([403, 404]);
    expect((await grant(owner)).status).toBe(204);
    expect((await stranger.call('GET', `/api/v1/${of}`)).body.role).toBe('reviewer');
    expect((await grant(owner)).status).toBe(404);
    const heard = (await stranger.call('GET', '/api/v1/notifications')).body
      .items[0] as unknown as { kind: string };
    expect(heard.kind).toBe('invitation');
    const [kind, id] = of.split('/');
    await owner.call('DELETE', `/api/v1/${kind}/${id}/collaborators/${stranger.user.id}`);
  }
});

test('a request gets the same response for an existing, a missing and an already accessible document', async () => {
  const [owner, , stranger] = people();
  const document = await makeDocument(owner, null);
  const mine = await makeDocument(stranger, null);
  const trashed = await makeDocument(owner, null);
  await owner.call('POST', `/api/v1/documents/${trashed.id}/delete`);
  const answers = [];
  for (const id of [document.id, crypto.randomUUID(), mine.id, trashed.id]) {
    const { status, headers, body } = await ask(stranger, `documents/${id}`);
    answers.push([status, headers['content-length'] ?? null, body]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await waitingFor(owner)).map(({ documentId }) => documentId)).toEqual([document.id]);
  expect(await waitingFor(stranger)).toEqual([]);
});

test('a request stays open when granting it fails', async () => {
  const [owner, , stranger] = people();
  const document = await makeDocument(owner, null);
  const of = `documents/${document.id}`;
  await ask(stranger, of);
  const [request] = await waitingFor(owner);
  const grant = () =>
    owner.call('POST', `/api/v1/${of}/access-requests/${request?.id}/grant`, {
      body: { role: 'viewer' },
    });
  const disabled = (at: Date | null) =>
    host.db
      .updateTable('users')
      .set({ disabled_at: at })
      .where('id', '=', stranger.user.id)
      .execute();
  await disabled(new Date());
  expect((await grant()).status).toBeGreaterThanOrEqual(400);
  await disabled(null);
  expect((await waitingFor(owner)).map(({ id }) => id)).toContain(request?.id);
  expect((await grant()).status).toBe(204);
});

test('a declined user is not notified, and further requests are ignored for a week', async () => {
  const [owner, , stranger] = people();
  const document = await makeDocument(owner, null);
  const of = `documents/${document.id}`;
  await ask(stranger, of);
  const [request] = await waitingFor(owner);
  const before = (await stranger.call('GET', '/api/v1/notifications')).body.items.length;
  expect(
    (await owner.call('POST', `/api/v1/${of}/access-requests/${request?.id}/decline`)).status,
  ).toBe(204);
  expect((await stranger.call('GET', '/api/v1/notifications')).body.items.length).toBe(before);
  await ask(stranger, of);
  expect((await waitingFor(owner)).some(({ documentId }) => documentId === document.id)).toBe(
    false,
  );
  host.pass(8 * 86_400_000);
  await ask(stranger, of);
  expect((await waitingFor(owner)).some(({ documentId }) => documentId === document.id)).toBe(true);
});

test('requests are rate limited per user, and too long messages are refused', async () => {
  const member = await host.member('asker');
  expect((await ask(member, `documents/${crypto.randomUUID()}`, 'x'.repeat(1_001))).status).toBe(
    422,
  );
  const statuses = [];
  for (let count = 0; count < 22; count += 1)
    statuses.push((await ask(member, `documents/${crypto.randomUUID()}`)).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
});
