import { expect, type Page } from '@playwright/test';
import { openDocument, openSignedIn, test } from './fixtures.ts';

type Loaded = {
  /** Paths of the scripts, each with its compressed bytes. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly styles: number;
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
  const urls = new Map<string, string>();
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
  const scripts = new Map<string, number>();
  let styles = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    urls.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Stylesheet') styles += 1;
    if (kind !== 'Script') return;
    const path = urls.get(requestId) ?? '';
    scripts.set(path, (scripts.get(path) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return () => ({ scripts, styles, paths: [...paths], early: [...early], sockets });
}

/**
 * True for a script of a document that is loaded when its text is already editable: the menus of
 * blocks and at the caret, commands, comments, panels, the list of the project's documents and its
 * tree, and modules that only other pages load at once.
 */
const isLate = (path: string): boolean =>
  /^\/assets\/(tools|beside|icons|(?:document|shell)-commands|running-announcements|navigation|late-parts|document-additions|use-document-actions|panel-list|lists|asked-move|[a-z]+-more)-/.test(
    path,
  );

/** Stores the paths of all files that are loaded when the text appears. Runs in the browser. */
function recordShown(): void {
  const text = '.documentText [contenteditable="true"]';
  const observer = new MutationObserver(() => {
    if (document.querySelector(text) === null) return;
    observer.disconnect();
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    Object.assign(window, { loadedBeforeText: loaded.map(({ pathname }) => pathname) });
  });
  observer.observe(document, { subtree: true, childList: true });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

test('a document and the dashboard load a limited number and size of scripts and styles, which the page of a document names', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  const first = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ofDocument = await watchFiles(first.page);
  await first.page.addInitScript(recordShown);
  await openDocument(first, workspace, id);
  const document = ofDocument();
  // The page names all its files, and starts its first calls, before its scripts are loaded.
  const answer = await first.page.request.get(`${workspace.product.url}/documents/${id}`);
  const html = await answer.text();
  const files = document.paths.filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path));
  expect(files.filter((path) => !html.includes(path) && !isLate(path))).toEqual([]);
  const loaded = await first.page.evaluate(
    () => (window as { loadedBeforeText?: readonly string[] }).loadedBeforeText ?? [],
  );
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter(isLate)).toEqual([]);
  // With those that load after the text, of which a slow machine has loaded more by now.
  expect(document.scripts.size).toBeLessThanOrEqual(34);
  expect(document.styles).toBe(1);
  const before = [...document.scripts].filter(([path]) => loaded.includes(path));
  expect(before.length).toBeGreaterThan(5);
  expect(before.length).toBeLessThanOrEqual(13);
  expect(sum(before.map(([, bytes]) => bytes))).toBeLessThan(322 * 1_024);
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
  expect(dashboard.scripts.size).toBeLessThanOrEqual(24);
  expect(dashboard.styles).toBe(1);
  expect(dashboard.scripts.size).toBeGreaterThan(0);
  expect(sum([...dashboard.scripts.values()])).toBeLessThan(220 * 1_024);
  await second.context.close();
});
