import { expect } from '@playwright/test';
import { openDocument, openSignedOut, openSignedIn, test } from './fixtures.ts';

test('a user who is invited by email from Share signs up with the invitation and opens the project', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The lighthouse');
  const logged: string[] = [];
  const ada = await openSignedIn(browser, workspace, workspace.ada, logged);
  const { page } = ada;
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDocument(ada, workspace, id);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied. It opens for people with access.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${workspace.product.url}/documents/${id}`,
  );

  await page.getByLabel('Username or email').fill('rita@example.org');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Invite rita@example.org' }).click();
  // The browser logs the response that no user has this address.
  expect(logged.splice(0)).toEqual([expect.stringContaining('404')]);
  const inviting = page.getByRole('dialog', { name: 'Invite people' });
  await expect(inviting.getByLabel('Email')).toHaveValue('rita@example.org');
  await inviting.getByRole('button', { name: 'Create invitation' }).click();
  const created = page.getByRole('dialog', { name: 'Invitation created' });
  await expect(created).toContainText(
    'This server cannot send mail. Copy the link and send it to rita@example.org yourself.',
  );
  await expect(created).toContainText('The link only opens on the computer that runs Longhand.');
  const link = await created.getByLabel('Link').inputValue();
  await page.goto(`${workspace.product.url}/projects/${workspace.projectId}?tab=people`);
  const pending = page.getByRole('list', { name: 'Pending invitations' });
  await expect(pending).toContainText('rita@example.org');

  const rita = await openSignedOut(browser, workspace.ben, consoleErrors);
  await rita.page.goto(workspace.product.url + link.slice(new URL(link).origin.length));
  await rita.page.getByRole('link', { name: 'Sign up and join' }).click();
  await expect(rita.page.getByLabel('Email')).toHaveValue('rita@example.org');
  await expect(rita.page.getByText('3 to 40 characters')).toBeVisible();
  await rita.page.getByLabel('Name', { exact: true }).fill('Rita Vale');
  await rita.page.getByLabel('Username').fill('rita');
  await rita.page.getByLabel('Password', { exact: true }).fill('a long password for rita');
  await rita.page.getByRole('button', { name: 'Sign up' }).click();
  await expect(rita.page.getByRole('heading', { name: 'Notes on engines' })).toBeVisible();
  expect(new URL(rita.page.url()).pathname).toBe(`/projects/${workspace.projectId}`);
  // A used invitation leaves the open page without a reload.
  await expect(pending.getByRole('listitem')).toHaveCount(0);
  expect(logged).toEqual([]);
});

test('the only owner of a project cannot leave it until another owner is added', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  // The list begins with a page of one person, the owner.
  await page.route(/\/collaborators(?:\?|$)/, (route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('cursor')) url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await page.goto(`${workspace.product.url}/projects/${workspace.projectId}?tab=people`);
  await expect(page.getByRole('button', { name: 'Show more people' })).toBeVisible();
  await expect(
    page.getByText('You are the only owner. To leave, make another person an owner first.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave the project' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show more people' }).click();
  await page.getByRole('combobox', { name: 'Role of Ben Okri' }).selectOption('owner');
  await expect(page.getByRole('button', { name: 'Leave the project' })).toBeVisible();
});

test('a guest keeps their name on suggestions after the link was revoked', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The bridge');
  const { link } = await workspace.ada.call('createGuestLink', {
    params: { id },
    body: { role: 'reviewer' },
  });
  const eve = await openSignedOut(browser, workspace.ben, consoleErrors);
  await eve.page.goto(workspace.product.url + link.slice(new URL(link).origin.length));
  await expect(eve.page.getByText('Ada Lovelace invited you to “The bridge”.')).toBeVisible();
  await eve.page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
  await eve.page.getByRole('button', { name: 'Join as guest' }).click();
  const text = eve.page.getByRole('textbox', { name: 'Document text' });
  await text.click();
  await eve.page.keyboard.type('A suggestion.');
  await expect(eve.page.locator('[role=status][data-kind]')).toHaveText('Saved');
  const [guestLink] = (await workspace.ada.call('listGuestLinks', { params: { id }, query: {} }))
    .items;
  await workspace.ada.call('deleteGuestLink', { params: { id, linkId: guestLink?.id ?? '' } });
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openDocument(ada, workspace, id);
  await ada.page.getByRole('button', { name: /^Side panel/ }).click();
  await expect(ada.page.getByRole('list', { name: 'Comments and suggestions' })).toContainText(
    '(guest) Eve',
  );
});
