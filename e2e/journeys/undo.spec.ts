import { expect, type Browser, type Page } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  openBeside,
  openDocument,
  sitBoth,
  test,
  textOf,
  wordsOf,
  type Desk,
  type Office,
} from './desk.ts';
import { press, put } from './three.ts';

/**
 * Returns the words that are suggested as insertions (`ins`) or deletions (`del`), without the
 * names at other users' carets.
 */
function suggestedWords(page: Page, tag: 'ins' | 'del'): Promise<string[]> {
  return textOf(page).evaluate((root, name) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret')) caret.remove();
    return [...copy.querySelectorAll(name)].map(({ textContent }) => textContent ?? '');
  }, tag);
}

function expectSuggested(page: Page, tag: 'ins' | 'del', words: readonly string[]): Promise<void> {
  return expect.poll(() => suggestedWords(page, tag)).toEqual(words);
}

/** Returns the text to which comments are attached. */
async function commentedWords(page: Page): Promise<string> {
  return (await textOf(page).locator('mark.commented').allTextContents()).join('');
}

/** Returns the bounding box of a word of the text on the screen. */
function boxOf(
  page: Page,
  word: string,
): Promise<{ x: number; y: number; width: number; height: number }> {
  return textOf(page).evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x, y, width, height };
    }
    throw new Error(`not there: ${wanted}`);
  }, word);
}

const sentence = 'The quick fox jumps over the dog.';

/**
 * Opens a document for an editor and a reviewer, with one sentence in which the reviewer has
 * suggested a word.
 */
async function suggestedWord(
  browser: Browser,
  office: Office,
  quiet: string[],
): Promise<[Desk, Desk]> {
  await office.share('reviewer');
  const id = await office.newDocument();
  const [ada, ben] = await sitBoth(browser, office, quiet);
  await openDocument(ada, office, id);
  await textOf(ada.page).focus();
  await ada.page.keyboard.type(sentence);
  await expectSaved(ada.page);
  await openDocument(ben, office, id);
  await put(ben.page, sentence, 'The quick '.length);
  await press(ben.page, 'brown ');
  await expectSaved(ben.page);
  await expectSuggested(ada.page, 'ins', ['brown ']);
  return [ada, ben];
}

test('undo and redo act on the document wherever the focus is, and never by the browser', async ({
  browser,
  office,
  quiet,
}) => {
  const [ada, ben] = await suggestedWord(browser, office, quiet);
  const { page } = ada;
  await openBeside(page, 'Comments & suggestions');
  await put(page, 'dog.', 'dog.'.length);
  await page.keyboard.type(' Twice.');
  await expectSaved(page);

  await test.step('a decision is undone with the focus on its panel', async () => {
    await page.getByRole('button', { name: /^Accept: Insert/ }).click();
    await expectSuggested(page, 'ins', []);
    await expect(textOf(page)).not.toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expectSuggested(page, 'ins', ['brown ']);
    expect(await wordsOf(page)).toBe('The quick brown fox jumps over the dog. Twice.');
  });

  await test.step('and done again, and undone by what came before it', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expectSuggested(page, 'ins', []);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => wordsOf(page)).toBe('The quick brown fox jumps over the dog.');
    await expectSuggested(page, 'ins', ['brown ']);
    await page.keyboard.press('ControlOrMeta+y');
    await expect.poll(() => wordsOf(page)).toBe('The quick brown fox jumps over the dog. Twice.');
  });

  await test.step('in a field undo is the field’s, and the text stays when the field has nothing to undo', async () => {
    await page.getByRole('button', { name: 'Comment on document' }).click();
    const field = page.getByRole('textbox', { name: 'Your comment' });
    await field.fill('');
    await page.keyboard.type('abc');
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    expect(await wordsOf(page)).toBe('The quick brown fox jumps over the dog. Twice.');
    await page.keyboard.press('Escape');
  });

  await expectSaved(page);
  await expect.poll(() => wordsOf(ben.page)).toBe('The quick brown fox jumps over the dog. Twice.');
  await ada.context.close();
  await ben.context.close();
});

test('text that is cut and pasted, dragged or duplicated keeps its suggestions', async ({
  browser,
  office,
  quiet,
}) => {
  const [ada, ben] = await suggestedWord(browser, office, quiet);
  const { page } = ada;
  await put(ben.page, 'jumps over', 'jumps '.length, 'over '.length);
  await press(ben.page, 'Delete');
  await expectSaved(ben.page);
  await expectSuggested(page, 'del', ['over ']);
  await openBeside(page, 'Comments & suggestions');
  await put(page, 'quick brown', 0, 'quick brown fox'.length);
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Which fox?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(textOf(page).locator('mark.commented').first()).toBeVisible();
  await put(page, 'dog.', 'dog.'.length);
  await press(page, 'Enter', 'Second line.');
  const marked = 'quick brown fox jumps over the';

  await test.step('cut, and pasted behind another line', async () => {
    await put(page, marked, 0, marked.length);
    await page.keyboard.press('ControlOrMeta+x');
    await expect.poll(() => wordsOf(page)).toBe('The  dog.\nSecond line.');
    await put(page, 'Second line.', 'Second line.'.length);
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => wordsOf(page)).toBe(`The  dog.\nSecond line.${marked}`);
    await expectSuggested(page, 'ins', ['brown ']);
    await expectSuggested(page, 'del', ['over ']);
    await expect(cardsOf(page, 'suggestion')).toHaveCount(2);
    await expect(cardsOf(page, 'suggestion').first()).toContainText('Ben Okri');
    await expect.poll(() => commentedWords(page)).toBe('quick brown fox');
  });

  await test.step('moved as a block, with its neighbour’s suggestions', async () => {
    await put(page, 'The ', 1);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect.poll(() => wordsOf(page)).toBe(`Second line.${marked}\nThe  dog.`);
    await expectSuggested(page, 'ins', ['brown ']);
    await expectSuggested(page, 'del', ['over ']);
  });

  await test.step('duplicated: the copy is decided by itself', async () => {
    await put(page, 'Second line.', 3);
    await page.keyboard.press('ControlOrMeta+d');
    await expectSuggested(page, 'ins', ['brown ', 'brown ']);
    await expect(cardsOf(page, 'suggestion')).toHaveCount(4);
    await page
      .getByRole('button', { name: /^Accept: Insert/ })
      .first()
      .click();
    await expectSuggested(page, 'ins', ['brown ']);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cardsOf(page, 'suggestion')).toHaveCount(2);
  });

  await test.step('dragged to the end of the other line', async () => {
    await put(page, 'quick', 0, marked.length);
    const [from, to] = await Promise.all([boxOf(page, 'fox'), boxOf(page, 'dog.')]);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => wordsOf(page)).toBe(`Second line.\nThe  dog.${marked}`);
    await expectSuggested(page, 'ins', ['brown ']);
    await expectSuggested(page, 'del', ['over ']);
    await expect(cardsOf(page, 'suggestion')).toHaveCount(2);
  });

  await test.step('rejecting brings back the struck words and takes the others away', async () => {
    await page.getByText('Bulk actions').click();
    await page.getByRole('button', { name: /^Reject all/ }).click();
    await expect.poll(() => wordsOf(page)).toBe('Second line.\nThe  dog.quick fox jumps over the');
    await expectSaved(page);
    await expect
      .poll(() => wordsOf(ben.page))
      .toBe('Second line.\nThe  dog.quick fox jumps over the');
  });
  await ada.context.close();
  await ben.context.close();
});
