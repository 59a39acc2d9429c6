import { expect, type Page } from '@playwright/test';
import { cardsOf, expectSaved, openSideTab, openSignedOut, test, textOf } from './fixtures.ts';

/** Opens a document of the demo by its title, from the dashboard's list of last documents. */
async function open(page: Page, title: string): Promise<void> {
  const last = page.getByRole('region', { name: 'Continue where you left off' });
  await last.getByRole('link', { name: title }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
}

test('the demo has suggestions to decide, comments on them and a review to answer', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/auth`);
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await page.waitForURL(/\/dashboard\?/);
  await open(page, 'Welcome to Longhand');
  await expect(textOf(page).locator('ins')).not.toHaveCount(0);
  await openSideTab(page, 'Comments & suggestions');
  const cards = cardsOf(page, 'suggestion');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Robin Example');
  await expect(cards).toContainText('This is a suggestion, and you own the document');
  await cards.getByRole('button', { name: /^Accept/ }).click();
  await expect(textOf(page)).toContainText('deleted after one day: try everything.');
  await expect(cards).toHaveCount(0);
  await expectSaved(page);

  await page.goto(`${workspace.product.url}/dashboard`);
  await open(page, 'Interview with a lighthouse keeper');
  await openSideTab(page, 'Comments & suggestions');
  await expect(cards).toHaveCount(3);
  await cards
    .filter({ hasText: 'figures' })
    .getByRole('button', { name: /^Reject/ })
    .click();
  await expect(textOf(page)).toContainText('A machine on the mainland knows the figures,');
  await expect(cards).toHaveCount(2);
  await openSideTab(page, 'Review');
  await expect(
    page.getByText('Please read my suggestions and approve the interview'),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Approve', exact: true }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Approved by everyone')).toBeVisible();
  await context.close();
});
