import { expect, type Page } from '@playwright/test';
import type { Names } from './names.ts';
import type { Screen } from './screens.types.ts';

/** A line for every kind of block, in a script from left to right and in one from right to left. */
const passages = {
  ltr: { word: 'engine', line: 'The engine weaves patterns (as a loom does), 12 at a time.' },
  rtl: { word: 'מנוע', line: 'המנוע אורג דגמים (כמו נול), 12 בכל פעם.' },
} as const;

/** Returns blocks of every kind as HTML. */
function blocksOf({ word, line }: { word: string; line: string }): string {
  const cells = (tag: string): string => `<tr>${`<${tag}><p>${word}</p></${tag}>`.repeat(3)}</tr>`;
  return [
    `<h2>${line}</h2><p>${line} <code>npm run ${word} -- --all</code> <a href="https://example.org">${word}</a></p>`,
    `<ul><li><p>${line}</p><ul><li><p>${word}</p></li></ul></li></ul>`,
    `<ol><li><p>${line}</p></li><li><p>${line}</p></li></ol>`,
    `<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>${line}</p></li></ul>`,
    `<blockquote><p>${line}</p></blockquote>`,
    `<aside data-type="callout"><p>${line}</p></aside>`,
    `<div data-type="columns"><div data-type="column"><p>${line}</p></div><div data-type="column"><p>${line}</p></div></div>`,
    `<pre><code>const ${word} = 1; // ${line}</code></pre>`,
    `<table><tbody>${cells('th')}${cells('td')}</tbody></table>`,
    `<p>${line}</p>`,
  ].join('');
}

/** Returns the text of the open document. */
const textOf = (page: Page) => page.locator('.documentText [contenteditable="true"]').first();

/** Pastes HTML into the open document, or a picture. */
async function paste(page: Page, html: string | null): Promise<void> {
  await textOf(page).evaluate(async (root, text) => {
    const data = new DataTransfer();
    if (text === null) {
      const canvas = new OffscreenCanvas(240, 80);
      const context = canvas.getContext('2d');
      if (context !== null) context.fillRect(0, 0, 240, 80);
      data.items.add(new File([await canvas.convertToBlob()], 'loom.png', { type: 'image/png' }));
    } else data.setData('text/html', text);
    root.focus();
    root.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

/**
 * Writes blocks of every kind into a document, from right to left and from left to right.
 *
 * @param isMirrored the first ones are from right to left; the direction of the text follows them
 */
export async function writeEveryKind(page: Page, isMirrored: boolean): Promise<void> {
  const [first, second] = isMirrored ? [passages.rtl, passages.ltr] : [passages.ltr, passages.rtl];
  await paste(page, blocksOf(first) + blocksOf(second));
  await expect(page.locator('.documentText table')).toHaveCount(2);
  await paste(page, null);
  await expect(page.locator('.documentText img')).toHaveCount(1);
  // The page may show Saved for a moment before the uploaded picture is in the text.
  const { origin, pathname } = new URL(page.url());
  const stored = async (): Promise<string> =>
    (await page.request.get(`${origin}/api/v1${pathname}?format=json`)).text();
  await expect.poll(stored, { timeout: 60_000 }).toContain('"image"');
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
}

/** Opens a menu by its sign on a new line at the end of the text. */
const trigger =
  (sign: string, label: string) =>
  async (page: Page, name: Names): Promise<void> => {
    await textOf(page).locator('p').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(` ${sign}`);
    await expect(page.getByRole('listbox', { name: name(label) })).toBeVisible();
  };

/** Puts the caret into the first cell, so that the toolbar of the table is shown. */
async function enterTable(page: Page, name: Names): Promise<void> {
  await textOf(page).locator('td').first().click();
  await expect(page.getByRole('toolbar', { name: name('Table') })).toBeVisible();
}

async function enterList(page: Page, name: Names): Promise<void> {
  await textOf(page).locator('li p').first().click();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('menu', { name: name('Block') })).toBeVisible();
}

/** Shows the handle beside a block; narrow windows have none. */
async function pointAtBlock(page: Page, name: Names): Promise<void> {
  await textOf(page).locator('blockquote').first().hover();
  if ((page.viewportSize()?.width ?? 0) > 1000)
    await expect(page.getByRole('button', { name: name('Block') }).last()).toBeVisible();
}

/** Selects a line, so that the bar of the selection is shown, and opens the field of a link. */
async function openLink(page: Page, name: Names): Promise<void> {
  await textOf(page).locator('blockquote p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: name('Link address') })).toBeVisible();
}

async function selectLine(page: Page): Promise<void> {
  await textOf(page).locator('blockquote p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
}

async function selectPicture(page: Page): Promise<void> {
  await textOf(page).locator('img').first().click();
  await expect(page.locator('.blockTools').first()).toBeVisible();
}

/** Screens of the menus and bars of the editor, over a document with blocks of every kind. */
export function editorScreens(id: string): Screen[] {
  const screen = (name: string, act: NonNullable<Screen['act']>): Screen => ({
    name: `editor_${name}`,
    who: 'administrator',
    path: `/documents/${id}`,
    act,
  });
  return [
    { name: 'editor_every_kind', who: 'administrator', path: `/documents/${id}` },
    screen('table', enterTable),
    screen('block_menu', enterList),
    screen('handle', pointAtBlock),
    screen('slash', trigger('/', 'Insert')),
    screen('mention', trigger('@', 'People, groups and documents')),
    screen('selection', selectLine),
    screen('link', openLink),
    screen('picture', selectPicture),
  ];
}
