import { expect } from '@playwright/test';
import { focusText, openSignedIn, test, textOf, writeDocument } from './fixtures.ts';

test('a comment begun by its shortcut before the code for comments is loaded opens when it is', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  // A service worker would take the script from its cache.
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
    serviceWorkers: 'block',
  });
  const { page } = user;
  const id = await writeDocument(user, workspace, 'The rain fell softly.');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  await page.route(/document-additions-[\w-]+\.js$/, async (route) => {
    isHeld = true;
    await released;
    await route.continue();
  });
  await page.goto(`${workspace.product.url}/documents/${id}`);
  await expect(textOf(page)).toContainText('softly');
  await expect.poll(() => isHeld).toBe(true);
  await focusText(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  await expect(field).toHaveCount(0);
  release();
  await expect(field).toBeFocused();
});
