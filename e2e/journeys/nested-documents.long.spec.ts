import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { bookshelf, item, treeIn } from './bookshelf.ts';
import { expectRefusals, openSignedIn, test } from './fixtures.ts';

test('documents inside documents: the tree by keys and by dragging, breadcrumbs, and what goes along to the archive', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { hiring, letter, notes } = await bookshelf(workspace);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.product.url}/documents/${letter.id}`);
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter Notes');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  await expect(crumbs).toHaveText(['', 'Shelf', 'Handbook', 'Hiring', 'Letter']);

  // The tree by keys: to the next row, to the first, into and out of documents.
  await item(page, 'Notes').focus();
  await page.keyboard.press('Home');
  await expect(item(page, 'Handbook')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'Hiring')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, 'Notes')).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter ·Notes');
  await expect(item(page, 'Notes')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Notes ·Hiring ··Letter');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter Notes');

  // Dragged into another document, which is stored.
  await item(page, 'Notes').dragTo(item(page, 'Hiring'));
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter ··Notes');
  const parentOf = async (id: string) =>
    (await workspace.ada.call('getDocument', { params: { id }, query: {} })).parentId;
  await expect.poll(() => parentOf(notes.id)).toBe(hiring.id);
  await page.reload();
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter ··Notes');

  // Collapsed branches stay collapsed on this device, except around the open document.
  await item(page, 'Notes').focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(letter.id));
  await page.getByRole('link', { name: 'Handbook' }).first().click();
  await expect(crumbs).toHaveText(['', 'Shelf', 'Handbook']);
  await item(page, 'Hiring').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring');
  await page.reload();
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring');

  // A new document inside, and the archive, which says what goes along.
  await page.goto(`${workspace.product.url}/documents/${hiring.id}`);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: 'New document inside' }).click();
  await expect(crumbs).toHaveText(['', 'Shelf', 'Handbook', 'Hiring', 'Untitled']);
  await page.goto(`${workspace.product.url}/documents/${hiring.id}`);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const asked = page.getByRole('dialog', { name: 'Archive “Hiring”' });
  await expect(asked).toContainText('The 3 documents inside it are archived with it.');
  await asked.getByRole('button', { name: 'Archive' }).click();
  await expect.poll(() => treeIn(page)).toBe('Handbook');
  const away = await workspace.ada.call('getDocument', { params: { id: letter.id }, query: {} });
  expect(away.archivedAt).not.toBeNull();
  await context.close();
});

test('a document is exported with all inside it as one file, by keyboard', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { handbook, letter } = await bookshelf(workspace);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/documents/${handbook.id}`);
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export “Handbook”' });
  await expect(dialog.getByRole('radio', { name: 'This document', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: 'This document', exact: true }).press('ArrowDown');
  await expect(
    dialog.getByRole('radio', { name: 'This document and all inside, as one file' }),
  ).toBeChecked();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Handbook.md');
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '# Handbook\n\n**Contents**\n\n- [Hiring](#hiring)\n  - [Letter](#letter)\n\n## Hiring\n\n### Letter\n',
  );

  // A document without others inside has no such choice.
  await page.goto(`${workspace.product.url}/documents/${letter.id}`);
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
  const other = page.getByRole('dialog', { name: 'Export “Letter”' });
  await expect(other.getByRole('radio', { name: 'Markdown' })).toBeVisible();
  await expect(other.getByRole('radio', { name: 'This document' })).toHaveCount(0);
  await context.close();
});

test('personal drafts inside drafts have a tree beside the text; search and activity of a branch show where documents are', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const make = (title: string, parentId?: string) =>
    workspace.ada.call('createDocument', { body: { title, ...(parentId && { parentId }) } });
  const novel = await make('Novel');
  const part = await make('Part one', novel.id);
  await make('Arrival scene', part.id);
  await make('Scene elsewhere');
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.product.url}/documents/${part.id}`);
  await expect.poll(() => treeIn(page)).toBe('Novel ·Part one ··Arrival scene Scene elsewhere');
  await item(page, 'Scene elsewhere').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => treeIn(page)).toBe('Novel ·Part one ··Arrival scene ·Scene elsewhere');
  await item(page, 'Scene elsewhere').press('Alt+ArrowLeft');
  await expect.poll(() => treeIn(page)).toBe('Novel ·Part one ··Arrival scene Scene elsewhere');

  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Search inside' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Inside' })).toHaveValue(part.id);
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('scene');
  const results = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(results).toHaveCount(1);
  await expect(results).toContainText('Arrival scene');
  await expect(results).toContainText('Novel › Part one');
  await page.getByRole('combobox', { name: 'Inside' }).selectOption({ label: 'Any document' });
  await expect(results).toHaveCount(2);

  await page.goto(`${workspace.product.url}/documents/${part.id}`);
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Activity inside' }).press('Enter');
  const main = page.getByRole('main');
  await expect(main).toContainText('Activity in “Part one” and the documents inside it.');
  await expect(main).toContainText('Arrival scene');
  await expect(main).toContainText('Novel › Part one');
  await expect(main).not.toContainText('Scene elsewhere');
  await main.getByRole('link', { name: 'Show all activity' }).click();
  await expect(main).toContainText('Scene elsewhere');
  await context.close();
});

test('a hundred levels of documents are read, moved and exported, and one more is refused', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ids: string[] = [];
  for (let level = 0; level <= 100; level += 1) {
    const parentId = ids.at(-1);
    const { id } = await workspace.ada.call('createDocument', {
      body: { title: `Level ${level}`, ...(parentId && { parentId }) },
    });
    ids.push(id);
  }
  const [outermost = ''] = ids;
  const deepest = ids.at(-1) ?? '';
  expectRefusals(consoleErrors, 409);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.product.url}/documents/${deepest}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link')).toHaveText(['', 'Level 98', 'Level 99', 'Level 100']);
  await expect(item(page, 'Level 100')).toHaveAttribute('aria-level', '101');
  await crumbs.getByRole('button', { name: 'Documents above' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(98);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Level 97' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'New document inside' }).press('Enter');
  await expect(
    page.getByText('Documents can be at most 100 levels deep.', { exact: false }),
  ).toBeVisible();

  await page.goto(`${workspace.product.url}/documents/${outermost}`);
  await page.getByRole('button', { name: 'Document menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
  await page.getByRole('radio', { name: 'This document and all inside, as one file' }).check();
  await page.getByRole('radio', { name: 'EPUB' }).check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe('Level 0.epub');
  await context.close();
});
