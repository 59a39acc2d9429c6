import { afterAll, describe, expect, test } from 'vitest';
import { limits, type Document } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';
import { setParent } from '../../domain/document-tree.ts';
import { idsIn } from './lists.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

const at = (document: { id: string }, more = '') => `/api/v1/documents/${document.id}${more}`;

/** Creates a document inside another one. */
async function makeInside(
  author: Member,
  parent: { id: string },
  title = 'Inside',
): Promise<Document> {
  const made = await author.call('POST', '/api/v1/documents', {
    body: { parentId: parent.id, title },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body as Document;
}

const read = async (member: Member, document: { id: string }) =>
  (await member.call('GET', at(document))) as unknown as {
    status: number;
    body: Document & { code?: string };
  };

const move = (member: Member, document: { id: string }, body: Record<string, unknown>) =>
  member.call('PATCH', at(document), { body });

const share = (member: Member, document: { id: string }, who: Member, role: string) =>
  member.call('POST', at(document, '/collaborators'), {
    body: { usernameOrEmail: who.user.username, role },
  });

/** A project with a, a/b, a/b/c and d. */
async function stage(people: Parameters<typeof makeProject>[1] = []) {
  const project = await makeProject(ada, people);
  const a = await makeDocument(ada, project.id, 'a');
  const b = await makeInside(ada, a, 'b');
  const c = await makeInside(ada, b, 'c');
  const d = await makeDocument(ada, project.id, 'd');
  const titles = async () => {
    const answer = await ada.call('GET', `/api/v1/projects/${project.id}/documents`);
    return answer.body.items.map(({ title }) => title).join(' ');
  };
  return { project, a, b, c, d, titles };
}

describe('a document inside a document', () => {
  test('has the project of its parent, and names its parent and ancestors', async () => {
    const { project, a, b, c } = await stage();
    const { body } = await read(ada, c);
    expect(body).toMatchObject({ projectId: project.id, parentId: b.id, childCount: 0 });
    expect(body.ancestors).toEqual([
      { id: a.id, title: 'a' },
      { id: b.id, title: 'b' },
    ]);
    expect((await read(ada, a)).body).toMatchObject({ parentId: null, childCount: 1 });
  });

  test('follows its parent in the order of the project', async () => {
    const { project, a, b, c, d, titles } = await stage();
    await makeInside(ada, a, 'e');
    await makeInside(ada, b, 'f');
    expect(await titles()).toBe('a b c f e d');
    const ids = await idsIn(ada, `projects/${project.id}/documents`);
    const order = [d.id, ...ids.filter((id) => id !== d.id)];
    await ada.call('PUT', `/api/v1/projects/${project.id}/documents/reorder`, {
      body: { documentIds: order },
    });
    expect(await titles()).toBe('d a b c f e');
    expect((await move(ada, a, { parentId: null, beforeId: d.id })).status).toBe(200);
    expect(await titles()).toBe('a b c f e d');
    expect((await move(ada, d, { parentId: b.id, beforeId: c.id })).status).toBe(200);
    expect(await titles()).toBe('a b d c f e');
    expect((await move(ada, d, { parentId: b.id, beforeId: a.id })).body.code).toBe(
      'order_differs',
    );
  });

  test('is created by an editor of the parent with whom only the parent was shared', async () => {
    const draft = await makeDocument(ada, null, 'Draft');
    await share(ada, draft, bob, 'editor');
    const his = await makeInside(bob, draft, 'His');
    expect((await read(ada, his)).body).toMatchObject({ role: 'owner', createdBy: bob.user.id });
    expect((await read(bob, his)).body).toMatchObject({ role: 'editor', parentId: draft.id });
    await share(ada, draft, eve, 'reviewer');
    const refused = await eve.call('POST', '/api/v1/documents', { body: { parentId: draft.id } });
    expect(refused.status).toBe(403);
  });

  test('is created neither in an archived document nor in one of another project', async () => {
    const { project, a } = await stage();
    const other = await makeProject(ada);
    const body = { parentId: a.id, projectId: other.id };
    expect((await ada.call('POST', '/api/v1/documents', { body })).body.code).toBe('invalid');
    await ada.call('POST', at(a, '/archive'));
    const inArchived = { parentId: a.id, projectId: project.id };
    expect((await ada.call('POST', '/api/v1/documents', { body: inArchived })).body.code).toBe(
      'archived',
    );
  });

  test('is among the personal drafts of its owner, who lists them as a tree', async () => {
    const [leo, mia] = await host.members('leo', 'mia');
    const book = await makeDocument(leo, null, 'book');
    const other = await makeDocument(leo, null, 'other');
    const chapter = await makeInside(leo, book, 'chapter');
    await makeDocument(mia, null, 'of mia');
    await share(mia, await makeDocument(mia, null, 'shared'), leo, 'editor');
    await makeDocument(leo, (await makeProject(leo)).id, 'in a project');
    const list = async () =>
      (await leo.call('GET', '/api/v1/documents/personal')).body.items.map(({ title }) => title);
    expect(await list()).toEqual(['book', 'chapter', 'other']);
    await move(leo, other, { parentId: book.id, beforeId: chapter.id });
    expect(await list()).toEqual(['book', 'other', 'chapter']);
    await leo.call('POST', at(other, '/archive'));
    expect(await list()).toEqual(['book', 'chapter']);
  });

  test(`has at most ${limits.ancestorsMax} ancestors`, async () => {
    let last = await makeDocument(ada, null, 'Top');
    const chain = Array.from({ length: limits.ancestorsMax }, () => crypto.randomUUID());
    for (const id of chain) {
      await host.db
        .insertInto('documents')
        .values({ id, project_id: null, created_by: ada.user.id })
        .execute();
      await setParent(host.db, { documentId: id, parentId: last.id });
      last = { ...last, id };
    }
    const refused = await ada.call('POST', '/api/v1/documents', { body: { parentId: last.id } });
    expect(refused.body.code).toBe('too_deep');
    const branch = await makeDocument(ada, null, 'Two levels');
    await makeInside(ada, branch);
    const place = { parentId: chain.at(-2) };
    expect((await move(ada, branch, place)).body.code).toBe('too_deep');
    expect((await read(ada, branch)).body.parentId).toBeNull();
  });
});

describe('rights in a branch', () => {
  test('are inherited from the parent and can be raised for one document', async () => {
    const { b, c, d } = await stage();
    await share(ada, b, bob, 'reviewer');
    expect((await read(bob, c)).body).toMatchObject({ role: 'reviewer', parentId: b.id });
    expect((await read(bob, d)).status).toBe(404);
    await share(ada, c, bob, 'editor');
    expect((await read(bob, c)).body.role).toBe('editor');
    expect((await read(bob, b)).body.role).toBe('reviewer');
    await ada.call('DELETE', at(c, `/collaborators/${bob.user.id}`));
    expect((await read(bob, c)).body.role).toBe('reviewer');
    const inherited = await ada.call('DELETE', at(c, `/collaborators/${bob.user.id}`));
    expect(inherited.body.code).toBe('through_parent');
    await ada.call('DELETE', at(b, `/collaborators/${bob.user.id}`));
    expect((await read(bob, c)).status).toBe(404);
  });

  test('disclose neither the parent nor its title to a user who may not read it', async () => {
    const { b, c } = await stage();
    await share(ada, b, bob, 'viewer');
    expect((await read(bob, b)).body).toMatchObject({ parentId: null, ancestors: [] });
    expect((await read(bob, c)).body.ancestors).toEqual([{ id: b.id, title: 'b' }]);
  });

  test('follow a document when it is moved, also for open connections', async () => {
    const { a, c, d } = await stage();
    await share(ada, d, bob, 'viewer');
    await share(ada, c, eve, 'viewer');
    await move(ada, c, { parentId: d.id });
    expect((await read(bob, c)).status).toBe(200);
    expect((await read(eve, c)).status).toBe(200);
    expect(host.liveCalls.rightsChanged.at(-1)).toEqual({ documentIds: [c.id] });
    await move(ada, d, { parentId: a.id });
    expect(host.liveCalls.rightsChanged.at(-1)).toEqual({ documentIds: [d.id, c.id] });
    await move(ada, c, { parentId: null });
    expect((await read(bob, c)).status).toBe(404);
    expect((await read(bob, d)).status).toBe(200);
  });

  test('of a guest end at the document of the link', async () => {
    const { b, c } = await stage();
    const link = await ada.call('POST', at(b, '/guest-links'), { body: { role: 'editor' } });
    const guest = host.visitor();
    const { token } = link.body as unknown as { token: string };
    await guest.call('POST', '/api/v1/guest-links/enter', { body: { token, name: 'Gus' } });
    expect((await guest.call('GET', at(b))).body).toMatchObject({ childCount: 0, parentId: null });
    expect((await guest.call('GET', at(c))).status).toBe(404);
    expect((await guest.call('PATCH', at(b), { body: { parentId: null } })).status).toBe(403);
  });
});

describe('moving a branch', () => {
  test('takes along what is inside, to another project and back to drafts', async () => {
    const { a, b, c, titles } = await stage();
    const other = await makeProject(ada);
    expect((await move(ada, b, { projectId: other.id })).body).toMatchObject({
      projectId: other.id,
      parentId: null,
    });
    expect((await read(ada, c)).body).toMatchObject({ projectId: other.id, parentId: b.id });
    expect((await read(ada, c)).body.ancestors).toEqual([{ id: b.id, title: 'b' }]);
    expect(await titles()).toBe('a d');
    await move(ada, b, { projectId: null });
    expect((await read(ada, c)).body.projectId).toBeNull();
    await move(ada, b, { parentId: a.id });
    expect(await titles()).toBe('a b c d');
  });

  test.each(['itself', 'a document inside it'])('into %s is refused', async (where) => {
    const { a, c, titles } = await stage();
    const parentId = where === 'itself' ? a.id : c.id;
    expect((await move(ada, a, { parentId })).body.code).toBe('inside_itself');
    expect(await titles()).toBe('a b c d');
  });

  test('into a draft of another person, an archived or an unknown document is refused', async () => {
    const { a, c, d, titles } = await stage();
    const hers = await makeDocument(eve, null, 'Hers');
    expect((await move(ada, c, { parentId: hers.id })).status).toBe(404);
    await share(eve, hers, ada, 'editor');
    expect((await move(ada, c, { parentId: hers.id })).status).toBe(403);
    await ada.call('POST', at(d, '/archive'));
    expect((await move(ada, a, { parentId: d.id })).body.code).toBe('archived');
    expect(await titles()).toBe('a b c');
  });

  test('out of a project is refused to its author if others wrote documents inside it', async () => {
    const { a, project } = await stage([[bob, 'editor']]);
    const his = await makeDocument(bob, project.id, 'His');
    const inside = await makeInside(ada, his, 'Hers');
    expect((await move(bob, his, { projectId: null })).status).toBe(403);
    await move(bob, inside, { parentId: a.id });
    expect((await move(bob, his, { projectId: null })).status).toBe(200);
  });

  test('out of a shared branch of drafts is refused to its editors', async () => {
    const root = await makeDocument(ada, null, 'Root');
    const [one, two] = [await makeInside(ada, root, '1'), await makeInside(ada, root, '2')];
    await share(ada, root, bob, 'editor');
    expect((await move(bob, two, { parentId: one.id })).status).toBe(200);
    expect((await move(bob, two, { parentId: null })).status).toBe(403);
    expect((await move(bob, two, { projectId: null })).body).toMatchObject({ parentId: one.id });
    expect((await move(bob, root, { projectId: null, parentId: null })).status).toBe(403);
  });

  test('hands over a whole draft tree, and no document inside it alone', async () => {
    const root = await makeDocument(ada, null, 'Root');
    const inside = await makeInside(ada, root);
    await share(ada, root, bob, 'viewer');
    const to = { body: { userId: bob.user.id } };
    expect((await ada.call('POST', at(inside, '/owner'), to)).body.code).toBe('inside_another');
    expect((await ada.call('POST', at(root, '/owner'), to)).status).toBe(200);
    expect((await read(bob, inside)).body.role).toBe('owner');
    expect((await move(bob, inside, { parentId: null })).status).toBe(200);
    expect((await read(ada, inside)).status).toBe(404);
  });

  test('in a batch keeps documents inside each other together', async () => {
    const { b, c } = await stage();
    const other = await makeProject(ada);
    const body = { documentIds: [c.id, b.id], action: 'move', projectId: other.id };
    expect((await ada.call('POST', '/api/v1/documents/batch', { body })).status).toBe(200);
    expect((await read(ada, c)).body).toMatchObject({ projectId: other.id, parentId: b.id });
  });
});

describe('archiving and deleting a branch', () => {
  const size = async (document: { id: string }) =>
    (await ada.call('GET', at(document, '/branch'))).body;
  const put = (document: { id: string }, how: string, body?: unknown) =>
    ada.call('POST', at(document, `/${how}`), body === undefined ? {} : { body });

  test('takes along what is active, and restoring brings exactly this back', async () => {
    const { a, b, c, titles } = await stage();
    const early = await makeInside(ada, b, 'early');
    await put(early, 'archive');
    expect(await size(a)).toEqual({ all: 3, active: 2, present: 3 });
    await put(a, 'archive');
    expect(await titles()).toBe('d');
    expect((await read(ada, c)).body.archivedAt).not.toBeNull();
    await put(a, 'restore');
    expect(await titles()).toBe('a b c d');
    expect((await read(ada, early)).body.archivedAt).not.toBeNull();
  });

  test('by the trash and back keeps what was archived before', async () => {
    const { a, b, c, titles } = await stage();
    await put(b, 'archive');
    await put(a, 'delete', {});
    expect((await read(ada, c)).body).toMatchObject({ deletedAt: expect.any(String) as string });
    await put(a, 'restore');
    expect(await titles()).toBe('a d');
    await put(b, 'restore');
    expect(await titles()).toBe('a b c d');
  });

  test('a document restored alone becomes top level, with what went along with it', async () => {
    const { a, b, c, titles } = await stage();
    await put(a, 'delete', {});
    await put(b, 'restore');
    expect(await titles()).toBe('d b c');
    expect((await read(ada, b)).body.parentId).toBeNull();
    await put(a, 'restore');
    expect(await titles()).toBe('a d b c');
    expect((await read(ada, c)).body.parentId).toBe(b.id);
  });

  test('permanently removes what was deleted with it, and leaves the rest at the top level', async () => {
    const { a, b, c } = await stage();
    await put(c, 'archive');
    const body = { documentIds: [b.id], action: 'delete' };
    await ada.call('POST', '/api/v1/documents/batch', { body });
    const e = await makeInside(ada, a, 'e');
    await put(a, 'delete', {});
    await put(a, 'delete', { permanent: true });
    expect((await read(ada, a)).status).toBe(404);
    expect((await read(ada, e)).status).toBe(404);
    // It was deleted before, by itself; its parent is gone.
    expect((await read(ada, b)).body).toMatchObject({ parentId: null, ancestors: [] });
    expect((await read(ada, c)).body.ancestors).toEqual([{ id: b.id, title: 'b' }]);
  });
});

test('a list within a document has it and what is inside', async () => {
  const { a, b, c } = await stage();
  const inside = await idsIn(ada, `documents?within=${a.id}`);
  expect(new Set(inside)).toEqual(new Set([a.id, b.id, c.id]));
  const strange = await eve.call('GET', `/api/v1/documents?within=${a.id}`);
  expect(strange.status).toBe(404);
});

test('search and activity are limited to a branch, and name the path', async () => {
  const { a, b, c, d } = await stage();
  for (const document of [c, d]) await move(ada, document, { title: `Zeppelin ${document.title}` });
  const search = (member: Member) =>
    member.call('GET', `/api/v1/search?q=zeppelin&within=${a.id}`) as Promise<unknown> as Promise<{
      status: number;
      body: { items: { id: string; path: unknown }[] };
    }>;
  const path = [
    { id: a.id, title: 'a' },
    { id: b.id, title: 'b' },
  ];
  expect((await search(ada)).body.items).toMatchObject([{ id: c.id, path }]);
  expect((await search(eve)).status).toBe(404);
  const activity = async (more: string) => {
    const answer = await ada.call('GET', at(b, `/activity${more}`));
    return (answer.body.items as unknown as { documentId: string; path?: unknown }[]).map(
      ({ documentId, path: shown }) => ({ documentId, path: shown }),
    );
  };
  expect(await activity('?below=true')).toContainEqual({ documentId: c.id, path });
  expect((await activity('')).map(({ documentId }) => documentId)).toEqual([b.id]);
});

test('a duplicate is beside its original, without what is inside it', async () => {
  const { a, b } = await stage();
  const copy = await ada.call('POST', at(b, '/duplicate'), { body: {} });
  expect(copy.body).toMatchObject({ parentId: a.id, childCount: 0, title: 'b (copy)' });
});

// Last, because it lets the session's token expire.
test('after the time of the trash removes the whole branch', async () => {
  const { a, c, d } = await stage();
  await ada.call('POST', at(a, '/delete'), { body: {} });
  host.pass((limits.trashDays + 1) * 86_400_000);
  await host.jobs.enqueue('upkeep.tidy', {});
  await host.jobs.runDue({ later: true });
  const left = await host.db
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', [a.id, c.id, d.id])
    .execute();
  expect(left).toEqual([{ id: d.id }]);
});
