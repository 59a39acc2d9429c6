import { expect, type Page } from '@playwright/test';
import { sit, sitSignedIn, test } from '../desk.ts';
import { bodyOf, expectToast, fill, listen, toastsOf } from './saying.ts';

/** Section 2, Public routes, and a word that each page has in its heading. */
const publicPages = {
  '/': /Write it together/,
  '/home': /Write it together/,
  '/about': /./,
  '/blog': /Blog/i,
  '/integrations': /./,
  '/press': /./,
  '/faq': /./,
  '/guides': /Guides/i,
  '/documentation': /Documentation/i,
  '/careers': /./,
  '/careers/apply': /./,
  '/careers/apply/general': /./,
  '/help-center/public': /Help/i,
  '/privacy-policy': /Privacy/i,
  '/terms-of-service': /Terms/i,
  '/cookie-policy': /Cookie/i,
} as const;

const headerLinks = [
  '/#features',
  '/#testimonials',
  '/#pricing',
  '/about',
  '/blog',
  '/integrations',
  '/press',
  '/help-center/public',
];

const footerLinks = [
  '/',
  '/#features',
  '/#pricing',
  '/integrations',
  '/faq',
  '/about',
  '/blog',
  '/careers',
  '/press',
  '/guides',
  '/documentation',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
];

/** The addresses of the links in a part of the page. */
function linksIn(page: Page, part: 'banner' | 'contentinfo'): Promise<string[]> {
  return page
    .getByRole(part)
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

test('2, Public routes: every one of the table stands between header and footer; all three of careers are the same page', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const headings = new Map<string, string>();
  for (const [path, heading] of Object.entries(publicPages)) {
    await page.goto(`${office.product.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(path);
    headings.set(path, await page.getByRole('heading', { level: 1 }).innerText());
  }
  expect(new Set(['/careers', '/careers/apply', '/careers/apply/general'].map((path) => headings.get(path))).size).toBe(1);
  await context.close();
});

test('1: the front page has features, testimonials and pricing, which shows the plans that the server has', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.goto(office.product.url);
  for (const part of ['features', 'testimonials', 'pricing']) await expect(page.locator(`#${part}`)).toBeVisible();
  const { items: plans } = await office.ada.call('listPlans', {});
  expect(plans.length).toBeGreaterThan(0);
  for (const { name } of plans) await expect(page.locator('#pricing').getByRole('heading', { name })).toBeVisible();
  await context.close();
});

test('2, Header: the logo, the eight links in their order, the menu of themes, and what visitors are offered', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.goto(`${office.product.url}/about`);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible();
  const links = await linksIn(page, 'banner');
  expect(links[0]).toBe('/');
  // The same links once more for narrow screens, and then the way in.
  expect(links.slice(1, 9)).toEqual(headerLinks);
  expect(links.slice(-2)).toEqual(['/auth', '/auth?tab=register']);
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth');
  await header.getByRole('button', { name: /theme/i }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Light', 'Dark', 'System']);
  await page.keyboard.press('Escape');
  await header.getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await header.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('tab', { name: 'Sign up' })).toHaveAttribute('aria-selected', 'true');
  await context.close();
});

test('2, Header: who is signed in sees Dashboard and Sign out; administrators also Testbed', async ({
  browser,
  office,
  quiet,
}) => {
  const admin = await sitSignedIn(browser, office, office.ada, quiet);
  await admin.page.goto(office.product.url);
  const header = admin.page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Testbed' })).toHaveAttribute('href', '/dashboard/test');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await expect(header.getByRole('button', { name: 'Schedule a Demo' })).toHaveCount(0);
  const other = await sitSignedIn(browser, office, office.ben, quiet);
  await other.page.goto(office.product.url);
  await expect(other.page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(other.page.getByRole('link', { name: 'Testbed' })).toHaveCount(0);
  await admin.context.close();
  await other.context.close();
});

test('2, Footer: its links, the help center of whoever is here, the newsletter, Contact Us, the theme', async ({
  browser,
  office,
  quiet,
}) => {
  const visitor = await sit(browser, office.ada, quiet);
  await visitor.page.goto(`${office.product.url}/faq`);
  const links = await linksIn(visitor.page, 'contentinfo');
  for (const href of [...footerLinks, '/help-center/public']) expect(links).toContain(href);
  expect(links).not.toContain('/help-center');
  const footer = visitor.page.getByRole('contentinfo');
  await expect(footer.getByRole('textbox', { name: 'Newsletter' })).toHaveAttribute('type', 'email');
  await expect(footer.getByRole('button', { name: /theme/i })).toBeVisible();
  await footer.getByRole('button', { name: 'Contact Us' }).click();
  await expect(visitor.page.getByRole('dialog', { name: 'Contact Support' })).toBeVisible();
  const ben = await sitSignedIn(browser, office, office.ben, quiet);
  await ben.page.goto(`${office.product.url}/faq`);
  const help = ben.page.getByRole('contentinfo').getByRole('link', { name: 'Help center' });
  await expect(help).toHaveAttribute('href', '/help-center');
  expect(await linksIn(ben.page, 'contentinfo')).not.toContain('/help-center/public');
  await visitor.context.close();
  await ben.context.close();
});

test('1 and 9: the theme is the system’s until one is chosen, is kept as longhand-theme, and the logo of the footer goes with it', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const logo = page.getByRole('contentinfo').getByRole('img', { name: 'Longhand' });
  const scheme = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(office.product.url);
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(logo).toHaveAttribute('src', /dark/);
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBeNull();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(logo).toHaveAttribute('src', /light/);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: /theme/i }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Dark');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(logo).toHaveAttribute('src', /dark/);
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('dark');
  await page.reload();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await choose('System');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('system');
  await choose('Light');
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('light');
  await context.close();
});

test('2, 4, 5, 8, 9: the demo modal says what is missing, sends what was written, says thank you and begins anew', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const calls = listen(page);
  await page.goto(office.product.url);
  await page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a Demo' });
  await expect(dialog).toContainText('Fill out the form below to schedule a personalized demo of the product for your team.');
  expect((await dialog.boundingBox())?.width).toBe(500);
  await expect(dialog.getByRole('textbox')).toHaveCount(5);
  const message = dialog.getByRole('textbox', { name: 'Message', exact: true });
  await expect(message).toHaveValue(/schedule a demo/i);
  await expect(message).toHaveCSS('min-height', '100px');
  expect((await message.boundingBox())?.height).toBeGreaterThanOrEqual(100);
  const email = dialog.getByRole('textbox', { name: 'Email', exact: true });
  await expect(email).toHaveAttribute('type', 'email');
  await email.fill('nobody');
  await message.fill('');
  await dialog.getByRole('button', { name: 'Schedule Demo' }).click();
  const sentences = {
    Name: 'Name is required',
    Email: 'Invalid email address',
    'Company Name': 'Company name is required',
    'Team Size': 'Team size is required',
    Message: 'Message is required',
  };
  for (const [label, sentence] of Object.entries(sentences)) {
    const field = dialog.getByRole('textbox', { name: label, exact: true });
    await expect(field).toHaveAccessibleDescription(sentence);
    const [above, beneath] = [await field.boundingBox(), await dialog.getByText(sentence, { exact: true }).boundingBox()];
    expect(beneath!.y, `${sentence} stands beneath its field`).toBeGreaterThanOrEqual(above!.y + above!.height - 1);
  }
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  expect(calls.filter(({ path }) => path === '/api/contact')).toEqual([]);
  const answers = {
    Name: 'Mary',
    Email: 'mary@example.org',
    'Company Name': 'Salt',
    'Team Size': 'about 12',
    Message: 'Show us.',
  };
  await fill(dialog, answers);
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    await isHeld;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Schedule Demo' }).click();
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  goOn();
  await expectToast(page, 'Request submitted!', "We've received your demo request and will get back to you shortly.", 'status');
  await expect(dialog).toBeHidden();
  expect(bodyOf(calls, 'POST', '/api/contact')).toEqual({
    name: 'Mary',
    email: 'mary@example.org',
    companyName: 'Salt',
    teamSize: 'about 12',
    message: 'Show us.',
    subject: 'Demo Request',
    specialRecipient: null,
  });
  await page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Company Name' })).toHaveValue('');
  await expect(message).toHaveValue(/schedule a demo/i);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await context.close();
});

test('2, 4, 8, 9: the contact dialog knows who is signed in, asks for everything, sends it, and says so', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sitSignedIn(browser, office, office.ben, quiet);
  const calls = listen(page);
  await page.goto(`${office.product.url}/about`);
  await page.getByRole('button', { name: 'Contact Us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  expect((await dialog.boundingBox())?.width).toBe(500);
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await expect(field('Name')).toHaveValue('Ben Okri');
  await expect(field('Email')).toHaveValue('ben@example.org');
  await expect(field('Email')).toHaveAttribute('type', 'email');
  await expect(field('Message')).toHaveAttribute('rows', '5');
  await fill(dialog, { Name: '', Email: '' });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(field(name)).toHaveAttribute('required', '');
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls.filter(({ path }) => path === '/api/contact')).toEqual([]);
  await fill(dialog, { Name: 'Ben', Email: 'ben@example.org', Subject: 'Commas', Message: 'Where do they go?' });
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    await isHeld;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  goOn();
  await expectToast(
    page,
    'Message sent',
    "Your message has been sent to our support team. We'll get back to you soon.",
    'status',
  );
  await expect(dialog).toBeHidden();
  expect(bodyOf(calls, 'POST', '/api/contact')).toEqual({
    name: 'Ben',
    email: 'ben@example.org',
    subject: 'Commas',
    message: 'Where do they go?',
    userId: office.ben.user.id,
  });
  await context.close();
});

test('2: the demo modal of somebody signed in is filled with their name and address, also when that comes late', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sitSignedIn(browser, office, office.ben, quiet);
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/me*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto(`${office.product.url}/about`);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a Demo' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Benjamin');
  goOn();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ben@example.org');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Benjamin');
  await context.close();
});

test('4, 5, 8: the newsletter refuses what is no address, subscribes, and thanks in the place of the form', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const calls = listen(page);
  await page.goto(office.product.url);
  const field = page.getByRole('textbox', { name: 'Newsletter' });
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true });
  for (const address of ['', 'nobody']) {
    await field.fill(address);
    await subscribe.click();
    await expectToast(page, 'Invalid email', 'Please enter a valid email address.', 'alert');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toastsOf(page)).toHaveCount(0);
  }
  expect(calls.filter(({ path }) => path.startsWith('/api/newsletter'))).toEqual([]);
  await field.fill('reader@example.org');
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/newsletter/subscribe', async (route) => {
    await isHeld;
    await route.continue();
  });
  await subscribe.click();
  await expect(page.getByRole('button', { name: 'Subscribing...' })).toBeDisabled();
  goOn();
  await expectToast(page, 'Successfully subscribed!', 'Thank you for subscribing to our newsletter.', 'status');
  await expect(field).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('Thank you for subscribing');
  expect(bodyOf(calls, 'POST', '/api/newsletter/subscribe')).toEqual({ email: 'reader@example.org' });
  await context.close();
});

test('8 and 9: one toast at a time, and it stays for a thousand seconds', async ({ browser, office, quiet }) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.clock.install();
  await page.goto(office.product.url);
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('nobody');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expectToast(page, 'Invalid email', 'Please enter a valid email address.', 'alert');
  await page.clock.fastForward(990_000);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('second-reader@example.org');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expectToast(page, 'Successfully subscribed!', 'Thank you for subscribing to our newsletter.', 'status');
  // The clock of the toast begins anew with the second one.
  await page.clock.fastForward(990_000);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.clock.fastForward(11_000);
  await expect(toastsOf(page)).toHaveCount(0);
  await context.close();
});

test('2: any unknown path leads to the front page, and leaves no step back to itself', async ({ browser, office, quiet }) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.goto(`${office.product.url}/about`);
  for (const path of [
    '/nowhere',
    '/documents',
    '/projects/a/b',
    '/blog/no-such-article/x',
    '/%E2%98%83',
    '/careers/apply/other',
  ]) {
    await page.goto(`${office.product.url}${path}`);
    await page.waitForURL(`${office.product.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Write it together');
  }
  await page.goBack();
  await expect(page).toHaveURL(`${office.product.url}/`);
  await context.close();
});
