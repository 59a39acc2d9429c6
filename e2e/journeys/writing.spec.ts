import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import {
  expectSaved,
  openSideTab,
  openDocument,
  openNewDocument,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

const bar = (page: Page) => page.getByRole('search', { name: 'Find in this document' });

test('letters that are typed fast stay in order, also in new paragraphs', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openDocument(user, workspace, await workspace.newDocument('Fast'));
  await textOf(user.page).click();
  const lines = Array.from({ length: 20 }, (_, i) => `Line ${i} of what is written fast.`);
  await user.page.keyboard.type(`## A heading\n${lines.join('\n')}`);
  await expectSaved(user.page);
  expect(await textOf(user.page).locator('h2, p').allInnerTexts()).toEqual(['A heading', ...lines]);
  await user.context.close();
});

test('the first letters of a title are kept, however soon after opening they are typed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const title = page.getByRole('textbox', { name: 'Title' });
  for (let turn = 0; turn < 6; turn += 1) {
    await page.goto(`${workspace.product.url}/dashboard`);
    await page.getByRole('banner').getByRole('link', { name: 'New personal draft' }).click();
    await expect(title).toBeFocused();
    // Meanwhile the page looks for a title that was stored on the device. The text is typed before,
    // during and after that.
    await page.waitForTimeout(turn * 25);
    await page.keyboard.type('First');
    await expect(title).toHaveValue('First');
    await expectSaved(page);
  }
  await context.close();
});

test('a new title shows at once in the list beside the text, also if another user changes it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const id = await openNewDocument(user, workspace, 'The old title');
  const list = page.getByRole('navigation', { name: 'Documents of the project' });
  const entry = list.locator('[aria-current=page]');
  await expect(entry).toHaveText('The old title');
  // The list is not loaded again.
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/projects\/[^/]+\/documents(?:\?|$)/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Title' }).fill('A new title');
  await expect(entry).toHaveText('A new title');
  await expectSaved(page);
  const title = 'The title of another user';
  await workspace.ada.call('updateDocument', { params: { id }, body: { title } });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await expect(entry).toHaveText(title);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('text is found and replaced, also with a pattern and as a suggestion, and a single undo reverts replacing all', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openNewDocument(user, workspace, 'Owls');
  await textOf(page).click();
  await page.keyboard.type('An owl in 2025.\nOwls and an OWL.\nHowling in 2026.');
  const written = await wordsOf(page);
  await page.keyboard.press('ControlOrMeta+f');
  const field = bar(page).getByRole('textbox', { name: 'Find' });
  await expect(field).toBeFocused();
  await page.keyboard.type('owl');
  const outcome = bar(page).getByRole('status');
  await expect(outcome).toHaveText(/of 4$/);
  await bar(page).getByRole('button', { name: 'Whole words' }).click();
  await expect(outcome).toHaveText(/of 2$/);
  await bar(page).getByRole('button', { name: 'Match case' }).click();
  await expect(outcome).toHaveText('1 of 1');
  await bar(page).getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('(');
  await expect(outcome).toHaveText('Invalid regular expression.');
  await field.fill('nothing like it');
  await expect(outcome).toHaveText('No results');
  await page.keyboard.press('Enter');

  // Replaces all matches, with the groups of the pattern.
  await field.fill('in (\\d+)');
  await expect(outcome).toHaveText(/of 2$/);
  await bar(page).getByRole('button', { name: 'Replace', exact: true }).click();
  await bar(page).getByRole('textbox', { name: 'Replace with' }).fill('since $1');
  await bar(page).getByRole('button', { name: 'Replace all' }).click();
  await expect(outcome).toHaveText('2 replaced.');
  expect(await wordsOf(page)).toBe('An owl since 2025.\nOwls and an OWL.\nHowling since 2026.');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await wordsOf(page)).toBe(written);

  // In Suggesting mode a replacement is a suggestion, and text that is suggested for deletion is
  // not found again.
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('suggesting');
  await page.keyboard.press('ControlOrMeta+Alt+f');
  await field.fill('Owls');
  await expect(outcome).toHaveText('1 of 1');
  await bar(page).getByRole('textbox', { name: 'Replace with' }).fill('Bats');
  await page.keyboard.press('Enter');
  await expect(textOf(page).locator('ins')).toHaveText('Bats');
  await expect(textOf(page).locator('del')).toHaveText('Owls');
  await expect(outcome).toHaveText(/Replaced|No results/);
  await expectSaved(page);

  // On a narrow screen the bar takes several lines: a match is shown below it, not behind it.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(`\n${'More.\n'.repeat(25)}A bat.\n${'More.\n'.repeat(25)}`);
  await page.keyboard.press('ControlOrMeta+Alt+f');
  await field.fill('A bat');
  await expect(outcome).toHaveText('1 of 1');
  const isInSight = () =>
    textOf(page)
      .locator('.foundHere')
      .evaluate((found) => {
        const { left, top } = found.getBoundingClientRect();
        return found.contains(document.elementFromPoint(left + 2, top + 6));
      });
  await expect.poll(isInSight).toBe(true);
  await context.close();
});

test('the outline navigates, details count words and store a goal and a language, focus hides the toolbar, and a user is followed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const id = await openNewDocument(ada, workspace, 'A long one');
  await textOf(page).click();
  await page.keyboard.type('# First\nSome words.');
  for (let i = 0; i < 45; i += 1) await page.keyboard.press('Enter');
  await page.keyboard.type('## Second\nThe end.');
  await page.keyboard.press('ControlOrMeta+Home');
  await openSideTab(page, 'Outline');
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('button')).toHaveText(['First', 'Second']);
  await outline.getByRole('button', { name: 'Second' }).click();
  await expect(textOf(page).getByText('Second')).toBeInViewport();
  await expect(outline.getByRole('button', { name: 'Second' })).toHaveAttribute(
    'aria-current',
    'location',
  );

  await openSideTab(page, 'Details');
  const details = page.getByRole('tabpanel', { name: 'Details' });
  await expect(details.getByText('Words', { exact: true }).first().locator('..')).toContainText(
    '6',
  );
  await details.getByRole('textbox', { name: 'Words' }).fill('no number');
  await details.getByRole('button', { name: 'Set goal' }).click();
  await expect(details.getByRole('alert')).toContainText('Enter a number of words from 1');
  await details.getByRole('textbox', { name: 'Words' }).fill('1,000');
  await details.getByRole('button', { name: 'Set goal' }).click();
  await expect(details).toContainText('994 words to go.');
  await expect(page.getByRole('contentinfo')).toContainText('6 of 1,000 words · under 1 min read');
  await details.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.locator('.documentText[lang=de]')).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).toEqual([]);
  expect(await workspace.ada.call('getDocument', { params: { id } })).toMatchObject({
    goal: { words: 1_000, dueOn: null },
    language: 'de',
  });

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();

  // Ben follows Ada's caret until he acts himself.
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ben, workspace, id);
  const face = ben.page.getByRole('button', { name: 'Follow Ada Lovelace' });
  await face.click();
  await expect(face).toHaveAttribute('aria-pressed', 'true');
  await expect(ben.page.locator('.othersCaret')).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(ben.page.locator('.othersCaret')).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(ben.page.locator('.othersCaret')).toBeInViewport();
  // Another user's caret at the end of a paragraph does not add a line to it.
  const heightOf = (of: Page): Promise<number> =>
    textOf(of).evaluate((text) => text.lastElementChild?.clientHeight ?? 0);
  await expect(textOf(ben.page).locator(':scope > :last-child .othersCaret')).toHaveCount(1);
  expect(await heightOf(ben.page)).toBe(await heightOf(page));
  await textOf(ben.page).press('ArrowDown');
  await expect(face).toHaveAttribute('aria-pressed', 'false');
  await ada.context.close();
  await ben.context.close();
});

test('each paragraph is aligned by the direction of its own script', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace);
  const { page } = ada;
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('The sea was calm.\nكان البحر هادئا.\nIt was night.\n## مساء\n');
  await paste(text, {
    'text/html':
      '<ul><li>one</li><li>واحد</li></ul><table><tr><td>two</td><td>اثنان</td></tr></table>',
  });
  await expect(text.locator('td')).toHaveCount(2);
  const sides = await text.locator('p, h2').evaluateAll((blocks) =>
    blocks
      .filter((block) => block.textContent !== '')
      .map((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const [words, box] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
        return words.left - box.left < box.right - words.right ? 'left' : 'right';
      }),
  );
  expect(sides).toEqual(['left', 'right', 'left', 'right', 'left', 'right', 'left', 'right']);
  await expectSaved(page);
  await ada.context.close();
});
