import { expect } from '@playwright/test';
import { startProduct } from '@longhand/driver';
import {
  openTestSmtp,
  textOf as textOfMail,
  type TakenMail,
} from '../../apps/server/src/mail/smtp.testing.ts';
import { test } from './desk.ts';

/**
 * Returns the link in a mail.
 * @throws if the mail has none
 */
function linkIn(mail: TakenMail): string {
  const link = /https?:\/\/\S+#token=[\w-]+/.exec(textOfMail(mail))?.[0];
  if (link === undefined) throw new Error(`No link in: ${textOfMail(mail)}`);
  return link;
}

test('an address is confirmed and a forgotten password is set anew by the links that a mail server was handed', async ({
  browser,
}) => {
  const smtp = await openTestSmtp();
  const product = await startProduct({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'longhand@example.org' },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const mailTo = async (address: string, subject: RegExp): Promise<TakenMail> => {
    const found = (): TakenMail | undefined =>
      smtp.taken.findLast(
        ({ to, raw }) =>
          to.includes(address) && subject.test(raw.slice(0, raw.indexOf('\r\n\r\n'))),
      );
    await expect.poll(() => found() !== undefined).toBe(true);
    return found()!;
  };
  try {
    await page.goto(`${product.url}/auth?tab=register`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita Levi');
    await page.getByRole('textbox', { name: 'Username' }).fill('rita');
    await page.getByRole('textbox', { name: /Email/ }).fill('rita@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('the first phrase of all');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard/);

    await test.step('the link of the first mail confirms the address, once', async () => {
      const link = linkIn(await mailTo('rita@example.org', /confirm/i));
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(page.getByText('Your address is confirmed.')).toBeVisible();
      await page.goto(`${product.url}/dashboard`);
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    });

    await test.step('a link to a new password ends every session, and the old password', async () => {
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
  } finally {
    await context.close();
    await product.close();
    await smtp.close();
  }
});
