import { expect } from '@playwright/test';
import { expectOutage, expectSaved, openDocument, openSignedIn, test, textOf } from './fixtures.ts';

test('an outdated page says so, and its unsent text is sent after it is reloaded', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('A letter');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = ada;
  expectOutage(consoleErrors);
  await openDocument(ada, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('Sent. ');
  await expectSaved(page);
  // As after an update of the server: sockets that the page opens now are of an older version.
  await page.evaluate(() => {
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(url: string | URL) {
        super(url, ['longhand.1']);
      }
    };
  });
  await context.setOffline(true);
  await page.keyboard.type('Not sent yet.');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Longhand was updated' })).toBeVisible();
  await expect(page.getByText('They are stored on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).press('Enter');
  await expect(textOf(page)).toHaveText('Sent. Not sent yet.');
  await expectSaved(page);
  await context.close();
});
