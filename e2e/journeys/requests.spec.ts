import { expect, type Page } from '@playwright/test';
import { openDocument, openSignedIn, test } from './fixtures.ts';

type Loaded = {
  readonly scripts: number;
  readonly styles: number;
  readonly scriptBytes: number;
  /** Paths of all files and calls, without parameters. */
  readonly paths: readonly string[];
  /** Paths of the calls that the page itself made, and not one of its files. */
  readonly early: readonly string[];
  /** Connections to the live channel: the path, and true if the page itself opened it. */
  readonly sockets: readonly { readonly path: string; readonly isEarly: boolean }[];
};

/**
 * Counts the files that a page loads from its beginning, and the compressed bytes of its scripts.
 */
async function watchFiles(page: Page): Promise<() => Loaded> {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const paths: string[] = [];
  const early: string[] = [];
  const sockets: { path: string; isEarly: boolean }[] = [];
  session.on('Network.webSocketCreated', ({ url, initiator }) => {
    const isEarly = initiator?.stack?.callFrames[0]?.url === page.url();
    sockets.push({ path: new URL(url).pathname, isEarly });
  });
  session.on('Network.requestWillBeSent', ({ request: { url }, documentURL, initiator }) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    if (initiator.stack?.callFrames[0]?.url === documentURL) early.push(pathname);
  });
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
  return () => ({ scripts, styles, scriptBytes, paths: [...paths], early: [...early], sockets });
}

test('a document and the dashboard load a limited number and size of scripts and styles, which the page of a document names', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  const first = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ofDocument = await watchFiles(first.page);
  await openDocument(first, workspace, id);
  const document = ofDocument();
  expect(document.scripts).toBeLessThanOrEqual(24);
  expect(document.styles).toBe(1);
  expect(document.scriptBytes).toBeLessThan(420 * 1_024);
  // The page names all its files, and starts its first calls, before its scripts are loaded. The
  // menus at the caret are loaded afterwards.
  const answer = await first.page.request.get(`${workspace.product.url}/documents/${id}`);
  const html = await answer.text();
  const files = document.paths.filter((path) => /^\/assets\/(?!tools-).*\.(?:js|css)$/.test(path));
  expect(files.filter((path) => !html.includes(path))).toEqual([]);
  const firstCalls = ['/api/v1/user/me', `/api/v1/documents/${id}`];
  expect(document.early).toEqual(firstCalls);
  expect(document.sockets).toEqual([{ path: `/collab/${id}`, isEarly: true }]);
  // A server that has just started knows no earlier events: the page reads again what it has read.
  const read = document.paths.slice(0, document.paths.indexOf('/api/v1/events'));
  expect(read.filter((path) => firstCalls.includes(path))).toEqual(firstCalls);
  await first.context.close();

  const second = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ofDashboard = await watchFiles(second.page);
  await second.page.goto(`${workspace.product.url}/dashboard`);
  await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible();
  const dashboard = ofDashboard();
  expect(dashboard.scripts).toBeLessThanOrEqual(24);
  expect(dashboard.styles).toBe(1);
  expect(dashboard.scripts).toBeGreaterThan(0);
  expect(dashboard.scriptBytes).toBeLessThan(230 * 1_024);
  await second.context.close();
});
