import { expect, type Browser, type Page } from '@playwright/test';
import { shownText } from '../src/editing/acts.ts';
import {
  expectSaved,
  openDocumentForBoth,
  test as base,
  textOf,
  type BrowserUser,
  type Workspace,
} from './fixtures.ts';
import { pressAt, paste, putCaret } from './three-users/three-users.ts';

/**
 * Opens a document with two lines for the editor and the reviewer. The reviewer has suggested to
 * delete the word in the middle of the second line.
 */
async function openWithSuggestion(
  browser: Browser,
  workspace: Workspace,
  errors: string[],
): Promise<[BrowserUser, BrowserUser]> {
  await workspace.share('reviewer');
  const { ada, ben } = await openDocumentForBoth(browser, workspace, errors);
  await paste(ada.page, '<h2>The first line</h2><p>The second line of all</p>');
  await putCaret(ben.page, 'second ', 0, 7);
  await ben.page.keyboard.press('Delete');
  await expect(textOf(ben.page).locator('del')).toHaveText('second ');
  await expectSaved(ben.page);
  return [ada, ben];
}

/** `users`: the editor and the reviewer at the document of {@link openWithSuggestion}. */
const test = base.extend<{ users: [BrowserUser, BrowserUser] }>({
  users: async ({ browser, workspace, consoleErrors }, use) => {
    const users = await openWithSuggestion(browser, workspace, consoleErrors);
    await use(users);
    for (const { context } of users) await context.close();
  },
});

/** Selects from the end of the first line to the end of *The* in the second. */
async function selectAcross(page: Page): Promise<void> {
  await putCaret(page, 'The first line', 14);
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Shift+ArrowRight');
  // The editor learns the selection from an event.
  await expect
    .poll(() => page.evaluate(() => String(getSelection()).replaceAll(/\s/g, '')))
    .toBe('The');
  await page.waitForTimeout(60);
}

const withoutSuggestions = async (page: Page, tag: 'ins' | 'del'): Promise<string> =>
  textOf(page).evaluate((root, name) => {
    const copy = root.cloneNode(true) as Element;
    for (const each of copy.querySelectorAll(`${name}, .othersCaret`)) each.remove();
    return copy.textContent;
  }, tag);

/** Expects that both users see suggestions that change the text `before` into the text `after`. */
async function expectSuggested(
  users: readonly BrowserUser[],
  { before, after }: { before: string; after: string },
): Promise<void> {
  for (const { page } of users) {
    await expect.poll(() => withoutSuggestions(page, 'ins')).toBe(before);
    await expect.poll(() => withoutSuggestions(page, 'del')).toBe(after);
  }
}

for (const means of ['an emoji', 'a composition'] as const)
  test(`${means} over a selection across two lines replaces it, and keeps the suggestions behind it`, async ({
    users,
  }) => {
    const [, ben] = users;
    await selectAcross(ben.page);
    if (means === 'an emoji') await ben.page.keyboard.insertText('🦉');
    else {
      const session = await ben.context.newCDPSession(ben.page);
      for (const text of ['ｆ', 'ふ', 'ふｋ', 'ふく'])
        await session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await session.send('Input.insertText', { text: '🦉' });
    }
    await expectSaved(ben.page);
    await expectSuggested(users, {
      before: 'The first lineThe second line of all',
      after: 'The first line🦉 line of all',
    });
  });

test('struck letters of code remain visible when they are deleted again', async ({ users }) => {
  const [ada, ben] = users;
  await paste(ada.page, '<pre><code>one</code></pre><p>After</p>');
  for (const key of ['Control+Backspace', 'Backspace', 'Control+Backspace'])
    await pressAt(ben.page, 'one', 3, key);
  await expect(textOf(ben.page).locator('pre del')).toHaveText('one');
  await expectSaved(ben.page);
  await expect.poll(() => shownText(ada.page)).toBe(await shownText(ben.page));
});

test('a suggestion is unchanged when the browser splits its element', async ({ users }) => {
  const [, ben] = users;
  await putCaret(ben.page, 'line of all', 0, 5);
  await ben.page.keyboard.type('word ');
  await expect(textOf(ben.page).locator('ins')).toHaveText('word ');
  await expectSaved(ben.page);
  // Browsers do this: the second half is in a copy of the element.
  await textOf(ben.page).evaluate((root) => {
    for (const element of root.querySelectorAll('ins, del')) {
      const [words] = element.childNodes;
      if (!(words instanceof Text)) continue;
      const copy = element.cloneNode(false);
      copy.appendChild(words.splitText(2));
      element.after(copy);
    }
  });
  await pressAt(ben.page, 'of all', 6, '!');
  await expectSaved(ben.page);
  await expectSuggested(users, {
    before: 'The first lineThe second line of all',
    after: 'The first lineThe word of all!',
  });
});

test('struck text is not copied, neither among other text nor by itself', async ({ users }) => {
  const [, ben] = users;
  const copied = (page: Page): Promise<string> =>
    textOf(page).evaluate((root) => {
      const clipboardData = new DataTransfer();
      root.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return clipboardData.getData('text/plain');
    });
  await putCaret(ben.page, 'The second line', 0, 15);
  expect(await copied(ben.page)).toBe('The line');
  await putCaret(ben.page, 'second', 0, 6);
  expect(await copied(ben.page)).toBe('');
  await ben.page.keyboard.press('Control+x');
  await putCaret(ben.page, 'of all', 6);
  await ben.page.keyboard.press('Control+v');
  await pressAt(ben.page, 'of all', 6, '!');
  await expectSaved(ben.page);
  for (const { page } of users)
    await expect.poll(() => withoutSuggestions(page, 'del')).toBe('The first lineThe line of all!');
});
