import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { paste, pastePicture } from './clipboard.ts';
import {
  expectSaved,
  focusText,
  openSideTab,
  openDocument,
  openNewDocument,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Insert' });

/** Types a slash and a query, and inserts the first result. */
async function insert(page: Page, query: string): Promise<void> {
  await page.keyboard.type(`/${query}`);
  await expect(menu(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
}

test('blocks are inserted by keyboard, and are still there after a reload', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  const other = await workspace.newDocument('The sea by night');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openDocument(ada, workspace, id);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('/');
  await expect(menu(page).getByRole('option', { name: 'Text', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('option', { name: 'Heading 1' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(text).toHaveAttribute('aria-activedescendant', /-1$/);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await page.keyboard.type(' is a slash');
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await insert(page, 'warn');
  await page.keyboard.type('Mind the gap');
  await expect(text.getByRole('complementary', { name: 'Warning' })).toContainText('Mind the gap');
  await text.getByRole('combobox', { name: 'Kind of callout' }).selectOption('Tip');
  await expect(text.getByRole('complementary', { name: 'Tip' })).toContainText('Mind the gap');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await insert(page, 'toggle');
  await page.keyboard.type('What is hidden');
  await page.keyboard.press('Enter');
  await page.keyboard.type('is here');
  await expect(text.getByText('is here')).toBeVisible();
  await text.getByRole('button', { name: 'Collapse' }).click();
  await expect(text.getByText('is here')).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```ts ');
  await page.keyboard.type('const a = "b";');
  await expect(text.getByRole('combobox', { name: 'Language of the code' })).toHaveValue(
    'typescript',
  );
  await expect(text.locator('.hljs-keyword')).toHaveText('const');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.type('Energy: $mc^2$ is much');
  await expect(text.locator('math annotation')).toHaveText('mc^2');
  await page.keyboard.type('[^');
  await expect(page.getByLabel('Footnote', { exact: true })).toBeFocused();
  await page.keyboard.type('So it is said.');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' on ');
  await insert(page, 'today');
  await page.keyboard.type('@ben');
  await expect(
    page
      .getByRole('listbox', { name: 'People, groups and documents' })
      .getByRole('option', { name: 'Ben Okri' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('@sea');
  await expect(page.getByRole('option', { name: 'The sea by night' })).toBeVisible();
  await page.keyboard.press('Enter');
  await paste(text, { 'text/plain': `${workspace.product.url}/documents/${other}` });
  await expect(text.getByRole('link', { name: 'The sea by night' })).toHaveCount(2);
  await expect(text.getByText('@Ben Okri')).toBeVisible();
  await expect(text.getByRole('time')).toContainText(String(new Date().getFullYear()));
  await expect(page.getByRole('region', { name: 'Footnotes' }).getByRole('listitem')).toHaveText(
    /^So it is said\./,
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('Last');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await expect(text.getByText('Last')).toHaveCount(2);
  await page.keyboard.press('Alt+Enter');
  await page.getByRole('menuitem', { name: 'Heading 2' }).press('Enter');
  await expect(text.getByRole('heading', { level: 2, name: 'Last' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect(
    violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([]);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await insert(page, 'formula');
  await page.keyboard.type('\\frac{a}{b}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(text.locator('[data-type=formula] math')).toBeAttached();
  await expect(text.locator('.hljs-string')).toHaveText('"b"');
  await expectSaved(page);
  await page.reload();
  await expect(text.getByRole('complementary', { name: 'Tip' })).toContainText('Mind the gap');
  await expect(text.getByText('is here')).toBeHidden();
  await text.getByRole('button', { name: 'Expand' }).click();
  await expect(text.getByText('is here')).toBeVisible();
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('suggesting');
  await text.getByText('is here').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await insert(page, 'important');
  await page.keyboard.type('Only suggested');
  await expect(text.getByRole('complementary', { name: 'Important' }).locator('ins')).toHaveText(
    'Only suggested',
  );
  await expectSaved(page);
  await openSideTab(page, 'Comments & suggestions');
  await page.getByRole('button', { name: /^Reject: / }).click();
  await expect(text.getByRole('complementary', { name: 'Important' })).toHaveCount(0);
  await expect(text.getByText('is here')).toBeVisible();
  await ada.context.close();
});

test('pictures and files are inserted, described and resized by keyboard, and are still there after a reload', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('Above');
  await paste(text, {
    'text/html':
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">bold</span></p><ul><li><p>point</p></li></ul></b>',
  });
  await expect(text.locator('strong')).toHaveText('bold');
  await expect(text.getByRole('listitem')).toHaveText('point');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(text, { 'text/plain': '## Pasted\n\nsome **more**' });
  await expect(text.getByRole('heading', { name: 'Pasted' })).toBeVisible();
  await expect(text.locator('strong')).toHaveText(['bold', 'more']);
  await page.keyboard.type(' and on');
  await expect(text.getByText('some more and on')).toBeVisible();
  await pastePicture(text, 'harbour.png');
  const picture = text.getByRole('img', { name: 'harbour' });
  await expect(picture).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Boats at night');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The harbour');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('slider', { name: 'Width' })).toBeFocused();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  const named = text.getByRole('figure').filter({ hasText: 'The harbour' });
  await expect(named.getByRole('img', { name: 'Boats at night' })).toBeVisible();
  const { width } = (await named.getByRole('img').boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThan(560);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await insert(page, 'table');
  for (const word of ['Name', 'Born', 'Died', 'Ada', '1815']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Alt+F10');
  await expect(
    page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Add a row above' }),
  ).toBeFocused();
  await page.getByRole('button', { name: 'Add a column after' }).press('Enter');
  await page.getByRole('button', { name: 'Header column' }).press('Enter');
  await expect(text.getByRole('row')).toHaveCount(4);
  await expect(text.getByRole('columnheader').or(text.getByRole('rowheader'))).toHaveCount(7);
  await page.keyboard.press('Escape');
  const edge = (await text.getByRole('columnheader', { name: 'Name' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(edge.x + edge.width - 1, edge.y + edge.height / 2);
  await expect(text.locator('.column-resize-handle').first()).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 60, edge.y + edge.height / 2, { steps: 4 });
  await page.mouse.up();
  const wider = (): Promise<number> =>
    text
      .getByRole('columnheader', { name: 'Name' })
      .boundingBox()
      .then((box) => Math.round((box?.width ?? 0) - edge.width));
  await expect.poll(wider).toBeGreaterThan(40);
  // By the buttons, without a mouse.
  const dragged = await wider();
  await text.getByRole('columnheader', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'Narrower column' }).press('Enter');
  await expect.poll(wider).toBe(dragged - 24);
  await page.getByRole('button', { name: 'Wider column' }).press('Enter');
  await expect.poll(wider).toBe(dragged);
  await text.getByText('Above').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await insert(page, 'file');
  await (
    await chooser
  ).setFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('We met.') });
  await expect(text.getByRole('link', { name: 'minutes.txt' })).toBeVisible();
  await expectSaved(page);
  await page.reload();
  await expect(named.getByRole('img', { name: 'Boats at night' })).toBeVisible();
  await expect.poll(wider).toBeGreaterThan(40);
  expect((await named.getByRole('img').boundingBox())?.width).toBe(width);
  await expect(text.getByRole('link', { name: 'minutes.txt' })).toHaveAttribute(
    'href',
    /^\/api\/v1\/files\//,
  );
  await ada.context.close();
});

test('the printed page contains the whole text with callouts and footnotes, and no controls', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const id = await openNewDocument(ada, workspace);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  await paste(text, {
    'text/plain':
      'Words[^1] here.\n\n> [!NOTE]\n> Check with the harbour office.\n\n[^1]: Said in 1901.',
  });
  await expect(text.getByRole('complementary', { name: 'Note' })).toContainText('harbour office');
  await expectSaved(page);
  await workspace.ada.call('updateDocument', { params: { id }, body: { status: 'published' } });
  const banner = page.getByText('This document is published.');
  await expect(banner).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(banner).toBeHidden();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden();
  await expect(text.getByText('Check with the harbour office.')).toBeVisible();
  const number = text.getByRole('note');
  await expect(number).toBeVisible();
  await expect(page.getByText('Said in 1901.').last()).toBeVisible();
  await ada.context.close();
});

test('the toolbar of a table at the start of the text appears with the focus, and covers neither title nor table', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace, 'The lighthouse at the end of the harbour');
  const { page } = ada;
  await focusText(page);
  await insert(page, 'table');
  await page.keyboard.type('Name');
  await expectSaved(page);
  const bar = page.getByRole('toolbar', { name: 'Table' });
  const edgesOf = async (each: Locator): Promise<{ top: number; bottom: number }> => {
    const { y, height } = (await each.boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, bottom: y + height };
  };
  const isBelow = async (): Promise<boolean> =>
    (await edgesOf(bar)).top >= (await edgesOf(textOf(page).getByRole('table'))).bottom &&
    (await edgesOf(page.getByRole('textbox', { name: 'Title' }))).bottom <=
      (await edgesOf(bar)).top;
  await expect.poll(isBelow).toBe(true);
  await page.getByRole('textbox', { name: 'Title' }).click();
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(textOf(page).getByRole('table')).toBeVisible();
  await expect(bar).toBeHidden();
  await textOf(page).getByText('Name').click();
  await expect(bar).toBeVisible();
  await expect.poll(isBelow).toBe(true);
  await ada.context.close();
});

test('the toolbar of a table appears also if the text gets the focus while its tools load', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  // The focus moves after the tools were rendered, and before they listen for it.
  await page.addInitScript(() => {
    const subscribe = document.addEventListener.bind(document);
    document.addEventListener = (type: string, listener: EventListener, options?: boolean) => {
      if (type === 'focusin') document.querySelector<HTMLElement>('.ProseMirror')?.focus();
      subscribe(type, listener, options);
    };
  });
  await page.reload();
  await openNewDocument(ada, workspace);
  await expect(textOf(page)).toBeFocused();
  await insert(page, 'table');
  await expect(page.getByRole('toolbar', { name: 'Table' })).toBeVisible();
  await ada.context.close();
});

test('a mention adds a space only if no space and no punctuation follows', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  for (const [before, after, shown] of [
    ['a ', ' b', 'a @Ben Okri b'],
    ['Ask ', '.', 'Ask @Ben Okri.'],
    ['Ask ', 'now', 'Ask @Ben Okri now'],
  ] as const) {
    await page.keyboard.type(before + after);
    for (let i = 0; i < after.length; i += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('@ben');
    await expect(page.getByRole('option', { name: 'Ben Okri' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await wordsOf(page)).split('\n').at(-1)).toBe(shown);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
  }
  await ada.context.close();
});
