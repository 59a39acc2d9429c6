import { signIn } from '@longhand/driver';
import { expect, type Page } from '@playwright/test';
import {
  expectOutage,
  expectRefusals,
  expectSignOut,
  openSignedIn,
  test,
  type Workspace,
} from './fixtures.ts';

/** Creates a project with documents of these titles, in this order. */
async function projectWith(
  workspace: Workspace,
  titles: readonly string[],
): Promise<{ id: string; documentIds: string[] }> {
  const { id } = await workspace.ada.call('createProject', {
    body: { name: 'The almanac', description: 'One page a month.' },
  });
  const documentIds: string[] = [];
  for (const title of titles) {
    documentIds.push(
      (await workspace.ada.call('createProjectDocument', { params: { id }, body: { title } })).id,
    );
  }
  return { id, documentIds };
}

/** Returns the titles of the rows that are shown, in order. */
function titlesIn(page: Page) {
  return page.getByRole('main').getByRole('listitem').locator('a[href^="/documents/"]');
}

test('documents are reordered by keyboard, from the menu and by dragging, and the order is stored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await projectWith(workspace, ['January', 'February', 'March']);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Project order');
  await expect(titlesIn(page)).toHaveText(['January', 'February', 'March']);
  const handle = page.getByRole('button', { name: /^Move January/ });
  await handle.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(titlesIn(page)).toHaveText(['February', 'January', 'March']);
  await expect(page.getByText('January is now 2 of 3')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(titlesIn(page)).toHaveText(['February', 'March', 'January']);
  await page.getByRole('button', { name: 'Actions for March' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(titlesIn(page)).toHaveText(['March', 'February', 'January']);
  const from = (await handle.boundingBox())!;
  const to = (await page.getByRole('button', { name: /^Move March/ }).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y, { steps: 12 });
  await page.mouse.up();
  await expect(titlesIn(page)).toHaveText(['January', 'March', 'February']);
  await expect
    .poll(async () =>
      (
        await workspace.ada.call('listProjectDocuments', { params: { id }, query: { limit: 50 } })
      ).items.map(({ title }) => title),
    )
    .toEqual(['January', 'March', 'February']);
  await context.close();
});

test('a move before a document that another user has moved away is refused with a message, and the list is refetched', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await projectWith(workspace, ['January', 'February', 'March']);
  const [january, , march] = (
    await workspace.ada.call('listProjectDocuments', { params: { id }, query: {} })
  ).items;
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  expectOutage(consoleErrors);
  expectRefusals(consoleErrors, 409);
  await page.route('**/api/v1/events*', (route) => route.abort());
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Project order');
  await expect(titlesIn(page)).toHaveText(['January', 'February', 'March']);
  await workspace.ada.call('updateDocument', {
    params: { id: january?.id ?? '' },
    body: { parentId: march?.id ?? '' },
  });
  await page.getByRole('button', { name: /^Move February/ }).press('ArrowUp');
  await expect(page.getByRole('alert')).toContainText('The list has changed');
  await expect(titlesIn(page)).toHaveText(['February', 'March', 'January']);
  await context.close();
});

test('documents of a project are sorted, filtered by status and title, and selected all at once or as a range', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await projectWith(workspace, ['January', 'February', 'March']);
  const march = (
    await workspace.ada.call('listProjectDocuments', { params: { id }, query: {} })
  ).items.at(-1);
  await workspace.ada.call('updateDocument', {
    params: { id: march?.id ?? '' },
    body: { status: 'in_review' },
  });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await expect(titlesIn(page)).toHaveText(['March', 'February', 'January']);
  await expect(page.getByRole('listitem').filter({ hasText: 'March' })).toContainText('In review');
  await page.getByRole('checkbox', { name: 'Select March' }).check();
  await page.getByRole('checkbox', { name: 'Select January' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('group', { name: 'Selected documents' })).toContainText('3 selected');
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
  await expect(page.getByRole('group', { name: 'Selected documents' })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByRole('group', { name: 'Selected documents' })).toContainText('3 selected');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In review');
  await expect(titlesIn(page)).toHaveText(['March']);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
  await expect(page.getByText('No matching documents')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Any');
  const title = page.getByRole('searchbox', { name: 'Title' });
  // Project order renders other rows: the field keeps the focus.
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Project order');
  await expect(titlesIn(page)).toHaveText(['January', 'February', 'March']);
  await title.fill('br');
  await expect(titlesIn(page)).toHaveText(['February']);
  await expect(title).toBeFocused();
  await title.fill('');
  await expect(titlesIn(page)).toHaveText(['January', 'February', 'March']);
  await expect(title).toBeFocused();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title');
  await expect(titlesIn(page)).toHaveText(['February', 'January', 'March']);
  await page.goto(`${workspace.product.url}/documents?projectId=${id}`);
  await expect(titlesIn(page)).toHaveText(['March', 'February', 'January']);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title');
  await expect(titlesIn(page)).toHaveText(['February', 'January', 'March']);
  await page.getByRole('searchbox', { name: 'Title' }).fill('AR');
  await expect(titlesIn(page)).toHaveText(['February', 'January', 'March']);
  await page.getByRole('searchbox', { name: 'Title' }).fill('ARY');
  await expect(titlesIn(page)).toHaveText(['February', 'January']);
  await page.reload();
  await expect(titlesIn(page)).toHaveText(['February', 'January', 'March']);
  await context.close();
});

test('several documents are archived at once, and restored from the archives', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await projectWith(workspace, ['April', 'May', 'June']);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await page.getByRole('checkbox', { name: 'Select April' }).check();
  await page.getByRole('checkbox', { name: 'Select June' }).check();
  const chosen = page.getByRole('group', { name: 'Selected documents' });
  await expect(chosen).toContainText('2 selected');
  await chosen.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('textbox', { name: /^Tags/ }).fill('spring, 2026');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'June' })).toContainText('spring');
  await expect(chosen).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select April' }).check();
  await page.getByRole('checkbox', { name: 'Select June' }).check();
  await chosen.getByRole('button', { name: 'Archive' }).click();
  await expect(titlesIn(page)).toHaveText(['May']);
  await page.getByRole('link', { name: 'Archives' }).click();
  await page.getByRole('checkbox', { name: 'Select April' }).check();
  await page.getByRole('checkbox', { name: 'Select June' }).check();
  await chosen.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The archive is empty')).toBeVisible();
  // Moves one to another project; the button is disabled until a place is chosen.
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await page.getByRole('button', { name: 'Actions for May' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await page.getByLabel('Destination').selectOption('Notes on engines');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(titlesIn(page)).toHaveText(['June', 'April']);
  // Filters by tag.
  await page.goto(`${workspace.product.url}/documents`);
  await page.getByRole('button', { name: 'spring' }).click();
  await expect(page).toHaveURL(/tag=spring/);
  await expect(titlesIn(page)).toHaveCount(2);
  await context.close();
});

test('the board moves a document by menu and by dragging, and the activity shows it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id, documentIds } = await projectWith(workspace, ['July', 'August']);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}?tab=board`);
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  await page.getByRole('button', { name: 'Move July' }).click();
  await page.getByRole('menuitem', { name: 'In review' }).click();
  await expect(column('In review').getByRole('link', { name: 'July', exact: true })).toBeVisible();
  const from = (await column('Draft').getByRole('link').boundingBox())!;
  const to = (await column('Published').boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  await expect(column('Published').getByRole('link')).toHaveText('August');
  await expect(page).toHaveURL(/tab=board/);
  const statusOf = async (document: string | undefined) =>
    (await workspace.ada.call('getDocument', { params: { id: document ?? '' }, query: {} })).status;
  await expect
    .poll(() => Promise.all(documentIds.map(statusOf)))
    .toEqual(['in_review', 'published']);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Ada Lovelace set July to in review');
  await context.close();
});

test('a shared document appears on the other user’s page without a reload, and disappears when access is removed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id: documentId } = await workspace.ada.call('createDocument', {
    body: { title: 'For your eyes' },
  });
  const logged: string[] = [];
  const ada = await openSignedIn(browser, workspace, workspace.ada, logged);
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(`${workspace.product.url}/documents`);
  await expect(ben.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  const his = ben.page.getByRole('link', { name: 'For your eyes' });
  await expect(his).toBeHidden();
  await ada.page.goto(`${workspace.product.url}/documents/${documentId}`);
  await ada.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = ada.page.getByRole('dialog', { name: /^Share/ });
  await dialog.getByLabel('Username or email').fill('nobody-here');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toContainText('No account has this username');
  // The browser logs the 404 for an unknown username, and nothing else until the end.
  expect(logged.splice(0)).toEqual([expect.stringContaining('404')]);
  await dialog.getByLabel('Username or email').fill('ben');
  await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('list', { name: 'People of this document' })).toContainText(
    'Ben Okri',
  );
  await expect(his).toBeVisible();
  await dialog.getByLabel('Role of Ben Okri').selectOption('editor');
  await ben.page.goto(`${workspace.product.url}/collaborators`);
  await expect(ben.page.getByRole('list', { name: 'Shared with Ada Lovelace' })).toContainText(
    'For your eyes',
  );
  await dialog.getByRole('button', { name: 'Remove Ben Okri' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ben.page.getByRole('list', { name: 'Shared with Ada Lovelace' })).not.toContainText(
    'For your eyes',
  );
  expect(logged).toEqual([]);
  await ada.context.close();
  await ben.context.close();
});

test('an archived project shows a notice, is read-only, and can be restored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await projectWith(workspace, ['September']);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await expect(page.getByRole('dialog')).toContainText('becomes read-only for all members');
  await page.getByRole('button', { name: 'Archive project' }).click();
  await expect(page.getByRole('note')).toContainText('is archived and can only be read');
  await expect(
    page.getByRole('link', { name: 'New document' }).and(page.getByText('New document')),
  ).toBeHidden();
  await page.getByRole('tab', { name: 'Documents' }).click();
  await expect(titlesIn(page)).toHaveText(['September']);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('note').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('note')).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Select September' })).toBeVisible();
  await context.close();
});

test('when another tab ends the session, the open page is signed out too', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ben'),
    consoleErrors,
  );
  await user.page.goto(`${workspace.product.url}/activity`);
  await expect(user.page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const other = await user.context.newPage();
  await other.goto(`${workspace.product.url}/dashboard`);
  await other.getByRole('button', { name: 'Account of Ben Okri' }).click();
  expectSignOut(consoleErrors);
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(user.page).toHaveURL(/\/auth/);
  await user.context.close();
});

test('a long list loads more rows while scrolling, renders few rows, and keeps the focus', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createProject', { body: { name: 'The long list' } });
  const count = 130;
  for (let from = 0; from < count; from += 10) {
    const some = Array.from({ length: 10 }, (_, at) => ({
      params: { id },
      body: { title: `Leaf ${from + at}` },
    }));
    await Promise.all(some.map((asked) => workspace.ada.call('createProjectDocument', asked)));
  }
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
    viewport: { width: 1280, height: 720 },
  });
  await page.goto(`${workspace.product.url}/documents?projectId=${id}`);
  const lines = page.getByRole('main').locator('li[aria-posinset]');
  await expect(lines.first()).toHaveAttribute('aria-setsize', '-1');
  const [bar, row] = [
    await page.getByRole('banner').boundingBox(),
    await lines.first().boundingBox(),
  ];
  if (bar === null || row === null) throw new Error('the bar and the first row are not shown');
  expect((720 - bar.height) / row.height, 'rows on a screen').toBeGreaterThanOrEqual(10);
  const first = lines.first().getByRole('link');
  await first.focus();
  const last = page.locator(`li[aria-posinset="${count}"]`);
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(last).toHaveAttribute('aria-setsize', String(count));
  expect(await lines.count()).toBeLessThan(60);
  await expect(first).toBeFocused();
  // From the first row, Tab continues at the second one, independently of the scroll position.
  await page.keyboard.press('Tab');
  await expect(page.locator('li[aria-posinset="2"]')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('li[aria-posinset="2"] a')).toBeFocused();
  await context.close();
});
