import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect, type Browser, type Page } from '@playwright/test';
import { directionOf } from '@longhand/contract';
import { signUp, startProduct, type Person, type Product } from '@longhand/driver';
import { fillAdministration } from './admin-data.ts';
import { openBrowser, openPageAs } from './browser.ts';
import { writeEveryKind } from './screens.editor.ts';
import { screens } from './screens.table.ts';
import type { Screen, ScreenData } from './screens.types.ts';

/**
 * `npm run screens [word] [-- --language ar]`: takes a picture of every screen and dialog, wide and
 * narrow, light and dark, with sample data. The pictures are written to `e2e/screens/` for manual
 * review. With a word: only the screens whose name contains it. With a language: screens in this
 * language, in `e2e/screens/ar/`. Dialogs and menus are then English, because their steps find
 * elements by English names, but laid out in the direction of the language. With `--width 390` or
 * `--theme light`: only the pictures of this width or theme. Prints the failures at the end.
 */
const options = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en' },
    width: { type: 'string' },
    theme: { type: 'string' },
  },
});
const { language, width: onlyWidth, theme: onlyTheme } = options.values;
const [nameFilter = ''] = options.positionals;
const folder = join(import.meta.dirname, '../screens', language === 'en' ? '' : language);

const everyVariant = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
const variants = everyVariant.filter(
  ({ width, colorScheme }) =>
    (onlyWidth === undefined || String(width) === onlyWidth) &&
    (onlyTheme === undefined || colorScheme === onlyTheme),
);

/**
 * Creates sample data: users, projects, documents in every status, tags, an archived and a deleted
 * resource.
 */
async function createSampleData(
  browser: Browser,
  product: Product,
  ada: Person,
  mary: Person,
): Promise<ScreenData> {
  const ben = await signUp(product.url, 'charles', 'Charles Babbage');
  const { projectId, emptyProjectId } = await createProjects(ada);
  const [documentId = '', second = '', , publishedId = ''] = await createDocuments(ada, projectId);
  await ada.call('setTags', {
    params: { id: documentId },
    body: { tags: ['engine', 'spring issue'] },
  });
  await ada.call('setTags', { params: { id: second }, body: { tags: ['engine'] } });
  await ada.call('addFavourite', { params: { id: documentId } });
  for (const title of ['Old minutes', 'Scraps']) {
    const { id } = await ada.call('createDocument', { body: { title } });
    await ada.call('archiveDocument', { params: { id } });
    if (title === 'Scraps') await ada.call('deleteDocument', { params: { id } });
  }
  const { id: foreignId } = await ben.call('createDocument', { body: { title: 'Not yours' } });
  const page = await openPageAs(browser, product, ada);
  await writeText(page, product, documentId);
  const { id: everyKindId } = await ada.call('createDocument', { body: { title: 'Every kind' } });
  await page.goto(`${product.url}/documents/${everyKindId}`);
  await page.getByRole('textbox', { name: 'Document text' }).waitFor();
  await writeEveryKind(page, directionOf(language) === 'rtl');
  await page.context().close();
  const other = await openPageAs(browser, product, ben);
  await addCommentsAndSuggestions(other, product, documentId);
  await other.context().close();
  await ada.call('createReview', {
    params: { id: second },
    body: { reviewerIds: [ben.user.id], message: 'Are the variables right?', dueOn: '2099-12-24' },
  });
  const { id: copyId } = await ada.call('createWorkingCopy', { params: { id: publishedId } });
  const { link } = await ada.call('createGuestLink', {
    params: { id: publishedId },
    body: { role: 'reviewer' },
  });
  const { pathname, hash } = new URL(link);
  const guestPath = pathname + hash;
  await fillAdministration({ ada, url: product.url, documentId: second });
  await shareWithGroups(ada, { projectId, documentId });
  const requestedId = await createRequest(ada, ben, mary);
  const announce = createAnnouncer(ada);
  return {
    ...{ projectId, emptyProjectId, documentId, publishedId, copyId, foreignId, requestedId },
    ...{ everyKindId, guestPath, announce },
  };
}

/** Shares a project and a document with a group each. */
async function shareWithGroups(
  ada: Person,
  { projectId, documentId }: Pick<ScreenData, 'projectId' | 'documentId'>,
): Promise<void> {
  const { items } = await ada.call('listGroups', { query: {} });
  const idOf = (name: string): string => items.find((group) => group.name === name)?.id ?? '';
  await ada.call('putProjectGroup', {
    params: { id: projectId, groupId: idOf('Engineers') },
    body: { role: 'reviewer' },
  });
  await ada.call('putDocumentGroup', {
    params: { id: documentId, groupId: idOf('Press office') },
    body: { role: 'viewer' },
  });
}

/**
 * Creates a document that is shared with one user and requested by another. Returns its id.
 */
async function createRequest(ada: Person, ben: Person, mary: Person): Promise<string> {
  const { id } = await ada.call('createDocument', { body: { title: 'Correspondence' } });
  const body = { usernameOrEmail: ben.user.username, role: 'reviewer' } as const;
  await ada.call('addDocumentCollaborator', { params: { id }, body });
  await mary.call('askForDocument', {
    params: { id },
    body: { message: 'May I read the letters about the loom?' },
  });
  return id;
}

/** Creates a function that shows an announcement, the first time that it is called. */
function createAnnouncer(ada: Person): () => Promise<void> {
  const text = 'Longhand is unavailable for maintenance on Sunday from 9 to 10.';
  let isShown = false;
  return async () => {
    if (!isShown) await ada.call('createAnnouncement', { body: { text } });
    isShown = true;
  };
}

/** Creates a project with a collaborator, an empty one, and an archived one. */
async function createProjects(
  ada: Person,
): Promise<Pick<ScreenData, 'projectId' | 'emptyProjectId'>> {
  const { id: projectId } = await ada.call('createProject', {
    body: { name: 'Notes on engines', description: 'What the machine can do, and what it cannot.' },
  });
  await ada.call('addProjectCollaborator', {
    params: { id: projectId },
    body: { usernameOrEmail: 'charles', role: 'editor' },
  });
  const { id: emptyProjectId } = await ada.call('createProject', { body: { name: 'Letters' } });
  const { id: archived } = await ada.call('createProject', { body: { name: 'Year before last' } });
  await ada.call('archiveProject', { params: { id: archived } });
  return { projectId, emptyProjectId };
}

/** Creates documents in every status; the fourth is published. Returns their ids. */
async function createDocuments(ada: Person, projectId: string): Promise<string[]> {
  const titles = {
    'On the analytical engine': 'draft',
    'A plan for computing Bernoulli numbers with the engine, step by step and with every variable named':
      'in_review',
    'Letter to the Society': 'approved',
    Preface: 'published',
    '': 'draft',
  } as const;
  const ids: string[] = [];
  for (const [title, status] of Object.entries(titles)) {
    const { id } = await ada.call('createProjectDocument', {
      params: { id: projectId },
      body: { title },
    });
    if (status !== 'draft') await ada.call('updateDocument', { params: { id }, body: { status } });
    ids.push(id);
  }
  return ids;
}

/** Adds comments and suggestions of another user to a document. */
async function addCommentsAndSuggestions(page: Page, product: Product, id: string): Promise<void> {
  await page.goto(`${product.url}/documents/${id}`);
  const text = page.getByRole('textbox', { name: 'Document text' });
  await text.waitFor();
  for (const [words, comment] of [
    ['algebraic patterns', 'Is this how Menabrea put it, or is it ours?'],
    ['follow an analysis', '@ada an example would help here.'],
    ['any analytical relations', 'Too strong.'],
  ] as const) {
    await selectWords(page, words);
    await page.keyboard.press('Control+Alt+m');
    await page.getByRole('textbox', { name: 'Your comment' }).fill(comment);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'Your comment' }).waitFor({ state: 'detached' });
  }
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('suggesting');
  await selectWords(page, 'no power');
  await page.keyboard.type('little power');
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
}

async function selectWords(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Document text' }).evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      (root as HTMLElement).focus();
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
    throw new Error(`not there: ${wanted}`);
  }, words);
  // The editor receives the selection in the browser's next task.
  await page.waitForTimeout(100);
}

async function writeText(page: Page, product: Product, id: string): Promise<void> {
  await page.goto(`${product.url}/documents/${id}`);
  await page.getByRole('textbox', { name: 'Document text' }).click();
  const words = [
    'The engine weaves algebraic patterns just as the loom weaves flowers and leaves.',
    '## What it can do',
    'Whatever we know how to order it to perform:',
    '- follow an analysis',
    'act upon other things besides number\n',
    '> It has no pretensions to originate anything.\n',
    'It can follow analysis; but it has no power of anticipating any analytical relations or truths.',
  ];
  await page.keyboard.type(words.join('\n'));
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
}

/** Scrolls through the page once, so that lazy pictures are loaded. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
}

/** Lays out the pages of a context in the direction of the language. */
async function layOut(page: Page): Promise<void> {
  await page.addInitScript((dir) => {
    new MutationObserver(() => {
      if (document.documentElement.dir !== dir) document.documentElement.dir = dir;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, directionOf(language));
}

async function takePictures(
  browser: Browser,
  product: Product,
  person: Person | null,
  screen: Screen,
): Promise<string[]> {
  const failures: string[] = [];
  for (const { width, colorScheme } of variants) {
    const page = await openPageAs(browser, product, person, {
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme,
      reducedMotion: 'reduce',
      ...(screen.act === undefined && { locale: language }),
    });
    if (screen.act !== undefined) await layOut(page);
    const name = `${screen.name}.${width}.${colorScheme}`;
    try {
      await page.goto(product.url + screen.path);
      await page.locator('h1').first().waitFor();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      page.setDefaultTimeout(5_000);
      await screen.act?.(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (screen.act === undefined) await scrollThrough(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(250);
    } catch (error) {
      failures.push(`${name}: ${String(error).split('\n')[0]}`);
    }
    const isOver = screen.act !== undefined;
    await page.screenshot({
      path: join(folder, `${name}.png`),
      fullPage: !isOver,
      animations: 'disabled',
    });
    await page.context().close();
  }
  return failures;
}

const product = await startProduct();
const browser = await openBrowser();
try {
  if (nameFilter === '') await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
  const mary = await signUp(product.url, 'mary', 'Mary Somerville');
  const sample = await createSampleData(browser, product, ada, mary);
  const people = { visitor: null, administrator: ada, newcomer: mary };
  const failures: string[] = [];
  const chosen = screens(sample).filter(({ name }) => name.includes(nameFilter));
  for (const screen of chosen)
    failures.push(...(await takePictures(browser, product, people[screen.who], screen)));
  const pictures = chosen.map(
    ({ name }) =>
      `<h2>${name}</h2>${variants.map(({ width, colorScheme }) => `<img src="${name}.${width}.${colorScheme}.png">`).join('')}`,
  );
  await writeFile(
    join(folder, 'index.html'),
    `<style>img{height:420px;margin:4px;vertical-align:top}</style>${pictures.join('')}`,
  );
  for (const failure of failures) process.stdout.write(`Not as wanted: ${failure}\n`);
  process.stdout.write(`${chosen.length * variants.length} pictures in ${folder}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await product.close();
}
