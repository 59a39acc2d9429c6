import { expect, type Page } from '@playwright/test';
import { openSignedIn, test, type Workspace } from './fixtures.ts';

/** The tree of the project beside a text, as one line: a dot for each level. */
async function treeIn(page: Page): Promise<string> {
  const items = await page
    .getByRole('tree', { name: 'Documents' })
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all.map((item) => {
        const top = item.getBoundingClientRect().top;
        const level = Number(item.getAttribute('aria-level'));
        return { top, text: '·'.repeat(level - 1) + (item.getAttribute('aria-label') ?? '') };
      }),
    );
  return items
    .toSorted((one, other) => one.top - other.top)
    .map(({ text }) => text)
    .join(' ');
}

const item = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

/** A project with the documents Handbook, Handbook/Hiring, Handbook/Hiring/Letter, and Notes. */
async function bookshelf({ ada }: Workspace) {
  const project = await ada.call('createProject', { body: { name: 'Shelf' } });
  const make = (title: string, where: { projectId?: string; parentId?: string }) =>
    ada.call('createDocument', { body: { title, ...where } });
  const handbook = await make('Handbook', { projectId: project.id });
  const hiring = await make('Hiring', { parentId: handbook.id });
  const letter = await make('Letter', { parentId: hiring.id });
  const notes = await make('Notes', { projectId: project.id });
  return { project, handbook, hiring, letter, notes };
}

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
  await page.screenshot({ path: '/tmp/h1-shot-dialog.png' });
  await asked.getByRole('button', { name: 'Archive' }).click();
  await expect.poll(() => treeIn(page)).toBe('Handbook');
  const away = await workspace.ada.call('getDocument', { params: { id: letter.id }, query: {} });
  expect(away.archivedAt).not.toBeNull();
  await context.close();
});
