import { expect, type Page } from '@playwright/test';
import { expectSaved, openDocument, sitSignedIn, test, textOf, wordsOf } from './desk.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem');
const openSuggestions = (page: Page) => page.getByRole('button', { name: /^Suggestions/ }).click();

test('a reviewer suggests, the editor sees it at once and decides, and it can be undone', async ({ browser, office, quiet }) => {
  await office.share('reviewer');
  const id = await office.newDocument();
  const [ada, ben] = [
    await sitSignedIn(browser, office, office.ada, quiet),
    await sitSignedIn(browser, office, office.ben, quiet),
  ];
  await openDocument(ada, office, id);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('The rain fell softly on the roof.');
  await expectSaved(ada.page);
  await openDocument(ben, office, id);
  await expect(ben.page.getByRole('note')).toContainText('You are a reviewer here');
  await expect(ben.page.getByRole('combobox', { name: 'Mode' })).toHaveValue('suggesting');
  await textOf(ben.page).getByText('The rain').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' All night.');
  await ben.page.keyboard.press('Home');
  for (let i = 0; i < 4; i += 1) await ben.page.keyboard.press('Shift+ArrowRight');
  await ben.page.keyboard.type('A ');
  await expectSaved(ben.page);
  await expect(textOf(ada.page).locator('ins')).toHaveText(['A ', ' All night.']);
  await expect(textOf(ada.page).locator('del')).toHaveText(['The ']);
  await openSuggestions(ada.page);
  await expect(cards(ada.page)).toHaveCount(2);
  await expect(cards(ada.page).first()).toContainText('Ben Okri');
  await expect(cards(ada.page).first()).toContainText('Replace');
  await ada.page.getByRole('button', { name: /^Accept: Replace/ }).click();
  await expect(textOf(ada.page).locator('del')).toHaveCount(0);
  await ada.page.getByRole('button', { name: /^Reject: Insert/ }).click();
  await expect(cards(ada.page)).toHaveCount(0);
  await expectSaved(ada.page);
  expect(await wordsOf(ada.page)).toBe('A rain fell softly on the roof.');
  await expect.poll(() => wordsOf(ben.page)).toBe('A rain fell softly on the roof.');
  await textOf(ada.page).click();
  await ada.page.keyboard.press('ControlOrMeta+z');
  await expect(textOf(ada.page).locator('ins')).toHaveText([' All night.']);
  await ada.context.close();
  await ben.context.close();
});
