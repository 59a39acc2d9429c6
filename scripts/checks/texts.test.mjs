import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from './files.mjs';
import {
  differenceOf,
  findArticleFaults,
  findCatalogFaults,
  findUnmarkedTexts,
  unmarkedTexts,
} from './texts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('reports texts that are not marked', () => {
  const source = `
    const tabs = [{ value: 'all', name: 'Everything' }];
    const tell = (name) => \`Welcome back, \${name}\`;
    const said = isLate ? 'It is late.' : null;
    export const Part = () => (
      <p title="Send a link">
        Your documents
      </p>
    );`;
  expect(unmarkedTexts(source, 'part.tsx')).toEqual([
    { line: 2, text: 'Everything' },
    { line: 3, text: 'Welcome back, …' },
    { line: 4, text: 'It is late.' },
    { line: 6, text: 'Send a link' },
    { line: 6, text: 'Your documents' },
  ]);
});

test('allows marked texts, names, and what nobody reads', () => {
  const source = `
    import x from 'A package';
    const told = plural(count, { one: 'One word', other: 'Many words' });
    if (key === 'Arrow keys') throw new TypeError('The key is unknown');
    const icon = { type: 'Wide column', name: 'Markdown' };
    export const Part = () => (
      <p title={t\`Send a link\`} className="Wide open">
        {t\`Your documents\`} <Trans>of <b>today</b></Trans> <code>npm start</code> <b>React</b>
      </p>
    );`;
  expect(unmarkedTexts(source, 'part.tsx')).toEqual([]);
});

test('all texts of the pages are marked, and the catalogs contain them', async () => {
  const files = sourceFiles(root);
  expect(findUnmarkedTexts(root, files)).toEqual([]);
  expect(await findCatalogFaults(root, files)).toEqual([]);
});

test('all articles are translated, with the sections of their originals', () => {
  expect(findArticleFaults(root, sourceFiles(root))).toEqual([]);
});

test('reports translations without an original, and originals without a translation', () => {
  const content = 'apps/web/src/content';
  expect(
    findArticleFaults(root, [`${content}/help/03-trash.mdx`, `${content}/de/help/99-nothing.mdx`]),
  ).toEqual([
    `de: no translation of ${content}/help/03-trash.mdx`,
    `${content}/de/help/99-nothing.mdx has no original ${content}/help/99-nothing.mdx`,
  ]);
});

test.each([
  ['## Ziele\n\nSiehe [Rollen](/guides/roles).', null],
  ['### Ziele\n\nSiehe [Rollen](/guides/roles).', 'headings'],
  ['Siehe [Rollen](/guides/roles).', 'headings'],
  ['## Ziele\n\nSiehe [Rollen](/guides/rollen).', 'links'],
  ['## Ziele\n\nSiehe [Rollen](/guides/roles).\n\n```\nnpm start\n```', 'blocks of code'],
  [
    "export const article = {\n  title: 'Ziele',\n};\n## Ziele\n\nSiehe [Rollen](/guides/roles).",
    'metadata',
  ],
])('of the translation %j reports other %s', (translation, difference) => {
  expect(differenceOf('## Goals\n\nSee [roles](/guides/roles).', translation)).toBe(difference);
});
