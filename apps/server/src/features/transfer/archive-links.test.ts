import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { openTestApp } from '../../app.testing.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const host = await openTestApp();
const ada = await host.member('ada');
afterAll(() => host.close());

/**
 * Imports an archive of these texts and files. Returns the job, and each document as Markdown by
 * its title.
 */
async function imported(files: Record<string, string | Uint8Array>) {
  const archive = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        typeof text === 'string' ? strToU8(text) : text,
      ]),
    ),
  );
  const raw = Buffer.concat([
    Buffer.from(
      '--edge\r\nContent-Disposition: form-data; name="files"; filename="all.zip"\r\n\r\n',
    ),
    Buffer.from(archive),
    Buffer.from('\r\n--edge--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const answer = await ada.call('POST', '/api/v1/documents/import', { raw, headers });
  expect(answer.status).toBe(202);
  await host.jobs.runDue();
  const { jobId } = answer.body as unknown as { jobId: string };
  const job = (await ada.call('GET', `/api/v1/jobs/${jobId}`)).body as unknown as Job;
  const said = new Map<string, string>();
  for (const { id, title } of job.documents)
    said.set(title, (await host.live.readContent(id, 'markdown')) as string);
  const idOf = (title: string) => job.documents.find((each) => each.title === title)?.id ?? 'none';
  return { said, idOf, report: job.report.map(({ file, message }) => `${file}: ${message}`) };
}

test('links between Markdown files of an archive become links between their documents, also wiki links by file name', async () => {
  const { said, idOf, report } = await imported({
    'Vault/Home.md':
      '# Home\n\nSee [the plan](Plans/Plan%20A.md#goals), [[Plan A]], [[plans/plan a#Goals]], [[Twin|my twin]] and [[Nowhere]], `[[Plan A]]`, \\[[Plan A]].\n\n| a | b |\n| - | - |\n| [[Plan A\\|cell]] | c |\n',
    'Vault/Plans/Plan A.md':
      '# Plan A\n\nBack [home](../Home.md). ![[dot.png]] ![[dot.png|40]] ![[Twin]]\n',
    'Vault/Twin.md': '# Twin\n\nHere.\n',
    'Twin.md': '# Other twin\n\nElsewhere.\n',
    'Vault/pictures/dot.png': png,
  });
  const to = (title: string) => `https?://[^/)]+/documents/${idOf(title)}`;
  const home = said.get('Home') ?? '';
  for (const [words, title] of [
    ['the plan', 'Plan A'],
    ['Plan A', 'Plan A'],
    ['plans/plan a > Goals', 'Plan A'],
    ['my twin', 'Twin'],
    ['cell', 'Plan A'],
  ] as const)
    expect(home).toMatch(new RegExp(`\\[${words}\\]\\(${to(title)}\\)`));
  expect(home.replaceAll('\\', '')).toContain('and [[Nowhere]], `[[Plan A]]`, [[Plan A]].');
  const plan = said.get('Plan A') ?? '';
  expect(plan).toMatch(new RegExp(`\\[home\\]\\(${to('Home')}\\)`));
  expect(plan).toMatch(new RegExp(`\\[Twin\\]\\(${to('Other twin')}\\)`));
  expect(plan).toMatch(/!\[\]\(\/api\/v1\/files\/[0-9a-f-]{36}\)/);
  expect(plan).toMatch(/<img src="\/api\/v1\/files\/[0-9a-f-]{36}" alt="" width="40">/);
  expect(report).toEqual([
    expect.stringContaining('Pictures in the archive (1)'),
    expect.stringContaining('folders of the archive'),
  ]);
});

test('attached files of Markdown are named in the report, and links to them become plain text', async () => {
  const { said, report } = await imported({
    'Notes.md': '# Notes\n\nRead [the figures](files/figures%202026.xlsx) and [[talk.pdf]].\n',
    'files/figures 2026.xlsx': 'x',
    'files/talk.pdf': '%PDF-1.7',
  });
  expect(said.get('Notes')).toBe('Read the figures and talk.pdf.\n');
  expect(report).toContain(
    'Notes.md: Attached files were left out, and links to them became plain text: “figures 2026.xlsx”, “talk.pdf”. Add them to the document by hand.',
  );
});

test('wiki links in files other than Markdown remain plain text', async () => {
  const { said } = await imported({ 'a.txt': '[[b]]', 'c.html': '<p>[[a]]</p>' });
  expect([said.get('a'), said.get('c')].map((text) => text?.replaceAll('\\', '').trim())).toEqual([
    '[[b]]',
    '[[a]]',
  ]);
});
