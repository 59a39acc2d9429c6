import { expect } from '@playwright/test';
import { password, signIn } from '@longhand/driver';
import {
  expectOutage,
  expectRefusals,
  expectSaved,
  expectSignOut,
  openDocument,
  savedMark,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';
import {
  expectToast,
  fillFields,
  holdCalls,
  recordCalls,
  toastsOf,
} from './sections/toasts-and-calls.ts';

const demoAnswers = {
  Name: 'Mary',
  Email: 'mary@example.org',
  'Company Name': 'Salt',
  'Team Size': 'twelve',
  Message: 'Show us, please.',
};
const contactAnswers = {
  Name: 'Mary',
  Email: 'mary@example.org',
  Subject: 'Commas',
  Message: 'Where do they go?',
};

test('while the server is down, submissions show an error and keep their input, and succeed after the restart', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  expectOutage(consoleErrors);
  const visitor = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  const reader = await openSignedOut(browser, workspace.ada, consoleErrors);
  // Its context has not loaded the code that the others have.
  const { page: late, context: lateContext } = await openSignedOut(
    browser,
    workspace.ada,
    consoleErrors,
  );
  const [demo, contact, news] = [visitor.page, await visitor.context.newPage(), reader.page];
  for (const page of [demo, contact, news, late]) await page.goto(`${url}/about`);
  await demo.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  await fillFields(demo.getByRole('dialog'), demoAnswers);
  await contact.getByRole('button', { name: 'Contact Us' }).click();
  await fillFields(contact.getByRole('dialog'), contactAnswers);
  const prepared = news.waitForResponse((answer) => answer.url().includes('/api/v1/user/me'));
  await news.getByRole('textbox', { name: 'Newsletter' }).fill('mary@example.org');
  await prepared;
  const { page: own, context } = await openSignedIn(
    browser,
    workspace,
    workspace.ada,
    consoleErrors,
  );
  await own.goto(`${url}/projects`);
  await own.getByRole('button', { name: 'New project' }).first().click();
  await own.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Only once');
  const send = async (): Promise<void> => {
    await demo.getByRole('button', { name: 'Schedule Demo' }).click();
    await contact.getByRole('button', { name: 'Send message' }).click();
    await news.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await own.getByRole('button', { name: 'Create project' }).click();
  };
  await workspace.product.kill('SIGTERM');
  await send();
  await expectToast(
    demo,
    'Something went wrong',
    "We couldn't submit your request. Please try again later.",
    'alert',
  );
  await expectToast(
    contact,
    'Error',
    'There was an error sending your message. Please try again.',
    'alert',
  );
  const notSubscribed = 'There was a problem subscribing to the newsletter. Please try again.';
  await expectToast(news, 'Subscription failed', notSubscribed, 'alert');
  await expectToast(own, 'The project was not saved', /cannot be reached/, 'alert');
  for (const [page, answers] of [
    [demo, demoAnswers],
    [contact, contactAnswers],
    [own, { Name: 'Only once' }],
  ] as const) {
    for (const [label, answer] of Object.entries(answers))
      await expect(
        page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }),
      ).toHaveValue(answer);
  }
  await expect(news.getByRole('textbox', { name: 'Newsletter' })).toHaveValue('mary@example.org');
  // A page that has not loaded the code of a dialog says so, and can load it afterwards.
  await late.getByRole('button', { name: 'Contact Us' }).click();
  await expect(late.getByRole('alert')).toContainText('The server cannot be reached.');

  await workspace.product.start();
  await send();
  await expectToast(demo, 'Request submitted!', /^We've received your demo request/, 'status');
  await expectToast(contact, 'Message sent', /^Your message has been sent/, 'status');
  await expectToast(
    news,
    'Successfully subscribed!',
    'Thank you for subscribing to our newsletter.',
    'status',
  );
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Only once');
  await late.getByRole('button', { name: 'Contact Us' }).click();
  await expect(late.getByRole('dialog', { name: 'Contact Support' })).toBeVisible();
  await expect(late.getByRole('alert')).toHaveCount(0);
  const { items } = await workspace.ada.call('listProjects', { query: {} });
  expect(items.filter(({ name }) => name === 'Only once')).toHaveLength(1);
  await visitor.context.close();
  await reader.context.close();
  await lateContext.close();
  await context.close();
});

test('text written offline while the session ends is kept on the device, and sent after signing in again', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('Held');
  const user = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ada'),
    consoleErrors,
  );
  expectOutage(consoleErrors);
  expectSignOut(consoleErrors);
  // The CSRF token of the ended session is refused once, and fetched anew.
  expectRefusals(consoleErrors, 403);
  const { page, context } = user;
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('Before. ');
  await expectSaved(page);
  await context.setOffline(true);
  await page.keyboard.type('While nobody heard. ');
  await expect(savedMark(page)).toHaveText('Offline: kept on this device');
  await workspace.ada.call('endOtherSessions');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await fillFields(page, { Username: 'ada', Password: password });
  await page.keyboard.press('Enter');
  await page.waitForURL(`${workspace.product.url}/documents/${id}`);
  await expect(textOf(page)).toContainText('Before. While nobody heard.');
  await expectSaved(page);
  const again = await workspace.ben.call('getDocument', {
    params: { id },
    query: { format: 'text' },
  });
  expect(again.content).toContain('Before. While nobody heard.');
  await context.close();
});

test('signing out in one tab also signs out the other, and its last text is saved after signing in again', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('Two tabs');
  const user = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ben'),
    consoleErrors,
  );
  const { page, context } = user;
  const other = await context.newPage();
  await other.goto(`${workspace.product.url}/projects`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  let isHeard = true;
  await page.routeWebSocket(/\/collab\//, (line) => {
    const server = line.connectToServer();
    line.onMessage((message) => isHeard && server.send(message));
  });
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('The last words of the day.');
  // After everything was sent and before the session has ended. The sign-out does not wait for text
  // typed now, and this text does not arrive.
  const asked = Promise.withResolvers<() => Promise<void>>();
  await other.route('**/api/v1/logout', (route) => asked.resolve(() => route.continue()));
  await other.getByRole('button', { name: 'Account of Ben Okri' }).click();
  expectSignOut(consoleErrors);
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  const goOn = await asked.promise;
  isHeard = false;
  await page.keyboard.type(' And a few more.');
  const all = 'The last words of the day. And a few more.';
  await expect(textOf(page)).toHaveText(all);
  await goOn();
  await other.waitForURL(/\/\?refresh=/);
  await expect(
    page.getByRole('link', { name: 'Sign in again' }).or(page.getByRole('tab', { name: 'Log in' })),
  ).toBeVisible();
  await other.goto(`${workspace.product.url}/auth`);
  await fillFields(other, { Username: 'ben', Password: password });
  await other.keyboard.press('Enter');
  await other.waitForURL(/\/dashboard/);
  isHeard = true;
  await openDocument(user, workspace, id);
  await expect(textOf(page)).toHaveText(all);
  await expectSaved(page);
  await context.close();
  const stored = await workspace.ada.call('getDocument', {
    params: { id },
    query: { format: 'text' },
  });
  expect(stored.content).toBe(all);
});

test('a title that waits for the server is never sent by the next user who signs in on the same browser', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('As it was');
  const user = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ada'),
    consoleErrors,
  );
  expectOutage(consoleErrors);
  expectSignOut(consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, id);
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Title' }).fill('As Ada wants it');
  await expect(savedMark(page)).toHaveText('Offline: kept on this device');
  const ben = await signIn(workspace.product.url, 'ben');
  for (const pair of ben.cookie().split('; ')) {
    const [name = '', ...value] = pair.split('=');
    await context.addCookies([{ name, value: value.join('='), url: workspace.product.url }]);
  }
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await context.setOffline(false);
  expect((await refused).status()).toBe(401);
  expect((await workspace.ada.call('getDocument', { params: { id }, query: {} })).title).toBe(
    'As it was',
  );
  await context.close();
});

test('while responses are slow, a button that is pressed several times sends one request and is disabled', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(`${workspace.product.url}/projects`);
  const goOn = await holdCalls(page, '**/api/v1/projects');
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Twice');
  // As on a busy device, where several presses wait in the queue: only microtasks run between them.
  await page
    .getByRole('button', { name: 'Create project' })
    .evaluate(async (button: HTMLButtonElement) => {
      for (let press = 0; press < 3; press += 1) {
        button.click();
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
    });
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Create project' })).toBeDisabled();
  goOn();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twice');
  expect(
    calls.filter(({ method, path }) => method === 'POST' && path === '/api/v1/projects'),
  ).toHaveLength(1);
  await page.goto(`${workspace.product.url}/recent`);
  await page.getByRole('banner').getByRole('link', { name: 'New personal draft' }).dblclick();
  await page.waitForURL(/\/documents\//);
  await expect(textOf(page)).toBeVisible();
  expect(
    calls.filter(({ method, path }) => method === 'POST' && path === '/api/v1/documents'),
  ).toHaveLength(1);
  await context.close();
});

test('without browser storage, the user is informed and can sign in, choose a theme, write and sign out', async ({
  browser,
  workspace,
}) => {
  // The router's own script logs that it cannot store the scroll position; nothing else is logged.
  const logged: string[] = [];
  const { page, context } = await openSignedOut(browser, workspace.ada, logged);
  await context.addInitScript(() => {
    const forbidden = {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, forbidden);
  });
  await page.goto(`${workspace.product.url}/auth`);
  await page.getByRole('button', { name: /theme/i }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await fillFields(page, { Username: 'ben', Password: password });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/dashboard\?/);
  await expectToast(page, 'Offline storage is not available', /only when it shows Saved/, 'status');
  // A toast survives the navigation of the act that it announces; this one is closed by following a
  // link.
  await page.getByRole('main').getByRole('link', { name: 'New document' }).first().click();
  await expect(toastsOf(page)).toHaveCount(0);
  await textOf(page).click();
  await page.keyboard.type('Written into thin air.');
  await expectSaved(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Air');
  await expectSaved(page);
  await page.reload();
  await expect(textOf(page)).toHaveText('Written into thin air.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Air');
  await page.goto(`${workspace.product.url}/settings`);
  await page.getByRole('button', { name: 'Account of Ben Okri' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/\?refresh=/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(
    logged.filter((line) => line !== '' && !line.includes('The operation is insecure.')),
  ).toEqual([]);
  await context.close();
});
