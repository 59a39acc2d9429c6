import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectOutage, focusText, openDocument, openSignedIn, test, textOf } from './fixtures.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });
const chosen = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

test('the palette finds documents, tags and users, and runs commands, by keyboard only', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createDocument', {
    body: { title: 'Quarterly almanac' },
  });
  await workspace.ada.call('setTags', { params: { id }, body: { tags: ['harvest'] } });
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await page.goto(`${workspace.product.url}/projects`);
  const button = page.getByRole('button', { name: 'Search or run a command' });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  // The recently opened documents are shown immediately, and the first option is selected.
  await expect(
    page.getByRole('group', { name: 'Recent documents' }).getByRole('option').first(),
  ).toHaveText(/Quarterly almanac/);
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id')) ?? '',
  );
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('almanac quart');
  await expect(page.getByRole('group', { name: 'Documents' }).getByRole('option')).toHaveText(
    /Quarterly almanac/,
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`));
  // In the text the same keys open the palette, and are not passed to the text.
  await expect(textOf(page)).toBeVisible();
  await focusText(page);
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('harv');
  await expect(page.getByRole('group', { name: 'Tags' }).getByRole('option')).toHaveText(/harvest/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/documents\?tag=harvest$/);
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Quarterly almanac' }),
  ).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('dark');
  await expect(chosen(page)).toHaveText(/Theme: dark/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('ben okri');
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText(
    /Ben Okri/,
  );
  await box(page).fill('qqqq');
  await expect(page.getByText('No results for “qqqq”.')).toBeVisible();
  await context.close();
});

test('without the server, the palette still offers commands and says that the search has failed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  expectOutage(consoleErrors);
  await page.goto(`${workspace.product.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.route('**/api/v1/search*', (route) => route.abort());
  await page.keyboard.type('dark');
  await expect(page.getByRole('alert')).toContainText('Commands still work');
  await expect(chosen(page)).toHaveText(/Theme: dark/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await context.close();
});

test('a question mark opens the shortcuts, but not while the user is typing or if single-key shortcuts are off', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, await workspace.newDocument());
  await focusText(page);
  await page.keyboard.type('Why?');
  await expect(textOf(page)).toHaveText('Why?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`${workspace.product.url}/settings?tab=editor`);
  await page.getByRole('heading', { name: 'Settings' }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Search or run a command');
  await expect(sheet).toContainText('Bold');
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.getByRole('heading', { name: 'Settings' }).click();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet).toBeVisible();
  await context.close();
});

test('the sidebar shows favourites and projects, can be collapsed, and stays collapsed after a reload', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createDocument', { body: { title: 'Kept close' } });
  await workspace.ada.call('addFavourite', { params: { id } });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/recent`);
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'Recent' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(places.getByRole('link', { name: 'Kept close' })).toBeVisible();
  await places.getByRole('button', { name: 'Hide projects' }).click();
  await expect(places.getByRole('link', { name: 'Notes on engines' })).toBeHidden();
  await page.getByRole('button', { name: 'Hide the sidebar' }).click();
  await expect(places).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await expect(places.getByRole('link', { name: 'Kept close' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Notes on engines' })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Navigation' }).click();
  const sheet = page.getByRole('dialog', { name: 'Navigation' });
  await sheet.getByRole('link', { name: 'Drafts' }).click();
  await expect(page).toHaveURL(/\/drafts$/);
  await expect(sheet).toBeHidden();
  await context.close();
});

test('text appearance and spell checking are set once and apply to documents', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const documentId = await workspace.newDocument('Looks');
  const looks = () =>
    textOf(page).evaluate((element: HTMLElement) => {
      const { fontSize, fontFamily } = getComputedStyle(element);
      return {
        size: parseFloat(fontSize),
        family: fontFamily,
        width: element.clientWidth,
        checked: element.spellcheck,
      };
    });
  await openDocument(user, workspace, documentId);
  const before = await looks();
  expect(before).toMatchObject({ family: expect.stringContaining('Newsreader'), checked: true });
  await page.goto(`${workspace.product.url}/settings?tab=appearance`);
  for (const [group, choice] of [
    ['Text size', 'Larger'],
    ['Line width', 'Wide'],
    ['Font', 'Sans serif'],
  ] as const) {
    const radio = page.getByRole('group', { name: group, exact: true }).getByLabel(choice);
    // Leaving the page right after a press aborts the unsent request, as in every browser.
    const sent = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await radio.click();
    await expect(radio).toBeChecked();
    await sent;
  }
  await page.goto(`${workspace.product.url}/settings?tab=editor`);
  await page.getByRole('switch', { name: 'Check spelling' }).uncheck();
  await expect
    .poll(async () => (await workspace.ada.call('getMe')).preferences.spellCheck)
    .toBe(false);
  await openDocument(user, workspace, documentId);
  const after = await looks();
  expect(after).toMatchObject({ family: expect.stringContaining('Inter'), checked: false });
  expect(after.size).toBeGreaterThan(before.size * 1.1);
  expect(after.width).toBeGreaterThan(before.width * 1.3);
  await context.close();
});
