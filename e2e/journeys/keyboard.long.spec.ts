import { expect } from '@playwright/test';
import { password } from '@longhand/driver';
import {
  expectSaved,
  openDocument,
  openSignedOut,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';
import { choose, expectFocusIn, focusedElement, moveFocusTo, press } from './keys.ts';

test('by keyboard only: sign up, project, document, text, sharing, board, archive and restore, settings, sign out', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await page.goto(url);
  await moveFocusTo(page, 'Skip to content');
  await press(page, 'Sign up');
  await expect(page.getByRole('tab', { name: 'Sign up' })).toBeVisible();
  for (const [label, answer] of [
    [/^Name/, 'Mary Somerville'],
    [/^Username/, 'mary'],
    [/^Email/, 'mary@example.org'],
    [/^Password/, password],
  ] as const) {
    await moveFocusTo(page, label);
    await page.keyboard.type(answer);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mary');

  await press(page, 'Projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await press(page, 'New project');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Mechanism of the heavens');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Mechanism of the heavens' }),
  ).toBeVisible();

  await moveFocusTo(page, 'New document');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Preliminary dissertation');
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type('In the heavens there is order.');
  await expectSaved(page);

  await moveFocusTo(page, 'Share', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Username or email')).toBeFocused();
  await page.keyboard.type('ben');
  await press(page, 'Add');
  await expect(dialog.getByRole('list', { name: 'People of this document' })).toContainText(
    'Ben Okri',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await focusedElement(page)).name).toBe('Share');

  await moveFocusTo(page, 'Mechanism of the heavens', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Mechanism of the heavens' }),
  ).toBeVisible();
  await moveFocusTo(page, 'Documents', 'Tab');
  if ((await page.locator(':focus').getAttribute('role')) !== 'tab') {
    await page.keyboard.press('Tab');
    await moveFocusTo(page, 'Documents');
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Board' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, 'Move Preliminary dissertation');
  await choose(page, 'Approved');
  const approved = page.getByRole('region', { name: /^Approved/ });
  await expect(approved.getByRole('link')).toHaveText('Preliminary dissertation');

  await moveFocusTo(page, 'Board', 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await press(page, 'Actions for Preliminary dissertation');
  await choose(page, 'Archive');
  await expect(page.getByRole('link', { name: 'Preliminary dissertation' })).toBeHidden();
  await expect.poll(async () => (await focusedElement(page)).isMarked).toBe(true);
  await moveFocusTo(page, 'Archives', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Archives' })).toBeVisible();
  await press(page, 'Actions for Preliminary dissertation');
  await choose(page, 'Restore');
  await expect(page.getByText('The archive is empty')).toBeVisible();

  await moveFocusTo(page, 'Account of Mary Somerville', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await moveFocusTo(page, /^Name/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Mary Fairfax Somerville');
  await press(page, 'Save');
  await expect(
    page.getByRole('button', { name: 'Account of Mary Fairfax Somerville' }),
  ).toBeVisible();
  await moveFocusTo(page, /^Account of Mary/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, 'Sign out');
  await page.waitForURL(/\/\?refresh=/);
  await context.close();
});

test('by keyboard only: a match and then all matches are found and replaced, and the focus returns to the text', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, await workspace.newDocument());
  await moveFocusTo(page, 'Document text');
  await page.keyboard.type('The sea, a sea and the seaside.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('sea');
  const outcome = page.getByRole('search').getByRole('status');
  await expect(outcome).toHaveText('1 of 3');
  await page.keyboard.press('Enter');
  await expect(outcome).toHaveText('2 of 3');
  await page.keyboard.press('Shift+Enter');
  await expect(outcome).toHaveText('1 of 3');
  await moveFocusTo(page, 'Whole words');
  await page.keyboard.press('Space');
  await expect(outcome).toHaveText('1 of 2');
  await press(page, 'Replace');
  await moveFocusTo(page, 'Replace with');
  await page.keyboard.type('lake');
  await press(page, 'Replace');
  await expect(outcome).toHaveText('Replaced.');
  expect(await wordsOf(page)).toBe('The lake, a sea and the seaside.');
  await moveFocusTo(page, 'Whole words', 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(outcome).toHaveText('1 of 2');
  await press(page, 'Replace all');
  await expect(outcome).toHaveText('2 replaced.');
  expect(await wordsOf(page)).toBe('The lake, a lake and the lakeside.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => wordsOf(page)).toBe('The lake, a sea and the seaside.');

  // Opened with its own shortcut, the bar shows the field for the replacement. Its button closes it
  // as Escape does.
  await page.keyboard.press('ControlOrMeta+Alt+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await moveFocusTo(page, 'Replace with');
  await moveFocusTo(page, 'Close', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(textOf(page)).toBeFocused();
  await expectSaved(page);
  await context.close();
});

test('by keyboard only: a review is requested and answered by the reviewer, and the focus is never lost', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const id = await workspace.newDocument('The bridge');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, id);
  await press(page, 'Document menu');
  await choose(page, 'Review');
  await expect(page.getByRole('tab', { name: 'Review' })).toBeFocused();
  const asking = page.getByRole('form', { name: 'Request review' });
  await press(page, 'Request review');
  await expect(asking.getByRole('checkbox').first()).toBeFocused();
  // Cancel returns the focus to the button.
  await press(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'Request review' })).toBeFocused();
  await page.keyboard.press('Enter');
  await moveFocusTo(page, 'Ben Okri');
  await page.keyboard.press('Space');
  await expect(asking.getByRole('checkbox', { name: 'Ben Okri' })).toBeChecked();
  await moveFocusTo(page, /^Message/);
  await page.keyboard.type('Is Monday right?');
  await press(page, 'Request review');
  const round = page.getByRole('article', { name: 'Review requested by Ada Lovelace' });
  await expect(round).toContainText('0 of 1 responded');
  await expectFocusIn(page, 'Side panel');
  await press(page, 'Change');
  await expect(asking.getByRole('checkbox').first()).toBeFocused();
  await press(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused();

  await ben.page.goto(`${workspace.product.url}/dashboard`);
  await expect(ben.page.getByRole('list', { name: 'Reviews' })).toContainText('The bridge');
  await press(ben.page, /^The bridge/);
  const answering = ben.page.getByRole('form', { name: 'Your response' });
  await expect(answering).toContainText('Approve');
  await moveFocusTo(ben.page, 'Approve');
  await ben.page.keyboard.press('Space');
  await ben.page.keyboard.press('ArrowDown');
  await expect(answering.getByRole('radio', { name: 'Approve with changes' })).toBeChecked();
  await moveFocusTo(ben.page, /^Comment \(optional\)/);
  await ben.page.keyboard.type('On Tuesday.');
  await press(ben.page, 'Submit');
  await expect(ben.page.getByRole('article').first()).toContainText('On Tuesday.');
  await expectFocusIn(ben.page, 'Side panel');
  await expect(round).toContainText('On Tuesday.');
  await ben.context.close();
  await ada.context.close();
});
