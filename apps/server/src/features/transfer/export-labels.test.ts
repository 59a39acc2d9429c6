import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Document } from '@longhand/contract';
import { jsonOfMarkdown } from '@longhand/document';
import { textOfPdf } from '@longhand/document/testing/pdf-text';
import { makeDocument, openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
const [ada] = await host.members('ada');
afterAll(() => host.close());

const by = { userId: ada.user.id, sessionId: null };
const callout = jsonOfMarkdown('> [!WARNING]\n> Wet paint');

/** Creates a document with a callout, in a language, and a document without a title inside it. */
async function stage(language: string | null): Promise<Document> {
  const document = (await makeDocument(ada, null, 'Haus')) as Document;
  await host.live.edit(document.id, { by, how: 'import', content: callout });
  await ada.call('PATCH', `/api/v1/documents/${document.id}`, { body: { language } });
  await ada.call('POST', '/api/v1/documents', { body: { parentId: document.id, title: '' } });
  return document;
}

async function exported(path: string, accepted: string) {
  const { statusCode, headers, rawPayload } = await host.app.inject({
    method: 'GET',
    url: `/api/v1/${path}`,
    headers: {
      cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'accept-language': accepted,
    },
  });
  expect(statusCode).toBe(200);
  return { headers, bytes: new Uint8Array(rawPayload) };
}

const partsOf = (bytes: Uint8Array): string =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => /\.x(?:ht)?ml$/.test(name))
    .map(([, part]) => strFromU8(part))
    .join('\n');

const english = { contents: 'Contents', warning: 'Warning', untitled: 'Untitled' };
const german = { contents: 'Inhalt', warning: 'Warnung', untitled: 'Ohne Titel' };

test.each([
  ['en', null, english],
  ['de', null, german],
  ['en', 'de-AT', german],
  ['de', 'en', english],
  // A language without translations: that of the user.
  ['de', 'es', german],
] as const)(
  'a file exported by a user of %s from a document in %s has its labels in the right language',
  async (accepted, language, labels) => {
    const { id } = await stage(language);
    const at = `documents/${id}/export?below=true&format=`;
    const html = strFromU8((await exported(`${at}html`, accepted)).bytes);
    const word = partsOf((await exported(`${at}docx`, accepted)).bytes);
    const book = partsOf((await exported(`${at}epub`, accepted)).bytes);
    const pdf = await textOfPdf((await exported(`${at}pdf`, accepted)).bytes);
    const markdown = strFromU8((await exported(`${at}markdown`, accepted)).bytes);
    for (const text of [html, word])
      for (const label of Object.values(labels)) expect(text).toContain(label);
    // The text of a PDF is read without its spaces.
    for (const label of Object.values(labels)) expect(pdf).toContain(label.replaceAll(' ', ''));
    for (const label of [labels.warning, labels.untitled]) expect(book).toContain(label);
    for (const label of [labels.contents, labels.untitled]) expect(markdown).toContain(label);
    // The kind of a callout in Markdown and in the attributes is not a text.
    expect(markdown).toContain('> [!WARNING]');
    expect(html).toContain('data-kind="warning"');
    expect(word).toContain('callout:warning');
  },
);

test('a document without a title has a name in the language of the user, as file and as page', async () => {
  const { id } = await makeDocument(ada, null, '');
  const { headers, bytes } = await exported(`documents/${id}/export?format=html`, 'de');
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Ohne Titel.html');
  expect(strFromU8(bytes)).toContain('<title>Ohne Titel</title>');
  const all = await exported('user/export?format=epub', 'de');
  const named = Object.keys(unzipSync(all.bytes)).find((name) => name.endsWith('Ohne Titel.epub'));
  expect(named).toBeDefined();
});
