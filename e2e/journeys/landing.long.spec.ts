import AxeBuilder from '@axe-core/playwright';
import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { openSignedOut, test, type BrowserUser, type Workspace } from './fixtures.ts';

/** Returns the sheet on the front page, once it is editable. */
const sheetOf = (page: Page) => page.getByRole('textbox', { name: 'Demonstration text' });

/**
 * Opens the front page for a visitor who prefers reduced motion: the two writers do not type. With
 * `hasClock` the page's clock can be advanced. Idle work of the page then waits for a press or a
 * key.
 */
async function openWithoutMotion(
  browser: Browser,
  workspace: Workspace,
  errors: string[],
  hasClock = false,
): Promise<BrowserUser> {
  const user = await openSignedOut(browser, workspace.ada, errors);
  if (hasClock) await user.page.clock.install();
  await user.page.emulateMedia({ reducedMotion: 'reduce' });
  await user.page.goto(workspace.product.url);
  return user;
}

/** Returns the text on the sheet, one block per line, without the carets of the two writers. */
function wordsOn(page: Page): Promise<string> {
  return page.locator('figure', { hasText: 'A demonstration' }).evaluate((figure) => {
    const copy = figure.cloneNode(true) as Element;
    for (const extra of copy.querySelectorAll('figcaption, ul[aria-label], [aria-hidden]'))
      extra.remove();
    return [...copy.querySelectorAll('h2, p')].map((block) => block.textContent ?? '').join('\n');
  });
}

const opening =
  'Letter to our readers\nWe started this paper in a kitchen, with one typewriter and four opinions about commas. It has grown sinceup.\n' +
  'The opinions have grown too';

test('the editor of the front page is loaded at the first interaction without a layout shift, and two writers type in it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const scripts: string[] = [];
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  );
  await page.clock.install();
  await page.goto(workspace.product.url);
  await page.waitForLoadState('networkidle');
  expect([await wordsOn(page), await sheetOf(page).count()]).toEqual([opening, 0]);
  const before = scripts.length;
  const heading = page.getByRole('heading', { name: 'Letter to our readers' });
  const place = await heading.boundingBox();

  // The press comes before the editor is loaded. The caret is placed as soon as the editor is
  // ready.
  await page.getByText('We started this paper').click();
  await expect(sheetOf(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
  expect(await heading.boundingBox()).toEqual(place);
  // ProseMirror places the caret again 20 ms after the focus, by a timer: a key that a busy page
  // handles before would be undone.
  await page.clock.runFor(50);
  await page.keyboard.press('Home');
  await page.keyboard.type('Dear all, ');
  await expect.poll(() => wordsOn(page)).toContain('\nDear all, We started this paper');
  await expect
    .poll(() => wordsOn(page))
    .toContain('The opinions have grown too, and so has the ta');

  // Tab leaves the sheet. The Pause button comes after the cards, after four presses.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  const paused = await wordsOn(page);
  // Runs everything that is scheduled in the next minute: nothing may be typed while paused.
  await page.clock.runFor(60_000);
  expect(await wordsOn(page)).toBe(paused);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeFocused();
  // The first words come 1.2 s after the restart.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.keyboard.press('Enter');
  expect(await wordsOn(page)).toBe(opening);
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('figure').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await context.close();
});

test('with reduced motion, the visitor can write on the sheet, the two writers do not type, and nothing is stored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openWithoutMotion(browser, workspace, consoleErrors, true);
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  // By keyboard only: the first key loads the editor, and Tab reaches it.
  await page.keyboard.press('Tab');
  await expect(sheetOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try the demo' }).focus();
  await page.keyboard.press('Tab');
  await expect(sheetOf(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('A ');
  // Runs everything that is scheduled in the next minute: nothing may be typed with reduced motion.
  await page.clock.runFor(60_000);
  expect(await wordsOn(page)).toBe(`A ${opening}`);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  expect(sent).toEqual([]);
  await page.reload();
  expect(await wordsOn(page)).toBe(opening);
  await context.close();
});

test('the suggestion and the comment of the demonstration are decided on their cards, and a decision is undone', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openWithoutMotion(browser, workspace, consoleErrors);
  const cards = page.getByRole('list', { name: 'Suggestions and comments' }).getByRole('listitem');
  const [suggestion, comment] = [
    cards.filter({ hasText: 'suggests' }),
    cards.filter({ hasText: 'on “four opinions”' }),
  ];
  await expect(suggestion.getByRole('button', { name: 'Accept' })).toBeDisabled();
  const place = await cards.first().boundingBox();
  await page.mouse.move(300, 300);
  await expect(suggestion.getByRole('button', { name: 'Accept' })).toBeEnabled();
  await suggestion.getByRole('button', { name: 'Accept' }).focus();
  expect(await cards.first().boundingBox()).toEqual(place);
  await page.keyboard.press('Enter');
  await expect(suggestion.getByRole('status')).toHaveText('Accepted.');
  await expect(suggestion.getByRole('status')).toBeFocused();
  await expect.poll(() => wordsOn(page)).toContain('It has grown up.');
  await sheetOf(page).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => wordsOn(page)).toBe(opening);
  await suggestion.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => wordsOn(page)).toContain('It has grown since.');
  await expect(suggestion.getByRole('status')).toHaveText('Rejected.');
  await comment.getByRole('button', { name: 'Resolve' }).click();
  await expect(comment.getByRole('status')).toHaveText('Resolved.');
  await expect(comment.getByRole('button', { name: 'Reopen' })).toBeFocused();
  await page.getByRole('button', { name: 'Start again' }).click();
  expect(await wordsOn(page)).toBe(opening);
  await expect(suggestion.getByRole('button', { name: 'Accept' })).toBeEnabled();
  await context.close();
});

test('undo in another field does not change the demonstration, and undo on its buttons reverts only the visitor’s text', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openWithoutMotion(browser, workspace, consoleErrors);
  await page.mouse.move(300, 300);
  await sheetOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Dear all: ');
  await expect.poll(() => wordsOn(page)).toBe(`Dear all: ${opening}`);
  await page.getByRole('contentinfo').getByRole('textbox', { name: 'Newsletter' }).focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Control+z');
  expect(await wordsOn(page)).toBe(`Dear all: ${opening}`);
  await page.getByRole('button', { name: 'Start again' }).focus();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('Control+z');
  expect(await wordsOn(page)).toBe(opening);
  await sheetOf(page).focus();
  // On a busy machine, each typed character is a separate undo step.
  for (const _ of 'Dear all: ') await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => wordsOn(page)).toBe(`Dear all: ${opening}`);
  await context.close();
});

test('the search finds articles of every area, and its query is part of the address', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/help-center/public`);
  const field = page.getByRole('searchbox', { name: 'Search all articles' });
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  const all = await links.count();
  expect(all).toBeGreaterThanOrEqual(20);
  await field.fill('postgresql port');
  await expect(page.getByRole('status').filter({ hasText: /article/ })).toHaveText(
    /^[1-9]\d* articles?$/,
  );
  await expect(page).toHaveURL(/[?&]q=postgresql(\+|%20)port$/);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Documentation' }).getByRole('link').first(),
  ).toBeVisible();
  // The same address shows the same results, also when it is opened directly.
  const found = await links.allInnerTexts();
  await page.reload();
  await expect(field).toHaveValue('postgresql port');
  await expect.poll(() => links.allInnerTexts()).toEqual(found);
  const title = found[0] ?? '';
  await links.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.goBack();
  await expect(field).toHaveValue('postgresql port');
  await field.fill('zzzz');
  await expect(page.getByText('No articles. Try fewer or different words')).toBeVisible();
  await field.fill('');
  await expect(links).toHaveCount(all);
  await context.close();
});

test('the public pages are readable without JavaScript', async ({ browser, workspace }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  const { url } = workspace.product;
  const pages = {
    '/': [
      'Write it together.',
      'We started this paper in a kitchen',
      'Durable saving',
      'What does Saved mean?',
    ],
    '/documentation/installation': ['Installation', 'Requirements'],
    '/integrations': ['Integrations'],
    '/help-center/public': ['Help center', 'Save status'],
  };
  for (const [path, words] of Object.entries(pages)) {
    await page.goto(url + path);
    for (const word of words)
      await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }),
    ).toBeVisible();
    // A table that does not fit scrolls by itself; the page does not.
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      path,
      390,
    ]);
  }
  await context.close();
});

/** Addresses of the signed-in area that public pages may link to. */
const ownPages =
  /^\/(?:auth|dashboard|projects|recent|archives|settings|help-center|new-document|templates|drafts)(?:[/?]|$)/;

/** Reads all built pages that the sitemap names. Returns them by path. */
async function readPages(request: APIRequestContext, url: string): Promise<Map<string, string>> {
  const map = await (await request.get(`${url}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  const read = paths.map(
    async (path) => [path, await (await request.get(url + path)).text()] as const,
  );
  return new Map(await Promise.all(read));
}

test('each public page has its own title and description, and none of its links is dead', async ({
  request,
  workspace,
}) => {
  const { url } = workspace.product;
  const pages = await readPages(request, url);
  expect(pages.size).toBeGreaterThan(50);
  const heads = [...pages].map(([path, html]) => {
    const of = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    const canonical = of(/<link rel="canonical" href="([^"]*)"/);
    // The three addresses of careers are one page with one canonical address.
    expect([path, canonical]).toEqual([path, path.replace(/^\/careers\/.*/, '/careers')]);
    expect([path, of(/<meta property="og:image" content="([^"]*)"/)]).toEqual([
      path,
      '/social.png',
    ]);
    return [
      canonical,
      of(/<title>([^<]+)</),
      of(/<meta name="description" content="([^"]{20,})"/),
    ] as const;
  });
  for (const at of [1, 2] as const) {
    const values = new Map(heads.map((head) => [head[0], head[at]]));
    expect([...values].filter(([, words]) => words === '')).toEqual([]);
    expect(new Set(values.values()).size).toBe(values.size);
  }

  const isThere = async (target: string): Promise<boolean> => {
    const { pathname, hash } = new URL(target, url);
    const html = pages.get(pathname === '/' ? '/' : pathname.replace(/\/$/, ''));
    if (html !== undefined)
      return hash === '' || html.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
    // The server returns 404 only for missing files and calls. Other unknown addresses are detected
    // in the browser, so they are compared with the list.
    if (/^\/api\/|\.\w+$/.test(pathname))
      return (await request.get(url + pathname)).status() === 200;
    return ownPages.test(pathname);
  };
  const links = new Map<string, string>();
  for (const [path, html] of pages) {
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      if (!/^(?:https?:|mailto:)/.test(href)) links.set(new URL(href, url + path).href, path);
    }
  }
  const dead: string[] = [];
  for (const [target, path] of links) if (!(await isThere(target))) dead.push(`${path}: ${target}`);
  expect(links.size).toBeGreaterThan(70);
  expect(dead).toEqual([]);
});
