import { expect } from '@playwright/test';
import { openDocument, openSignedIn, test } from './fixtures.ts';

test('the watch button of a project and the watch command of a document cause notifications about changes by others', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben, product } = workspace;
  const { id: projectId } = await ada.call('createProject', { body: { name: 'The almanac' } });
  const params = { id: projectId };
  await ada.call('addProjectCollaborator', {
    params,
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  const make = (title: string) => ada.call('createProjectDocument', { params, body: { title } });
  const lock = (id: string) => ada.call('lockDocument', { params: { id } });
  const { id } = await make('January');
  const user = await openSignedIn(browser, workspace, ben, consoleErrors);
  const { page, context } = user;
  const project = `${product.url}/projects/${projectId}`;
  const button = page.getByRole('button', { name: 'Watch this project' });
  const inbox = page.getByRole('main').getByRole('listitem');
  const notificationsOf = (what: string) => inbox.filter({ hasText: what });

  await page.goto(project);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // The button shows the new state before it is stored.
  await expect
    .poll(async () => (await ben.call('getProjectWatch', { params })).watching)
    .toBe(true);
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await make('February');
  await page.goto(`${product.url}/notifications`);
  await expect(notificationsOf('February')).toContainText('Ada Lovelace created February');
  await expect(notificationsOf('January')).toHaveCount(0);
  await page.goto(project);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect
    .poll(async () => (await ben.call('getProjectWatch', { params })).watching)
    .toBe(false);
  await make('March');

  // The command of a document concerns this document only.
  await openDocument(user, workspace, id);
  const menu = page.getByRole('button', { name: 'Document menu' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Watch', exact: true }).click();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Stop watching' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await ben.call('getDocumentWatch', { params: { id } })).watching)
    .toBe(true);
  await lock(id);
  await page.goto(`${product.url}/notifications`);
  await expect(notificationsOf('January')).toContainText('Ada Lovelace locked January');
  await expect(notificationsOf('March')).toHaveCount(0);
  await page.goto(`${product.url}/documents/${id}`);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Stop watching' }).click();
  await expect
    .poll(async () => (await ben.call('getDocumentWatch', { params: { id } })).watching)
    .toBe(false);
  await context.close();
});

test('the settings of notification mails are stored as chosen, with quiet hours and a time zone', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ben, product } = workspace;
  const stored = () => ben.call('getNotificationSettings');
  const before = await stored();
  const { page, context } = await openSignedIn(browser, workspace, ben, consoleErrors, {
    timezoneId: 'America/New_York',
  });
  await page.goto(`${product.url}/settings`);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  const choose = (label: string, choice: string) =>
    page.getByLabel(label, { exact: true }).selectOption(choice);
  await choose('Replies in my threads', 'In the daily email');
  await choose('Mentions of me', 'No mail');
  await choose('Daily email at', '06:00');
  const hours = page.getByRole('switch', { name: 'Quiet hours (email is held)' });
  await expect(hours).not.toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toBeHidden();
  await hours.check();
  await choose('From', '21:00');
  await choose('Until', '08:00');
  await page.getByRole('button', { name: 'Use America/New York' }).click();
  await expect(page.getByText('Times are in America/New York.')).toBeVisible();
  await expect.poll(stored).toEqual({
    mail: { ...before.mail, answer: 'daily', mention: 'never' },
    dailyAt: 6,
    quietHours: { from: 21, to: 8 },
    timeZone: 'America/New_York',
  });

  await page.reload();
  await expect(page.getByLabel('Mentions of me', { exact: true })).toHaveValue('never');
  await expect(page.getByLabel('Daily email at', { exact: true })).toHaveValue('6');
  await expect(page.getByLabel('Until', { exact: true })).toHaveValue('8');
  await expect(hours).toBeChecked();
  await hours.uncheck();
  await expect(page.getByLabel('Until', { exact: true })).toBeHidden();
  await expect.poll(async () => (await stored()).quietHours).toBeNull();
  await ben.call('setNotificationSettings', { body: before });
  await context.close();
});
