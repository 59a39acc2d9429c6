import { expect, type Browser, type Page } from '@playwright/test';
import {
  cardsOf,
  type BrowserUser,
  expectSaved,
  focusText,
  type Workspace,
  openSideTab,
  openDocument,
  openBothSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';
import { pressKeys, putCaret } from './three-users/three-users.ts';

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
  workspace: Workspace,
  consoleErrors: string[],
): Promise<[BrowserUser, BrowserUser]> {
  await workspace.share('reviewer');
  const id = await workspace.newDocument();
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  await openDocument(ada, workspace, id);
  await focusText(ada.page);
  await ada.page.keyboard.type(sentence);
  await expectSaved(ada.page);
  await openDocument(ben, workspace, id);
  await putCaret(ben.page, sentence, 'The quick '.length);
  await pressKeys(ben.page, 'brown ');
  await expectSaved(ben.page);
  await expectSuggested(ada.page, 'ins', ['brown ']);
  return [ada, ben];
}

test('undo and redo act on the document also if the focus is outside of the text, and the browser’s own undo never does', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await suggestedWord(browser, workspace, consoleErrors);
  const { page } = ada;
  await openSideTab(page, 'Comments & suggestions');
  await putCaret(page, 'dog.', 'dog.'.length);
  // In one piece: letters that a slow machine types more than half a second apart are several
  // steps.
  await page.keyboard.insertText(' Twice.');
  await expectSaved(page);

  await test.step('undo reverts a decision while the focus is in the panel', async () => {
    await page.getByRole('button', { name: /^Accept: Insert/ }).click();
    await expectSuggested(page, 'ins', []);
    await expect(textOf(page)).not.toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expectSuggested(page, 'ins', ['brown ']);
    expect(await wordsOf(page)).toBe('The quick brown fox jumps over the dog. Twice.');
  });

  await test.step('redo repeats the decision, and further undo reverts it and the edit before it', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expectSuggested(page, 'ins', []);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => wordsOf(page)).toBe('The quick brown fox jumps over the dog.');
    await expectSuggested(page, 'ins', ['brown ']);
    await page.keyboard.press('ControlOrMeta+y');
    await expect.poll(() => wordsOf(page)).toBe('The quick brown fox jumps over the dog. Twice.');
  });

  await test.step('undo in a field changes only the field, also if it has nothing to undo', async () => {
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

test('the Undo and Redo buttons are disabled while there is nothing to undo or to redo, and can still be focused', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  await openDocument(ada, workspace, id);
  const { page } = ada;
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  const undo = bar.getByRole('button', { name: 'Undo', exact: true });
  const redo = bar.getByRole('button', { name: 'Redo', exact: true });
  const expectPossible = async (steps: { undo: boolean; redo: boolean }): Promise<void> => {
    await expect(undo).toHaveAttribute('aria-disabled', String(!steps.undo));
    await expect(redo).toHaveAttribute('aria-disabled', String(!steps.redo));
  };

  await test.step('a document that was just opened', async () => {
    await expectPossible({ undo: false, redo: false });
    await undo.focus();
    await expect(undo).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(redo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(redo).toBeFocused();
  });

  await test.step('after an edit, its undo and its redo', async () => {
    await focusText(page);
    await page.keyboard.insertText('Mine.');
    await expectPossible({ undo: true, redo: false });
    await undo.click();
    await expect.poll(() => wordsOf(page)).toBe('');
    await expectPossible({ undo: false, redo: true });
    await redo.click();
    await expect.poll(() => wordsOf(page)).toBe('Mine.');
    await expectPossible({ undo: true, redo: false });
    await expectSaved(page);
  });

  await test.step('edits of another user are no steps, also if they leave nothing to undo', async () => {
    await openDocument(ben, workspace, id);
    await focusText(ben.page);
    await pressKeys(ben.page, 'Control+a', 'Delete');
    await expectSaved(ben.page);
    await expect.poll(() => wordsOf(page)).toBe('');
    await undo.click();
    await expectPossible({ undo: false, redo: true });
    await redo.click();
    await expectPossible({ undo: true, redo: false });
    expect(await wordsOf(page)).toBe('');
  });
  await ada.context.close();
  await ben.context.close();
});

test('text that is cut and pasted, moved, dragged or duplicated keeps its suggestions', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await suggestedWord(browser, workspace, consoleErrors);
  const { page } = ada;
  await putCaret(ben.page, 'jumps over', 'jumps '.length, 'over '.length);
  await pressKeys(ben.page, 'Delete');
  await expectSaved(ben.page);
  await expectSuggested(page, 'del', ['over ']);
  await openSideTab(page, 'Comments & suggestions');
  await putCaret(page, 'quick brown', 0, 'quick brown fox'.length);
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Which fox?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(textOf(page).locator('mark.commented').first()).toBeVisible();
  await putCaret(page, 'dog.', 'dog.'.length);
  await pressKeys(page, 'Enter', 'Second line.');
  const marked = 'quick brown fox jumps over the';

  await test.step('text is cut, and pasted at the end of another line', async () => {
    await putCaret(page, marked, 0, marked.length);
    await page.keyboard.press('ControlOrMeta+x');
    await expect.poll(() => wordsOf(page)).toBe('The  dog.\nSecond line.');
    await putCaret(page, 'Second line.', 'Second line.'.length);
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => wordsOf(page)).toBe(`The  dog.\nSecond line.${marked}`);
    await expectSuggested(page, 'ins', ['brown ']);
    await expectSuggested(page, 'del', ['over ']);
    await expect(cardsOf(page, 'suggestion')).toHaveCount(2);
    await expect(cardsOf(page, 'suggestion').first()).toContainText('Ben Okri');
    await expect.poll(() => commentedWords(page)).toBe('quick brown fox');
  });

  await test.step('a block is moved past a block with suggestions', async () => {
    await putCaret(page, 'The ', 1);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect.poll(() => wordsOf(page)).toBe(`Second line.${marked}\nThe  dog.`);
    await expectSuggested(page, 'ins', ['brown ']);
    await expectSuggested(page, 'del', ['over ']);
  });

  await test.step('a block is duplicated, and the suggestion of its copy is decided separately', async () => {
    await putCaret(page, 'Second line.', 3);
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

  await test.step('text is dragged to the end of the other line', async () => {
    await putCaret(page, 'quick', 0, marked.length);
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

  await test.step('rejecting all restores the deleted text and removes the inserted text', async () => {
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
