import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { docxOf } from '@longhand/document/files';
import { createLog } from '../../platform/log.ts';
import { makeProject, openTestApp, type Member, type TestApp } from '../../app.testing.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Errors that the application logs as bugs. */
const logged: string[] = [];

let host: TestApp;
let ada: Member;
beforeAll(async () => {
  host = await openTestApp(
    {},
    { log: createLog('error', { write: (line) => void logged.push(line) }) },
  );
  ada = await host.member('ada');
});
afterAll(() => host.close());

async function broughtTo(
  projectId: string,
  files: readonly [string, Uint8Array | string][],
): Promise<Job> {
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
  await host.jobs.runDue();
  return (
    await ada.call('GET', `/api/v1/jobs/${(answer.body as unknown as { jobId: string }).jobId}`)
  ).body as unknown as Job;
}

const namesIn = async (projectId: string) =>
  (await ada.call('GET', `/api/v1/projects/${projectId}/documents`)).body.items.map(
    ({ title }) => title,
  );

test('one bad file is named in a sentence, and the others of the import are made', async () => {
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

test('a text that fails once its document is made leaves no empty one, and no trace in the journal', async () => {
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

test('a text that comes upon an error of ours is tried once, and does not end the import', async () => {
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
