import { expect, type Page } from '@playwright/test';
import { expectSaved, focusText, openDocument, openSignedIn, test, textOf } from './fixtures.ts';

/**
 * Presses a button whose target is loaded at the first press, so that each test covers the first
 * time.
 */
async function pressKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

test('closing a dialog by keyboard returns the focus to its button, also the first time', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects`);
  for (let time = 0; time < 2; time += 1) {
    await pressKey(page, 'New project');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'New project' })).toBeFocused();
  }
  await context.close();
});

test('closing the theme menu by keyboard returns the focus to its button, also the first time', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects`);
  for (let time = 0; time < 2; time += 1) {
    await pressKey(page, 'Change theme');
    await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change theme' })).toBeFocused();
  }
  await context.close();
});

test('the toolbar makes selected text a link by keyboard', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, await workspace.newDocument());
  await focusText(page);
  await page.keyboard.type('See there');
  await page.keyboard.press('Shift+Home');
  const link = page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Link' });
  await expect(link).toHaveAttribute('aria-disabled', 'false');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Link address' })).toBeFocused();
  await page.keyboard.type('https://example.org');
  await page.keyboard.press('Enter');
  await expect(textOf(page).getByRole('link', { name: 'See there' })).toHaveAttribute(
    'href',
    'https://example.org',
  );
  await expect(textOf(page)).toBeFocused();
  await expectSaved(page);
  await context.close();
});

test('the line with the caret is never covered by the bars at 200 % zoom', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await page.setViewportSize({ width: 720, height: 450 });
  await openDocument(user, workspace, await workspace.newDocument());
  await focusText(page);
  await page.keyboard.type('line\n'.repeat(30));
  const distances = (): Promise<{ fromBars: number; toFoot: number }> =>
    page.evaluate(() => {
      const edge = (selector: string): DOMRect =>
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const node = getSelection()?.anchorNode;
      const line =
        (node instanceof Element ? node : node?.parentElement)?.getBoundingClientRect() ??
        new DOMRect();
      return {
        fromBars: line.top - edge('[role=toolbar]').bottom,
        toFoot: edge('footer').top - line.bottom,
      };
    });
  for (const key of ['Control+Home', 'Control+End', ...Array<string>(12).fill('ArrowUp')]) {
    await page.keyboard.press(key);
    await expect(async () => {
      const { fromBars, toFoot } = await distances();
      expect(fromBars, `under the bars after ${key}`).toBeGreaterThanOrEqual(0);
      expect(toFoot, `under the foot after ${key}`).toBeGreaterThanOrEqual(0);
    }).toPass();
  }
  await context.close();
});

test('the focused field has an outline, also if it is invalid', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects`);
  await pressKey(page, 'New project');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(name).toHaveCSS('outline-style', 'solid');
  await context.close();
});

test('in forced colours, the selected tab and a pressed button differ from the others', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await page.emulateMedia({ forcedColors: 'active' });
  const colour = (name: string, role: 'tab' | 'button'): Promise<string> =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto(`${workspace.product.url}/projects/${workspace.projectId}`);
  await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible();
  expect(await colour('Documents', 'tab')).not.toBe(await colour('People', 'tab'));
  await openDocument(user, workspace, await workspace.newDocument());
  await focusText(page);
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  expect(await colour('Bold', 'button')).not.toBe(await colour('Italic', 'button'));
  await context.close();
});

test('after users are removed and added by keyboard, the focus is still in the list or the field', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${workspace.projectId}?tab=people`);
  await page.getByRole('button', { name: 'Remove Ben Okri' }).focus();
  await page.keyboard.press('Enter');
  // A confirmation appears, with the focus on the button that changes nothing.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Ben Okri' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ben Okri')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'People of this project' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Username or email' }).focus();
  await page.keyboard.type('ben');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ben Okri')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeFocused();
  await context.close();
});
