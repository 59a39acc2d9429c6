import { expect, type Browser, type Page } from '@playwright/test';
import { signUp, type Person } from '@longhand/driver';
import { openSignedIn, test, type BrowserUser, type Workspace } from './fixtures.ts';
import { focusedElement, moveFocusTo, press } from './keys.ts';

/** Number of rows of the first page of a list, and of the rows that the user of a journey has. */
const [pageSize, ownRows] = [50, 60];

const rowsOf = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const field = (page: Page, name: string) => page.getByRole('search').getByLabel(name);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits until the list has no rows, and says so. */
async function expectNone(page: Page): Promise<void> {
  await expect(page.getByText('No entries.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
}

/** Waits until all rows of the list contain a text, and there are any. */
async function expectOnly(page: Page, text: string): Promise<void> {
  await expect(rowsOf(page).first()).toContainText(text);
  await expect(rowsOf(page).filter({ hasNotText: text })).toHaveCount(0);
}

/** Returns a day of the browser's time zone as a date field has it, so many days from today. */
const dayFromToday = (page: Page, days: number): Promise<string> =>
  page.evaluate((later) => {
    const date = new Date();
    date.setDate(date.getDate() + later);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }, days);

/**
 * Creates and revokes access tokens of a user, each of which is an entry of the audit log. The
 * newest entry is of the administrator, so that the first page changes with the filter.
 */
async function act(person: Person, { ada }: Workspace): Promise<void> {
  for (let made = 0; made < (ownRows - 2) / 2; made += 1) {
    const { id } = await person.call('createToken', {
      body: { name: `Token ${made}`, scopes: ['read'] },
    });
    await person.call('deleteToken', { params: { id } });
  }
  const { id } = await ada.call('createAnnouncement', { body: { text: 'Sunday' } });
  await ada.call('deleteAnnouncement', { params: { id } });
}

async function openAudit(
  browser: Browser,
  workspace: Workspace,
  consoleErrors: string[],
): Promise<BrowserUser> {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await user.page.goto(`${workspace.product.url}/dashboard/admin?tab=audit`);
  await expect(rowsOf(user.page).first()).toBeVisible();
  return user;
}

test('an administrator filters the audit log by user, action and days, clears the filters, and reads further pages', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ira = await signUp(workspace.product.url, 'ira', 'Ira Levin');
  await act(ira, workspace);
  const { page, context } = await openAudit(browser, workspace, consoleErrors);
  const all = await rowsOf(page).allTextContents();
  expect(all).toHaveLength(pageSize);
  await expect(button(page, 'Clear filters')).toHaveCount(0);

  // The user, in pages.
  await field(page, 'Username').fill('IRA');
  await expectOnly(page, 'Ira Levin');
  await expect(rowsOf(page)).toHaveCount(pageSize);
  await button(page, 'Show more').click();
  await expect(rowsOf(page)).toHaveCount(ownRows);
  await expectOnly(page, 'Ira Levin');
  await expect(button(page, 'Show more')).toHaveCount(0);
  const rows = await rowsOf(page).allTextContents();
  expect(rows.at(-1)).toContain('Account created');
  await field(page, 'Username').fill('nobody-of-this-name');
  await expectNone(page);

  // The action, also with the user.
  await field(page, 'Username').fill('');
  await field(page, 'Action').selectOption('Account created');
  await expectOnly(page, 'Account created');
  await expect(rowsOf(page).filter({ hasText: 'Ira Levin' })).toHaveCount(1);
  await expect(rowsOf(page).filter({ hasText: 'Ada Lovelace' })).toHaveCount(1);
  await field(page, 'Username').fill('ira');
  await expect(rowsOf(page)).toHaveCount(1);
  await field(page, 'Action').selectOption('Access token deleted');
  await expectOnly(page, 'Access token deleted');
  await expect(rowsOf(page)).toHaveCount((ownRows - 2) / 2);

  // The days, both included.
  const [yesterday, today, tomorrow] = await Promise.all(
    [-1, 0, 1].map((days) => dayFromToday(page, days)),
  );
  await field(page, 'From').fill(tomorrow ?? '');
  await expectNone(page);
  await field(page, 'From').fill(yesterday ?? '');
  await expect(rowsOf(page)).toHaveCount((ownRows - 2) / 2);
  await field(page, 'To').fill(yesterday ?? '');
  await expectNone(page);
  await field(page, 'To').fill(tomorrow ?? '');
  await expect(rowsOf(page)).toHaveCount((ownRows - 2) / 2);
  await field(page, 'From').fill(today ?? '');
  await field(page, 'To').fill(today ?? '');
  await expect(rowsOf(page)).toHaveCount((ownRows - 2) / 2);

  await button(page, 'Clear filters').click();
  await expect(rowsOf(page)).toHaveCount(pageSize);
  for (const name of ['Username', 'Action', 'From', 'To'])
    await expect(field(page, name)).toHaveValue('');
  await expect(button(page, 'Clear filters')).toHaveCount(0);
  // The times of the rows may have changed.
  const names = (texts: readonly string[]) => texts.map((text) => text.split(' · ')[0]);
  expect(names(await rowsOf(page).allTextContents())).toEqual(names(all));
  await context.close();
});

test('by keyboard: the audit log is filtered and read on, its length is announced, and the focus stays', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const joe = await signUp(workspace.product.url, 'joe', 'Joe Orton');
  await act(joe, workspace);
  const { page, context } = await openAudit(browser, workspace, consoleErrors);
  const announced = (text: string) => page.getByRole('status').filter({ hasText: text });

  await page.getByRole('tab', { name: 'Audit log' }).focus();
  await moveFocusTo(page, 'Username');
  await page.keyboard.type('joe');
  await expectOnly(page, 'Joe Orton');
  await expect(field(page, 'Username')).toBeFocused();
  await press(page, 'Show more');
  await expect(rowsOf(page)).toHaveCount(ownRows);
  await expect(announced(`Audit log: ${ownRows}`)).toHaveCount(1);
  // The button is gone, and the rows have no controls.
  await expect(page.locator('#main')).toBeFocused();

  await moveFocusTo(page, 'Username', 'Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Action')).toBeFocused();
  await page.keyboard.type('Access token created');
  await expect(field(page, 'Action')).toHaveValue('token.made');
  await expectOnly(page, 'Access token created');
  await expect(announced(`Audit log: ${(ownRows - 2) / 2}`)).toHaveCount(1);
  await expect(field(page, 'Action')).toBeFocused();

  // A date field is typed in the order of the language of the browser.
  await page.keyboard.press('Tab');
  await expect(field(page, 'From')).toBeFocused();
  const tomorrow = await dayFromToday(page, 1);
  const [year = '', month = '', day = ''] = tomorrow.split('-');
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(field(page, 'From')).toHaveValue(tomorrow);
  await expectNone(page);
  await expect(announced('Audit log: 0')).toHaveCount(1);

  await press(page, 'Clear filters');
  await expect(rowsOf(page)).toHaveCount(pageSize);
  await expect(field(page, 'Username')).toBeFocused();
  expect((await focusedElement(page)).isMarked).toBe(true);
  await expect(announced(`Audit log: more than ${pageSize}`)).toHaveCount(1);
  await context.close();
});
