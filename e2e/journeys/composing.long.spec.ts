import { expect, type CDPSession, type Page } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  focusText,
  openSideTab,
  openDocument,
  openBothSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';
import { putCaret } from './three-users/three-users.ts';

/** Text during each step of a composition, and the text that is committed. */
type Composition = { readonly steps: readonly string[]; readonly taken: string };

const composed: Composition = {
  steps: ['ｎ', 'に', 'にｈ', 'にほ', 'にほん', 'にほんｇ', 'にほんご'],
  taken: '日本語',
};
/** A word of Latin letters, as the keyboards of Android compose it. */
const latin: Composition = { steps: ['b', 'br', 'bro', 'broo', 'brook'], taken: 'brook' };
/** A word of Latin letters that begins like the selected word. */
const similar: Composition = { steps: ['r', 're', 'red'], taken: 'red' };
/** A dead key and its letter. */
const deadKey: Composition = { steps: ['´'], taken: 'é' };

/** Counts the beginnings and ends of compositions on a page. */
async function watchCompositions(
  page: Page,
): Promise<() => Promise<{ begun: number; ended: number }>> {
  await page.evaluate(() => {
    const counted = { begun: 0, ended: 0 };
    addEventListener('compositionstart', () => (counted.begun += 1), true);
    addEventListener('compositionend', () => (counted.ended += 1), true);
    Object.assign(globalThis, { counted });
  });
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { counted: { begun: number; ended: number } }).counted,
    );
}

/** Composes text as an input method does. `meanwhile` is called after each step. */
async function compose(
  session: CDPSession,
  { steps, taken }: Composition,
  meanwhile: (step: number) => Promise<unknown>,
): Promise<void> {
  for (const [step, text] of steps.entries()) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
    await meanwhile(step);
  }
  await session.send('Input.insertText', { text: taken });
}

/** Returns the text before the caret in its line. */
function beforeCaret(page: Page): Promise<string> {
  return textOf(page).evaluate((text) => {
    const { focusNode, focusOffset } = getSelection() as Selection;
    const range = document.createRange();
    const line = [...text.children].find((each) => each.contains(focusNode));
    if (line === undefined || focusNode === null) throw new Error('no caret in the text');
    range.setStart(line, 0);
    range.setEnd(focusNode, focusOffset);
    return range.toString();
  });
}

/**
 * Returns the text of suggested insertions (`ins`) or deletions (`del`), without the names at the
 * carets of other users.
 */
function lettersIn(page: Page, tag: 'ins' | 'del'): Promise<string> {
  return textOf(page).evaluate((root, name) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret')) caret.remove();
    return [...copy.querySelectorAll(name)].map(({ textContent }) => textContent).join('');
  }, tag);
}

/**
 * Places of a composition: the keys that lead there, and the expected line without and with the
 * composed text.
 */
const places = [
  { where: 'an empty paragraph', keys: ['ArrowDown'], line: 1, without: '', withThem: '日本語' },
  {
    where: 'the middle of a word',
    keys: ['ArrowDown', 'ArrowDown', ...Array<string>(6).fill('ArrowRight')],
    line: 2,
    without: 'The river flows.',
    withThem: 'The ri日本語ver flows.',
  },
  {
    where: 'a suggestion of another user',
    keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', ...Array<string>(12).fill('ArrowRight')],
    line: 3,
    without: 'The sea is very calm.',
    withThem: 'The sea is v日本語ery calm.',
  },
] as const;

for (const { where, keys, line, without, withThem } of places) {
  test(`text that a reviewer composes in ${where} while another user types is one complete suggestion`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    await workspace.share('reviewer');
    const id = await workspace.newDocument();
    const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
    await openDocument(ada, workspace, id);
    await focusText(ada.page);
    await ada.page.keyboard.type('The first line.\n\nThe river flows.\nThe sea is calm.\n');
    // The suggestion of the other user is in the last line but one.
    await ada.page.keyboard.press('ArrowUp');
    await ada.page.keyboard.press('End');
    for (let i = 0; i < 5; i += 1) await ada.page.keyboard.press('ArrowLeft');
    await ada.page.keyboard.press('ControlOrMeta+Alt+s');
    await ada.page.keyboard.type('very ');
    await ada.page.keyboard.press('ControlOrMeta+Alt+e');
    await expect(ada.page.getByRole('combobox', { name: 'Mode' })).toHaveValue('editing');
    await ada.page.keyboard.press('ControlOrMeta+End');
    await expectSaved(ada.page);

    await openDocument(ben, workspace, id);
    await expect(textOf(ben.page)).toContainText('very');
    await expect(ben.page.getByRole('combobox', { name: 'Mode' })).toHaveValue('suggesting');
    await focusText(ben.page);
    // The editor moves its caret shortly after it gets the focus. Keys before that would apply to
    // the old caret.
    await expect(async () => {
      await ben.page.keyboard.press('ControlOrMeta+Home');
      for (const key of keys) await ben.page.keyboard.press(key);
      expect(await beforeCaret(ben.page)).toBe(withThem.slice(0, withThem.indexOf(composed.taken)));
    }).toPass();
    const counted = await watchCompositions(ben.page);
    const session = await ben.context.newCDPSession(ben.page);
    const typed: string[] = [];
    await compose(session, composed, async (step) => {
      typed.push(`w${step} `);
      await ada.page.keyboard.type(`w${step} `);
      // Ada's text arrives during the composition.
      await expect(textOf(ben.page)).toContainText(typed.join('').trim());
    });
    await expectSaved(ben.page);
    expect(await counted()).toEqual({ begun: 1, ended: 1 });

    const before = [
      'The first line.',
      '',
      'The river flows.',
      'The sea is very calm.',
      typed.join(''),
    ];
    const after = before.with(line, withThem);
    expect(before[line]).toBe(without);
    await expect.poll(() => wordsOf(ada.page)).toBe(after.join('\n'));
    await expect.poll(() => wordsOf(ben.page)).toBe(after.join('\n'));
    await openSideTab(ada.page, 'Comments & suggestions');
    await expect(cardsOf(ada.page, 'suggestion')).toHaveCount(2);
    const his = cardsOf(ada.page, 'suggestion').filter({ hasText: 'Ben Okri' });
    await expect(his).toHaveAccessibleName(/: Insert “日本語”$/);
    await his.getByRole('button', { name: 'Reject: Insert “日本語”' }).click();
    await expect(his).toHaveCount(0);
    await expect.poll(() => wordsOf(ben.page)).toBe(before.join('\n'));
    expect(await wordsOf(ada.page)).toBe(before.join('\n'));
    await expect(cardsOf(ada.page, 'suggestion')).toHaveCount(1);
    await ada.context.close();
    await ben.context.close();
  });
}

/**
 * Compositions over the selected word “river”, and their names in the titles. `kept`: number of the
 * word's first letters that are not replaced, because the new word has them too.
 */
const replacements = [
  { name: 'text that a reviewer composes', composition: composed, kept: 0 },
  { name: 'a word of Latin letters that a reviewer composes', composition: latin, kept: 0 },
  {
    name: 'a word with the same first letter that a reviewer composes',
    composition: similar,
    kept: 1,
  },
  { name: 'a letter that a reviewer types with a dead key', composition: deadKey, kept: 0 },
].flatMap((each) => [false, true].map((isOwn) => ({ ...each, isOwn })));

for (const { name, composition, kept, isOwn } of replacements) {
  const { steps, taken } = composition;
  test(`${name} over selected ${isOwn ? 'words of their own suggestion' : 'words'} is inserted once`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    await workspace.share('reviewer');
    const id = await workspace.newDocument();
    const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
    await openDocument(ada, workspace, id);
    await focusText(ada.page);
    await ada.page.keyboard.type(`${isOwn ? 'The flows.' : 'The river flows.'}\n`);
    await expectSaved(ada.page);
    await openDocument(ben, workspace, id);
    if (isOwn) {
      await putCaret(ben.page, 'The flows.', 4);
      await ben.page.keyboard.type('river ');
    }
    await putCaret(ben.page, 'The river flows.', 4, 5);
    const counted = await watchCompositions(ben.page);
    const session = await ben.context.newCDPSession(ben.page);
    await compose(session, composition, async (step) => {
      await ada.page.keyboard.type(`w${step} `);
      // While text that is struck out stays hidden for the composition, Ada's text is shown after
      // it.
      if (isOwn) await expect(textOf(ben.page)).toContainText(`w${step}`);
    });
    await expectSaved(ben.page);
    expect((await counted()).ended).toBe(1);
    const typed = steps.map((_, step) => `w${step} `).join('');
    const inserted = taken.slice(kept);
    const line = isOwn ? `The ${taken} flows.` : `The river${inserted} flows.`;
    const shown = `${line}\n${typed}`;
    for (const { page } of [ada, ben]) await expect.poll(() => wordsOf(page)).toBe(shown);
    await expect.poll(() => lettersIn(ada.page, 'ins')).toBe(isOwn ? `${taken} ` : inserted);
    await expect.poll(() => lettersIn(ada.page, 'del')).toBe(isOwn ? '' : 'river'.slice(kept));
    await openSideTab(ada.page, 'Comments & suggestions');
    await expect(cardsOf(ada.page, 'suggestion')).toHaveCount(1);
    await cardsOf(ada.page, 'suggestion')
      .getByRole('button', { name: /^Reject: / })
      .click();
    const rejected = `${isOwn ? 'The flows.' : 'The river flows.'}\n${typed}`;
    for (const { page } of [ada, ben]) await expect.poll(() => wordsOf(page)).toBe(rejected);
    await ada.context.close();
    await ben.context.close();
  });
}
