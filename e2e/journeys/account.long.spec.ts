import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import {
  expectSaved,
  openDocument,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';

test('a new user signs up, creates a project and a document by keyboard, signs out and signs in again', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/auth?tab=register`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  for (const answer of ['Grace Hopper', 'grace', 'grace@example.org', 'a long enough phrase']) {
    await page.keyboard.type(answer);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('textbox', { name: 'Password' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?.*refresh=.*userId=|\/dashboard\?.*userId=.*refresh=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace');
  await press(page, 'link', 'Projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await press(page, 'button', /New project/);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Compilers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Compilers' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'New document' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.type('Nanoseconds');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A piece of wire, so long.');
  await expectSaved(page);
  const address = page.url();
  await page.goto(`${workspace.product.url}/dashboard`);
  await page.getByRole('button', { name: 'Account of Grace Hopper' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\?refresh=/);
  await page.goto(address);
  await page.waitForURL(/\/auth/);
  await page.getByRole('textbox', { name: /Username/ }).fill('grace');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough phrase');
  await page.keyboard.press('Enter');
  await page.waitForURL(address);
  await expect(textOf(page)).toContainText('A piece of wire, so long.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Nanoseconds');
  await context.close();
});

async function press(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
}

test('missing fields and a wrong password show an error', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/auth`);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText(/required/i).first()).toBeVisible();
  await page.getByRole('textbox', { name: /Username/ }).fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login failed')).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a document and the sign-in page have no violations that axe finds, in the ${colorScheme} theme`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    const id = await workspace.newDocument('For everyone');
    const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
    await page.emulateMedia({ colorScheme });
    const look = async (what: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        violations.map(
          ({ id: rule, nodes }) => `${what}: ${rule} ${nodes.map(({ html }) => html).join(' ')}`,
        ),
      ).toEqual([]);
    };
    await openDocument({ page, context, person: workspace.ada }, workspace, id);
    await textOf(page).click();
    await page.keyboard.type('# Heading\nSome words, and more.');
    await expectSaved(page);
    await look('a document');
    const visitor = await openSignedOut(browser, workspace.ada, consoleErrors);
    await visitor.page.emulateMedia({ colorScheme });
    await visitor.page.goto(`${workspace.product.url}/auth`);
    await expect(visitor.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: visitor.page }).analyze();
    expect(violations.map(({ id: rule }) => rule)).toEqual([]);
    await visitor.context.close();
    await context.close();
  });
}
