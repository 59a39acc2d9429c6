import { expect, type CDPSession, type Page } from '@playwright/test';
import { usualRules } from '@longhand/contract';
import { password, signUp as signUpByCall, startProduct, type Product } from '@longhand/driver';
import { openAuthenticatorApp } from '../../apps/server/src/features/factors/factors.testing.ts';
import { expectRefusals, expectSignOut, openSignedOut, test } from './fixtures.ts';

let product: Product;
/** Passkeys need a host name: `localhost` in place of the address. */
let url: string;
let admin: Awaited<ReturnType<typeof signUpByCall>>;

test.beforeAll(async () => {
  product = await startProduct();
  admin = await signUpByCall(product.url, 'admin', 'Admin');
  url = product.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(() => product.close());

/** Adds a virtual authenticator to a page, which verifies its user. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return session;
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto(`${url}/auth?tab=register`);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.waitForURL(/\/dashboard/);
}

async function typePassword(page: Page, username: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Confirms with the password in the dialog. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Current password').press('Enter');
}

/** Sets up one-time codes by the keyboard, and returns the authenticator app. */
async function setUpCodes(page: Page) {
  await page.getByRole('button', { name: 'Set up one-time codes' }).press('Enter');
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Set up one-time codes' });
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).textContent();
  const app = openAuthenticatorApp(() => Date.now(), secret ?? '');
  await dialog.getByLabel('First code').fill(app.code());
  await dialog.getByLabel('First code').press('Enter');
  return app;
}

/** Reads the recovery codes, and closes their dialog. */
async function storeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have stored the codes' }).press('Enter');
  await expect(dialog).toBeHidden();
  return codes;
}

test('a person adds a passkey, and signs in with it alone, after the password, and with a recovery code', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, admin, consoleErrors);
  expectSignOut(consoleErrors);
  await addAuthenticator(page);
  await signUp(page, 'ada');

  await page.goto(`${url}/settings?tab=security`);
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name of the passkey').fill('Laptop');
  await dialog.getByLabel('Name of the passkey').press('Enter');
  const codes = await storeCodes(page);
  expect(new Set(codes).size).toBe(10);
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename Laptop' }).press('Enter');
  await page.getByLabel('Name of the passkey').fill('Old laptop');
  await page.getByLabel('Name of the passkey').press('Enter');
  await expect(page.getByText('Old laptop', { exact: true })).toBeVisible();

  // The passkey alone.
  await forgetSession(page);
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
  await page.waitForURL(/\/dashboard/);

  // The passkey after the password.
  await forgetSession(page);
  await typePassword(page, 'ada');
  await expect(page.getByText('Your password is correct.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
  await page.waitForURL(/\/dashboard/);

  // A recovery code after the password, which works once.
  await forgetSession(page);
  await typePassword(page, 'ada');
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.getByLabel('Code').press('Enter');
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${url}/settings?tab=security`);
  await expect(page.getByText('9 left')).toBeVisible();
  await forgetSession(page);
  expectRefusals(consoleErrors, 403);
  await typePassword(page, 'ada');
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.getByLabel('Code').press('Enter');
  await expect(page.getByText('This code is incorrect')).toBeVisible();
  await context.close();
});

test('a person changes the address and deletes the account with a passkey in place of the password', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, admin, consoleErrors);
  expectSignOut(consoleErrors);
  await addAuthenticator(page);
  await signUp(page, 'katherine');
  await page.goto(`${url}/settings?tab=security`);
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name of the passkey').fill('Laptop');
  await dialog.getByLabel('Name of the passkey').press('Enter');
  await storeCodes(page);

  // Another session: nothing was confirmed in it yet.
  await forgetSession(page);
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${url}/settings`);
  await page.getByLabel('Email').fill('katherine@elsewhere.example');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm with a passkey or a code' }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(page.getByText('You confirmed that it is you.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Your profile is up to date.')).toBeVisible();

  await page.goto(`${url}/settings?tab=data`);
  await expect(page.getByText('You confirmed that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/settings'));
  await page.goto(`${url}/dashboard`);
  await page.waitForURL(/\/auth/);
  await context.close();
});

test('a required second factor is added before anything else, and its codes end the next sign-in', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, admin, consoleErrors);
  expectSignOut(consoleErrors);
  await addAuthenticator(page);
  await admin.call('setRules', { body: { ...usualRules, secondFactor: 'everyone' } });
  await signUp(page, 'grace');
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  const app = await setUpCodes(page);
  await storeCodes(page);
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeHidden();

  await forgetSession(page);
  await typePassword(page, 'grace');
  await page.getByLabel('Code').fill(app.code(1));
  await page.getByLabel('Code').press('Enter');
  await page.waitForURL(/\/dashboard/);
  await context.close();
});
