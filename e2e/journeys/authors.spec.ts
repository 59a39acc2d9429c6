import { expect } from '@playwright/test';
import { expectSaved, openDocument, sitSignedIn, test, textOf } from './desk.ts';

test('who wrote what is told of each passage, in colours, in parts of a hundred and in words', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument('On the engine');
  const [ada, ben] = [
    await sitSignedIn(browser, office, office.ada, quiet),
    await sitSignedIn(browser, office, office.ben, quiet),
  ];
  await openDocument(ada, office, id);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('It can do whatever we know how to order it.');
  await expectSaved(ada.page);
  await openDocument(ben, office, id);
  await textOf(ben.page).click();
  await ben.page.keyboard.press('Control+End');
  await ben.page.keyboard.type(' It cannot anticipate.');
  await expectSaved(ben.page);
  await ada.page.getByRole('button', { name: 'Authors' }).click();
  const side = ada.page.getByRole('complementary', { name: 'Authors' });
  const shares = side.getByRole('list', { name: 'Share of each author' }).getByRole('listitem');
  await expect(shares).toHaveText([/Ada Lovelace.*66 %/, /Ben Okri.*34 %/]);
  await expect(textOf(ada.page).locator('.authored')).toHaveCount(0);
  await side.getByRole('switch', { name: 'Colour the text by author' }).press('Space');
  const colored = textOf(ada.page).locator('.authored');
  await expect(colored).toHaveText(['It can do whatever we know how to order it.', ' It cannot anticipate.']);
  await expect(colored.last()).toHaveAttribute('title', /^Ben Okri, /);
  // What is typed now is coloured as soon as the server has told whose it is.
  await ben.page.keyboard.type(' Ever.');
  await expect(colored.last()).toHaveText(' It cannot anticipate. Ever.');
  await side.getByRole('button', { name: /It cannot anticipate/ }).click();
  await expect(side.getByRole('status')).toContainText('At the caret: ');
  await ada.page.keyboard.press('Control+End');
  await expect(side.getByRole('status')).toContainText('Ben Okri');
  await side.getByRole('switch', { name: 'Colour the text by author' }).uncheck();
  await expect(colored).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});
