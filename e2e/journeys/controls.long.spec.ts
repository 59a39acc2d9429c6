import { expect, type Locator } from '@playwright/test';
import { openDocument, openSignedIn, test } from './fixtures.ts';

test('a menu is opened, searched and closed by keyboard, and closes on a press beside it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/settings`);
  const button = page.getByRole('button', { name: 'Change theme' });
  const menu = page.getByRole('menu', { name: 'Change theme' });
  const item = (name: string): Locator => menu.getByRole('menuitem', { name });
  await button.focus();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(item('Light')).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(item('System')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Light')).toBeFocused();
  await page.keyboard.press('d');
  await expect(item('Dark')).toBeFocused();
  await page.keyboard.press('x');
  await expect(item('Dark')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('System')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item('Light')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  // Tab closes the menu, and continues from its button.
  await page.keyboard.press('Enter');
  await expect(item('Light')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeFocused();

  // A second press on the button closes the menu, and so does a press beside it.
  await button.click();
  await expect(menu).toBeVisible();
  await button.click();
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await page.getByRole('heading', { name: 'Settings' }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await item('Dark').click();
  await expect(menu).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await context.close();
});

test('a menu is within the window, also if its button or the window is at an edge', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, await workspace.newDocument('At the edge'));
  for (const viewport of [
    { width: 1_440, height: 900 },
    { width: 320, height: 480 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Document menu' }).click();
    const menu = page.getByRole('menu', { name: 'Document menu' });
    const box = await menu.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitem').last()).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
  await context.close();
});

test('a menu closes when its row moves in the list, and can be opened again', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const oldest = await workspace.newDocument('The oldest');
  await workspace.newDocument('The newest');
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/documents`);
  const titles = page.getByRole('main').getByRole('link', { name: /^The (?:oldest|newest)/ });
  await expect(titles).toHaveText(['The newest', 'The oldest']);
  const button = page.getByRole('button', { name: 'Actions for The newest' });
  const menu = page.getByRole('menu');
  await button.click();
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  // The row of the menu becomes the second.
  const title = 'The oldest, changed last';
  await workspace.ada.call('updateDocument', { params: { id: oldest }, body: { title } });
  await expect(titles).toHaveText([title, 'The newest']);
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await context.close();
});

test('the focus stays in an open menu when its focused item is removed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben } = workspace;
  // In a project that is not shared with Ben.
  const project = await ada.call('createProject', { body: { name: 'Shelf of letters' } });
  const { id } = await ada.call('createDocument', {
    body: { title: 'To Babbage', projectId: project.id },
  });
  await ada.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  const { page, context } = await openSignedIn(browser, workspace, ben, consoleErrors);
  await page.goto(`${workspace.product.url}/documents`);
  await page.getByRole('button', { name: 'Actions for To Babbage' }).press('Enter');
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect(items.first()).toHaveText('New document inside');
  await expect(items.first()).toBeFocused();
  await ada.call('updateDocumentCollaborator', {
    params: { id, userId: ben.user.id },
    body: { role: 'viewer' },
  });
  await expect(items.first()).toHaveText('Export…');
  await expect(items.first()).toBeFocused();
  await context.close();
});

test('tabs are selected by the arrow keys, Home and End', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/settings`);
  const tab = (name: string): Locator => page.getByRole('tab', { name });
  await tab('Profile').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Appearance')).toBeFocused();
  await expect(tab('Appearance')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Appearance' })).toBeVisible();
  await expect(page).toHaveURL(/\?tab=appearance$/);
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Data' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Profile')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Data')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tabpanel', { name: 'Profile' })).toBeVisible();
  await context.close();
});

test('a dialog keeps the focus, and closes on a press beside it, but not in it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects`);
  const opener = page.getByRole('button', { name: 'New project' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Create project' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();

  // The label of a field selects it; text beside the fields does not close the dialog.
  await dialog.getByText('Description', { exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await dialog.getByRole('heading', { name: 'New project' }).click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await context.close();
});
