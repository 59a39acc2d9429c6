import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import type { Document } from '@longhand/contract';
import { syncFrame } from '@longhand/sync/protocol';
import { makeDocument, makeProject, openTestApp } from '../../app.testing.ts';
import { idsIn } from './lists.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

const at = (document: { id: string }, more = '') => `/api/v1/documents/${document.id}${more}`;

describe('archive and trash', () => {
  test('an archived document leaves the lists, is read-only, and is restored unchanged', async () => {
    const document = await makeDocument(ada, null, 'Kept');
    const archived = await ada.call('POST', at(document, '/archive'));
    expect([archived.status, archived.body.archivedAt]).toEqual([200, expect.any(String)]);
    expect(await idsIn(ada, 'documents')).not.toContain(document.id);
    expect(await idsIn(ada, 'documents/drafts')).not.toContain(document.id);
    expect(await idsIn(ada, 'documents/archived')).toContain(document.id);
    expect((await ada.call('PATCH', at(document), { body: { title: 'X' } })).body.code).toBe(
      'archived',
    );
    expect((await ada.call('POST', at(document, '/archive'))).status).toBe(200);
    const back = await ada.call('POST', at(document, '/restore'));
    expect(back.body).toEqual(document);
    expect(await idsIn(ada, 'documents')).toContain(document.id);
    expect(host.liveCalls.rightsChanged).toContainEqual({ documentIds: [document.id] });
  });

  test('a document in the trash is deleted permanently after thirty days, or immediately on request', async () => {
    const [soft, hard] = [await makeDocument(ada, null), await makeDocument(ada, null)];
    for (const document of [soft, hard]) {
      expect(
        (await ada.call('POST', at(document, '/delete'), { body: {} })).body.deletedAt,
      ).not.toBe(null);
    }
    expect(await idsIn(ada, 'documents/archived')).toEqual(
      expect.arrayContaining([soft.id, hard.id]),
    );
    expect(
      (await ada.call('POST', at(hard, '/delete'), { body: { permanent: true } })).status,
    ).toBe(200);
    expect((await ada.call('GET', at(hard))).status).toBe(404);
    expect((await ada.call('POST', at(soft, '/delete'))).status).toBe(200);
    expect((await ada.call('GET', at(soft))).status).toBe(200);

    const fresh = await makeDocument(ada, null);
    expect(
      (await ada.call('POST', at(fresh, '/delete'), { body: { permanent: true } })).body.code,
    ).toBe('not_deleted');
    const daysAgo = (days: number) =>
      new Date(Date.parse(fresh.createdAt) - days * 24 * 60 * 60 * 1_000);
    const put = (document: Document, days: number) =>
      host.db
        .updateTable('documents')
        .set({ deleted_at: daysAgo(days) })
        .where('id', '=', document.id)
        .execute();
    await put(soft, 31);
    await put(fresh, 29);
    await host.jobs.enqueue('upkeep.tidy', {});
    await host.jobs.runDue({ later: true });
    expect((await ada.call('GET', at(soft))).status).toBe(404);
    expect((await ada.call('GET', at(fresh))).status).toBe(200);
  });

  test('an archived project archives its documents, and restores them with it', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(bob, project.id);
    const own = await makeDocument(bob, project.id);
    const last = await makeDocument(bob, project.id);
    await bob.call('PUT', `/api/v1/projects/${project.id}/documents/reorder`, {
      body: { documentIds: [last.id, own.id, document.id] },
    });
    await bob.call('POST', at(own, '/archive'));
    expect((await bob.call('GET', at(own))).body.archivedWithProject).toBe(false);
    expect(
      (await ada.call('POST', `/api/v1/projects/${project.id}/archive`)).body.archivedAt,
    ).not.toBe(null);
    expect(await idsIn(bob, 'documents')).not.toContain(document.id);
    expect(await idsIn(bob, 'documents/archived')).toEqual(
      expect.arrayContaining([document.id, own.id]),
    );
    expect(await idsIn(bob, 'projects-archived')).toContain(project.id);
    expect((await bob.call('GET', at(document))).body).toMatchObject({
      archivedAt: expect.any(String),
      archivedWithProject: true,
    });
    // In order, without the documents that were archived before.
    expect(await idsIn(bob, `projects/${project.id}/documents`)).toEqual([last.id, document.id]);
    expect((await bob.call('POST', at(document, '/restore'))).body.code).toBe('project_put_away');
    expect((await bob.call('POST', at(document, '/delete'))).body.code).toBe('archived');
    await ada.call('POST', `/api/v1/projects/${project.id}/restore`);
    expect(await idsIn(bob, 'documents')).toContain(document.id);
    expect(await idsIn(bob, 'documents')).not.toContain(own.id);
  });

  test('permanent deletion is allowed only for owners, and not for editors or access tokens', async () => {
    const draft = await makeDocument(ada, null);
    await ada.call('POST', at(draft, '/collaborators'), {
      body: { usernameOrEmail: 'bob', role: 'editor' },
    });
    const written = await makeDocument(bob, (await makeProject(ada, [[bob, 'editor']])).id);
    for (const document of [draft, written]) {
      expect((await bob.call('POST', at(document, '/delete'))).status).toBe(200);
      const removed = await bob.call('POST', at(document, '/delete'), {
        body: { permanent: true },
      });
      expect([removed.status, removed.body.code]).toEqual([403, 'not_allowed']);
      expect((await ada.call('GET', at(document))).body.deletedAt).not.toBe(null);
    }
    const made = await ada.call('POST', '/api/v1/user/tokens', {
      body: { name: 'x', scopes: ['read', 'write'] },
    });
    const { token } = made.body as unknown as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const byToken = (body: object) =>
      host.visitor().call('POST', at(draft, '/delete'), { headers, body });
    expect((await byToken({ permanent: true })).body.code).toBe('scope');
    expect((await byToken({})).status).toBe(200);
    expect(
      (await ada.call('POST', at(draft, '/delete'), { body: { permanent: true } })).status,
    ).toBe(200);
    expect((await ada.call('GET', at(draft))).status).toBe(404);
  });

  test('a document of an archived project cannot be deleted permanently', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(ada, project.id);
    await ada.call('POST', at(document, '/delete'));
    await ada.call('POST', `/api/v1/projects/${project.id}/archive`);
    const removed = await ada.call('POST', at(document, '/delete'), { body: { permanent: true } });
    expect([removed.status, removed.body.code]).toEqual([409, 'archived']);
    expect((await ada.call('GET', at(document))).status).toBe(200);
  });

  test('only the owner can delete a project, after archiving it, and restore it', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(ada, project.id);
    const url = `/api/v1/projects/${project.id}`;
    expect((await ada.call('DELETE', url)).body.code).toBe('not_archived');
    await ada.call('POST', `${url}/archive`);
    expect((await bob.call('DELETE', url)).status).toBe(403);
    expect((await ada.call('DELETE', url)).body.deletedAt).not.toBe(null);
    expect((await bob.call('GET', url)).status).toBe(404);
    expect((await ada.call('GET', at(document))).status).toBe(404);
    expect(await idsIn(ada, 'projects-archived')).toContain(project.id);
    expect(await idsIn(bob, 'projects-archived')).not.toContain(project.id);
    expect((await ada.call('POST', `${url}/restore`)).body).toMatchObject({
      archivedAt: null,
      deletedAt: null,
    });
    expect((await ada.call('GET', at(document))).status).toBe(200);
  });
});

describe('a status', () => {
  test('is changed by an editor, recorded once in the activity, and moves the document between the lists', async () => {
    const document = await makeDocument(ada, null);
    const change = (status: unknown) => ada.call('PATCH', at(document), { body: { status } });
    expect((await change('in_review')).body.status).toBe('in_review');
    await change('in_review');
    expect(await idsIn(ada, 'documents/drafts')).not.toContain(document.id);
    expect(await idsIn(ada, 'documents?status=in_review')).toContain(document.id);
    for (const status of ['approved', 'published', 'draft'])
      expect((await change(status)).body.status).toBe(status);
    expect((await change('done')).status).toBe(422);
    const activities = (await ada.call('GET', at(document, '/activity'))).body.items as unknown as {
      type: string;
    }[];
    expect(activities.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 4 }, () => 'document.status_changed'),
      'document.created',
    ]);
  });
});

describe('a goal and a language', () => {
  test('are set and removed by an editor and visible to a viewer; invalid values are refused', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const document = await makeDocument(ada, project.id);
    expect(document).toMatchObject({ goal: null, language: null });
    const change = (body: object, by = ada) => by.call('PATCH', at(document), { body });
    const goal = { words: 50_000, dueOn: '2026-12-31' };
    expect((await change({ goal, language: 'DE-at' })).body).toMatchObject({
      goal,
      language: 'de-AT',
    });
    expect((await bob.call('GET', at(document))).body).toMatchObject({ goal, language: 'de-AT' });
    expect((await change({ goal: { words: 10, dueOn: null } })).body).toMatchObject({
      goal: { words: 10, dueOn: null },
      language: 'de-AT',
    });
    expect((await change({ goal: null, language: null })).body).toMatchObject({
      goal: null,
      language: null,
    });
    expect((await change({ goal }, bob)).status).toBe(403);
    for (const wrong of [
      { goal: { words: 0, dueOn: null } },
      { goal: { words: 1.5, dueOn: null } },
      { goal: { words: 10_000_001, dueOn: null } },
      { goal: { words: 10 } },
      { goal: { words: 10, dueOn: '2026-02-30' } },
      { goal: {} },
      { language: '' },
      { language: 'not a language' },
      { language: 'x'.repeat(36) },
    ])
      expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await ada.call('GET', at(document))).body).toMatchObject({
      goal: null,
      language: null,
    });
  });
});

describe('recent documents', () => {
  test('are the documents that a user opened, created or changed, latest first', async () => {
    const fay = await host.member('fay');
    const project = await makeProject(ada, [[fay, 'editor']]);
    const [first, second] = [
      await makeDocument(fay, null, 'First'),
      await makeDocument(fay, null, 'Second'),
    ];
    const others = await makeDocument(ada, project.id);
    host.pass(1_000);
    expect(await idsIn(fay, 'documents/recent')).toEqual([second.id, first.id]);
    await fay.call('PATCH', at(first), { body: { title: 'First of all' } });
    host.pass(1_000);
    await fay.call('PATCH', at(others), { body: { status: 'approved' } });
    expect(await idsIn(fay, 'documents/recent')).toEqual([others.id, first.id, second.id]);
    const page = await fay.call('GET', '/api/v1/documents/recent?limit=2');
    const rest = await fay.call(
      'GET',
      `/api/v1/documents/recent?limit=2&cursor=${page.body.nextCursor}`,
    );
    expect(rest.body.items.map(({ id }) => id)).toEqual([second.id]);
    const unchanged = await makeDocument(ada, project.id);
    host.pass(1_000);
    const port = await host.listen();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/collab/${unchanged.id}`, {
      headers: { cookie: `session=${fay.cookies.get('session')}` },
    });
    onTestFinished(() => socket.close());
    // A visit counts from the first frame: the client asks for the text.
    socket.once('open', () => socket.send(syncFrame.step1(Uint8Array.of(0))));
    await expect
      .poll(() => idsIn(fay, 'documents/recent'))
      .toEqual([unchanged.id, others.id, first.id, second.id]);
  });
});

test('refuses a user without access without waiting for a database lock on the document', async () => {
  const { id } = await makeDocument(ada, null);
  await host.db.transaction().execute(async (trx) => {
    await trx.selectFrom('documents').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const batch = { documentIds: [id], action: 'archive' };
    const answers = await Promise.all([
      eve.call('POST', '/api/v1/documents/batch', { body: batch }),
      eve.call('POST', `/api/v1/documents/${id}/archive`),
      eve.call('PATCH', `/api/v1/documents/${id}`, { body: { title: 'Mine' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('[TRAP] recent, drafts, archived and batch are paths in the place of a document id', () => {
  test.each(['recent', 'drafts', 'archived'])(
    'GET /documents/%s returns the list',
    async (list) => {
      expect(Array.isArray((await ada.call('GET', `/api/v1/documents/${list}`)).body.items)).toBe(
        true,
      );
    },
  );
  test.each(['reccent', 'batch', '1', 'null', '..', '%2e%2e', "1' or '1'='1", 'x'.repeat(500)])(
    'GET /documents/%s is 404, never 500',
    async (name) => {
      expect((await ada.call('GET', `/api/v1/documents/${name}`)).status).toBe(404);
    },
  );
});
