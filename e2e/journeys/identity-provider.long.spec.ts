import { expect, type Page } from '@playwright/test';
import { password, signUp, startProduct, type Product } from '@longhand/driver';
import {
  openTestProvider,
  type TestProvider,
} from '../../apps/server/src/features/identities/oidc.testing.ts';
import { openTestSmtp, tokenOf, type TestSmtp } from '../../apps/server/src/mail/smtp.testing.ts';
import { expectRefusals, expectSignOut, openSignedIn, openSignedOut, test } from './fixtures.ts';

let product: Product;
let provider: TestProvider;
let smtp: TestSmtp;
/** Administrator with a password. */
let ada: Awaited<ReturnType<typeof signUp>>;

test.beforeAll(async () => {
  // Cookies do not depend on the port: the provider needs another host than the product.
  provider = await openTestProvider('localhost');
  provider.people.set('grace', {
    name: 'Grace Hopper',
    preferred_username: 'grace',
    email: 'grace@corp.example',
    email_verified: true,
  });
  smtp = await openTestSmtp();
  product = await startProduct({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'longhand@example.org' },
  });
  ada = await signUp(product.url, 'ada', 'Ada Lovelace');
});
test.afterAll(async () => {
  await product.close();
  await provider.close();
  await smtp.close();
});

/** Opens a tab of the administration. */
async function openSignInTab(page: Page): Promise<void> {
  await page.goto(`${product.url}/dashboard/admin?tab=sign-in`);
  await expect(page.getByRole('button', { name: 'Add identity provider…' })).toBeVisible();
}

/** Signs in at the provider as a person, from the sign-in page. */
async function continueAs(page: Page, person: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Corp' }).press('Enter');
  await page.waitForURL(/\/interaction\//);
  await page.getByRole('button', { name: person }).click();
}

test('an administrator adds a provider with the addresses that Longhand shows, and tests it', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, { product }, ada, consoleErrors);
  await openSignInTab(page);
  await expect(
    page.getByRole('checkbox', { name: 'Sign-in only through an identity provider' }),
  ).toBeDisabled();
  await page.getByRole('button', { name: 'Add identity provider…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Corp');
  expectRefusals(consoleErrors, 422);
  await dialog.getByLabel('Issuer URL').fill('http://login.example.org');
  await dialog.getByLabel('Client ID').fill('longhand');
  await dialog.getByLabel('Client secret').fill('the secret of the journey');
  await dialog.getByLabel('Create accounts at the first sign-in').check();
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog.getByText(/has to be an https:\/\/ URL/)).toBeVisible();
  await dialog.getByLabel('Issuer URL').fill(provider.issuer);
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  const redirectUri = await dialog.getByLabel('Redirect URI').inputValue();
  const afterSignOutUri = await dialog.getByLabel('Address after sign-out').inputValue();
  expect(redirectUri).toContain(`${product.url}/auth/provider/`);
  provider.register({
    clientId: 'longhand',
    clientSecret: 'the secret of the journey',
    redirectUri,
    afterSignOutUri,
  });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test Corp' }).click();
  await expect(page.getByText('It publishes 1 key, and can sign people out.')).toBeVisible();
  await context.close();
});

test('the first sign-in creates the account, the second one opens it; sign-out also signs out at the provider', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, ada, consoleErrors);
  expectSignOut(consoleErrors);
  await page.goto(`${product.url}/settings?tab=security`);
  await page.waitForURL(/\/auth/);
  await continueAs(page, 'Grace Hopper');
  // The page that was requested before.
  await page.waitForURL(/\/settings\?tab=security/);
  const methods = page.getByRole('region', { name: 'Sign-in methods' });
  await expect(methods).toContainText('grace@corp.example');
  await expect(page.getByText('Welcome, Grace Hopper')).toBeVisible();
  await page.getByRole('button', { name: 'Account of Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(new RegExp(`^${provider.issuer}/session/end`));
  await page.getByRole('button', { name: 'Yes, sign out' }).click();
  await page.waitForURL(`${product.url}/`);

  await page.goto(`${product.url}/auth`);
  // Signed out at the provider as well: it asks again.
  await continueAs(page, 'Grace Hopper');
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText('Welcome back, Grace Hopper')).toBeVisible();
  await context.close();
});

test('a sign-in opens no account with the same address by itself; its owner connects it in the settings', async ({
  browser,
  consoleErrors,
}) => {
  const ben = await signUp(product.url, 'ben', 'Ben Okri');
  provider.people.set('ben', { name: 'Ben at work', email: ben.user.email, email_verified: true });
  const { page, context } = await openSignedOut(browser, ada, consoleErrors);
  expectRefusals(consoleErrors, 403);
  await page.goto(`${product.url}/auth`);
  await continueAs(page, 'Ben at work');
  await page.waitForURL(/\/auth$/);
  await expect(page.getByRole('alert')).toContainText('An account with this email address exists');
  await page.getByRole('textbox', { name: /Username/ }).fill('ben');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${product.url}/settings?tab=security`);
  const methods = page.getByRole('region', { name: 'Sign-in methods' });
  await methods.getByRole('button', { name: 'Connect Corp' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  // The browser is still signed in at the provider, which sends it back at once.
  await expect(methods).toContainText(ben.user.email);
  await context.close();
});

test('a sign-in is linked to the account with the same verified address, if the rule allows it', async ({
  browser,
  consoleErrors,
}) => {
  const { items } = await ada.call('listIdentityProviders', {});
  const params = { id: items[0]?.id ?? '' };
  await ada.call('updateIdentityProvider', { params, body: { linkRule: 'verified' } });
  const { user, call } = await signUp(product.url, 'cleo', 'Cleo Vas');
  const confirmation = () => smtp.taken.findLast(({ to }) => to.includes(user.email));
  await expect.poll(() => confirmation() !== undefined).toBe(true);
  await call('confirmEmail', { body: { token: tokenOf(confirmation()) } });
  provider.people.set('cleo', { name: 'Cleo at work', email: user.email, email_verified: true });
  const { page, context } = await openSignedOut(browser, ada, consoleErrors);
  await page.goto(`${product.url}/auth`);
  await continueAs(page, 'Cleo at work');
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText('Welcome back, Cleo Vas')).toBeVisible();
  await expect
    .poll(() => smtp.taken.some((mail) => /A way to sign in was added/.test(mail.raw)))
    .toBe(true);
  await context.close();
});

test('a sign-in that the person cancels, or that was started elsewhere, says so on the sign-in page', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, ada, consoleErrors);
  expectRefusals(consoleErrors, 403);
  await page.goto(`${product.url}/auth`);
  await continueAs(page, 'Cancel');
  await expect(page.getByRole('alert')).toContainText(
    'was cancelled or refused at the identity provider',
  );
  const { items } = await ada.call('listIdentityProviders', {});
  await page.goto(`${product.url}/auth/provider/${items[0]?.id}?code=foreign&state=foreign`);
  await expect(page.getByRole('alert')).toContainText('was started in another browser');
  await expect(page).toHaveURL(`${product.url}/auth`);
  await context.close();
});

test('an administrator who signed in through the provider turns passwords off and on', async ({
  browser,
  consoleErrors,
}) => {
  const { items: users } = await ada.call('listUsers', { query: { q: 'grace' } });
  await ada.call('changeUser', { params: { id: users[0]?.id ?? '' }, body: { isAdmin: true } });
  const { page, context } = await openSignedOut(browser, ada, consoleErrors);
  await page.goto(`${product.url}/auth`);
  await continueAs(page, 'Grace Hopper');
  await page.waitForURL(/\/dashboard/);
  await openSignInTab(page);
  const rule = page.getByRole('checkbox', { name: 'Sign-in only through an identity provider' });
  await rule.check();
  await expect.poll(() => signUp(product.url, 'late', 'Late').catch(String)).toContain('403');
  const visitor = await openSignedOut(browser, ada, consoleErrors);
  await visitor.page.goto(`${product.url}/auth`);
  await expect(visitor.page.getByText('This server has no passwords.')).toBeVisible();
  await expect(visitor.page.getByRole('textbox', { name: 'Password' })).toBeHidden();
  await rule.uncheck();
  await expect
    .poll(() => signUp(product.url, 'later', 'Later').then(() => 'in', String))
    .toBe('in');
  for (const each of [context, visitor.context]) await each.close();
});
