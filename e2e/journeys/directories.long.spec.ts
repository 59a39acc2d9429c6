import { expect, type Page } from '@playwright/test';
import { password, signIn } from '@longhand/driver';
import {
  expectRefusals,
  expectSignOut,
  openDocument,
  openSignedIn,
  test,
  textOf,
  type Workspace,
} from './fixtures.ts';

const schema = (name: string): string => `urn:ietf:params:scim:schemas:core:2.0:${name}`;
const secret = 'a password set by the link';

/** Calls the server as the directory does. */
function connectTo(baseUrl: string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([path, response.ok]).toEqual([path, true]);
    return response.status === 204 ? { id: '' } : ((await response.json()) as { id: string });
  };
}

/** Creates a connection by the keyboard alone. Returns its address and its token. */
async function connectDirectory(page: Page, { product, ada }: Workspace) {
  await page.goto(`${product.url}/dashboard/admin?tab=directories`);
  const opener = page.getByRole('button', { name: 'Connect a directory…' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect a directory' })).toBeVisible();
  await page.keyboard.type('Corp directory');
  await page.getByRole('textbox', { name: 'Current password' }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The current password is incorrect.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Corp directory is connected' });
  const baseUrl = await shown.getByRole('textbox', { name: 'Base URL' }).inputValue();
  const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(opener).toBeFocused();
  expect((await ada.call('listScimConnections', { query: {} })).items).toHaveLength(1);
  return { baseUrl, token };
}

/** Sets a password by the link that is mailed to an address, which an administrator passes on. */
async function setPassword({ product, ada }: Workspace, email: string): Promise<void> {
  const anyone = { 'content-type': 'application/json', origin: product.url };
  const csrf = await fetch(`${product.url}/api/v1/csrf-token`);
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = {
    ...anyone,
    cookie,
    'x-xsrf-token': decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? ''),
  };
  const send = async (path: string, body: object) =>
    (
      await fetch(`${product.url}/api/v1/password/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    ).status;
  expect(await send('forgot', { email })).toBe(204);
  let token: string | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await ada.call('listOutbox', { query: { limit: 20 } });
        const mail = items.find(({ kind, to }) => kind === 'password' && to === email);
        token = /reset-password#token=(\S+)/.exec(mail?.text ?? '')?.[1];
        return token;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  expect(await send('reset', { token, password: secret })).toBe(204);
}

test('an administrator connects a directory, whose users and groups appear, and whose disabled user loses an open document', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { url } = workspace.product;
  const admin = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = admin;
  // A wrong password.
  expectRefusals(consoleErrors, 403, 422);
  const { baseUrl, token } = await connectDirectory(page, workspace);
  expect(baseUrl).toBe(`${url}/scim/v2`);
  const call = connectTo(baseUrl, token);
  const email = 'uma@corp.example';
  const user = {
    schemas: [schema('User')],
    externalId: 'directory-uma',
    userName: email,
    displayName: 'Uma Provisioned',
    active: true,
    emails: [{ primary: true, type: 'work', value: email }],
  };
  const { id } = await call('POST', '/Users', user);
  const group = await call('POST', '/Groups', {
    schemas: [schema('Group')],
    displayName: 'Corp writers',
    members: [{ value: id }],
  });

  await page.reload();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem')).toContainText('1 user');
  await page.goto(`${url}/dashboard/admin?tab=people`);
  await expect(panel).toContainText('Uma Provisioned (uma)');
  await page.goto(`${url}/dashboard/admin?tab=groups`);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Corp writers' })).toContainText(
    '1 member',
  );

  await call('PUT', `/Users/${id}`, { ...user, id, displayName: 'Uma Changed' });
  const patch = (path: string, ...Operations: object[]) =>
    call('PATCH', path, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations,
    });
  await patch(`/Groups/${group.id}`, { op: 'Replace', path: 'displayName', value: 'Corp editors' });
  await page.goto(`${url}/dashboard/admin?tab=people`);
  await expect(panel).toContainText('Uma Changed (uma)');
  await page.goto(`${url}/dashboard/admin?tab=groups`);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Corp editors' })).toBeVisible();

  await setPassword(workspace, email);
  const uma = await signIn(url, 'uma', secret);
  const hers = await openSignedIn(browser, workspace, uma, consoleErrors);
  const documentId = (await uma.call('createDocument', { body: { title: 'Open until disabled' } }))
    .id;
  let closedAt: number | null = null;
  hers.page.on('websocket', (socket) =>
    socket.on('close', () => {
      closedAt ??= performance.now();
    }),
  );
  await openDocument(hers, workspace, documentId);
  await textOf(hers.page).click();
  await hers.page.keyboard.type('Written before.');
  expectSignOut(consoleErrors);
  closedAt = null;
  await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
  const disabledAt = performance.now();
  await expect.poll(() => closedAt, { timeout: 10_000, intervals: [20] }).not.toBeNull();
  expect((closedAt ?? Number.POSITIVE_INFINITY) - disabledAt).toBeLessThan(1_000);
  await page.goto(`${url}/dashboard/admin?tab=people`);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Uma Changed' })).toContainText(
    'disabled',
  );

  await call('DELETE', `/Groups/${group.id}`);
  await page.goto(`${url}/dashboard/admin?tab=groups`);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Corp editors' })).toHaveCount(0);
  for (const { context } of [admin, hers]) await context.close();
});
