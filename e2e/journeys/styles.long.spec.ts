import { expect, type BrowserContext, type Page } from '@playwright/test';
import { paste, pastePicture } from './clipboard.ts';
import {
  expectSaved,
  openSideTab,
  openDocument,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
  type Workspace,
} from './fixtures.ts';

const publicPaths = [
  '/',
  '/blog',
  '/faq',
  '/guides/first-document',
  '/help-center/public',
  '/auth',
  '/auth?tab=register',
];

const ownPaths = [
  '/dashboard',
  '/dashboard/admin',
  '/dashboard/admin?tab=people',
  '/dashboard/metrics',
  '/projects',
  '/documents',
  '/recent',
  '/archives',
  '/collaborators',
  '/activity',
  '/notifications',
  '/settings',
  '/settings?tab=appearance',
  '/settings?tab=security',
  '/templates',
  '/search?q=letter',
];

/**
 * A text as word processors put it on the clipboard: with a style sheet before it, and inline
 * styles.
 */
const fromWordProcessor =
  '<html><head><style>p.Normal { margin: 0; color: red }</style></head><body>' +
  '<p class="Normal" style="margin-left:2cm"><span style="font-weight:700;color:#f00">heavy</span> and light</p>' +
  '<table style="width:50%"><tr><td style="text-align:center">cell</td></tr></table></body></html>';

/** Records the policy violations in the pages of a context, also while pages are being left. */
async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeFunction('tellRefused', (what: string) => refused.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellRefused } = window as unknown as { tellRefused: (what: string) => void };
      // A library tests if `eval` is allowed, and works without it.
      if (event.blockedURI === 'eval') return;
      tellRefused(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} ${location.pathname}`,
      );
    });
  });
  return refused;
}

/** Opens a page and waits until it has loaded. */
async function open(page: Page, workspace: Workspace, path: string): Promise<void> {
  await page.goto(`${workspace.product.url}${path}`);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('style')).toHaveCount(0);
}

test('public pages use only styles from the product’s own files, and the content security policy refuses nothing', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const refused = await watchPolicy(context);
  for (const path of publicPaths) await open(page, workspace, path);
  await open(page, workspace, '/');
  await page.getByRole('button', { name: 'Schedule a Demo' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // The variables of the components come from a file: without them, a dialog would have no
  // background.
  await expect(dialog.getByRole('button').last()).not.toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
  expect(await page.locator('body').evaluate((body) => body.style.overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await page.locator('body').evaluate((body) => body.style.overflow)).toBe('');
  await expect(page.locator('style')).toHaveCount(0);
  expect(refused).toEqual([]);
  await context.close();
});

test('pages of signed-in users, and a document with all kinds of content and pasted HTML, write no style element', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const refused = await watchPolicy(context);
  for (const path of ownPaths) await open(page, workspace, path);
  await open(page, workspace, `/projects/${workspace.projectId}?tab=board`);
  const id = await workspace.newDocument('In our own styles');
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(user, workspace, id);
  await openDocument(ben, workspace, id);
  const text = textOf(page);
  await text.click();
  await paste(text, { 'text/html': fromWordProcessor });
  await expect(text.locator('strong')).toHaveText('heavy');
  await expect(text.getByRole('cell', { name: 'cell' })).toHaveCSS('text-align', 'center');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.type('Energy: $\\frac{mc^2}{1}$ is much\n```ts ');
  await page.keyboard.type('const one = 1;');
  await pastePicture(text, 'blue.png');
  await expect(text.getByRole('img')).toHaveCount(1);
  await textOf(ben.page).click();
  await expect(page.locator('.othersCaret')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('one');
  await page.keyboard.press('Escape');
  await expectSaved(page);
  for (const tab of ['Comments & suggestions', 'Details']) await openSideTab(page, tab);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${workspace.product.url}/documents/${id}?history`);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('style')).toHaveCount(0);
  expect(refused).toEqual([]);
  await ben.context.close();
  await context.close();
});
