import { expect, type Locator, type Page } from '@playwright/test';
import { password } from '@longhand/driver';
import {
  expectRefusals,
  cardsOf,
  expectSaved,
  openSideTab,
  openDocument,
  savedMark,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';
import { recordCalls } from './sections/toasts-and-calls.ts';

/**
 * Text that users paste by accident or on purpose. Created in the page, because not all of it can
 * be sent as JSON.
 */
const nonsense = {
  '100 KB': () => 'a'.repeat(100_000),
  NUL: () => 'be\u0000fore',
  'half a character': () => 'be\ud83dfore',
  'a script': () => '<script>globalThis.hacked = true</script><img src=x onerror="hacked = true">',
  'emoji and marks of direction': () => '👩🏽‍🚀 \u202eevil\u202c \u200f\u2067right\u2069',
} as const;

type Kind = keyof typeof nonsense;

/** The kinds that no single-line field can accept. */
const impossible: readonly Kind[] = ['100 KB', 'NUL', 'half a character'];

/** Sets a field's value as pasting does. */
async function put(field: Locator, kind: Kind): Promise<void> {
  await field.evaluate((element: HTMLInputElement | HTMLTextAreaElement, source) => {
    const text = (new Function(`return (${source})()`) as () => string)();
    const kindOf = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kindOf.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, nonsense[kind].toString());
}

/** Returns the validation messages beneath the fields of a form. */
async function messagesOf(form: Locator): Promise<string[]> {
  const wrong = form.locator('[aria-invalid="true"]');
  await expect(wrong.first()).toBeVisible();
  const sentences: string[] = [];
  for (const field of await wrong.all()) {
    const described = await field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? ''),
    );
    sentences.push(described.join(' '));
  }
  return sentences;
}

/**
 * Waits until the messages about the previous values are gone, so that later messages belong to the
 * current values.
 */
async function expectNoMessages(form: Locator): Promise<void> {
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(0);
}

/**
 * Fills every field of a form with nonsense and submits it. Each invalid field must show a message,
 * and nothing may be sent.
 */
async function refuses(page: Page, form: Locator, button: string): Promise<void> {
  const calls = recordCalls(page);
  await expect(form.getByRole('button', { name: button, exact: true })).toBeVisible();
  const fields = await form.locator('input:not([type=checkbox]), textarea').all();
  for (const kind of impossible) {
    for (const field of fields) await put(field, kind);
    await expectNoMessages(form);
    await form.getByRole('button', { name: button, exact: true }).click();
    const sentences = await messagesOf(form);
    expect(sentences.length, `${button}: ${kind}`).toBeGreaterThanOrEqual(1);
    for (const sentence of sentences)
      expect(sentence).toMatch(
        /cannot be stored|at most [\d,]+ characters|Invalid email address|may have|may hold|letters/,
      );
  }
  expect(calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([]);
}

/** True if pasted script code was executed. */
function hacked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'hacked' in globalThis);
}

test('the forms for visitors refuse nonsense with messages beneath the fields, and send nothing', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await page.goto(`${url}/auth?tab=register`);
  await refuses(page, page.locator('form'), 'Sign up');
  await page.goto(`${url}/about`);
  await page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  await refuses(page, page.getByRole('dialog'), 'Schedule Demo');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Contact Us' }).click();
  await refuses(page, page.getByRole('dialog'), 'Send message');
  await context.close();
});

test('the forms for signed-in users refuse nonsense with messages, or store and show it as text', async ({
  browser,
  workspace,
}) => {
  const logged: string[] = [];
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, logged);
  const { url } = workspace.product;
  await page.goto(`${url}/projects`);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await refuses(page, page.getByRole('dialog'), 'Create project');
  for (const kind of ['a script', 'emoji and marks of direction'] as const) {
    await page.goto(`${url}/projects`);
    await page.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog');
    await put(dialog.getByRole('textbox', { name: 'Name' }), kind);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nonsense[kind]());
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true);
  }
  for (const kind of Object.keys(nonsense) as Kind[]) {
    await page.goto(`${url}/search`);
    await put(page.getByRole('searchbox', { name: 'Search terms' }), kind);
    await expect(
      page
        .getByRole('main')
        .getByText(/No results|Notes on engines|could not be loaded|script|evil/)
        // The project's name is also an option of the filter.
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  }
  expect(await hacked(page)).toBe(false);
  expect(logged.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  await context.close();
});

const unstorable = /cannot be stored|Invalid email address/;

/** Expected messages of a form for the kinds that it cannot accept. */
const expectedMessages: Readonly<Record<string, RegExp>> = {
  '100 KB': /may have at most [\d,]+ characters|Invalid email address/,
  NUL: unstorable,
  'half a character': unstorable,
};

/**
 * Fills the fields of a form that the server validates with nonsense and submits it. The fields
 * must show messages and keep their values.
 */
async function isRefused(
  form: Locator,
  button: string,
  kinds: readonly Kind[] = ['NUL', '100 KB', 'half a character'],
): Promise<void> {
  await expect(form.getByRole('button', { name: button, exact: true })).toBeVisible();
  for (const kind of kinds) {
    const fields = await form.locator('input:not([type=checkbox])').all();
    const before = await Promise.all(fields.map((field) => field.inputValue()));
    for (const field of fields) await put(field, kind);
    const typed = await Promise.all(fields.map((field) => field.inputValue()));
    await form.getByRole('button', { name: button, exact: true }).click();
    // Until the response arrives, the form shows the message for the previous kind, which has other
    // words.
    await expect(async () => {
      for (const sentence of await messagesOf(form))
        expect(sentence, `${button}: ${kind}`).toMatch(expectedMessages[kind] ?? /never/);
    }).toPass({ timeout: 30_000 });
    expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(typed);
    for (const [n, field] of fields.entries()) await field.fill(before[n] ?? '');
  }
}

test('nonsense in settings, tags, users and invitations is refused at the field, and in the newsletter with a toast', async ({
  browser,
  workspace,
}) => {
  const logged: string[] = [];
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, logged);
  const { url } = workspace.product;
  await workspace.newDocument('To be tagged');
  await page.goto(`${url}/settings`);
  await isRefused(page.getByRole('main').locator('form').first(), 'Save');
  await page.goto(`${url}/settings?tab=security`);
  await isRefused(page.getByRole('main').locator('form').first(), 'Change password', ['100 KB']);
  await page.goto(`${url}/projects/${workspace.projectId}?tab=people`);
  await isRefused(page.getByRole('form', { name: 'Add a person' }), 'Add');
  await page.getByRole('button', { name: 'Invite people' }).click();
  await isRefused(page.getByRole('dialog'), 'Create invitation');
  await page.goto(`${url}/projects/${workspace.projectId}`);
  await page.getByRole('button', { name: 'Actions for To be tagged' }).click();
  await page.getByRole('menuitem', { name: /^Tags/ }).click();
  await isRefused(page.getByRole('dialog'), 'Save');
  await page.goto(`${url}/about`);
  const box = page.getByRole('textbox', { name: 'Newsletter' });
  for (const kind of Object.keys(nonsense) as Kind[]) {
    await put(box, kind);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Please enter a valid email address.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await box.fill(`${'a'.repeat(100_000)}@example.org`);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'There was a problem subscribing to the newsletter. Please try again.',
  );
  expect(await hacked(page)).toBe(false);
  expect(logged.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  await context.close();
});

test('nonsense in a document is stored as far as it is text, and no script in it runs', async ({
  browser,
  workspace,
}) => {
  const id = await workspace.newDocument('Pasted');
  const logged: string[] = [];
  const user = await openSignedIn(browser, workspace, workspace.ada, logged);
  const { page, context } = user;
  await openDocument(user, workspace, id);
  await expectSaved(page);
  for (const kind of Object.keys(nonsense) as Kind[]) {
    await textOf(page).click();
    await page.keyboard.press('Control+End');
    await textOf(page).evaluate((element, source) => {
      const text = (new Function(`return (${source})()`) as () => string)();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, nonsense[kind].toString());
    await page.keyboard.press('Enter');
    await expectSaved(page);
  }
  await page.keyboard.type('The end.');
  const title = page.getByRole('textbox', { name: 'Title' });
  for (const kind of impossible) {
    // Waits until the message about the previous kind is gone.
    await title.fill(`Before ${kind}`);
    await expectSaved(page);
    await put(title, kind);
    await expect(savedMark(page)).toHaveText(/^Not saved: /);
    await expect(
      page.getByText(/cannot be stored|at most 500 characters|Some fields are invalid/).first(),
    ).toBeVisible();
  }
  await title.fill('Pasted, and kept');
  await expectSaved(page);

  // The same for comments.
  await openSideTab(page, 'Comments & suggestions');
  const comments = cardsOf(page, 'comment');
  await page.getByRole('button', { name: 'Comment on document' }).click();
  for (const kind of impossible) {
    await page.getByRole('textbox', { name: 'Your comment' }).fill(`Before ${kind}`);
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveAttribute(
      'aria-invalid',
      'false',
    );
    await put(page.getByRole('textbox', { name: 'Your comment' }), kind);
    await page.keyboard.press('Control+Enter');
    await expect(
      page.getByText(/cannot be stored|at most 10,000|too long|Some fields are invalid/).first(),
    ).toBeVisible();
  }
  for (const kind of ['a script', 'emoji and marks of direction'] as const) {
    if (kind !== 'a script')
      await page.getByRole('button', { name: 'Comment on document' }).click();
    await put(page.getByRole('textbox', { name: 'Your comment' }), kind);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toBeHidden();
  }
  await expect(comments).toHaveCount(2);
  await expect(
    comments.filter({ hasText: '<script>globalThis.hacked = true</script>' }),
  ).toHaveCount(1);
  expect(await hacked(page)).toBe(false);
  await page.reload();
  await expect(textOf(page)).toContainText('The end.');
  await expect(textOf(page)).toContainText('<script>globalThis.hacked = true</script>');
  await expect(title).toHaveValue('Pasted, and kept');
  const stored = await workspace.ada.call('getDocument', {
    params: { id },
    query: { format: 'text' },
  });
  expect(String(stored.content).match(/a{1000,}/)?.[0].length, 'letters kept of the 100 KB').toBe(
    100_000,
  );
  expect(logged.filter((line) => !line.includes('status of 422'))).toEqual([]);
  await context.close();
});

test('a login with nonsense shows an error', async ({ browser, workspace, consoleErrors }) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  expectRefusals(consoleErrors, 422);
  await page.goto(`${workspace.product.url}/auth`);
  for (const kind of Object.keys(nonsense) as Kind[]) {
    await put(page.getByRole('textbox', { name: 'Username' }), kind);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText(/Login failed|cannot be stored|at most/).first()).toBeVisible();
    await page.reload();
  }
  await context.close();
});
