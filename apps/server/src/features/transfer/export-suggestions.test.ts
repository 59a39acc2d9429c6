import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { NodeJson } from '@longhand/document';
import { textOfPdf } from '@longhand/document/testing/pdf-text';
import { makeDocument, openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
const ada = await host.member('ada');
afterAll(() => host.close());

const content = (...paragraphs: string[]): NodeJson => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const original = content('One lazy dog sleeps.', 'Nobody wakes it.');
const proposed = content('One dog sleeps deeply.', 'Nobody wakes it.', 'Quietly snowing.');

/** Creates a document with these words, and with suggestions for the others. */
async function documentOf(words: NodeJson, suggested: NodeJson | null): Promise<string> {
  const { id } = await makeDocument(ada, null, 'Of dogs');
  const by = { userId: ada.user.id, sessionId: null };
  await host.live.edit(id, { by, how: 'import', content: words });
  const suggesting = { author: ada.user.id, at: 1_000 };
  if (suggested !== null)
    await host.live.edit(id, { by, how: 'import', content: suggested, suggesting });
  return id;
}

async function exported(
  id: string,
  format: string,
): Promise<{ bytes: Uint8Array; report: string }> {
  const { statusCode, headers, rawPayload } = await host.app.inject({
    method: 'GET',
    url: `/api/v1/documents/${id}/export?format=${format}`,
    headers: { cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  expect(statusCode).toBe(200);
  return {
    bytes: new Uint8Array(rawPayload),
    report: decodeURIComponent(String(headers['export-report'] ?? '')),
  };
}

/** Returns a part of a zip as text. */
const partOf = (bytes: Uint8Array, name: string): string =>
  strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());

const tags = /<[^>]*>/g;
const readers: Readonly<Record<string, (bytes: Uint8Array) => string | Promise<string>>> = {
  markdown: (bytes) => strFromU8(bytes),
  html: (bytes) => strFromU8(bytes).replace(tags, ''),
  text: (bytes) => strFromU8(bytes),
  docx: (bytes) => partOf(bytes, 'word/document.xml').replace(tags, ''),
  epub: (bytes) => partOf(bytes, 'OEBPS/text.xhtml').replace(tags, ''),
  pdf: textOfPdf,
};

/** Returns the words of an export without white space, which a PDF does not keep. */
const wordsIn = async (bytes: Uint8Array, format: string): Promise<string> =>
  (await readers[format]!(bytes)).replaceAll(/\s/g, '');

describe('an export of a document with pending suggestions', () => {
  test.each(Object.keys(readers))(
    'as %s contains the original words only, and its report says so',
    async (format) => {
      const { bytes, report } = await exported(await documentOf(original, proposed), format);
      const words = await wordsIn(bytes, format);
      for (const kept of ['Onelazydogsleeps.', 'Nobodywakesit.']) expect(words).toContain(kept);
      for (const suggested of ['deeply', 'Quietly', 'snowing'])
        expect(words).not.toContain(suggested);
      expect(report.split('\n')).toContain('Pending suggestions were left out.');
    },
  );

  test('reports no suggestions when there are none', async () => {
    const { report } = await exported(await documentOf(original, null), 'markdown');
    expect(report).toBe('');
  });
});
