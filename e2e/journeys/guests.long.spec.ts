import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { pastePicture } from './clipboard.ts';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openNewDocument,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

test('a guest joins by a link with a password, writes and comments under their name, and loses access when it is revoked', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openNewDocument(ada, workspace, 'The bridge');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const making = page.getByRole('form', { name: 'Create link' });
  await expect(making.getByLabel('Guests join as')).toBeFocused();
  await making.getByLabel('Guests join as').selectOption('editor');
  await making.getByLabel('Password (optional)').fill('open');
  await making.getByRole('button', { name: 'Create link' }).click();
  await expect(making.getByText('Password needs at least 6 characters')).toBeVisible();
  await making.getByLabel('Password (optional)').fill('open sesame');
  await making.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByLabel('New link (shown only once)')).toBeFocused();
  const link = await page.getByLabel('New link (shown only once)').inputValue();
  expect(new URL(link).hash).toMatch(/^#token=/);

  // The browser logs the response to a wrong password, so these errors are collected separately.
  const logged: string[] = [];
  const eve = await openSignedOut(browser, workspace.ben, logged);
  await eve.page.goto(link);
  await expect.poll(() => new URL(eve.page.url()).hash).toBe('');
  await expect(eve.page.getByText('Ada Lovelace invited you to a document.')).toBeVisible();
  await eve.page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
  await eve.page.getByLabel('Link password').fill('sesame');
  await eve.page.getByRole('button', { name: 'Join as guest' }).click();
  await expect(eve.page.getByText('The password of this link is incorrect.')).toBeVisible();
  expect((await new AxeBuilder({ page: eve.page }).analyze()).violations).toEqual([]);
  await eve.page.getByLabel('Link password').fill('open sesame');
  await eve.page.getByRole('button', { name: 'Join as guest' }).click();
  await expect(textOf(eve.page)).toBeVisible();
  await textOf(eve.page).click();
  await eve.page.keyboard.type('I came by the road.');
  await expectSaved(eve.page);
  await eve.page.keyboard.press('Enter');
  await pastePicture(textOf(eve.page), 'the road.png');
  await expect(textOf(eve.page).getByRole('img', { name: 'the road' })).toBeVisible();
  await expectSaved(eve.page);
  await openSideTab(eve.page, 'Comments & suggestions');
  await eve.page.getByRole('button', { name: 'Comment on document' }).click();
  await eve.page.getByRole('textbox', { name: 'Your comment' }).fill('Is this the right road?');
  await eve.page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(eve.page.getByText('Is this the right road?')).toBeVisible();
  expect((await new AxeBuilder({ page: eve.page }).analyze()).violations).toEqual([]);

  // The owner sees both under the guest's name, and the guest has access to nothing else.
  await page.keyboard.press('Escape');
  await expect.poll(() => wordsOf(page)).toMatch(/^I came by the road\./);
  const road = textOf(page).getByRole('img', { name: 'the road' });
  await expect.poll(() => road.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await openSideTab(page, 'Comments & suggestions');
  await expect(cardsOf(page, 'comment')).toContainText('(guest) Eve');
  const other = await eve.context.newPage();
  await other.goto(`${workspace.product.url}/dashboard`);
  await expect(other).toHaveURL(/\/auth/);
  await other.close();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: /^Revoke the link: Guests as editors/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeFocused();
  await expect(eve.page.getByRole('heading', { name: 'You no longer have access' })).toBeVisible();
  await eve.page.goto(link);
  await expect(eve.page.getByRole('alert')).toContainText(
    'This link was already used, was revoked, or has expired.',
  );
  expect(logged.filter((line) => !/status of (401|403|404)/.test(line))).toEqual([]);
  await eve.context.close();
  await ada.context.close();
});
