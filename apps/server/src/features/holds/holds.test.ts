import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Hold, HoldKind } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, testPassword } from '../../app.testing.ts';

const host = await openTestApp();
const [admin, max] = await host.members('first', 'max');
afterAll(() => host.close());
beforeEach(async () => {
  await host.db.deleteFrom('holds').execute();
});

async function hold(kind: HoldKind, object: string): Promise<Hold> {
  const made = await admin.call('POST', '/api/v1/admin/holds', {
    body: { kind, object, reason: 'A dispute' },
  });
  expect(made.status).toBe(201);
  return made.body as unknown as Hold;
}

const end = ({ id }: Hold) => admin.call('POST', `/api/v1/admin/holds/${id}/end`);

const trash = (documentId: string, permanent = false) =>
  max.call('POST', `/api/v1/documents/${documentId}/delete`, { body: { permanent } });

const exists = async (table: 'documents' | 'projects' | 'document_versions', id: string) =>
  (await host.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Makes everything older than all retention times, and runs the job that empties the trash. */
async function tidy(): Promise<void> {
  const before = sql`interval '400 days'`;
  await sql`update documents set deleted_at = deleted_at - ${before}`.execute(host.db);
  await sql`update projects set deleted_at = deleted_at - ${before}`.execute(host.db);
  await sql`update document_versions set created_at = created_at - ${before}`.execute(host.db);
  await host.jobs.enqueue('upkeep.tidy', {});
  await host.jobs.runDue({ later: true });
}

test('a document on hold stays in the trash, also by hand, until the hold ends', async () => {
  const project = await makeProject(max);
  const [held, free] = [await makeDocument(max, project.id), await makeDocument(max, project.id)];
  const made = await hold('document', `https://longhand.test/documents/${held.id}?x=1`);
  expect(made).toMatchObject({ kind: 'document', objectId: held.id, name: 'A letter' });
  for (const { id } of [held, free]) await trash(id);
  expect((await trash(held.id, true)).body.code).toBe('on_hold');
  await tidy();
  expect([await exists('documents', held.id), await exists('documents', free.id)]).toEqual([
    true,
    false,
  ]);
  expect((await end(made)).body).toMatchObject({ endedBy: { id: admin.user.id } });
  expect((await end(made)).status).toBe(404);
  await tidy();
  expect(await exists('documents', held.id)).toBe(false);
});

test('a document inside a document on hold, and the documents of a project on hold, are kept', async () => {
  const project = await makeProject(max);
  const outer = await makeDocument(max, project.id);
  const made = await max.call('POST', '/api/v1/documents', {
    body: { projectId: project.id, parentId: outer.id, title: 'Inner' },
  });
  const inner = made.body.id;
  const other = await makeProject(max);
  const letter = await makeDocument(max, other.id);
  await hold('document', outer.id);
  await hold('project', other.id);
  await trash(outer.id);
  for (const { id } of [project, other]) {
    await max.call('POST', `/api/v1/projects/${id}/archive`);
    await max.call('DELETE', `/api/v1/projects/${id}`);
  }
  await host.db
    .updateTable('projects')
    .set({ deleted_at: new Date(host.now()) })
    .where('id', 'in', [project.id, other.id])
    .execute();
  await tidy();
  for (const id of [outer.id, inner, letter.id]) expect(await exists('documents', id)).toBe(true);
  for (const { id } of [project, other]) expect(await exists('projects', id)).toBe(true);
});

test('a person on hold cannot be deleted or erased, and the documents with their text stay', async () => {
  const ned = await host.member('ned');
  const project = await makeProject(max, [[ned, 'editor']]);
  const { id } = await makeDocument(max, project.id);
  const by = { userId: ned.user.id, sessionId: null };
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'By ned' }] }],
  };
  await host.live.edit(id, { by, how: 'api', content });
  await host.live.settle(id);
  const made = await hold('person', '@ned');
  const own = await ned.call('DELETE', '/api/v1/user', { body: { currentPassword: testPassword } });
  expect(own.body.code).toBe('on_hold');
  const erasure = await admin.call('POST', `/api/v1/admin/users/${ned.user.id}/erasure`, {
    body: { username: 'ned', removeWords: false, currentPassword: testPassword },
  });
  expect(erasure.body.code).toBe('on_hold');
  await trash(id);
  await tidy();
  expect(await exists('documents', id)).toBe(true);
  await end(made);
  await tidy();
  expect(await exists('documents', id)).toBe(false);
});

test('words in a document on hold are not removed; an erasure that began before waits', async () => {
  const una = await host.member('una');
  const project = await makeProject(max, [[una, 'editor']]);
  const { id } = await makeDocument(max, project.id);
  const by = { userId: una.user.id, sessionId: null };
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'By una' }] }],
  };
  await host.live.edit(id, { by, how: 'api', content });
  await host.live.settle(id);
  const erase = () =>
    admin.call('POST', `/api/v1/admin/users/${una.user.id}/erasure`, {
      body: { username: 'una', removeWords: true, currentPassword: testPassword },
    });
  const first = await hold('document', id);
  expect((await erase()).body.code).toBe('on_hold');
  await end(first);
  expect((await erase()).status).toBe(202);
  const second = await hold('document', id);
  await host.jobs.runDue({ later: true });
  expect(await host.live.readContent(id, 'text')).toBe('By una');
  await end(second);
  await host.jobs.enqueue('people.erase', {});
  await host.jobs.runDue({ later: true });
  expect(await host.live.readContent(id, 'text')).toBe('');
});

test('versions, comments and files of a document on hold are kept', async () => {
  const project = await makeProject(max);
  const { id } = await makeDocument(max, project.id);
  for (const text of ['One', 'Two']) {
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    };
    await host.live.edit(id, { by: { userId: max.user.id, sessionId: null }, how: 'api', content });
    await max.call('POST', `/api/v1/documents/${id}/versions`, { body: { name: text } });
  }
  await host.db
    .updateTable('document_versions')
    .set({ kind: 'auto' })
    .where('document_id', '=', id)
    .execute();
  const rules = (await admin.call('GET', '/api/v1/admin/rules')).body;
  const changed = await admin.call('PUT', '/api/v1/admin/rules', {
    body: { ...rules, versionDays: 30 },
  });
  expect(changed.status).toBe(200);
  const comment = await max.call('POST', `/api/v1/documents/${id}/comments`, {
    body: { body: 'A remark' },
  });
  const made = await hold('document', id);
  const remove = () => max.call('DELETE', `/api/v1/documents/${id}/comments/${comment.body.id}`);
  expect((await remove()).body.code).toBe('on_hold');
  const count = async () =>
    (
      await host.db
        .selectFrom('document_versions')
        .select('id')
        .where('document_id', '=', id)
        .execute()
    ).length;
  const fileId = crypto.randomUUID();
  const long = new Date(host.now() - 400 * 86_400_000);
  await host.db
    .insertInto('files')
    .values({ id: fileId, document_id: id, created_at: long, stored_at: long, deleted_at: long })
    .execute();
  const isKept = async () => {
    await host.jobs.enqueue('files.tidy', {});
    await host.jobs.runDue({ later: true });
    const row = await host.db.selectFrom('files').select('id').where('id', '=', fileId).execute();
    return row.length === 1;
  };
  await tidy();
  expect([await count(), await isKept()]).toEqual([2, true]);
  await end(made);
  await tidy();
  expect([await count(), await isKept()]).toEqual([1, false]);
  expect((await remove()).status).toBe(204);
});

test('is created once for existing objects, listed, and audited', async () => {
  const project = await makeProject(max, [], 'Held letters');
  const made = await hold('project', project.id);
  const again = (object: string, kind: HoldKind = 'project') =>
    admin.call('POST', '/api/v1/admin/holds', { body: { kind, object, reason: 'A dispute' } });
  expect((await again(project.id)).body.code).toBe('held_already');
  for (const object of ['nobody', '0192f0c1-7a00-7000-8000-0123456789ab'])
    for (const kind of ['person', 'project', 'document'] as const)
      expect((await again(object, kind)).body.code).toBe('hold_object_not_found');
  const listed = await admin.call('GET', '/api/v1/admin/holds');
  expect(listed.body.items).toMatchObject([
    { id: made.id, name: 'Held letters', reason: 'A dispute' },
  ]);
  await end(made);
  expect((await admin.call('GET', '/api/v1/admin/holds')).body.items).toEqual([]);
  expect((await admin.call('GET', '/api/v1/admin/holds?ended=true')).body.items).toMatchObject([
    { id: made.id },
  ]);
  for (const action of ['hold.made', 'hold.ended']) {
    const { body } = await admin.call('GET', `/api/v1/admin/audit?action=${action}`);
    expect(body.items[0]).toMatchObject({ target: project.id });
  }
});
