import { expect } from '@playwright/test';
import { addParagraph, openOwnClient, textName, until } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import * as Y from 'yjs';
import { expectSaved, focusText, openSignedIn, test } from './fixtures.ts';

/**
 * Attributes of each kind of node. `packages/document/src/schema/hostile-attributes.test.ts` has
 * the same from the schema.
 */
const attributes: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  codeBlock: ['language'],
  orderedList: ['start', 'type'],
  taskItem: ['checked'],
  image: ['src', 'alt', 'title', 'width', 'href'],
  callout: ['kind'],
  formula: ['source'],
  inlineFormula: ['source'],
  attachment: ['src', 'name', 'size'],
  footnote: ['text'],
  mention: ['of', 'id', 'name'],
  day: ['date'],
  tableCell: ['colspan', 'rowspan', 'colwidth', 'align'],
  tableHeader: ['colspan', 'rowspan', 'colwidth', 'align'],
};
/** Attributes with which a page renders suggestions. No client may store them. */
const onBlocks = ['insertion', 'deletion', 'modification'];

/**
 * Values that a foreign client may store in any attribute. Safe addresses are excluded, because a
 * page may show them.
 */
const hostile: readonly unknown[] = [
  'left;position:fixed;inset:0;z-index:9;background:url(https://evil.example/a)',
  'x" onload="alert(1)" x="',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/x.png',
  '\\href{javascript:alert(1)}{x}\\includegraphics{https://evil.example/y.png}',
  '{"id":{"evil":1},"author":"x","at":1}',
  99_999_999_999,
  -1,
  1e308,
  { evil: 1, toString: 'evil' },
  ['1px;position:fixed', 'evil'],
  true,
];

type Values = Record<string, unknown>;

/** Returns the values of a node: its kind, and a hostile value for each of its attributes. */
const poisoned = (kind: string, value: unknown): Values =>
  Object.fromEntries([
    ['kind', kind],
    ...[...(attributes[kind] ?? []), ...onBlocks].map((name) => [`a.${name}`, value]),
  ]);

/** Chains of containers, and the kind of the innermost block. */
const shapes: readonly (readonly string[])[] = [
  ['heading'],
  ['paragraph'],
  ['codeBlock'],
  ['orderedList', 'listItem', 'paragraph'],
  ['taskList', 'taskItem', 'paragraph'],
  ['blockquote', 'paragraph'],
  ['callout', 'paragraph'],
  ['image'],
  ['attachment'],
  ['formula'],
  ['table', 'tableRow', 'tableHeader', 'paragraph'],
  ['table', 'tableRow', 'tableCell', 'paragraph'],
];

/**
 * Adds a block of every kind with a hostile value in each attribute. The value is also used as the
 * address of a link, and in the marks of suggestions.
 */
function addPoisoned(doc: Y.Doc, value: unknown, name: string): void {
  const containers = doc.getMap('containers');
  const text = doc.getText(textName);
  const map = (values: Values): Y.Map<unknown> => new Y.Map(Object.entries(values));
  shapes.forEach((shape, i) => {
    const kinds = shape.slice(0, -1);
    kinds.forEach((kind, depth) => {
      const parent = depth > 0 ? { in: `${name}.${i}.${depth - 1}` } : {};
      containers.set(`${name}.${i}.${depth}`, { ...poisoned(kind, value), ...parent });
    });
    const place = kinds.length > 0 ? { in: `${name}.${i}.${kinds.length - 1}` } : {};
    const marks = {
      link: { href: value, title: value },
      insertion: value,
      modification: { id: value, set: value },
    };
    const leaves = ['inlineFormula', 'footnote', 'mention', 'day'].map((kind) => ({
      insert: map(poisoned(kind, value)),
      attributes: marks,
    }));
    text.applyDelta([
      ...(text.length > 0 ? [{ retain: text.length }] : []),
      { insert: map({ ...poisoned(shape.at(-1) ?? '', value), ...place }) },
      ...(['image', 'attachment', 'formula'].includes(shape.at(-1) ?? '')
        ? []
        : [{ insert: 'Words', attributes: marks }, ...leaves]),
    ]);
  });
}

/**
 * Adds a table with `wide` cells in its first row, each over `span` columns, and one cell in each
 * of `rows` more rows.
 */
function addRagged(
  doc: Y.Doc,
  name: string,
  { wide, span, rows }: { readonly wide: number; readonly span: number; readonly rows: number },
): void {
  const containers = doc.getMap('containers');
  const text = doc.getText(textName);
  containers.set(name, { kind: 'table' });
  const addRow = (row: string, cells: number, values: Values): void => {
    containers.set(row, { kind: 'tableRow', in: name });
    for (let i = 0; i < cells; i += 1) {
      const place = `${row}.${i}`;
      containers.set(place, { kind: 'tableCell', in: row, ...values });
      const marker = new Y.Map(Object.entries({ kind: 'paragraph', in: place }));
      text.insertEmbed(text.length, marker);
    }
  };
  addRow(`${name}.first`, wide, { 'a.colspan': span, 'a.rowspan': span });
  for (let i = 0; i < rows; i += 1) addRow(`${name}.${i}`, 1, {});
}

test('a document full of hostile values opens, sends no requests elsewhere, covers no controls and can be edited', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('From a hostile client');
  const { doc, link } = openOwnClient({
    url: workspace.product.url,
    person: workspace.ben,
    documentId: id,
    outbox: createMemoryOutbox(),
  });
  await until('the document is here', () => link.state.synced);
  doc.transact(() => {
    hostile.forEach((value, i) => addPoisoned(doc, value, `h${i}`));
    addRagged(doc, 'wide', { wide: 300, span: 100, rows: 300 });
    addRagged(doc, 'long', { wide: 500, span: 1, rows: 500 });
    addParagraph(doc, 'The end');
  });
  await until('all is stored', () => link.pendingUpdates().length === 0);
  doc.destroy();

  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(workspace.product.url) && !/^(?:data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => {
    elsewhere.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${workspace.product.url}/documents/${id}`);
  const text = page.locator('.documentText .ProseMirror').first();
  await expect(text).toContainText('The end');
  const unsound = (): Promise<string[]> =>
    text.evaluate((root) =>
      [...root.querySelectorAll('*')].flatMap((each) => {
        const { position } = getComputedStyle(each);
        const names = each
          .getAttributeNames()
          .filter((name) => /^on|^srcdoc$|^formaction$/i.test(name));
        const address = each.getAttribute('href') ?? each.getAttribute('src') ?? '';
        const isBad =
          names.length > 0 || position === 'fixed' || /^\s*(?:javascript|data:text)/i.test(address);
        return isBad || /^(?:SCRIPT|IFRAME|OBJECT|EMBED|STYLE|LINK)$/.test(each.tagName)
          ? [each.outerHTML.slice(0, 300)]
          : [];
      }),
    );
  await expect(text.getByRole('table').first()).toBeVisible();
  expect(await unsound()).toEqual([]);
  // No part of the text covers the surrounding interface.
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.click();
  await expect(title).toBeFocused();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await focusText(page);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' of it.');
  await expect(text).toContainText('The end of it.');
  await expectSaved(page);
  expect(elsewhere).toEqual([]);
  await ada.context.close();
});
