import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { password, signIn, signUp } from '@longhand/driver';
import { unzipSync } from 'fflate';
import { expectSignOut, openSignedIn, test } from './fixtures.ts';

test('an access token is shown once, is limited to its scope, and works until it is deleted', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('For programs');
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ask = async (token: string, method = 'GET'): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body =
      method === 'GET' ? {} : { body: JSON.stringify({ title: 'Changed by a program' }) };
    return (
      await fetch(`${workspace.product.url}/api/v1/documents/${id}`, { method, headers, ...body })
    ).status;
  };
  await page.goto(`${workspace.product.url}/settings?tab=security`);
  const tokens = page.getByRole('region', { name: 'Access tokens' });
  await tokens.getByLabel('Name of a new token').fill('Nightly copy');
  await tokens.getByRole('button', { name: 'Create token' }).click();
  const shown = await tokens.getByLabel('Your new token').inputValue();
  expect(await ask(shown)).toBe(200);
  expect(await ask(shown, 'PATCH')).toBe(403);
  await page.reload();
  await expect(tokens.getByRole('listitem')).toContainText(['Nightly copy']);
  await expect(tokens.getByLabel('Your new token')).toBeHidden();
  await expect(tokens.getByText(shown)).toBeHidden();
  await tokens.getByRole('button', { name: 'Delete Nightly copy' }).click();
  await expect(tokens.getByRole('listitem')).toHaveCount(0);
  expect(await ask(shown)).toBe(401);
  await context.close();
});

test('other devices are listed, and signed out one by one or all at once', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const here = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const phone = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ada'),
    consoleErrors,
  );
  const others = [
    await signIn(workspace.product.url, 'ada'),
    await signIn(workspace.product.url, 'ada'),
  ];
  await phone.page.goto(`${workspace.product.url}/dashboard`);
  await expect(phone.page.getByRole('heading', { level: 1 })).toContainText('Ada');
  await here.page.goto(`${workspace.product.url}/settings?tab=security`);
  const devices = here.page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  const before = await devices.getByRole('listitem').count();
  expectSignOut(consoleErrors);
  await devices.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(devices.getByRole('listitem')).toHaveCount(before - 1);
  await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const other of others) await expect(other.call('getMe')).rejects.toThrow('401');
  // The page on the other device is redirected to the sign-in page without a reload.
  await phone.page.waitForURL(/\/auth/);
  await here.page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const user of [here, phone]) await user.context.close();
});

test('all data of a user is exported as one archive, and the account is deleted after its password was entered', async ({
  browser,
  workspace,
}) => {
  // A wrong password is answered with 403, which browsers log.
  const errors: string[] = [];
  const eve = await signUp(workspace.product.url, 'eve', 'Eve Online');
  const { id: projectId } = await eve.call('createProject', { body: { name: 'Eve alone' } });
  await eve.call('createProjectDocument', {
    params: { id: projectId },
    body: { title: 'In the project' },
  });
  await eve.call('createDocument', { body: { title: 'A draft of mine' } });
  const { page, context } = await openSignedIn(browser, workspace, eve, errors);
  await page.goto(`${workspace.product.url}/settings?tab=data`);
  await page.getByRole('button', { name: 'Export everything…' }).click();
  const dialog = page.getByRole('dialog');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const names = Object.keys(unzipSync(await readFile(await (await saving).path())));
  expect(names.some((name) => name.includes('Eve alone/') && name.includes('In the project'))).toBe(
    true,
  );
  expect(names.some((name) => name.includes('A draft of mine'))).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const end = page.getByRole('region', { name: 'Delete my account' });
  await end.getByLabel('Current password').fill('not my password');
  await end.getByRole('button', { name: 'Delete my account' }).click();
  await expect(end.getByText('The current password is incorrect.')).toBeVisible();
  expect((await signIn(workspace.product.url, 'eve')).user.name).toBe('Eve Online');
  await end.getByLabel('Current password').fill(password);
  await end.getByRole('button', { name: 'Delete my account' }).click();
  // A project without another owner must be transferred or deleted first, and a message says so.
  await expect(end.getByText('You are the only owner of a project.')).toBeVisible();
  await eve.call('archiveProject', { params: { id: projectId } });
  await eve.call('deleteProject', { params: { id: projectId } });
  expectSignOut(errors);
  await end.getByLabel('Current password').fill(password);
  await end.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL(/\/\?refresh=/);
  await expect(signIn(workspace.product.url, 'eve')).rejects.toThrow('401');
  expect(errors.filter((error) => !/status of (403|409)/.test(error))).toEqual([]);
  await context.close();
});
