import { fileURLToPath } from 'node:url';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Sources of a mail, of the reports, and of a reader, each with a text that is not marked. */
const ofServer = {
  'apps/server/src/mail/account-mails.ts': `
    export const mail = (i18n, name) => ({
      subject: 'Set a new password',
      body: { paragraphs: [i18n._('Hello {name},', { name }), 'The link works once.'] },
    });`,
  'apps/server/src/features/transfer/remark-texts.ts': `
    export const texts = [
      i18n._('Films were left out.'),
      i18n._('{path}: larger than 25 MB. It was skipped.'),
      i18n._('The style “{style}” came in as plain text.'),
    ];`,
  'apps/server/src/features/transfer/archive.ts': `
    said.push(\`\${path}: larger than 25 MB. It was skipped.\`);
    said.push(\`\${path}: older than the archive. It was skipped.\`);
    throw new UnreadableFile('This archive is empty.');`,
  'packages/document/src/formats/docx/parts.ts': `
    const style = 'Inline Code';
    lost.add('Films were left out.');
    lost.add(\`The style “\${name}” came in as plain text.\`);
    lost.add(\`The style “\${name}” was left out.\`);
    throw new TypeError('The part has no name.');`,
};

test('reports texts of mails, and of imports and exports, that are not marked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-texts-'));
  for (const [file, source] of Object.entries(ofServer)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const found = await findUnmarkedTexts(folder, Object.keys(ofServer));
  rmSync(folder, { recursive: true });
  expect(
    found.map((each) => each.replace(/^.*\/([\w-]+\.ts:\d+) shows “(.*)”, which.*$/, '$1 $2')),
  ).toEqual([
    'account-mails.ts:3 Set a new password',
    'account-mails.ts:4 The link works once.',
    'archive.ts:3 …: older than the archive. It was skipped.',
    'archive.ts:4 This archive is empty.',
    'parts.ts:5 The style “…” was left out.',
  ]);
});

test('all texts of the pages are marked, and the catalogs contain them', async () => {
  const files = sourceFiles(root);
  expect(await findUnmarkedTexts(root, files)).toEqual([]);
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
