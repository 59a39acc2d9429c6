import { expect } from '@playwright/test';
import { shownText } from '../../src/editing/acts.ts';
import {
  expectSaved,
  focusText,
  openSideTab,
  openDocument,
  openBothSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
} from '../fixtures.ts';
import {
  untilAgreed,
  pressAt,
  startScene,
  decideAll,
  redoSteps,
  pressKeys,
  putCaret,
  openForThree,
  suggestedSelector,
  undoSuggestions,
} from './three-users.ts';

const line = 'One two three four';

test('a reviewer undoes and redoes a suggestion after the editor has split and joined blocks in it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { editor, reviewer } = three;

  await test.step('an insertion that the editor splits', async () => {
    await startScene(three, `<p>${line}</p>`);
    await pressAt(reviewer, line, 8, 'NEW WORDS ');
    await pressAt(editor, 'NEW WORDS', 4, 'Enter');
    expect(await untilAgreed(three)).toBe('One two NEW \nWORDS three four');
    const steps = await undoSuggestions(reviewer);
    expect(await untilAgreed(three)).toBe('One two \nthree four');
    await redoSteps(reviewer, steps);
    expect(await untilAgreed(three)).toBe('One two NEW \nWORDS three four');
    expect(await decideAll(three, 'reject')).toBe('One two \nthree four');
  });

  await test.step('a deletion that the editor splits', async () => {
    await startScene(three, `<p>${line}</p>`);
    await putCaret(reviewer, line, 4, 10);
    await pressKeys(reviewer, 'Delete');
    await pressAt(editor, line, 8, 'Enter');
    await untilAgreed(three);
    const steps = await undoSuggestions(reviewer);
    expect(await untilAgreed(three)).toBe('One two \nthree four');
    await redoSteps(reviewer, steps);
    await untilAgreed(three);
    expect(await decideAll(three, 'accept')).toBe('One \nfour');
  });

  await test.step('a deletion across two paragraphs that the editor joins', async () => {
    await startScene(three, '<p>One two</p><p>three four</p>');
    await putCaret(reviewer, 'One two', 4);
    for (let i = 0; i < 10; i += 1) await reviewer.keyboard.press('Shift+ArrowRight');
    await pressKeys(reviewer, 'Delete');
    await expect(textOf(editor).locator(suggestedSelector)).not.toHaveCount(0);
    await pressAt(editor, 'three', 0, 'Backspace');
    await untilAgreed(three);
    const steps = await undoSuggestions(reviewer);
    expect(await untilAgreed(three)).toBe('One twothree four');
    await redoSteps(reviewer, steps);
    await untilAgreed(three);
    expect(await decideAll(three, 'accept')).toBe('One four');
  });

  await test.step('a split that the editor reverts, and a join that the editor carries out', async () => {
    await startScene(three, `<p>${line}</p><p>Last</p>`);
    await pressAt(reviewer, line, 8, 'Enter');
    await expect.poll(() => wordsOf(editor)).toBe('One two \nthree four\nLast');
    await pressAt(editor, 'three', 0, 'Backspace');
    await pressAt(reviewer, 'Last', 0, 'Backspace');
    await expect(textOf(editor).locator('[data-deletion]')).toHaveCount(1);
    await pressAt(editor, 'Last', 0, 'Backspace');
    expect(await untilAgreed(three)).toBe(`${line}Last`);
    for (const key of [
      'Control+z',
      'Control+z',
      'Control+Shift+z',
      'Control+Shift+z',
      'Control+z',
      'Control+z',
    ]) {
      await pressKeys(reviewer, key);
      await untilAgreed(three);
    }
    for (const { page } of three.users)
      await expect(textOf(page).locator(suggestedSelector)).toHaveCount(0);
    expect(await untilAgreed(three)).toBe(`${line}Last`);
  });
  for (const { context } of three.users) await context.close();
});

/**
 * Acts at a caret in the middle of a line: the keys, if the act is redone, and the line after an X
 * is typed, also that of a reviewer if it differs.
 */
const places: readonly {
  readonly name: string;
  readonly keys: readonly string[];
  readonly isAgain: boolean;
  readonly shown: string;
  readonly suggested?: string;
}[] = [
  { name: 'Enter', keys: ['Enter'], isAgain: false, shown: 'P Hello braXve world' },
  { name: 'a list', keys: ['Control+Shift+8'], isAgain: true, shown: 'LI\nP Hello braXve world' },
  {
    name: 'a task list',
    keys: ['Control+Shift+9'],
    isAgain: true,
    shown: 'LI\nP Hello braXve world',
  },
  { name: 'a heading', keys: ['Control+Alt+2'], isAgain: true, shown: 'H2 Hello braXve world' },
  {
    name: 'a quote',
    keys: ['Control+Shift+b'],
    isAgain: true,
    shown: 'BLOCKQUOTE\nP Hello braXve world',
  },
  { name: 'a letter', keys: ['n'], isAgain: true, shown: 'P Hello branXve world' },
  {
    name: 'a cut',
    keys: ['Shift+ArrowRight', 'Shift+ArrowRight', 'Control+x'],
    isAgain: true,
    shown: 'P Hello braX world',
    // The letters that a reviewer cuts are struck.
    suggested: 'P Hello braXve world',
  },
];

test('the caret keeps its place after undo and redo of a split, a list, a heading, a quote, a letter and a cut', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  for (const who of ['editor', 'reviewer'] as const) {
    const page = three[who];
    for (const { name, keys, isAgain, shown, suggested: struck } of places)
      await test.step(`${who}: ${name}`, async () => {
        await startScene(three, '<p>Before it</p><p>Hello brave world</p><p>After it</p>');
        await putCaret(page, 'Hello brave', 9);
        for (const key of keys) await page.keyboard.press(key);
        await untilAgreed(three);
        await pressKeys(page, 'Control+z');
        await untilAgreed(three);
        expect(await wordsOf(page)).toBe('Before it\nHello brave world\nAfter it');
        if (isAgain) await pressKeys(page, 'Control+Shift+z');
        await untilAgreed(three);
        await pressKeys(page, 'X');
        await untilAgreed(three);
        expect((await shownText(three.viewer)).replaceAll(/ $/gm, '')).toBe(
          `P Before it\n${who === 'reviewer' ? (struck ?? shown) : shown}\nP After it`,
        );
        if (who === 'reviewer') await decideAll(three, 'accept');
      });
  }
  for (const { context } of three.users) await context.close();
});

test('Delete moves past letters that it strikes, and stays in place when it removes letters of the user’s own suggestion', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { reviewer } = three;
  await startScene(three, `<p>${line}</p>`);
  await pressAt(reviewer, line, 4, 'abcdef ');
  await putCaret(reviewer, 'One abcdef', 4);
  await pressKeys(reviewer, 'Delete', 'Delete', 'Delete');
  expect(await untilAgreed(three)).toBe('One def two three four');
  await putCaret(reviewer, 'two three', 0);
  await pressKeys(reviewer, 'Delete', 'Delete', 'Delete', 'Delete');
  expect(await untilAgreed(three)).toBe('One def two three four');
  expect(await decideAll(three, 'accept')).toBe('One def three four');
  for (const { context } of three.users) await context.close();
});

test('a restored version keeps the authors of its letters', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'One morning it rained.', 'On the engine');
  await openDocument(ben, workspace, id);
  await textOf(ben.page).click();
  await ben.page.keyboard.press('Control+End');
  await ben.page.keyboard.type(' The river rose.');
  await expectSaved(ben.page);
  const whole = 'One morning it rained. The river rose.';
  await expect.poll(() => wordsOf(ada.page)).toBe(whole);
  await openSideTab(ada.page, 'Authors');
  const shares = ada.page.getByRole('list', { name: 'Share of each author' }).getByRole('listitem');
  await expect(shares).toHaveText([/Ada Lovelace/, /Ben Okri/]);
  const before = await shares.allInnerTexts();
  await openSideTab(ada.page, 'History');
  await ada.page.getByRole('textbox', { name: 'Version name' }).fill('With both');
  await ada.page.getByRole('button', { name: 'Save version' }).click();
  const version = ada.page.getByRole('button', { name: /^With both/ });
  await expect(version).toBeVisible();
  // Ada replaces the whole text first, so that the restore inserts it again. Its characters must
  // keep their authors.
  await focusText(ada.page);
  await pressKeys(ada.page, 'Control+a', 'Delete', 'Nothing');
  await expectSaved(ada.page);
  await version.click();
  await ada.page.getByRole('button', { name: 'Restore With both' }).click();
  await ada.page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(() => wordsOf(ada.page)).toBe(whole);
  await expect.poll(() => wordsOf(ben.page)).toBe(whole);
  await openSideTab(ada.page, 'Authors');
  await expect.poll(() => shares.allInnerTexts()).toEqual(before);
  await ada.page
    .getByRole('tabpanel', { name: 'Authors' })
    .getByRole('switch', { name: 'Show author colours' })
    .press('Space');
  await expect(textOf(ada.page).locator('.authored')).toHaveText([
    'One morning it rained.',
    ' The river rose.',
  ]);
  await ada.context.close();
  await ben.context.close();
});
