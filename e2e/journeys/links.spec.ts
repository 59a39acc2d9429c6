import { expect } from '@playwright/test';
import { expectSaved, openDocument, sitBoth, test, textOf, wordsOf } from './desk.ts';
import { put } from './three.ts';

test('addresses become links for whoever types them: not in the hands of those who open the document, or write beside them', async ({
  browser,
  office,
  quiet,
}) => {
  await office.share('reviewer');
  const id = await office.newDocument('Addresses');
  const [ada, ben] = await sitBoth(browser, office, quiet);
  await openDocument(ada, office, id);
  const links = textOf(ada.page).locator('a');
  await textOf(ada.page).click();
  await ada.page.keyboard.type('See example.com');
  await ada.page.keyboard.press('Enter');
  await expect(links).toHaveText(['example.com']);
  await ada.page.keyboard.type('and more');
  // Somebody wants it to be none.
  await put(ada.page, 'example', 2);
  await ada.page.getByRole('button', { name: 'Link', exact: true }).first().click();
  await ada.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(links).toHaveCount(0);
  await expectSaved(ada.page);

  await openDocument(ben, office, id);
  await expect(ben.page.getByRole('note')).toContainText('You are a reviewer here');
  await put(ben.page, 'and more', 8);
  await ben.page.keyboard.type(', softly');
  await expectSaved(ben.page);
  await put(ben.page, 'example.com', 11);
  await ben.page.keyboard.type(' now');
  await expectSaved(ben.page);
  await expect(ben.page.getByText('was taken back')).toHaveCount(0);
  await expect.poll(() => wordsOf(ada.page)).toContain('See example.com now');
  await put(ada.page, 'See', 0);
  await ada.page.keyboard.type('Do ');
  await expectSaved(ada.page);
  await expect.poll(() => wordsOf(ben.page)).toContain('Do See');
  await expect(links).toHaveCount(0);
  await expect(textOf(ben.page).locator('a')).toHaveCount(0);
  await expect(ben.page.getByText('was taken back')).toHaveCount(0);

  // What the reviewer types themselves is a link, suggested with its words.
  await put(ben.page, ', softly', 8);
  await ben.page.keyboard.type(' at example.org ');
  await expect(textOf(ada.page).locator('ins:has(a), a:has(ins)')).toHaveText(['example.org']);
  await expectSaved(ben.page);
  await expect(ben.page.getByText('was taken back')).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});
