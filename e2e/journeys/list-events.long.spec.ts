import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from './fixtures.ts';

/** Returns the calls of a page that read documents, as they are sent: lists, and documents. */
function watchCalls(page: Page): { lists: string[]; documents: string[] } {
  const calls = { lists: [] as string[], documents: [] as string[] };
  page.on('request', (request) => {
    if (request.method() !== 'GET') return;
    const { pathname } = new URL(request.url());
    const id = /^\/api\/v1\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
    if (id !== undefined) calls.documents.push(id);
    else if (pathname.endsWith('/documents')) calls.lists.push(pathname);
  });
  return calls;
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
  await page.goto(`${product.url}/projects/${projectId}`);
  const rows = page.getByRole('group', { name: 'Documents of this project' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Letter 49');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { lists, documents } = watchCalls(page);
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

  // More documents at once than are fetched one by one.
  documents.splice(0);
  await ada.call('changeSeveralDocuments', {
    body: { documentIds: ids.slice(-8), action: 'tag', tags: ['many'] },
  });
  await expect(rows.filter({ hasText: 'many' })).toHaveCount(8);
  expect(documents).toEqual([]);
  const listsOfTags = lists.splice(0).length;
  expect(listsOfTags).toBeGreaterThan(0);

  // The archived document leaves the lists, of which only the server knows the rest.
  await ada.call('archiveDocument', { params });
  await expect(rows.first()).toContainText('Letter 49');
  expect(documents).toEqual([]);
  expect(lists).toHaveLength(listsOfTags);
  await context.close();
});

test('the author of a change fetches no list of documents for it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, projectId, product } = workspace;
  const id = await workspace.newDocument('Letter to Somerville');
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  await page.goto(`${product.url}/projects/${projectId}?tab=board`);
  const card = page.getByRole('link', { name: 'Letter to Somerville' });
  await expect(card).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { lists, documents } = watchCalls(page);
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
