import { afterAll, expect, test } from 'vitest';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from '../../app.testing.ts';
import { Fault } from '../../platform/fault.ts';
import { eraseDue, type WorkDeps } from './work.ts';

const host = await openTestApp();
const [admin, max, tom, sue, sam] = await host.members('first', 'max', 'tom', 'sue', 'sam');
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

/** Creates documents in which a user may write. Returns their ids in the order of the job. */
async function createDocuments(writer: Member): Promise<[string, string]> {
  const project = await makeProject(max, [[writer, 'editor']]);
  const documents = [await makeDocument(max, project.id), await makeDocument(max, project.id)];
  const [first = '', second = ''] = documents.map(({ id }) => id).toSorted();
  return [first, second];
}

/** Writes the same text into documents, on behalf of a user. */
async function write({ user }: Member, ids: readonly string[]): Promise<void> {
  const by = { userId: user.id, sessionId: null };
  const text = [{ type: 'text', text: 'Mine' }];
  const content = { type: 'doc', content: [{ type: 'paragraph', content: text }] };
  for (const id of ids) await host.live.edit(id, { by, how: 'api', content });
}

const read = (ids: readonly string[]): Promise<unknown[]> =>
  Promise.all(ids.map((id) => host.live.readContent(id, 'text')));

async function erase({ user }: Member): Promise<void> {
  const { id, username } = user;
  const body = { username, removeWords: true, currentPassword: testPassword };
  const { status } = await admin.call('POST', `/api/v1/admin/users/${id}/erasure`, { body });
  expect(status).toBe(202);
}

test('a document that cannot be changed is left to the next run, and delays no others', async () => {
  const ids = await createDocuments(tom);
  await write(tom, ids);
  await erase(tom);
  const fault = new Fault('This document cannot be changed now');
  await expect(runWithout(ids[0], fault)).rejects.toBe(fault);
  expect(await read(ids)).toEqual(['Mine', '']);
  await host.jobs.runDue({ later: true });
  expect(await read(ids)).toEqual(['', '']);
});

test('an erasure concerns text that is acknowledged, but not in the database yet', async () => {
  const ids = await createDocuments(sue);
  await erase(sue);
  // A page that is open during the erasure may still write. The journal is stored later.
  await write(sue, ids);
  await host.jobs.runDue({ later: true });
  expect(await read(ids)).toEqual(['', '']);
});

test('an erasure continues after it was stopped between two documents', async () => {
  const ids = await createDocuments(sam);
  await write(sam, ids);
  await erase(sam);
  await host.db
    .updateTable('erasure_documents')
    .set({ done_at: new Date(host.now()) })
    .where('document_id', '=', ids[0])
    .execute();
  await host.jobs.runDue({ later: true });
  expect(await read(ids)).toEqual(['Mine', '']);
});
