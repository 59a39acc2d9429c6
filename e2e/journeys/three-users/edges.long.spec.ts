import { expect } from '@playwright/test';
import { test, textOf, wordsOf } from '../fixtures.ts';
import {
  untilAgreed,
  pressAt,
  startScene,
  decideAll,
  expectEachOnce,
  sceneText,
  tryToEdit,
  pressKeys,
  putCaret,
  openForThree,
  suggestChanges,
} from './three-users.ts';

/** Places before, in and after the suggested deletion and insertion, and what is typed there. */
const edges = [
  { words: 'two', offset: 0, letter: '甲' },
  { words: 'two', offset: 2, letter: '乙' },
  { words: 'three', offset: 0, letter: '丙' },
  { words: 'four ', offset: 5, letter: '丁' },
  { words: 'NEW ', offset: 2, letter: '戊' },
  { words: 'five', offset: 0, letter: '己' },
] as const;

for (const verdict of ['accept', 'reject'] as const) {
  const isAccepted = verdict === 'accept';

  test(`editor and reviewer type, split and join at the edges of suggestions, and then all is decided: ${verdict}`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    const three = await openForThree(browser, workspace, consoleErrors);
    const { editor, reviewer, viewer } = three;
    await test.step('the editor types before, in and after a deletion and an insertion', async () => {
      await startScene(three, `<p>${sceneText}</p>`);
      await Promise.all([suggestChanges(three), tryToEdit(three)]);
      for (const { words, offset, letter } of edges) await pressAt(editor, words, offset, letter);
      expect
        .soft(await decideAll(three, verdict))
        .toBe(
          isAccepted
            ? 'One 甲乙丙three four 丁NE戊W 己five'
            : 'One 甲tw乙o 丙three four 丁戊己five',
        );
    });

    await test.step('the editor presses Enter before, in and after both', async () => {
      await startScene(three, `<p>${sceneText}</p>`);
      await suggestChanges(three);
      for (const { words, offset } of edges) await pressAt(editor, words, offset, 'Enter');
      expect
        .soft(await decideAll(three, verdict))
        .toBe(
          isAccepted
            ? 'One \n\n\nthree four \nNE\nW \nfive'
            : 'One \ntw\no \nthree four \n\n\nfive',
        );
    });

    await test.step('the editor presses Backspace and Delete at the edges of both', async () => {
      await startScene(three, `<p>${sceneText}</p>`);
      await suggestChanges(three);
      await pressAt(editor, 'three', 0, 'Backspace');
      await pressAt(editor, 'One two', 4, 'Delete', 'Backspace');
      await pressAt(editor, 'five', 0, 'Backspace');
      await pressAt(editor, 'four NEW', 5, 'Delete', 'Backspace');
      expect
        .soft(await decideAll(three, verdict))
        .toBe(isAccepted ? 'Onethree fourEWfive' : 'Onewothree fourfive');
    });

    await test.step('the editor replaces text across the edges of both', async () => {
      await startScene(three, `<p>${sceneText}</p>`);
      await suggestChanges(three);
      await putCaret(editor, 'One two', 2, 4);
      await pressKeys(editor, '甲');
      await putCaret(editor, 'EW five', 1, 4);
      await pressKeys(editor, '乙');
      const words = await decideAll(three, verdict);
      expect.soft(words).toBe(isAccepted ? 'On甲three four NE乙ve' : 'On甲o three four 乙ve');
    });

    await test.step('the reviewer types, splits and joins at the same places', async () => {
      await startScene(three, `<p>${sceneText}</p><p>Last</p>`);
      await suggestChanges(three);
      await pressAt(reviewer, 'NEW ', 0, 'x');
      await pressAt(reviewer, 'five', 0, 'Enter', 'y');
      await pressAt(reviewer, 'xNEW', 0, 'Backspace');
      await pressAt(reviewer, 'One ', 4, 'z', 'Enter');
      await pressAt(reviewer, 'three', 0, 'w');
      await pressAt(reviewer, 'Last', 0, 'Backspace');
      await tryToEdit(three);
      const words = await decideAll(three, verdict);
      if (isAccepted) expect(words.replaceAll(/\s/g, '')).toBe('OnezwthreefourxNEWyfiveLast');
      else expect.soft(words).toBe(`${sceneText}\nLast`);
      if (isAccepted) expect(words.split('\n')).toHaveLength(3);
    });

    await test.step('the editor and the reviewer write concurrently in many places', async () => {
      await startScene(three, `<p>${sceneText}</p><p>Six seven eight nine ten</p>`);
      await suggestChanges(three);
      const letters = '甲乙丙丁戊己庚辛壬癸子丑寅卯';
      const writing = async (): Promise<void> => {
        const places = [
          'two',
          'wo',
          'three',
          'four',
          'NEW',
          'five',
          'Six',
          'eight',
          'ine',
          'ten',
          'hree',
          'ive',
          'even',
          'ight',
        ];
        for (const [i, place] of places.entries()) {
          // The reviewer may have written into this place shortly before.
          const text = await wordsOf(editor);
          await pressAt(
            editor,
            text.includes(place) ? place : (text.at(0) ?? ''),
            0,
            letters[i] ?? '',
          );
          if (i % 4 === 1) await pressKeys(editor, 'Enter');
        }
      };
      const suggesting = async (): Promise<void> => {
        const text = textOf(reviewer);
        for (const keys of [
          ['End', 'p'],
          ['q', 'Enter'],
          ['Backspace'],
          ['Delete', 'r'],
          ['Control+z'],
          ['Enter', 's'],
          ['Control+Shift+z'],
          ['End', 'Enter', 't'],
        ]) {
          const words = await wordsOf(reviewer);
          await putCaret(reviewer, words.slice(words.indexOf('n'), words.indexOf('n') + 1), 1);
          await pressKeys(reviewer, ...keys);
        }
        await expect(text).toBeVisible();
      };
      await Promise.all([writing(), suggesting(), tryToEdit(three)]);
      await untilAgreed(three);
      const gone = (await textOf(editor).locator('del').allInnerTexts()).join('');
      const words = await decideAll(three, verdict);
      expectEachOnce(
        words,
        [...letters].filter((letter) => !isAccepted || !gone.includes(letter)).join(''),
      );
      if (!isAccepted)
        expect(words.replaceAll(/[^\w ]/g, '')).toBe(`${sceneText}Six seven eight nine ten`);
    });
    await expect(textOf(viewer)).not.toContainText('VIEWER');
    for (const { context } of three.users) await context.close();
  });
}
