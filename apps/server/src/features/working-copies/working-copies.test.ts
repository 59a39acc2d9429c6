import { afterAll, expect, test } from 'vitest';
import type { Version, WorkingCopy } from '@longhand/contract';
import { makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [owner, editor, viewer] = await host.members('ada', 'ben', 'vera');
const projectId = (
  await makeProject(owner, [
    [editor, 'editor'],
    [viewer, 'reviewer'],
  ])
).id;
afterAll(() => host.close());

const docOf = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

const read = async (member: Member, documentId: string): Promise<unknown> =>
  (await member.call('GET', `/api/v1/documents/${documentId}?format=text`)).body.content;

/** Sets the content of a document by an ordinary edit. */
async function write(documentId: string, ...lines: string[]): Promise<void> {
  const by = { userId: owner.user.id, sessionId: null };
  await host.live.edit(documentId, { by, how: 'api', content: docOf(...lines) });
}

/** Creates a published document with four lines. */
async function published(): Promise<string> {
  const made = await owner.call('POST', '/api/v1/documents', {
    body: { projectId, title: 'The bridge' },
  });
  await write(made.body.id, 'one', 'two', 'three', 'four');
  await owner.call('PATCH', `/api/v1/documents/${made.body.id}`, { body: { status: 'published' } });
  return made.body.id;
}

const copyOf = (member: Member, documentId: string) =>
  member.call('POST', `/api/v1/documents/${documentId}/working-copy`);
const compare = async (member: Member, copyId: string): Promise<WorkingCopy> =>
  (await member.call('GET', `/api/v1/documents/${copyId}/working-copy`))
    .body as unknown as WorkingCopy;
const merge = (member: Member, copyId: string, body: object) =>
  member.call('POST', `/api/v1/documents/${copyId}/working-copy/merge`, { body });

test('a working copy is created once, compared, merged as one edit that can be undone, and then archived', async () => {
  const documentId = await published();
  expect((await copyOf(viewer, documentId)).status).toBe(403);
  const copy = await copyOf(editor, documentId);
  expect(copy.body).toMatchObject({
    title: 'The bridge (working copy)',
    workingCopyOf: documentId,
    projectId,
    status: 'draft',
  });
  expect((await copyOf(editor, documentId)).body.id).toBe(copy.body.id);
  const copyId = copy.body.id;
  expect(await compare(editor, copyId)).toMatchObject({
    originalId: documentId,
    originalTitle: 'The bridge',
    conflicts: [],
  });
  await write(copyId, 'one', 'TWO', 'three', 'four');
  await write(documentId, 'one', 'two', 'three', 'four', 'five');
  const { ours, theirs, conflicts } = await compare(viewer, copyId);
  expect([ours.map(({ kind }) => kind), theirs.map(({ kind }) => kind), conflicts]).toEqual([
    ['same', 'removed', 'added', 'same'],
    ['same', 'added'],
    [],
  ]);
  expect(await read(editor, documentId)).toBe('one\ntwo\nthree\nfour\nfive');
  expect((await merge(viewer, copyId, { as: 'edit' })).status).toBe(403);
  expect((await merge(editor, copyId, { as: 'edit' })).status).toBe(200);
  expect(await read(editor, documentId)).toBe('one\nTWO\nthree\nfour\nfive');
  expect((await editor.call('GET', `/api/v1/documents/${copyId}`)).body.archivedAt).not.toBeNull();
  const versions = (await editor.call('GET', `/api/v1/documents/${documentId}/versions`)).body
    .items as unknown as Version[];
  const before = versions.find(({ name }) => name === 'Before a working copy was merged');
  expect(
    (await editor.call('POST', `/api/v1/documents/${documentId}/versions/${before?.id}/restore`))
      .status,
  ).toBe(201);
  expect(await read(editor, documentId)).toBe('one\ntwo\nthree\nfour\nfive');
});

test('a comparison lists each passage that both sides changed, and a merge requires a choice for each', async () => {
  const documentId = await published();
  await write(documentId, 'The sun heats the stone.', 'A calm phrase.', 'two', 'The end.');
  const copyId = (await copyOf(editor, documentId)).body.id;
  await write(copyId, 'The sun warms the stone.', 'A calm and old phrase.', 'ours', 'The end.');
  await write(documentId, 'The sun boils the stone.', 'A calm phrase.', 'theirs', 'The end.');
  const { conflicts } = await compare(editor, copyId);
  const [words, block] = conflicts;
  expect(conflicts).toEqual([
    {
      key: words?.key,
      block: 'The sun heats the stone.',
      before: 'heats ',
      ours: 'warms ',
      theirs: 'boils ',
    },
    { key: block?.key, block: null, before: 'two', ours: 'ours', theirs: 'theirs' },
  ]);
  const choices = { [words?.key ?? '']: 'ours', [block?.key ?? '']: 'both' };
  const before = await read(owner, documentId);
  for (const given of [
    undefined,
    {},
    { [words?.key ?? '']: 'ours' },
    { [words?.key ?? '']: 'ours', other: 'theirs' },
  ]) {
    const refused = await merge(editor, copyId, { as: 'edit', ...(given && { choices: given }) });
    expect([refused.status, refused.body.code]).toEqual([409, 'merge_conflict']);
  }
  expect(
    (await merge(editor, copyId, { as: 'edit', choices: { [words?.key ?? '']: 'mine' } })).status,
  ).toBe(422);
  expect(await read(owner, documentId)).toBe(before);
  expect((await merge(editor, copyId, { as: 'edit', choices })).status).toBe(200);
  expect(await read(owner, documentId)).toBe(
    'The sun warms the stone.\nA calm and old phrase.\ntheirs\nours\nThe end.',
  );
});

test('a merge is refused when a conflicting passage has changed since the choice', async () => {
  const documentId = await published();
  const copyId = (await copyOf(editor, documentId)).body.id;
  await write(copyId, 'one', 'ours', 'three', 'four');
  await write(documentId, 'one', 'theirs', 'three', 'four');
  const [conflict] = (await compare(editor, copyId)).conflicts;
  await write(documentId, 'one', 'theirs, again', 'three', 'four');
  const choices = { [conflict?.key ?? '']: 'ours' };
  expect((await merge(editor, copyId, { as: 'edit', choices })).body.code).toBe('merge_conflict');
  expect(await read(owner, documentId)).toBe('one\ntheirs, again\nthree\nfour');
});

test('a merge has no conflict when both sides changed different words of a paragraph', async () => {
  const documentId = await published();
  await write(documentId, 'one two three four five');
  const copyId = (await copyOf(editor, documentId)).body.id;
  await write(copyId, 'ONE two three four five');
  await write(documentId, 'one two three four FIVE');
  expect((await compare(editor, copyId)).conflicts).toEqual([]);
  expect((await merge(editor, copyId, { as: 'edit' })).status).toBe(200);
  expect(await read(owner, documentId)).toBe('ONE two three four FIVE');
});

test('a merge as suggestions keeps the original words', async () => {
  const documentId = await published();
  const copyId = (await copyOf(editor, documentId)).body.id;
  await write(copyId, 'one', 'two and a half', 'four');
  expect((await merge(editor, copyId, { as: 'suggestions' })).status).toBe(200);
  const content = (await owner.call('GET', `/api/v1/documents/${documentId}?format=json`)).body
    .content;
  const said = JSON.stringify(content);
  expect(said).toContain('"insertion"');
  expect(said).toContain('"deletion"');
  expect(said).toContain(editor.user.id);
  for (const word of ['two', 'three']) expect(said).toContain(word);
});

test('copying or merging is refused for an unpublished, locked or deleted original, or without a working copy', async () => {
  const documentId = await published();
  const copyId = (await copyOf(editor, documentId)).body.id;
  expect((await merge(editor, documentId, { as: 'edit' })).body.code).toBe('no_working_copy');
  await owner.call('POST', `/api/v1/documents/${documentId}/lock`);
  expect((await merge(editor, copyId, { as: 'edit' })).body.code).toBe('locked');
  await owner.call('POST', `/api/v1/documents/${documentId}/unlock`);
  await owner.call('PATCH', `/api/v1/documents/${documentId}`, { body: { status: 'draft' } });
  expect((await copyOf(owner, documentId)).body.code).toBe('not_published');
  await owner.call('POST', `/api/v1/documents/${documentId}/delete`);
  await owner.call('POST', `/api/v1/documents/${documentId}/delete`, { body: { permanent: true } });
  expect((await editor.call('GET', `/api/v1/documents/${copyId}/working-copy`)).body.code).toBe(
    'no_working_copy',
  );
  expect((await editor.call('GET', `/api/v1/documents/${copyId}`)).body).toMatchObject({
    workingCopyOf: null,
  });
});
