import { expect, type Page } from '@playwright/test';
import { expectSaved, openDocument, sitSignedIn, test, textOf } from './desk.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Insert' });

/** Types a slash and what is looked for, and takes the first that is found. */
async function insert(page: Page, query: string): Promise<void> {
  await page.keyboard.type(`/${query}`);
  await expect(menu(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
}

test('blocks are inserted by the keys alone, and are still there for the next who opens the document', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument();
  const ada = await sitSignedIn(browser, office, office.ada, quiet);
  await openDocument(ada, office, id);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('/');
  await expect(menu(page).getByRole('option', { name: 'Text', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('option', { name: 'Heading 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(text).toHaveAttribute('aria-activedescendant', /-1$/);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await page.keyboard.type(' is a slash');
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await insert(page, 'warn');
  await page.keyboard.type('Mind the gap');
  await expect(text.getByRole('complementary', { name: 'Warning' })).toContainText('Mind the gap');
  await text.getByRole('combobox', { name: 'Kind of callout' }).selectOption('Tip');
  await expect(text.getByRole('complementary', { name: 'Tip' })).toContainText('Mind the gap');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await insert(page, 'toggle');
  await page.keyboard.type('What is hidden');
  await page.keyboard.press('Enter');
  await page.keyboard.type('is here');
  await expect(text.getByText('is here')).toBeVisible();
  await text.getByRole('button', { name: 'Hide what is in here' }).click();
  await expect(text.getByText('is here')).toBeHidden();
  await expectSaved(page);
  await page.reload();
  await expect(text.getByRole('complementary', { name: 'Tip' })).toContainText('Mind the gap');
  await expect(text.getByText('is here')).toBeHidden();
  await text.getByRole('button', { name: 'Show what is in here' }).click();
  await expect(text.getByText('is here')).toBeVisible();
  await ada.context.close();
});
