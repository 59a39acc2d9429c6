import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { openSignedIn, test, type Workspace } from './fixtures.ts';

/** Returns the calls of a page that read documents, as they are sent: lists, and documents. */
function watchCalls(page: Page) {
  const calls = { lists: [] as string[], documents: [] as string[], pending: 0, lastAt: 0 };
  page.on('request', (request) => {
    if (request.method() !== 'GET') return;
    const { pathname } = new URL(request.url());
    const id = /^\/api\/v1\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
    if (id !== undefined) calls.documents.push(id);
    else if (pathname.endsWith('/documents')) calls.lists.push(pathname);
  });
  const isFetch = (request: Request) => request.resourceType() === 'fetch';
  const count = (by: 1 | -1) => (request: Request) => {
    if (!isFetch(request)) return;
    calls.pending += by;
    calls.lastAt = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return calls;
}

/**
 * Waits until the server knows the events of the last seconds. Until 5 s after its start, pages
 * refetch all queries when their stream of events begins.
 */
async function expectKnownEvents(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const isMissed = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const stream = new EventSource('/api/v1/events?age=1000');
          stream.addEventListener('hello', ({ data }: MessageEvent<string>) => {
            stream.close();
            resolve((JSON.parse(data) as { missed: boolean }).missed);
          });
        }),
    );
  await expect.poll(isMissed).toBe(false);
}

/**
 * Waits until a page shows a new title, whose event follows those of earlier changes, and has
 * fetched nothing for 2 s: a list that was fetched for another reason may show the title before its
 * event arrives.
 */
async function expectQuiet(
  { ada }: Workspace,
  calls: ReturnType<typeof watchCalls>,
  { id, title, row }: { id: string; title: string; row: Locator },
): Promise<void> {
  await ada.call('updateDocument', { params: { id }, body: { title } });
  await expect(row).toContainText(title);
  await expect
    .poll(() => calls.pending === 0 && performance.now() - calls.lastAt > 2_000)
    .toBe(true);
  calls.lists.splice(0);
  calls.documents.splice(0);
}

test('a change by another user fetches one document and no list; the documents are fetched again when one is archived', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben, projectId, product } = workspace;
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) ids.push(await workspace.newDocument(`Letter ${n}`));
  const [oldest = ''] = ids;
  const { page, context } = await openSignedIn(browser, workspace, ben, consoleErrors);
  await expectKnownEvents(page, product.url);
  const calls = watchCalls(page);
  const { lists, documents } = calls;
  await page.goto(`${product.url}/projects/${projectId}`);
  const rows = page.getByRole('group', { name: 'Documents of this project' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Letter 49');
  await expectQuiet(workspace, calls, {
    id: ids.at(-1) ?? '',
    title: 'The last letter',
    row: rows.first(),
  });
  const params = { id: oldest };
  // The list is in the order of the last edits, so that the changed row moves to its top.
  await ada.call('updateDocument', { params, body: { title: 'Letter to Babbage' } });
  await expect(rows.first()).toContainText('Letter to Babbage');
  await ada.call('updateDocument', { params, body: { status: 'in_review' } });
  await expect(rows.first()).toContainText('In review');
  await ada.call('setTags', { params, body: { tags: ['engine'] } });
  await expect(rows.first()).toContainText('engine');
  // A fetch that is under way when the next event arrives is aborted or shared.
  expect(new Set(documents)).toEqual(new Set([oldest]));
  expect(documents.length).toBeLessThanOrEqual(3);
  expect(lists).toEqual([]);

  // More documents at once than are fetched one by one. The events of a busy server may arrive in
  // several parts, of which small ones are fetched by their rows.
  documents.splice(0);
  const many = ids.slice(-40);
  await ada.call('changeSeveralDocuments', {
    body: { documentIds: many, action: 'tag', tags: ['many'] },
  });
  const tagged = rows.filter({ hasText: 'many' });
  // All rows but that of the oldest document.
  await expect(tagged).toHaveCount((await rows.count()) - 1);
  // Events arrive in order: those of the tags are before this one.
  await ada.call('updateDocument', { params, body: { title: 'Letter to Menabrea' } });
  await expect(rows.first()).toContainText('Letter to Menabrea');
  expect(documents.filter((id) => many.includes(id)).length).toBeLessThanOrEqual(
    (await tagged.count()) / 2,
  );
  const listsOfTags = new Set(lists.splice(0));
  expect(listsOfTags.size).toBeGreaterThan(0);

  // The archived document leaves the lists, of which only the server knows the rest.
  documents.splice(0);
  await ada.call('archiveDocument', { params });
  await expect(rows.first()).toContainText('The last letter');
  expect(documents).toEqual([]);
  expect(new Set(lists)).toEqual(listsOfTags);
  await context.close();
});

test('the author of a change fetches no list of documents for it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, projectId, product } = workspace;
  const id = await workspace.newDocument('Somerville');
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  await expectKnownEvents(page, product.url);
  const calls = watchCalls(page);
  const { lists, documents } = calls;
  await page.goto(`${product.url}/projects/${projectId}?tab=board`);
  const row = page.getByRole('link', { name: /Somerville$/ });
  await expect(row).toBeVisible();
  await expectQuiet(workspace, calls, { id, title: 'Letter to Somerville', row });
  await page.getByRole('button', { name: 'Move Letter to Somerville' }).click();
  await page.getByRole('menuitem', { name: 'Approved' }).click();
  await expect(page.getByRole('region', { name: /^Approved/ })).toContainText(
    'Letter to Somerville',
  );
  // The event of the change has arrived.
  await expect.poll(() => documents).toEqual([id]);
  expect(lists).toEqual([]);

  documents.splice(0);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Actions for Letter to Somerville' }).click();
  await page.getByRole('menuitem', { name: /^Tags/ }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('astronomy');
  lists.splice(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const rows = page.getByRole('group', { name: 'Documents of this project' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'astronomy' })).toHaveCount(1);
  await expect.poll(() => documents).toEqual([id]);
  expect(lists).toEqual([]);
  await context.close();
});
