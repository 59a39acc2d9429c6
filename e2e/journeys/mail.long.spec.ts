import { expect } from '@playwright/test';
import { signUp, startProduct } from '@longhand/driver';
import {
  openTestSmtp,
  textOf as textOfMail,
  type TakenMail,
} from '../../apps/server/src/mail/smtp.testing.ts';
import { openSignedIn, test } from './fixtures.ts';

/**
 * Returns the link in a mail whose address contains `path`.
 * @throws if the mail has none
 */
function linkIn(mail: TakenMail, path = '/'): string {
  const links = textOfMail(mail).match(/https?:\/\/\S+#token=[\w.-]+/g) ?? [];
  const link = links.find((each) => each.includes(path));
  if (link === undefined) throw new Error(`No link in: ${textOfMail(mail)}`);
  return link;
}

/**
 * Starts a product that sends its mail to a mail server on this machine. `mailTo` waits for a mail
 * to an address, and returns the newest one whose head matches.
 */
async function startMailing() {
  const smtp = await openTestSmtp();
  const product = await startProduct({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'longhand@example.org' },
  });
  return {
    product,
    async mailTo(address: string, head: RegExp): Promise<TakenMail> {
      const found = (): TakenMail | undefined =>
        smtp.taken.findLast(
          ({ to, raw }) => to.includes(address) && head.test(raw.slice(0, raw.indexOf('\r\n\r\n'))),
        );
      // Notifications are mailed once a minute.
      await expect.poll(() => found() !== undefined, { timeout: 180_000 }).toBe(true);
      return found()!;
    },
    async close(): Promise<void> {
      await product.close();
      await smtp.close();
    },
  };
}

test('links in sent mails confirm an address, reset a forgotten password and invite a user', async ({
  browser,
  consoleErrors,
}) => {
  const { product, mailTo, close } = await startMailing();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`${product.url}/auth?tab=register`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita Levi');
    await page.getByRole('textbox', { name: 'Username' }).fill('rita');
    await page.getByRole('textbox', { name: /Email/ }).fill('rita@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('the first phrase of all');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard/);

    await test.step('the link in the first mail confirms the address, and only once', async () => {
      const link = linkIn(await mailTo('rita@example.org', /confirm/i));
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(page.getByText('Your address is confirmed.')).toBeVisible();
      await page.goto(`${product.url}/dashboard`);
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    });

    await test.step('a password reset ends every session and invalidates the old password and the link', async () => {
      const visitor = await browser.newContext();
      const other = await visitor.newPage();
      await other.goto(`${product.url}/auth`);
      await other.getByRole('link', { name: /forgot/i }).click();
      await other.getByRole('textbox', { name: 'Email' }).fill('rita@example.org');
      await other.getByRole('button', { name: 'Send a link' }).click();
      await expect(
        other.getByRole('status').filter({ hasText: 'If an account with this address exists' }),
      ).toBeVisible();
      const link = linkIn(await mailTo('rita@example.org', /password/i));
      await other.goto(link);
      await other.getByLabel('New password').fill('short');
      await other.getByRole('button', { name: 'Set password' }).click();
      await expect(other.getByText(/At least|too short|characters/).first()).toBeVisible();
      await other.getByLabel('New password').fill('another phrase, much longer');
      await other.getByRole('button', { name: 'Set password' }).click();
      await expect(
        other.getByRole('status').filter({ hasText: 'Your password has been changed.' }),
      ).toBeVisible();
      await page.goto(`${product.url}/dashboard`);
      await page.waitForURL(/\/auth/);
      for (const [phrase, isRight] of [
        ['the first phrase of all', false],
        ['another phrase, much longer', true],
      ] as const) {
        await page.getByRole('textbox', { name: /Username/ }).fill('rita');
        await page.getByRole('textbox', { name: 'Password' }).fill(phrase);
        await page.keyboard.press('Enter');
        if (isRight) await page.waitForURL(/\/dashboard/);
        else await expect(page.getByRole('alert').first()).toBeVisible();
      }
      // Open another address first: navigation to an identical address does not reload the page.
      await other.goto(`${product.url}/faq`);
      await other.goto(link);
      await other.getByLabel('New password').fill('a third phrase, longer yet');
      await other.getByRole('button', { name: 'Set password' }).click();
      await expect(other.getByText(/link/i).first()).toBeVisible();
      await expect(
        other.getByRole('status').filter({ hasText: 'Your password has been changed.' }),
      ).toBeHidden();
      await visitor.close();
    });

    await test.step('an invitation is sent, and the dialog confirms it to its author', async () => {
      const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
      const { id } = await ada.call('createProject', { body: { name: 'By mail' } });
      const user = await openSignedIn(browser, { product }, ada, consoleErrors);
      await user.page.goto(linkIn(await mailTo(ada.user.email, /confirm/i)));
      await user.page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(user.page.getByText('Your address is confirmed.')).toBeVisible();
      await user.page.goto(`${product.url}/projects/${id}?tab=people`);
      await user.page.getByRole('button', { name: 'Invite people' }).click();
      const dialog = user.page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('eve@example.org');
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      await expect(dialog).toContainText('The link was sent to eve@example.org.');
      expect(await dialog.getByLabel('Link').inputValue()).toBe(
        linkIn(await mailTo('eve@example.org', /invit/i)),
      );
      await user.context.close();
    });
  } finally {
    await context.close();
    await close();
  }
});

test('links in sent mails confirm and end a newsletter subscription, and end notification mails', async ({
  browser,
}) => {
  const { product, mailTo, close } = await startMailing();
  const context = await browser.newContext();
  const page = await context.newPage();
  const follow = async (link: string, button: string, done: string): Promise<void> => {
    await page.goto(link);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible();
  };
  try {
    // The first user is the administrator, who sees the state of subscriptions.
    const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
    const ben = await signUp(product.url, 'ben', 'Ben Okri');

    await test.step('the links in the mail after subscribing confirm and end the subscription', async () => {
      const state = async () =>
        (await ada.call('listMessages', { query: { kind: 'newsletter' } })).items.map(
          ({ subscription }) => subscription,
        );
      await page.goto(`${product.url}/about`);
      await page.getByRole('textbox', { name: 'Newsletter' }).fill('mary@example.org');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      const mail = await mailTo('mary@example.org', /subscription/);
      expect(await state()).toEqual(['pending']);
      await follow(
        linkIn(mail, '/newsletter/confirm'),
        'Subscribe',
        'Thank you for subscribing to our newsletter.',
      );
      expect(await state()).toEqual(['subscribed']);
      await follow(
        linkIn(mail, '/newsletter/leave'),
        'Unsubscribe',
        'You are unsubscribed. No further email is sent.',
      );
      expect(await state()).toEqual(['left']);
    });

    await test.step('the link in a notification mail turns these mails off', async () => {
      await follow(
        linkIn(await mailTo(ada.user.email, /confirm/i)),
        'Confirm address',
        'Your address is confirmed.',
      );
      const { id } = await ben.call('createProject', { body: { name: 'By mail' } });
      await ben.call('addProjectCollaborator', {
        params: { id },
        body: { usernameOrEmail: 'ada', role: 'viewer' },
      });
      await follow(
        linkIn(await mailTo(ada.user.email, /^List-Unsubscribe-Post:/m), '/notifications/leave'),
        'Unsubscribe',
        'You will receive no more notification emails.',
      );
      const { mail } = await ada.call('getNotificationSettings', {});
      expect(new Set(Object.values(mail))).toEqual(new Set(['never']));
    });
  } finally {
    await context.close();
    await close();
  }
});
