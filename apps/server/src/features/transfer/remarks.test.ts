import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { jsonOfMarkdown } from '@longhand/document';
import { makeDocument, makeProject, openTestApp } from '../../app.testing.ts';
import { translationsOf } from '../../platform/translations.ts';
import { isOwnFile, reportBytes, reportName } from './own-report.ts';
import { remarkIn } from './remarks.ts';
import { remarkTexts } from './remark-texts.ts';

const host = await openTestApp();
const [ada] = await host.members('ada');
afterAll(() => host.close());

const cookie = () => [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test.each([
  ['Page breaks were left out.', 'Seitenumbrüche wurden weggelassen.'],
  [
    'a/../b.md: its name leads out of the archive. It was skipped.',
    'a/../b.md: Der Name führt aus dem Archiv heraus. Die Datei wurde übersprungen.',
  ],
  [
    'Fields at the beginning of the file were left out: a, b and others.',
    'Felder am Anfang der Datei wurden weggelassen: a, b und andere.',
  ],
  [
    'The style “{x} <0>” came in as plain text.',
    'Die Formatvorlage „{x} <0>“ wurde als reiner Text übernommen.',
  ],
  [
    'This is a PDF. PDFs cannot be read. No document was created.',
    'Dies ist eine PDF. PDFs können nicht gelesen werden. Es wurde kein Dokument erstellt.',
  ],
  ['A sentence of an older version.', 'A sentence of an older version.'],
])('a sentence of a report is translated with its values: %s', async (english, german) => {
  expect(remarkIn(await translationsOf('de'), english)).toBe(german);
  expect(remarkIn(await translationsOf('en'), english)).toBe(english);
});

/** Finds texts of remarks in the sources of readers and writers: strings that end as a sentence. */
async function sentencesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => /(?<!\.test|\.testing|remark-texts)\.ts$/.test(name));
  const found = [];
  for (const name of sources) {
    const code = await readFile(join(folder, name), 'utf8');
    found.push(
      ...code.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '').matchAll(/'([A-Z][^'\n]* [^'\n]*\.)'/g),
    );
  }
  return found.map(([, text = '']) => text);
}

test('each sentence of the readers and writers of files is among the translated texts', async () => {
  const formats = join(import.meta.dirname, '../../../../../packages/document/src');
  const found = [...(await sentencesIn(formats)), ...(await sentencesIn(import.meta.dirname))];
  const known = new Set(remarkTexts);
  // Errors for developers, errors that become a refusal, and texts that are translated in place.
  const others =
    /^(?:A picture that was there|This document is too large for this|The account is disabled)/;
  expect(remarkTexts.filter((text) => !text.includes('{') && !found.includes(text))).toEqual([]);
  expect(found.filter((text) => !known.has(text) && !others.test(text))).toEqual([]);
});

test('the report of an export is in the language of the user, in the header and in the archive', async () => {
  const project = await makeProject(ada);
  const document = await makeDocument(ada, project.id, 'Brief');
  await host.live.edit(document.id, {
    by: { userId: ada.user.id, sessionId: null },
    how: 'import',
    content: jsonOfMarkdown('$$x$$'),
  });
  const { headers, rawPayload } = await host.app.inject({
    method: 'GET',
    url: `/api/v1/projects/${project.id}/export?format=docx`,
    headers: { cookie: cookie(), 'accept-language': 'de' },
  });
  const sentence = '1 Brief.docx: Formeln wurden zu ihrem LaTeX.';
  expect(decodeURIComponent(String(headers['export-report']))).toBe(sentence);
  const report = unzipSync(new Uint8Array(rawPayload))[reportName] ?? new Uint8Array();
  expect(strFromU8(report).split('\n').slice(0, 3)).toEqual([
    'Was diese Dateien von Longhand nicht enthalten:',
    '',
    sentence,
  ]);
  expect(isOwnFile(reportName, report)).toBe(true);
  expect(isOwnFile(reportName, reportBytes([], 'en'))).toBe(true);
  expect(isOwnFile(reportName, strToU8('Was diese'))).toBe(false);
});

test('the report of an import is in the language of its reader, and a file without a name is blank', async () => {
  const archive = zipSync({ '_.md': strToU8('Words'), 'film.mov': strToU8('x') });
  const head =
    '--edge\r\nContent-Disposition: form-data; name="files"; filename="a.zip"\r\nContent-Type: text/plain\r\n\r\n';
  const raw = Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--edge--\r\n')]);
  const { body } = await ada.call('POST', '/api/v1/documents/import', {
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  });
  await host.jobs.runDue();
  const at = `/api/v1/jobs/${(body as unknown as { jobId: string }).jobId}`;
  const reportIn = async (language: string) => {
    const answer = await ada.call('GET', at, { headers: { 'accept-language': language } });
    return answer.body as unknown as Job;
  };
  expect((await reportIn('de')).documents).toMatchObject([{ title: '' }]);
  expect((await reportIn('de')).report.map(({ message }) => message)).toEqual([
    'film.mov: Dieser Dateityp wird nicht unterstützt. Die Datei wurde übersprungen.',
  ]);
  expect((await reportIn('en')).report.map(({ message }) => message)).toEqual([
    'film.mov: this file type is not supported. It was skipped.',
  ]);
});
