import { expect } from '@playwright/test';
import {
  focusText,
  openSignedIn,
  test,
  textOf,
  writeDocument,
  type BrowserUser,
  type Workspace,
} from './fixtures.ts';

/** Opens a document while the code of its additions is held. Returns the function that sends it. */
async function openWithoutAdditions(
  { page }: BrowserUser,
  workspace: Workspace,
  id: string,
): Promise<() => void> {
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
  return release;
}

for (const { name, keys, field } of [
  { name: 'a comment', keys: 'ControlOrMeta+Alt+m', field: 'Your comment' },
  { name: 'finding', keys: 'ControlOrMeta+f', field: 'Find' },
]) {
  test(`${name} begun by its shortcut before its code is loaded opens when it is`, async ({
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
    const release = await openWithoutAdditions(user, workspace, id);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press(keys);
    const textbox = page.getByRole('textbox', { name: field, exact: true });
    await expect(textbox).toHaveCount(0);
    release();
    await expect(textbox).toBeFocused();
  });
}
