import { expect, type Page } from '@playwright/test';
import { sitSignedIn, test } from './desk.ts';

/** Opens what is fetched when it is first pressed, so that each test meets the first time. */
async function pressKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

test('a dialog that is closed by key gives the focus back to its button, the first time too', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sitSignedIn(browser, office, office.ada, quiet);
  await page.goto(`${office.product.url}/projects`);
  for (const _time of ['first', 'second']) {
    await pressKey(page, 'New project');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'New project' })).toBeFocused();
  }
  await context.close();
});

test('the menu of themes gives the focus back to its button, the first time too', async ({ browser, office, quiet }) => {
  const { page, context } = await sitSignedIn(browser, office, office.ada, quiet);
  await page.goto(`${office.product.url}/projects`);
  for (const _time of ['first', 'second']) {
    await pressKey(page, 'Change theme');
    await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change theme' })).toBeFocused();
  }
  await context.close();
});
