import { afterAll, expect, test } from 'vitest';
import type { Template } from '@longhand/contract';
import { makeDocument, openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
const [ada] = await host.members('ada');
afterAll(() => host.close());

const german = { headers: { 'accept-language': 'de-CH' } };

async function templates(given: object = {}): Promise<Template[]> {
  const { body } = await ada.call('GET', '/api/v1/templates?limit=100', given);
  return body.items as unknown as Template[];
}

test('built-in templates are in the language of the caller; those without a text in English', async () => {
  const [english, ours] = [await templates(), await templates(german)];
  expect(ours.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
  expect(ours[0]).toMatchObject({ kind: 'built_in', name: 'Besprechungsnotizen' });
  expect(ours[0]?.placeholders).toContain('Besprechung');
  const excerpts = (list: Template[]) => list.map(({ excerpt }) => excerpt);
  const known = new Set(excerpts(english));
  expect(excerpts(ours).filter((excerpt) => known.has(excerpt))).toEqual([]);
  const french = await templates({ headers: { 'accept-language': 'fr' } });
  expect(excerpts(french)).toEqual(excerpts(english));
});

test('a document from a template and the title of a copy are in the language of their creator', async () => {
  const [template] = await templates();
  const made = await ada.call('POST', '/api/v1/documents', {
    ...german,
    body: { templateId: template?.id },
  });
  const text = await ada.call('GET', `/api/v1/documents/${made.body.id}?format=text`);
  expect(text.body.content).toContain('Was wir entschieden haben');
  const original = await makeDocument(ada, null, 'x'.repeat(499));
  const copy = await ada.call('POST', `/api/v1/documents/${original.id}/duplicate`, german);
  expect(copy.body.title).toBe(`${'x'.repeat(492)} (Kopie)`);
  await ada.call('PATCH', `/api/v1/documents/${original.id}`, { body: { status: 'published' } });
  const working = await ada.call('POST', `/api/v1/documents/${original.id}/working-copy`, german);
  expect(working.body.title).toMatch(/^x{480,} \(Arbeitskopie\)$/);
  const { items } = (await ada.call('GET', `/api/v1/documents/${original.id}/versions`)).body;
  expect(items[0]?.name).toMatch(/^Original einer Arbeitskopie, \d{4}-/);
});
