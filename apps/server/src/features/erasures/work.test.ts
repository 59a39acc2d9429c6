import { afterAll, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp, testPassword } from '../../app.testing.ts';
import { Fault } from '../../platform/fault.ts';
import { eraseDue, type WorkDeps } from './work.ts';

const host = await openTestApp();
const [admin, max, tom] = await host.members('first', 'max', 'tom');
afterAll(() => host.close());

/** Runs the job once, with a live channel that cannot change one of the documents. */
async function runWithout(documentId: string, fault: Error): Promise<void> {
  const { db, jobs, live } = host;
  const failing: WorkDeps['live'] = {
    ...live,
    erase: (id, ...more) => (id === documentId ? Promise.reject(fault) : live.erase(id, ...more)),
  };
  const audit = () => Promise.resolve();
  await eraseDue({ db, jobs, clock: host, live: failing, audit });
}

test('a document that cannot be changed is left to the next run, and delays no others', async () => {
  const project = await makeProject(max, [[tom, 'editor']]);
  const documents = [await makeDocument(max, project.id), await makeDocument(max, project.id)];
  const [first = '', second = ''] = documents.map(({ id }) => id).toSorted();
  const by = { userId: tom.user.id, sessionId: null };
  const text = [{ type: 'text', text: 'By tom' }];
  const content = { type: 'doc', content: [{ type: 'paragraph', content: text }] };
  for (const id of [first, second]) await host.live.edit(id, { by, how: 'api', content });
  const asked = { username: 'tom', removeWords: true, currentPassword: testPassword };
  const path = `/api/v1/admin/users/${tom.user.id}/erasure`;
  expect((await admin.call('POST', path, { body: asked })).status).toBe(202);
  const read = () => Promise.all([first, second].map((id) => host.live.readContent(id, 'text')));

  const fault = new Fault('This document cannot be changed now');
  await expect(runWithout(first, fault)).rejects.toBe(fault);
  expect(await read()).toEqual(['By tom', '']);
  await host.jobs.runDue({ later: true });
  expect(await read()).toEqual(['', '']);
});
