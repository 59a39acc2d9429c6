import { readFile } from 'node:fs/promises';
import { signUp } from '@longhand/driver';
import { expect, type Page } from '@playwright/test';
import { expectOutage, expectRefusals, openSignedOut, openSignedIn, test } from './fixtures.ts';

/** Chooses files in the dialog, as the browser's file chooser does. */
async function chooseFiles(
  page: Page,
  files: readonly { name: string; text: string }[],
): Promise<void> {
  const given = files.map(({ name, text }) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.getByLabel('Files', { exact: true }).setInputFiles(given);
}

test('files are imported into a project with a list of unsupported files, and exported unchanged', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createProject', { body: { name: 'The almanac' } });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}`);
  await page.getByRole('button', { name: 'Actions for this project' }).click();
  await page.getByRole('menuitem', { name: 'Import files…' }).click();
  const dialog = page.getByRole('dialog');
  await chooseFiles(page, [
    { name: 'march.md', text: '# March\n\nThe wind turns.' },
    { name: 'april.txt', text: 'It rains.' },
    { name: 'tool.exe', text: 'MZ' },
  ]);
  await expect(dialog.getByRole('heading', { name: '2 documents created' })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Not included' })).toContainText(
    'tool.exe: This file type is not supported',
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const lines = page.getByRole('main').getByRole('listitem').locator('a[href^="/documents/"]');
  // The list is sorted by the last edit, and the two files are imported in any order.
  await expect(lines).toHaveCount(2);
  expect((await lines.allTextContents()).toSorted()).toEqual(['March', 'april']);

  // Exports one of them as a file.
  await page.getByRole('button', { name: 'Actions for March' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const single = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await single).suggestedFilename()).toBe('March.md');
  expect(await readFile(await (await single).path(), 'utf8')).toBe('# March\n\nThe wind turns.\n');
  await expect(dialog).toContainText('“March.md” was downloaded.');
  await page.keyboard.press('Escape');

  // Exports both selected documents as one archive.
  await page.getByRole('checkbox', { name: 'Select March' }).check();
  await page.getByRole('checkbox', { name: 'Select april' }).check();
  await page
    .getByRole('group', { name: 'Selected documents' })
    .getByRole('button', { name: 'Export…' })
    .click();
  await dialog.getByRole('radio', { name: /^Plain text/ }).check();
  const several = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await several).suggestedFilename()).toBe('2 documents.zip');
  const zip = await readFile(await (await several).path(), 'latin1');
  for (const part of ['March.txt', 'april.txt', 'The wind turns.', 'It rains.'])
    expect(zip).toContain(part);
  await context.close();
});

test('a failed import shows an error, and can be retried in the same dialog', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  expectOutage(consoleErrors);
  await page.goto(`${workspace.product.url}/drafts`);
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type('import');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import files' });
  await page.route('**/api/v1/documents/import*', (route) => route.abort());
  await chooseFiles(page, [{ name: 'a.md', text: 'A' }]);
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
  await page.unroute('**/api/v1/documents/import*');
  await chooseFiles(page, [{ name: 'a.md', text: 'Again' }]);
  await expect(page.getByRole('dialog').getByRole('link', { name: 'a' })).toBeVisible();
  await context.close();
});

test('a user joins a project by an invitation link, which does not work after it was replaced and revoked', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createProject', { body: { name: 'By invitation' } });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${id}?tab=people`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog).toContainText('Invalid email address');
  await dialog.getByLabel('Invite', { exact: true }).selectOption('With a link');
  await dialog.getByLabel('Role').selectOption('Viewer');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const open = page.getByRole('list', { name: 'Pending invitations' });
  await expect(open.getByRole('listitem')).toContainText(['Viewer · expires in 14 days']);
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const address = workspace.product.url + link.slice(new URL(link).origin.length);
  await ben.page.goto(address);
  await ben.page.getByRole('button', { name: 'Join as Ben Okri' }).click();
  await expect(ben.page.getByRole('heading', { name: 'By invitation' })).toBeVisible();
  // The count is updated without a reload.
  await expect(open).toContainText('used by 1 person');
  await open.getByRole('button', { name: 'New link for Anyone with the link' }).click();
  const second = await page.getByRole('dialog').getByLabel('Link').inputValue();
  expect(second).not.toBe(link);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(open.getByRole('listitem')).toHaveCount(1);
  await expect(open).toContainText('used by 0 people');
  await open.getByRole('button', { name: /^Revoke/ }).click();
  await open.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(open.getByRole('listitem')).toHaveCount(0);
  const late = await openSignedOut(browser, workspace.ben, consoleErrors);
  expectRefusals(consoleErrors, 404);
  for (const ended of [
    address,
    workspace.product.url + second.slice(new URL(second).origin.length),
  ]) {
    await late.page.goto(ended);
    await expect(late.page.getByRole('alert')).toBeVisible();
    await expect(late.page.getByRole('button', { name: /^Join/ })).toBeHidden();
  }
  for (const user of [context, ben.context, late.context]) await user.close();
});

test('a new account gets a sample project, and the dashboard shows waiting comments and the progress of a project', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const cara = await signUp(workspace.product.url, 'cara', 'Cara Diaz');
  const { page, context } = await openSignedIn(browser, workspace, cara, consoleErrors);
  await page.goto(`${workspace.product.url}/dashboard`);
  await page.getByRole('button', { name: 'Create sample project' }).click();
  await expect(page.getByRole('heading', { name: 'A magazine to try things in' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Begin here' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const [document] = (await cara.call('listProjectDocuments', { params: { id }, query: {} })).items;
  await cara.call('addProjectCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  await page.goto(`${workspace.product.url}/dashboard`);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting).toContainText('No open comments.');
  await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName(
    'Waiting for you',
  );
  // The entry appears without a reload.
  await workspace.ben.call('createComment', {
    params: { id: document?.id ?? '' },
    body: { body: 'A fine beginning, @cara.' },
  });
  await expect(waiting).toContainText('Ben Okri mentioned you in Begin here');
  await expect(page.getByRole('meter', { name: 'Approved or published' })).toHaveAttribute(
    'aria-valuetext',
    /^1 of 4/,
  );
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    'Ben Okri commented on Begin here',
  );
  await context.close();
});

test('documents on the dashboard stay in place while the lists above them are loading', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('A text to review');
  const body = { reviewerIds: [workspace.ada.user.id], message: 'Is it ready?' };
  await workspace.ben.call('createReview', { params: { id }, body });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.route('**/api/v1/waiting/reviews*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(`${workspace.product.url}/dashboard`);
  const link = page
    .getByRole('region', { name: 'Continue where you left off' })
    .getByRole('link', { name: 'A text to review' });
  const before = await link.boundingBox();
  await expect(page.getByRole('list', { name: 'Reviews' })).toContainText('Is it ready?');
  expect(await link.boundingBox()).toEqual(before);
  await context.close();
});
