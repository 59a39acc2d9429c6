import { expect } from '@playwright/test';
import { openSideTab, openDocument, openSignedIn, test } from './fixtures.ts';

test('Escape closes a toast and keeps the dialog below it open', async ({ browser, workspace }) => {
  // The browser logs the refused call, which this journey causes.
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, []);
  await page.goto(`${workspace.product.url}/projects`);
  await page.getByRole('button', { name: 'New project' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('Only once');
  await page.route('**/api/v1/projects', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create project' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'The project was not saved' });
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
  await expect(name).toHaveValue('Only once');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await context.close();
});

test('a toast covers no button of the side panel', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The voyage');
  for (let i = 1; i <= 14; i += 1)
    await workspace.ada.call('createComment', {
      params: { id },
      body: { body: `Remark ${i}`, anchor: null },
    });
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
    viewport: { width: 1_280, height: 720 },
  });
  const { page, context } = ada;
  await openDocument(ada, workspace, id);
  await openSideTab(page, 'Comments & suggestions');
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: /favourite/i }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Marked as a favourite' });
  await expect(toast).toBeVisible();
  const covered = await toast.boundingBox();
  const buttons = page.locator('aside').locator('button:visible, select:visible');
  const [top, bottom] = [covered?.y ?? 0, (covered?.y ?? 0) + (covered?.height ?? 0)];
  const beside: string[] = [];
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    if (box === null || box.y + box.height <= top || box.y >= bottom) continue;
    beside.push(await button.innerText());
    expect(box.x).toBeGreaterThanOrEqual((covered?.x ?? 0) + (covered?.width ?? 0));
  }
  // Cards reach to the lower edge of the window.
  expect(beside).not.toEqual([]);
  await context.close();
});
