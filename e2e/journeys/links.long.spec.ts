import { expect } from '@playwright/test';
import {
  expectSaved,
  openDocument,
  openNewDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';
import { putCaret } from './three-users/three-users.ts';

test('an address becomes a link when a user types it, but not when others open the document or write beside it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const id = await workspace.newDocument('Addresses');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  await openDocument(ada, workspace, id);
  const links = textOf(ada.page).locator('a');
  await textOf(ada.page).click();
  await ada.page.keyboard.type('See example.com');
  await ada.page.keyboard.press('Enter');
  await expect(links).toHaveText(['example.com']);
  await ada.page.keyboard.type('and more');
  // The user removes the link.
  await putCaret(ada.page, 'example', 2);
  await ada.page.getByRole('button', { name: 'Link', exact: true }).first().click();
  await ada.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(links).toHaveCount(0);
  await expectSaved(ada.page);

  await openDocument(ben, workspace, id);
  await expect(ben.page.getByRole('note')).toContainText('You are a reviewer.');
  await putCaret(ben.page, 'and more', 8);
  await ben.page.keyboard.type(', softly');
  await expectSaved(ben.page);
  await putCaret(ben.page, 'example.com', 11);
  await ben.page.keyboard.type(' now');
  await expectSaved(ben.page);
  await expect(ben.page.getByText('was undone')).toHaveCount(0);
  await expect.poll(() => wordsOf(ada.page)).toContain('See example.com now');
  await putCaret(ada.page, 'See', 0);
  await ada.page.keyboard.type('Do ');
  await expectSaved(ada.page);
  await expect.poll(() => wordsOf(ben.page)).toContain('Do See');
  await expect(links).toHaveCount(0);
  await expect(textOf(ben.page).locator('a')).toHaveCount(0);
  await expect(ben.page.getByText('was undone')).toHaveCount(0);

  // An address that the reviewer types becomes a link, suggested together with its text.
  await putCaret(ben.page, ', softly', 8);
  await ben.page.keyboard.type(' at example.org ');
  await expect(textOf(ada.page).locator('ins:has(a), a:has(ins)')).toHaveText(['example.org']);
  await expectSaved(ben.page);
  await expect(ben.page.getByText('was undone')).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});

test('a link at the caret is opened, changed and removed beside it; Ctrl+K asks for the address of the selection', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace, 'Addresses');
  const { page } = ada;
  const link = textOf(page).locator('a');
  await textOf(page).click();
  await page.keyboard.type('Ask the harbour office today.');

  await putCaret(page, 'harbour office', 0, 'harbour office'.length);
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('textbox', { name: 'Link address' });
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.get('linking')?.size)).toBe(1);
  const address = `${workspace.product.url}/healthz`;
  await page.keyboard.type('127.0.0.1/harbour');
  await page.keyboard.press('Enter');
  await expect(link).toHaveText('harbour office');
  await expect(link).toHaveAttribute('href', 'https://127.0.0.1/harbour');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.has('linking'))).toBe(false);

  await putCaret(page, 'harbour', 3);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const opener = bar.getByRole('link', { name: '127.0.0.1/harbour' });
  await expect(opener).toHaveAttribute('target', '_blank');
  await expect(bar.getByRole('button', { name: 'Bold' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Edit link' }).click();
  await expect(field).toHaveValue('https://127.0.0.1/harbour');
  await field.fill(address);
  await page.keyboard.press('Enter');
  await expect(link).toHaveAttribute('href', address);

  const opened = page.context().waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await tab.waitForURL(address);
  await tab.close();
  await putCaret(page, 'harbour', 3);
  await bar.getByRole('button', { name: 'Remove link' }).click();
  await expect(link).toHaveCount(0);

  // Without a selection the same keys open the palette.
  await putCaret(page, 'Ask', 1);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSaved(page);
  await ada.context.close();
});

test('a task is checked by Markdown syntax, and its checkbox is labelled with its text', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace, 'Tasks');
  const { page } = ada;
  await textOf(page).click();
  await page.keyboard.type('[ ] Buy milk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[x] Call Ben');
  const box = (name: string) => textOf(page).getByRole('checkbox', { name, exact: true });
  await expect(box('Buy milk')).not.toBeChecked();
  await expect(box('Call Ben')).toBeChecked();
  await box('Buy milk').click();
  await expect(box('Buy milk')).toBeChecked();
  expect(await wordsOf(page)).toBe('Buy milkCall Ben');
  await expectSaved(page);
  await page.reload();
  await expect(box('Buy milk')).toBeChecked();
  await ada.context.close();
});
