import { expect, type Locator, type Page } from '@playwright/test';
import { openSignedOut, openSignedIn, test } from '../fixtures.ts';
import {
  lastBodyOf,
  expectToast,
  fillFields,
  holdCalls,
  recordCalls,
  toastsOf,
} from './toasts-and-calls.ts';

/**
 * Submits a dialog. Expects that the buttons named `disabled` are disabled until the response, that
 * the dialog then closes, and that a toast confirms it.
 */
async function submit(
  page: Page,
  dialog: Locator,
  {
    button,
    disabled,
    toast: [title, text],
  }: { button: string; disabled: readonly string[]; toast: readonly [string, string] },
): Promise<void> {
  const goOn = await holdCalls(page, '**/api/contact');
  await dialog.getByRole('button', { name: button }).click();
  for (const name of disabled) await expect(dialog.getByRole('button', { name })).toBeDisabled();
  goOn();
  await expectToast(page, title, text, 'status');
  await expect(dialog).toBeHidden();
}

test('2, 4, 5, 8, 9: the demo modal validates its fields, sends the request, confirms it with a toast, and is reset', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(workspace.product.url);
  await page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a Demo' });
  await expect(dialog).toContainText(
    'Fill out the form below to schedule a personalized demo of the product for your team.',
  );
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
    const [above, beneath] = [
      await field.boundingBox(),
      await dialog.getByText(sentence, { exact: true }).boundingBox(),
    ];
    expect(beneath!.y, `${sentence} stands beneath its field`).toBeGreaterThanOrEqual(
      above!.y + above!.height - 1,
    );
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
  await fillFields(dialog, answers);
  await submit(page, dialog, {
    button: 'Schedule Demo',
    disabled: ['Submitting...', 'Cancel'],
    toast: [
      'Request submitted!',
      "We've received your demo request and will get back to you shortly.",
    ],
  });
  expect(lastBodyOf(calls, 'POST', '/api/contact')).toEqual({
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

test('2, 4, 8, 9: the contact dialog contains the signed-in user, requires all fields, sends the message, and confirms it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(`${workspace.product.url}/about`);
  await page.getByRole('button', { name: 'Contact Us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  expect((await dialog.boundingBox())?.width).toBe(500);
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await expect(field('Name')).toHaveValue('Ben Okri');
  await expect(field('Email')).toHaveValue('ben@example.org');
  await expect(field('Email')).toHaveAttribute('type', 'email');
  await expect(field('Message')).toHaveAttribute('rows', '5');
  await fillFields(dialog, { Name: '', Email: '' });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(field(name)).toHaveAttribute('required', '');
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls.filter(({ path }) => path === '/api/contact')).toEqual([]);
  await fillFields(dialog, {
    Name: 'Ben',
    Email: 'ben@example.org',
    Subject: 'Commas',
    Message: 'Where do they go?',
  });
  await submit(page, dialog, {
    button: 'Send message',
    disabled: ['Sending...'],
    toast: [
      'Message sent',
      "Your message has been sent to our support team. We'll get back to you soon.",
    ],
  });
  expect(lastBodyOf(calls, 'POST', '/api/contact')).toEqual({
    name: 'Ben',
    email: 'ben@example.org',
    subject: 'Commas',
    message: 'Where do they go?',
    userId: workspace.ben.user.id,
  });
  await context.close();
});

test('2: the demo modal fills in the name and address of the signed-in user, also late, and keeps typed values', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const goOn = await holdCalls(page, '**/api/v1/user/me*');
  await page.goto(`${workspace.product.url}/about`);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a Demo' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Benjamin');
  goOn();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ben@example.org');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Benjamin');
  await context.close();
});

test('4, 5, 8: the newsletter refuses an invalid address, subscribes, and shows thanks in place of the form', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(workspace.product.url);
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
  const goOn = await holdCalls(page, '**/api/newsletter/subscribe');
  await subscribe.click();
  await expect(page.getByRole('button', { name: 'Subscribing...' })).toBeDisabled();
  goOn();
  await expectToast(
    page,
    'Successfully subscribed!',
    'Thank you for subscribing to our newsletter.',
    'status',
  );
  await expect(field).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('Thank you for subscribing');
  expect(lastBodyOf(calls, 'POST', '/api/newsletter/subscribe')).toEqual({
    email: 'reader@example.org',
  });
  await context.close();
});

test('8 and 9: only one toast is shown at a time, for a thousand seconds', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.clock.install();
  await page.goto(workspace.product.url);
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('nobody');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expectToast(page, 'Invalid email', 'Please enter a valid email address.', 'alert');
  await page.clock.fastForward(990_000);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('second-reader@example.org');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expectToast(
    page,
    'Successfully subscribed!',
    'Thank you for subscribing to our newsletter.',
    'status',
  );
  // The second toast restarts the timeout.
  await page.clock.fastForward(990_000);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.clock.fastForward(11_000);
  await expect(toastsOf(page)).toHaveCount(0);
  await context.close();
});
