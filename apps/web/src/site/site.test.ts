import { expect, test } from 'vitest';
import { readSiteCatalogs } from '../../vite/languages.ts';
import { countedTexts } from './counted-texts.ts';
import { addressIn, siteMeta } from './site-meta.ts';

test('public pages are built in the languages that have all of their texts', async () => {
  const catalogs = await readSiteCatalogs();
  expect([...catalogs.keys()]).toContain('de');
  // The interface is translated as well: parts of public pages show its texts.
  expect(Object.keys(catalogs.get('de') ?? {}).length).toBeGreaterThan(2_000);
});

test('a page names its URL in each language, and that without a language for other readers', () => {
  const facts = { title: 'About', description: 'More about it', path: '/about' };
  const alternates = siteMeta(facts, ['en', 'de']).flatMap((tag) =>
    'hrefLang' in tag ? [[tag.hrefLang, tag.href]] : [],
  );
  expect(alternates).toEqual([
    ['en', '/about'],
    ['de', '/about?lang=de'],
    ['x-default', '/about'],
  ]);
  expect(addressIn('/about', 'de')).toBe('/about?lang=de');
  expect(siteMeta(facts, ['en']).some((tag) => 'hrefLang' in tag)).toBe(false);
});

test('a text with a number has a form for each plural category', () => {
  const forms = countedTexts((count) => (count === 1 ? '1 article' : `${count} articles`));
  expect(JSON.parse(forms)).toEqual({ one: '{count} article', other: '{count} articles' });
});
