import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, type Request } from '@playwright/test';
import {
  cardsOf,
  expectOutage,
  expectSaved,
  openSideTab,
  openDocument,
  openNewDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  writeDocument,
} from './fixtures.ts';

const cards = (page: Page) => cardsOf(page, 'comment');
const openComments = (page: Page) => openSideTab(page, 'Comments & suggestions');
const highlights = (page: Page) => textOf(page).locator('mark.commented');

/** Selects these words in the text. */
async function select(page: Page, words: string): Promise<void> {
  await textOf(page).evaluate((root, wanted) => {
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
}

test('a comment is answered, resolved and reopened, and follows its text while two users write', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'The rain fell softly on the roof.');
  await openDocument(ben, workspace, id);

  // By keyboard only, in the mode in which a reviewer begins.
  await select(ben.page, 'fell softly');
  await ben.page.keyboard.press('ControlOrMeta+Alt+m');
  const field = ben.page.getByRole('textbox', { name: 'Your comment' });
  await expect(field).toBeFocused();
  await ben.page.keyboard.press('ControlOrMeta+Enter');
  await expect(ben.page.getByRole('alert')).toHaveText('Enter a comment.');
  await ben.page.keyboard.type('Too soft, @ad');
  await expect(ben.page.getByRole('option', { name: /Ada Lovelace/ })).toBeVisible();
  await ben.page.keyboard.press('Enter');
  await expect(field).toHaveValue('Too soft, @ada ');
  await ben.page.keyboard.type('?');
  const reads: string[] = [];
  const note = (request: Request): void => {
    if (request.method() === 'GET' && request.url().includes('/comments'))
      reads.push(request.url());
  };
  for (const { page } of [ada, ben]) page.on('request', note);
  await ben.page.keyboard.press('ControlOrMeta+Enter');
  await expect(cards(ben.page)).toHaveCount(1);
  await expect(textOf(ben.page)).toBeFocused();

  // Ada sees the comment without a reload, in the text and, after she opens the tab, among the
  // comments.
  await expect(highlights(ada.page)).toHaveText('fell softly');
  await expect(ada.page.getByRole('button', { name: 'Side panel: 1 open' })).toHaveText('1');
  // The page of the author reads nothing again, that of a reader only the thread.
  for (const { page } of [ada, ben]) page.off('request', note);
  expect(reads).toEqual([expect.stringMatching(/\/comments\/[0-9a-f-]{36}\?/)]);
  await openComments(ada.page);
  await expect(cards(ada.page).first()).toContainText('Too soft, @ada ?');
  await ada.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Mentioning me (1)' });
  await expect(cards(ada.page)).toHaveCount(1);
  await ada.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Open (1)' });
  // Without reduced motion the name at Ben's caret fades out and would have half the contrast.
  await ada.page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page: ada.page }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).toEqual([]);

  // Ada assigns the thread to Ben, and Ben adds a reaction.
  await ada.page.getByRole('button', { name: /^Assign: Too soft/ }).click();
  await ada.page.getByRole('combobox', { name: 'Assign to' }).selectOption({ label: 'Ben Okri' });
  await ada.page.getByLabel('Due').fill('2099-12-01');
  await ada.page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(cards(ben.page).first()).toContainText('Assigned to youDue December 1');
  await ben.page.getByRole('button', { name: /^React to: Too soft/ }).click();
  await ben.page.getByRole('button', { name: 'Heart' }).click();
  await expect(ada.page.getByRole('button', { name: 'Heart: Ben Okri' })).toHaveText('1');

  // Both write around the commented text, and Ada splits its line.
  await textOf(ada.page).click();
  await ada.page.keyboard.press('ControlOrMeta+Home');
  await ada.page.keyboard.type('Look: ');
  await textOf(ben.page).click();
  await ben.page.keyboard.press('ControlOrMeta+End');
  await ben.page.keyboard.type(' All night.');
  await ada.page.keyboard.press('Enter');
  await expectSaved(ada.page);
  await expectSaved(ben.page);
  for (const { page } of [ada, ben]) await expect(highlights(page)).toHaveText('fell softly');

  await ada.page.getByRole('button', { name: /^Reply: Too soft/ }).click();
  await ada.page.keyboard.type('As rain is.');
  await ada.page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(cards(ben.page).first().getByRole('listitem')).toContainText('As rain is.');
  await ben.page.getByRole('button', { name: /^Resolve: Too soft/ }).click();
  for (const { page } of [ada, ben]) {
    await expect(cards(page)).toHaveCount(0);
    await expect(highlights(page)).toHaveCount(0);
  }
  await ada.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Resolved (1)' });
  await ada.page.getByRole('button', { name: /^Reopen: Too soft/ }).click();
  await expect(cards(ben.page)).toHaveCount(1);
  await expect(highlights(ben.page)).toHaveText('fell softly');

  // A suggestion of the reviewer is discussed on its card.
  await ada.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Open (2)' });
  await ada.page.getByRole('button', { name: 'Comment on this suggestion' }).click();
  await ada.page.keyboard.type('How long?');
  await ada.page.keyboard.press('ControlOrMeta+Enter');
  await ben.page.getByRole('button', { name: 'Reply: How long?' }).click();
  await ben.page.keyboard.type('Until noon.');
  await ben.page.keyboard.press('ControlOrMeta+Enter');
  await expect(ada.page.getByRole('list', { name: 'Replies to: How long?' })).toContainText(
    'Until noon.',
  );
  await ben.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'By me (2)' });
  await expect(cards(ben.page).filter({ hasText: 'On a suggestion' })).toContainText('How long?');
  await ben.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Open (2)' });

  // A comment remains when its text is deleted, and is attached again when the text is restored.
  await select(ada.page, 'fell softly');
  await ada.page.keyboard.press('Delete');
  const gone = cards(ben.page).filter({ hasText: 'Too soft' });
  await expect(gone).toContainText('The commented text was deleted.');
  await expect(gone.locator('del')).toHaveText('fell softly');
  await ada.page.keyboard.press('ControlOrMeta+z');
  for (const { page } of [ada, ben]) await expect(highlights(page)).toHaveText('fell softly');

  await ada.context.close();
  await ben.context.close();
});

test('a link opens a comment, an unsent comment stays in its field, and a viewer can read all comments', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('viewer');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const id = await openNewDocument(ada, workspace);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('One line.');
  for (let i = 0; i < 40; i += 1) await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.type('The last line.');
  await expectSaved(ada.page);

  // From the toolbar at the selection, in Viewing mode. The server is unreachable at the first
  // attempt.
  await ada.page.getByRole('combobox', { name: 'Mode' }).selectOption('viewing');
  await select(ada.page, 'The last line');
  await ada.page.getByRole('button', { name: 'Comment', exact: true }).click();
  const field = ada.page.getByRole('textbox', { name: 'Your comment' });
  const send = ada.page
    .getByRole('complementary', { name: 'Side panel' })
    .getByRole('button', { name: 'Comment', exact: true });
  await field.fill('Is this the end?');
  expectOutage(consoleErrors);
  await ada.context.setOffline(true);
  await send.click();
  await expect(ada.page.getByRole('alert')).toContainText(
    'Not sent. The server cannot be reached.',
  );
  await expect(field).toHaveValue('Is this the end?');
  await ada.context.setOffline(false);
  await ada.page.reload();
  await expect(textOf(ada.page)).toBeVisible();
  await openComments(ada.page);
  await expect(field).toHaveValue('Is this the end?');
  await send.click();
  await expect(cards(ada.page)).toHaveCount(1);
  await expect(highlights(ada.page)).toHaveText('The last line');

  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const [thread] = (await ada.person.call('listComments', { params: { id }, query: {} })).items;
  await ben.page.goto(`${workspace.product.url}/documents/${id}?comment=${thread?.id}`);
  await expect(cards(ben.page).first()).toBeFocused();
  await expect(highlights(ben.page)).toBeInViewport();
  await expect(ben.page).toHaveURL(`${workspace.product.url}/documents/${id}`);
  await expect(
    ben.page.getByRole('button', { name: /^Reply|^Resolve|^Comment on document/ }),
  ).toHaveCount(0);
  await ben.page.keyboard.press('Escape');
  await expect(textOf(ben.page)).toBeFocused();

  // The search finds the comment, and its link leads to it.
  await ben.page.goto(
    `${workspace.product.url}/search?type=comment&q=${encodeURIComponent('this the end')}`,
  );
  await ben.page.getByRole('main').getByRole('link', { name: 'A letter' }).click();
  await expect(cards(ben.page).first()).toBeFocused();
  await expect(highlights(ben.page)).toBeInViewport();
  await ada.context.close();
  await ben.context.close();
});

test('a comment being written keeps its field and caret when its passage is deleted and restored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'The rain fell softly on the roof.');
  await openDocument(ben, workspace, id);
  await select(ben.page, 'fell softly');
  await ben.page.keyboard.press('ControlOrMeta+Alt+m');
  const field = ben.page.getByRole('textbox', { name: 'Your comment' });
  const card = ben.page.getByRole('listitem', { name: 'The comment that you are writing' });
  await expect(highlights(ben.page)).toHaveText('fell softly');
  await ben.page.keyboard.type('Too soft');
  for (let step = 0; step < 4; step += 1) await ben.page.keyboard.press('ArrowLeft');
  await expect(card).not.toHaveAttribute('data-unanchored');

  await select(ada.page, 'fell softly');
  await ada.page.keyboard.press('Delete');
  await expect(card).toHaveAttribute('data-unanchored');
  await ben.page.keyboard.type('very ');
  await expect(field).toHaveValue('Too very soft');
  await ada.page.keyboard.press('ControlOrMeta+z');
  await expect(card).not.toHaveAttribute('data-unanchored');
  await ben.page.keyboard.type('very ');
  await expect(field).toHaveValue('Too very very soft');
  await ada.context.close();
  await ben.context.close();
});
