import { expect } from '@playwright/test';
import {
  expectSaved,
  openSideTab,
  openDocument,
  openNewDocument,
  openSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
} from './fixtures.ts';

test('a review is requested, answered, repeated after an edit and locks the document; a published text is edited in a working copy', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const id = await writeDocument(ada, workspace, 'The bridge opens on Monday.', 'The bridge');

  // Requests a review, by keyboard only.
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Review' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Review' })).toBeFocused();
  await page.getByRole('button', { name: 'Request review' }).press('Enter');
  const asking = page.getByRole('form', { name: 'Request review' });
  await asking.getByRole('button', { name: 'Request review' }).press('Enter');
  await expect(asking.getByRole('alert')).toHaveText('Choose at least one person.');
  await asking.getByRole('checkbox', { name: 'Ben Okri' }).press('Space');
  await asking.getByLabel('Due date').fill('2099-12-24');
  await asking.getByLabel('Message').fill('Is Monday right?');
  await asking.getByRole('checkbox', { name: /Lock the document/ }).press('Space');
  await asking.getByRole('button', { name: 'Request review' }).press('Enter');
  const round = page.getByRole('article', { name: 'Review requested by Ada Lovelace' });
  await expect(round).toContainText('0 of 1 responded');
  await expect(round).toContainText('Due December 24');

  // The request is on Ben's dashboard, and its link leads to the form for his answer.
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(`${workspace.product.url}/dashboard`);
  await ben.page
    .getByRole('list', { name: 'Reviews' })
    .getByRole('link', { name: 'The bridge' })
    .click();
  const answering = ben.page.getByRole('form', { name: 'Your response' });
  await answering.getByRole('radio', { name: 'Approve', exact: true }).check();

  await answering.getByRole('button', { name: 'Submit' }).click();
  await expect(ben.page.getByRole('article').first()).toContainText('Approved by everyone');
  await expect(round).toContainText('Approved by everyone');
  await expect(
    page.getByText('Locked for editing. Comments are still possible. Editors can unlock it.'),
  ).toBeVisible();
  await expect(textOf(page)).toHaveAttribute('contenteditable', 'false');

  // Ben may read and comment, Ada may unlock. After an edit a second round is possible.
  await expect(ben.page.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(textOf(page)).toHaveAttribute('contenteditable', 'true');
  await page.getByRole('button', { name: 'Request review' }).click();
  await asking.getByRole('checkbox', { name: 'Ben Okri' }).check();
  await asking.getByRole('checkbox', { name: 'Ada Lovelace' }).check();
  await asking.getByRole('button', { name: 'Request review' }).click();
  await answering.getByRole('radio', { name: 'Approve', exact: true }).check();
  await answering.getByLabel('Comment (optional)').fill('As it is.');
  await answering.getByRole('button', { name: 'Submit' }).click();
  await expect(round.first()).toContainText('1 of 2 responded');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' At noon.');
  await expectSaved(page);
  await ben.page.reload();
  await openSideTab(ben.page, 'Review');
  await expect(ben.page.getByRole('form', { name: 'Your response' })).toContainText(
    'The text was edited since you approved',
  );
  await page.getByRole('button', { name: 'Cancel this review' }).click();
  await page.getByRole('button', { name: 'Cancel review', exact: true }).click();
  await expect(round.first()).toContainText('Cancelled');

  // A published document is edited in a working copy. A passage changed in both versions is a
  // conflict, and the merge loses no text.
  await workspace.ada.call('updateDocument', { params: { id }, body: { status: 'published' } });
  await page.getByRole('button', { name: 'Create working copy' }).click();
  await expect(page.getByText('This is a working copy of')).toBeVisible();
  const list = page.getByRole('navigation', { name: 'Documents of the project' });
  await expect(list.getByRole('link', { name: /^Working copy: / })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect.poll(() => wordsOf(page)).toContain('At noon.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Rain or shine.');
  await expectSaved(page);
  const second = await ada.context.newPage();
  await openDocument({ ...ada, page: second }, workspace, id);
  await textOf(second).click();
  await second.keyboard.press('Control+End');
  await second.keyboard.type(' Bring a coat.');
  await expectSaved(second);
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  await expect(page.getByRole('region', { name: 'Your changes' }).locator('ins')).toHaveText(
    ' Rain or shine.',
  );
  const published = page.getByRole('region', { name: 'Changes to the published version' });
  await expect(published.locator('ins')).toHaveText(' Bring a coat.');
  const merging = page.getByRole('button', { name: 'Merge now' });
  await expect(merging).toBeDisabled();
  const conflict = page.getByRole('group', { name: /^Changed in both versions/ });
  await expect(conflict.getByRole('radio')).toHaveCount(3);
  await conflict.getByRole('radio', { name: 'Mine: Rain or shine.' }).check();
  await expect(merging).toBeEnabled();
  await conflict.getByRole('radio', { name: 'Both: Bring a coat. Rain or shine.' }).check();
  await merging.click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect.poll(() => wordsOf(second)).toMatch(/At noon\. Bring a coat\. Rain or shine\.$/);
  await ben.context.close();
  await ada.context.close();
  await workspace.share('editor');
});

test('a form for a review closes with a message when another page opens a round meanwhile', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const id = await openNewDocument(ada, workspace, 'The ferry');
  await openSideTab(page, 'Review');
  await page.getByRole('button', { name: 'Request review' }).click();
  const asking = page.getByRole('form', { name: 'Request review' });
  await asking.getByLabel('Message').fill('Is Tuesday right?');
  const body = { reviewerIds: [workspace.ben.user.id] };
  await workspace.ada.call('createReview', { params: { id }, body });
  await expect(page.getByText('The review has changed meanwhile.')).toBeVisible();
  await expect(asking).toHaveCount(0);
  await expect(
    page.getByRole('article', { name: 'Review requested by Ada Lovelace' }),
  ).toBeVisible();
  await ada.context.close();
});

test('the status of an approved document shows without a reload that it was edited since', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const id = await writeDocument(
    ada,
    workspace,
    'The bridge opens on Monday.',
    'The approved bridge',
  );
  const { id: reviewId } = await workspace.ada.call('createReview', {
    params: { id },
    body: { reviewerIds: [workspace.ben.user.id] },
  });
  await workspace.ben.call('answerReview', {
    params: { id, reviewId },
    body: { verdict: 'approved' },
  });
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status.locator('option:checked')).toHaveText('Approved');
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Or on Tuesday.');
  await expectSaved(page);
  await expect(status.locator('option:checked')).toHaveText('Edited since approval');
  await expect(status).toHaveValue('approved');
  await ada.context.close();
});
