import { expect, type Page } from '@playwright/test';
import { expectSaved, focusText, test, textOf, wordsOf } from '../fixtures.ts';
import {
  untilAgreed,
  pressAt,
  startScene,
  decideAll,
  redoSteps,
  expectEachOnce,
  sceneText,
  tryToEdit,
  pressKeys,
  putCaret,
  reloadAll,
  openForThree,
  suggestChanges,
  suggestedSelector,
  undoSuggestions,
} from './three-users.ts';

const both = 'One two three four NEW five';

/** Returns the text of suggested deletions or insertions, without the carets of other users. */
function lettersIn(page: Page, tag: 'del' | 'ins'): Promise<string> {
  return textOf(page).evaluate((root, name) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret')) caret.remove();
    return [...copy.querySelectorAll(name)].map(({ textContent }) => textContent).join('');
  }, tag);
}

test('suggestions and decisions are undone and redone while other users write', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { editor, reviewer } = three;

  await test.step('the reviewer undoes and redoes suggestions while the editor writes beside and inside them', async () => {
    await startScene(three, `<p>${sceneText}</p>`);
    await suggestChanges(three);
    await tryToEdit(three);
    await pressAt(editor, 'One', 3, '甲');
    await pressAt(editor, 'two', 2, '乙');
    await pressAt(editor, 'NEW', 2, '丙');
    await pressAt(editor, 'three', 0, '丁');
    await untilAgreed(three);
    const [steps] = await Promise.all([
      undoSuggestions(reviewer),
      pressAt(editor, 'five', 4, '戊'),
    ]);
    await untilAgreed(three);
    // This includes suggestions that continue after text of other users.
    for (const { page } of three.users)
      await expect(textOf(page).locator(suggestedSelector)).toHaveCount(0);
    await Promise.all([pressAt(editor, 'five', 0, '己'), redoSteps(reviewer, steps)]);
    await untilAgreed(three);
    for (const { page } of three.users) {
      await expect.poll(() => lettersIn(page, 'del')).toBe('two ');
      await expect.poll(() => lettersIn(page, 'ins')).toBe('NEW ');
    }
    const words = await decideAll(three, 'reject');
    expectEachOnce(words, '甲乙丙丁戊己');
    expect(words.replaceAll(/[^\w ]/g, '')).toBe(sceneText);
  });

  await test.step('the editor undoes their own text inside suggestions', async () => {
    await startScene(three, `<p>${sceneText}</p>`);
    await suggestChanges(three);
    await pressAt(editor, 'two', 2, '乙');
    await pressAt(editor, 'NEW', 2, '丙');
    await untilAgreed(three);
    // Words that are typed shortly after one another may be one undo step, or two.
    await pressKeys(editor, 'Control+z');
    if ((await wordsOf(editor)) !== both) await pressKeys(editor, 'Control+z');
    expect(await untilAgreed(three)).toBe(both);
    expect(await decideAll(three, 'reject')).toBe(sceneText);
  });

  for (const verdict of ['Accept', 'Reject'] as const) {
    const isAccepted = verdict === 'Accept';
    await test.step(`the editor undoes and redoes a decision: ${verdict}`, async () => {
      await startScene(three, `<p>${sceneText}</p>`);
      await suggestChanges(three);
      await editor.getByRole('button', { name: new RegExp(`^${verdict}: Insert`) }).click();
      await editor.getByRole('button', { name: new RegExp(`^${verdict}: Delete`) }).click();
      expect(await untilAgreed(three)).toBe(isAccepted ? 'One three four NEW five' : sceneText);
      await pressAt(reviewer, 'three', 2, '甲');
      await untilAgreed(three);
      await focusText(editor);
      await pressKeys(editor, 'Control+z', 'Control+z');
      expect(await untilAgreed(three)).toBe('One two th甲ree four NEW five');
      await pressKeys(editor, 'Control+Shift+z', 'Control+Shift+z');
      expect(await untilAgreed(three)).toBe(
        isAccepted ? 'One th甲ree four NEW five' : 'One two th甲ree four five',
      );
      expect(await decideAll(three, 'reject')).toBe(
        isAccepted ? 'One three four NEW five' : sceneText,
      );
    });
  }
  await reloadAll(three);
  for (const { context } of three.users) await context.close();
});

const letters = 'αβγδεζηθικλμνξοπρστυφχψω';

/**
 * The place where the reviewer continues to write and the suggestion that the editor decides. Then
 * the text before and after the written characters, if accepted and if rejected.
 */
const places = [
  [
    'at the end of the insertion',
    'NEW',
    3,
    'Insert',
    ['One two three four NEW', ' five'],
    ['One two three four ', 'five'],
  ],
  [
    'in the middle of the insertion',
    'NEW',
    1,
    'Insert',
    ['One two three four N', 'EW five'],
    ['One two three four ', 'five'],
  ],
  [
    'right after the insertion',
    'five',
    0,
    'Insert',
    ['One two three four NEW ', 'five'],
    ['One two three four ', 'five'],
  ],
  [
    'right after the deletion',
    'three',
    0,
    'Delete',
    ['One ', 'three four NEW five'],
    ['One two ', 'three four NEW five'],
  ],
  [
    'right before the deletion',
    'One ',
    4,
    'Delete',
    ['One ', 'three four NEW five'],
    ['One ', 'two three four NEW five'],
  ],
] as const;

for (const verdict of ['Accept', 'Reject'] as const) {
  test(`the editor decides while the reviewer continues to write in a suggestion and beside it: ${verdict}`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    const three = await openForThree(browser, workspace, consoleErrors);
    const { editor, reviewer } = three;
    let decidedEarly = false;
    for (const [name, words, offset, what, accepted, rejected] of places) {
      await test.step(name, async () => {
        await startScene(three, `<p>${sceneText}</p>`);
        await suggestChanges(three);
        await putCaret(reviewer, words, offset);
        const decide = async (): Promise<string> => {
          await expect.poll(() => wordsOf(editor)).toContain('δ');
          const button = editor.getByRole('button', {
            name: new RegExp(`^${verdict}: (${what}|Replace)`),
          });
          await expect(button).toBeEnabled();
          // Reads the text at the moment of the press, in the same task. Characters that arrive
          // later are not part of the decision.
          return button.evaluate((element: HTMLButtonElement) => {
            const seen = document.querySelector('.ProseMirror')?.textContent ?? '';
            element.click();
            return seen;
          });
        };
        const [, seen] = await Promise.all([
          reviewer.keyboard.type(letters, { delay: 30 }),
          decide(),
        ]);
        await expectSaved(reviewer);
        await untilAgreed(three);
        // The caret is still at the place where the reviewer writes.
        await reviewer.keyboard.type('Ω');
        const [before, after] = verdict === 'Accept' ? accepted : rejected;
        const now = await untilAgreed(three);
        expect(now.startsWith(before) && now.endsWith(after), now).toBe(true);
        const written = now.slice(before.length, now.length - after.length);
        const all = `${letters}Ω`;
        const later = [...all].filter((letter) => !seen.includes(letter)).join('');
        // A rejection may only remove characters that the editor saw, and none that arrived later.
        if (verdict === 'Accept') expect(written).toBe(all);
        else
          expect(
            all.endsWith(written) && written.endsWith(later),
            `${written}, of which came later ${later}`,
          ).toBe(true);
        decidedEarly ||= later.length > 1;
      });
    }
    expect(decidedEarly, 'some letters come after the decision').toBe(true);
    await reloadAll(three);
    for (const { context } of three.users) await context.close();
  });
}
