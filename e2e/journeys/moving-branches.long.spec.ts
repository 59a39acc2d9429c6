import { expect, type Page } from '@playwright/test';
import { bookshelf, item, treeIn } from './bookshelf.ts';
import { openSignedIn, test, type Workspace } from './fixtures.ts';

/** The dialog before a move that changes access. */
const question = (page: Page, title: string) =>
  page.getByRole('dialog', { name: `Move “${title}”` });

/** Shares a document of Ada with Ben. */
const shareWithBen = ({ ada }: Workspace, { id }: { id: string }) =>
  ada.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'viewer' },
  });

/** True if Ben may read a document. */
const mayBenRead = ({ ben }: Workspace, { id }: { id: string }): Promise<boolean> =>
  ben.call('getDocument', { params: { id }, query: {} }).then(
    () => true,
    () => false,
  );

test('by keys: says first what moves along, asks before access changes, and moves the order at once', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { handbook, letter, notes } = await bookshelf(workspace);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.product.url}/documents/${letter.id}`);
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter Notes');
  const tree = page.getByRole('tree', { name: 'Documents' });
  const said = page.getByRole('navigation').getByRole('status');

  // Before the move: the description of the item, and with Alt the label and the announcement.
  const sentence = 'The 2 documents inside it are moved with it.';
  await expect(item(page, 'Handbook')).toHaveAccessibleDescription(sentence);
  await expect(item(page, 'Notes')).toHaveAccessibleDescription('');
  await item(page, 'Handbook').focus();
  await page.keyboard.down('Alt');
  await expect(item(page, 'Handbook')).toContainText('with 2 documents inside');
  await expect(said).toHaveText(sentence);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Alt');
  await expect.poll(() => treeIn(page)).toBe('Notes Handbook ·Hiring ··Letter');
  await expect(said).toHaveText('Handbook was moved with the 2 documents inside it');
  await expect(tree).not.toContainText('with 2 documents inside');

  // Into a document with the same access: no question.
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => treeIn(page)).toBe('Notes ·Handbook ··Hiring ···Letter');
  await expect
    .poll(() =>
      workspace.ada
        .call('getDocument', { params: { id: handbook.id }, query: {} })
        .then(({ parentId }) => parentId),
    )
    .toBe(notes.id);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => treeIn(page)).toBe('Notes Handbook ·Hiring ··Letter');

  // Into a shared document: asks first. Cancelled, nothing is moved.
  await shareWithBen(workspace, notes);
  await page.keyboard.press('Alt+ArrowRight');
  const dialog = question(page, 'Handbook');
  await expect(dialog).toContainText(sentence);
  await expect(dialog).toContainText('Gain access');
  await expect(dialog.getByRole('listitem')).toHaveText(['Ben Okri @ben · Viewer']);
  expect(await mayBenRead(workspace, letter)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => treeIn(page)).toBe('Notes Handbook ·Hiring ··Letter');
  await expect(item(page, 'Handbook')).toBeFocused();
  expect(await mayBenRead(workspace, letter)).toBe(false);

  await page.keyboard.press('Alt+ArrowRight');
  await dialog.getByRole('button', { name: 'Move' }).press('Enter');
  await expect.poll(() => treeIn(page)).toBe('Notes ·Handbook ··Hiring ···Letter');
  await expect.poll(() => mayBenRead(workspace, letter)).toBe(true);
  await expect(said).toHaveText('Handbook was moved with the 2 documents inside it');
  await expect(item(page, 'Handbook')).toBeFocused();
  await context.close();
});

test('by dragging: the label and the place of the drop say what moves along, and a lost access is asked first', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { handbook, letter } = await bookshelf(workspace);
  await shareWithBen(workspace, handbook);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.product.url}/documents/${letter.id}`);
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter Notes');
  // The label is in the page only while the browser takes its picture.
  await page.evaluate(() => {
    const labels: string[] = [];
    Object.assign(window, { labels });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) labels.push(node.textContent ?? '');
    }).observe(document.body, { childList: true });
  });
  const dragTo = async (name: string, where: number): Promise<void> => {
    const box = await item(page, name).boundingBox();
    if (box === null) throw new Error(`${name} is not shown`);
    await page.mouse.move(box.x + 60, box.y + box.height * where, { steps: 5 });
  };
  const drag = async (): Promise<void> => {
    await item(page, 'Hiring').hover();
    await page.mouse.down();
    await dragTo('Notes', 0.9);
    await expect(item(page, 'Notes')).toContainText('with 1 document inside');
    await page.mouse.up();
  };
  await drag();
  expect(await page.evaluate(() => (window as unknown as { labels: string[] }).labels)).toContain(
    'Hiring with 1 document inside',
  );
  const dialog = question(page, 'Hiring');
  await expect(dialog).toContainText('The document inside it is moved with it.');
  await expect(dialog).toContainText('Lose access');
  await expect(dialog.getByRole('listitem')).toHaveText(['Ben Okri @ben · Viewer']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => treeIn(page)).toBe('Handbook ·Hiring ··Letter Notes');
  expect(await mayBenRead(workspace, letter)).toBe(true);

  await drag();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.poll(() => treeIn(page)).toBe('Handbook Notes Hiring ·Letter');
  await expect.poll(() => mayBenRead(workspace, letter)).toBe(false);

  // Within the same parent: at once.
  await item(page, 'Hiring').hover();
  await page.mouse.down();
  await dragTo('Notes', 0.1);
  await page.mouse.up();
  await expect.poll(() => treeIn(page)).toBe('Handbook Hiring ·Letter Notes');
  await expect(dialog).toHaveCount(0);
  await context.close();
});

test('in the list of a project: the handle says what moves along, and access is asked', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { project, handbook, letter } = await bookshelf(workspace);
  await shareWithBen(workspace, handbook);
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/projects/${project.id}`);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('manual');
  const handle = page.getByRole('button', { name: 'Move Hiring: arrow keys, or drag' });
  await expect(handle).toHaveAccessibleDescription('The document inside it is moved with it.');
  await handle.press('ArrowLeft');
  const dialog = question(page, 'Hiring');
  await expect(dialog).toContainText('Lose access');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(
    page.getByText('Hiring was moved with the document inside it', { exact: true }),
  ).toBeAttached();
  await expect.poll(() => mayBenRead(workspace, letter)).toBe(false);
  await context.close();
});

test('the dialogs to move a document elsewhere and into the trash say what goes along, and the first compares access', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { handbook, hiring, letter } = await bookshelf(workspace);
  await shareWithBen(workspace, handbook);
  await workspace.ada.call('createProject', { body: { name: 'Empty shelf' } });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.goto(`${workspace.product.url}/documents/${handbook.id}`);
  await choose('Move to another project…');
  const dialog = question(page, 'Handbook');
  await expect(dialog).toContainText('The 2 documents inside it are moved with it.');
  await dialog.getByLabel('Destination').selectOption({ label: 'Empty shelf' });
  await expect(dialog).toContainText('Access does not change.');
  await dialog.getByLabel('Destination').selectOption({ label: 'Notes on engines' });
  await expect(dialog).toContainText('Get another role');
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Ben Okri @ben · until now Viewer, then Editor',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${workspace.product.url}/documents/${hiring.id}`);
  await choose('Move to another project…');
  const other = question(page, 'Hiring');
  await other.getByLabel('Destination').selectOption({ label: 'Empty shelf' });
  await expect(other).toContainText('Lose access');
  await other.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(other).toHaveCount(0);
  await expect.poll(() => mayBenRead(workspace, letter)).toBe(false);

  await choose('Move to trash');
  const trash = page.getByRole('dialog', { name: 'Move “Hiring” to the trash' });
  await expect(trash).toContainText('The document inside it is moved to the trash with it.');
  await trash.getByRole('button', { name: 'Move to trash' }).click();
  const deletedAt = async () =>
    (await workspace.ada.call('getDocument', { params: { id: letter.id }, query: {} })).deletedAt;
  await expect.poll(deletedAt).not.toBeNull();
  await context.close();
});
