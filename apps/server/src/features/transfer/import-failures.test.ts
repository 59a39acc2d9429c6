import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { jsonOfText } from '@longhand/document';
import { docxOf } from '@longhand/document/files';
import { createLog } from '../../platform/log.ts';
import { makeProject, openTestApp } from '../../app.testing.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Errors that the application logs as bugs. */
const logged: string[] = [];

const host = await openTestApp(
  {},
  { log: createLog('error', { write: (line) => void logged.push(line) }) },
);
const ada = await host.member('ada');
afterAll(() => host.close());

/** Uploads a zip of files. Returns the id of the import, which has not begun. */
async function bring(
  projectId: string,
  files: readonly [string, Uint8Array | string][],
): Promise<string> {
  const zip = zipSync(
    Object.fromEntries(
      files.map(([name, bytes]) => [name, typeof bytes === 'string' ? strToU8(bytes) : bytes]),
    ),
  );
  const head = '--edge\r\nContent-Disposition: form-data; name="files"; filename="all.zip"\r\n\r\n';
  const raw = Buffer.concat([Buffer.from(head), Buffer.from(zip), Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const answer = await ada.call('POST', `/api/v1/projects/${projectId}/import`, { raw, headers });
  expect(answer.status).toBe(202);
  return (answer.body as unknown as { jobId: string }).jobId;
}

async function finished(jobId: string): Promise<Job> {
  await host.jobs.runDue();
  return (await ada.call('GET', `/api/v1/jobs/${jobId}`)).body as unknown as Job;
}

const broughtTo = async (projectId: string, files: readonly [string, Uint8Array | string][]) =>
  finished(await bring(projectId, files));

const namesIn = async (projectId: string) =>
  (await ada.call('GET', `/api/v1/projects/${projectId}/documents`)).body.items.map(
    ({ title }) => title,
  );

test('one invalid file is reported, and the other files of the import become documents', async () => {
  const project = await makeProject(ada);
  const broken = zipSync({
    '_rels/.rels': strToU8('<Relationships/>'),
    'word/document.xml': strToU8('<!DOCTYPE x [<!ENTITY a "b">]><w:document><w:body><w:p>&a;'),
  });
  const job = await broughtTo(project.id, [
    ['1.md', '# One'],
    ['2.docx', broken],
    ['3.md', '# Three'],
  ]);
  expect(job.state).toBe('done');
  expect(job.report).toEqual([
    {
      file: '2.docx',
      message: expect.stringMatching(/^This is not a Word file.*No document was created\.$/),
    },
  ]);
  expect(await namesIn(project.id)).toEqual(['One', 'Three']);
  expect(logged).toEqual([]);
});

test('a file that fails after its document was created leaves no document and no activity entry', async () => {
  const project = await makeProject(ada);
  await sql`create function fail_for_files() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$`.execute(host.db);
  await sql`create trigger no_files before insert on files for each row execute function fail_for_files()`.execute(
    host.db,
  );
  const src = 'https://a.b/c.png';
  const doc = { type: 'doc', content: [{ type: 'image', attrs: { src } }] };
  const parts = await docxOf('One', doc, {
    imageBytes: () => Promise.resolve({ bytes: png, type: 'image/png' }),
  });
  const bytes = await buffer(Readable.from(parts));
  const job = await broughtTo(project.id, [
    ['1.docx', bytes],
    ['2.md', '# Two'],
  ]);
  expect(job.documents.map(({ title }) => title)).toEqual(['Two']);
  expect(job.report).toEqual([
    { file: '1.docx', message: expect.stringMatching(/No document was created\.$/) },
  ]);
  expect(await namesIn(project.id)).toEqual(['Two']);
  const activity = await ada.call('GET', `/api/v1/projects/${project.id}/activity`);
  expect(JSON.stringify(activity.body).match(/document\.imported/g)).toHaveLength(1);
  expect(logged.splice(0)).toEqual([
    expect.stringContaining('a file of an import could not be converted to a document'),
  ]);
});

test('a file whose tags cannot be stored creates no document and is reported', async () => {
  const project = await makeProject(ada);
  await sql`create function fail_for_tags() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$`.execute(host.db);
  await sql`create trigger no_tags before insert on document_tags for each row execute function fail_for_tags()`.execute(
    host.db,
  );
  const job = await broughtTo(project.id, [
    ['1.md', '---\ntags: [wings]\n---\n\nThey fly.'],
    ['2.md', '# Two'],
  ]);
  expect(job.documents.map(({ title }) => title)).toEqual(['Two']);
  expect(job.report).toEqual([
    { file: '1.md', message: expect.stringMatching(/No document was created\.$/) },
  ]);
  expect(await namesIn(project.id)).toEqual(['Two']);
  expect(logged.splice(0)).toHaveLength(1);
});

test('a file that causes an internal error is tried once, and the import continues', async () => {
  const project = await makeProject(ada);
  await sql`create function fail_for_poison() returns trigger language plpgsql as $$
    begin if new.title = 'Poison' then raise exception 'Cannot read properties of null'; end if; return new; end $$`.execute(
    host.db,
  );
  await sql`create trigger poison before insert on document_titles for each row execute function fail_for_poison()`.execute(
    host.db,
  );
  const job = await broughtTo(project.id, [
    ['1.md', '# Poison'],
    ['2.md', '# Two'],
  ]);
  expect(job.state).toBe('done');
  expect(job.report).toEqual([
    {
      file: '1.md',
      message: 'This file could not be read because of an internal error. No document was created.',
    },
  ]);
  expect(await namesIn(project.id)).toEqual(['Two']);
  const [poison] = await host.db
    .selectFrom('import_texts')
    .select('tries')
    .where('import_id', '=', job.id)
    .where('number', '=', 0)
    .execute();
  expect(poison?.tries).toBe(1);
  expect(logged.splice(0)).toEqual([
    expect.stringContaining('a file of an import could not be converted to a document'),
  ]);
});

test('an import that is restarted after a kill creates no duplicates and keeps what users changed meanwhile', async () => {
  const project = await makeProject(ada);
  const id = await bring(project.id, [
    ['1.md', '# One\n\nFirst.'],
    ['2.md', '# Two\n\nSecond.'],
  ]);
  // A completed import removes its files. A killed one still has them.
  const backup = await mkdtemp(join(tmpdir(), 'longhand-files-'));
  await cp(host.dataDir, backup, { recursive: true });
  const [one, two] = (await finished(id)).documents as [Job['documents'][0], Job['documents'][0]];
  await cp(backup, host.dataDir, { recursive: true });
  await rm(backup, { recursive: true });
  await ada.call('PATCH', `/api/v1/documents/${two.id}`, { body: { title: 'Renamed' } });
  const by = { userId: ada.user.id, sessionId: null };
  await host.live.edit(one.id, { by, how: 'api', content: jsonOfText('Written meanwhile.') });
  const running = { state: 'running', ended_at: null } as const;
  await host.db.updateTable('imports').set(running).where('id', '=', id).execute();
  await host.db
    .updateTable('import_texts')
    .set({ done_at: null })
    .where('import_id', '=', id)
    .execute();
  await host.jobs.enqueue('transfer.import', { importId: id });
  expect(await finished(id)).toMatchObject({ state: 'done', report: [] });
  expect(await namesIn(project.id)).toEqual(['One', 'Renamed']);
  const texts = [one, two].map(async (each) => {
    const { body } = await ada.call('GET', `/api/v1/documents/${each.id}?format=text`);
    return body.content;
  });
  expect(await Promise.all(texts)).toEqual(['Written meanwhile.', 'Second.']);
});
