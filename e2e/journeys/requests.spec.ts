import { expect, type Page } from '@playwright/test';
import { openDocument, sitSignedIn, test } from './desk.ts';

type Loaded = { readonly scripts: number; readonly styles: number; readonly scriptBytes: number };

/**
 * Counts the files that a page loads from its beginning, and the compressed bytes of its scripts.
 */
async function watchFiles(page: Page): Promise<() => Loaded> {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  let [scripts, styles, scriptBytes] = [0, 0, 0];
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Stylesheet') styles += 1;
    if (kind !== 'Script') return;
    scripts += 1;
    scriptBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => ({ scripts, styles, scriptBytes });
}

test('a document and a dashboard come in few files: each is a request, and the pages wait for all of them', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument();
  const first = await sitSignedIn(browser, office, office.ada, quiet);
  const ofDocument = await watchFiles(first.page);
  await openDocument(first, office, id);
  const document = ofDocument();
  expect(document.scripts).toBeLessThanOrEqual(32);
  expect(document.styles).toBeLessThanOrEqual(14);
  expect(document.scriptBytes).toBeLessThan(500 * 1_024);
  await first.context.close();

  const second = await sitSignedIn(browser, office, office.ada, quiet);
  const ofDashboard = await watchFiles(second.page);
  await second.page.goto(`${office.product.url}/dashboard`);
  await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible();
  const dashboard = ofDashboard();
  expect(dashboard.scripts).toBeLessThanOrEqual(32);
  expect(dashboard.scripts).toBeGreaterThan(0);
  expect(dashboard.scriptBytes).toBeLessThan(300 * 1_024);
  await second.context.close();
});
