import { expect, type Page } from '@playwright/test';
import { shownText } from '../../src/editing/acts.ts';
import { expectOutage, test, textOf } from '../fixtures.ts';
import {
  untilAgreed,
  pressAt,
  startScene,
  decideAll,
  tryToEdit,
  pressKeys,
  putCaret,
  reloadAll,
  openForThree,
} from './three-users.ts';

/**
 * Block changes that a reviewer suggests for a paragraph: the keys, and the expected blocks after
 * the editor has split it.
 */
const kinds = [
  { name: 'Heading', keys: 'Control+Alt+2', split: ['H2 Heading 甲o', 'H2 ne two'] },
  { name: 'List', keys: 'Control+Shift+8', split: ['LI', 'P List 甲o', 'LI', 'P ne two'] },
  { name: 'Quote', keys: 'Control+Shift+b', split: ['BLOCKQUOTE', 'P Quote 甲o', 'P ne two'] },
  // Enter in code breaks the line, also if the code block is only suggested.
  { name: 'Code', keys: 'Control+Alt+c', split: ['PRE Code 甲o', 'ne two'] },
] as const;

const changed = '[data-modification]';

test('a reviewer changes the kind of paragraphs while the editor writes in them and splits them', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { editor, reviewer } = three;
  for (const verdict of ['reject', 'accept'] as const) {
    await test.step(`the editor decides about all suggestions: ${verdict}`, async () => {
      await startScene(
        three,
        kinds.map(({ name }) => `<p>${name} one two</p><p>After ${name}</p>`).join(''),
      );
      await Promise.all([
        (async () => {
          for (const { name, keys } of kinds) await pressAt(reviewer, name, 0, keys);
        })(),
        (async () => {
          for (const { name } of kinds) await pressAt(editor, `${name} one`, name.length + 1, '甲');
        })(),
        tryToEdit(three),
      ]);
      await expect(textOf(editor).locator(changed)).toHaveCount(kinds.length);
      for (const { name } of kinds)
        await pressAt(editor, `${name} 甲one`, name.length + 3, 'Enter');
      await decideAll(three, verdict);
      const plain = kinds.flatMap(({ name }) => [
        ...(name === 'Code' ? [`P ${name} 甲one two`] : [`P ${name} 甲o`, 'P ne two']),
        `P After ${name}`,
      ]);
      const accepted = kinds.flatMap(({ name, split }) => [...split, `P After ${name}`]);
      expect((await shownText(editor)).split('\n')).toEqual(
        verdict === 'accept' ? accepted : plain,
      );
    });
  }
  await reloadAll(three);
  for (const { context } of three.users) await context.close();
});

const square = `<table>${['a', 'b', 'c'].map((row) => `<tr>${[1, 2, 3].map((n) => `<td><p>${row}${n}</p></td>`).join('')}</tr>`).join('')}</table><p>After</p>`;

/** Returns the text of a page's table, row by row. */
function cellsOf(page: Page): Promise<string[]> {
  return textOf(page).evaluate((root) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret, .ProseMirror-widget')) caret.remove();
    return [...copy.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent || '·').join(' '),
    );
  });
}

/** Runs an action of the table's toolbar in the cell with these words. */
async function inTable(page: Page, words: string, act: string): Promise<void> {
  await putCaret(page, words);
  await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: act }).click();
}

test('a reviewer suggests text, a new row and a deleted column in a table, which are marked, while the editor writes in it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { editor, reviewer } = three;
  const suggest = async (): Promise<void> => {
    await pressAt(reviewer, 'b2', 2, 'NEW');
    await inTable(reviewer, 'c1', 'Add a row below');
    await inTable(reviewer, 'a3', 'Delete the column');
  };
  for (const verdict of ['reject', 'accept'] as const) {
    const isAccepted = verdict === 'accept';
    await test.step(`the editor writes in other cells, then decides about all suggestions: ${verdict}`, async () => {
      await startScene(three, square);
      const write = async (): Promise<void> => {
        await pressAt(editor, 'a1', 0, '甲');
        await pressAt(editor, 'b2', 0, '乙');
        await pressAt(editor, 'c2', 2, '丙');
      };
      await Promise.all([suggest(), write(), tryToEdit(three)]);
      await decideAll(three, verdict);
      expect(await cellsOf(editor)).toEqual(
        isAccepted
          ? ['甲a1 a2', 'b1 乙b2NEW', 'c1 c2丙', '· ·']
          : ['甲a1 a2 a3', 'b1 乙b2 b3', 'c1 c2丙 c3'],
      );
    });

    await test.step(`the editor writes in the deleted column, adds a row and a column, then decides about all suggestions: ${verdict}`, async () => {
      await startScene(three, square);
      await suggest();
      await untilAgreed(three);
      const cells = textOf(editor).locator('td');
      // The reviewer also deleted the third column.
      const added = textOf(editor).locator('tr').last().locator('td');
      for (const at of [0, 1]) await expect(added.nth(at)).not.toHaveCSS('box-shadow', 'none');
      for (const row of ['a', 'b', 'c'])
        await expect(cells.filter({ hasText: `${row}3` })).not.toHaveCSS('box-shadow', 'none');
      await expect(cells.filter({ hasText: 'a1' })).toHaveCSS('box-shadow', 'none');
      await pressAt(editor, 'b3', 2, '甲');
      await inTable(editor, 'a1', 'Add a row above');
      await pressAt(editor, 'a1', 0, '乙');
      await inTable(editor, 'a1', 'Add a column after');
      await decideAll(three, verdict);
      // The editor wrote in a cell whose column is deleted. The text moves to the end of the
      // previous cell, and the editor's own cells remain.
      expect(await cellsOf(editor)).toEqual(
        isAccepted
          ? ['· · · ·', '乙a1 · a2 ·', 'b1 · b2NEW甲 ·', 'c1 · c2 ·', '· · · ·']
          : ['· · · ·', '乙a1 · a2 a3', 'b1 · b2 b3甲', 'c1 · c2 c3'],
      );
    });
  }
  for (const verdict of ['reject', 'accept'] as const) {
    await test.step(`a column and a row are added concurrently, then the editor decides about all suggestions: ${verdict}`, async () => {
      await startScene(three, square);
      expectOutage(consoleErrors);
      await reviewer.context().setOffline(true);
      await inTable(reviewer, 'b1', 'Add a column after');
      await inTable(editor, 'b1', 'Add a row below');
      await reviewer.context().setOffline(false);
      await untilAgreed(three);
      await decideAll(three, verdict);
      expect(await cellsOf(editor)).toEqual(
        verdict === 'accept'
          ? ['a1 · a2 a3', 'b1 · b2 b3', '· · · ·', 'c1 · c2 c3']
          : ['a1 a2 a3', 'b1 b2 b3', '· · ·', 'c1 c2 c3'],
      );
    });
  }
  await reloadAll(three);
  for (const { context } of three.users) await context.close();
});

test('code that becomes a list or is joined with a paragraph keeps its line breaks while others write in it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const three = await openForThree(browser, workspace, consoleErrors);
  const { editor, reviewer } = three;
  for (const verdict of ['reject', 'accept'] as const) {
    await test.step(`the reviewer changes the code to a list, then the editor decides about all suggestions: ${verdict}`, async () => {
      await startScene(three, '<p>Before</p><pre><code>one\ntwo\nthree</code></pre><p>After</p>');
      await pressAt(reviewer, 'one', 1, 'Control+Shift+8');
      const item = textOf(editor).locator('li p');
      await expect(item.locator('br:not(.ProseMirror-trailingBreak)')).toHaveCount(2);
      await pressAt(editor, 'two', 3, ' 甲');
      await decideAll(three, verdict);
      const now = (await shownText(editor)).split('\n');
      if (verdict === 'reject')
        expect(now).toEqual(['P Before', 'PRE one', 'two 甲', 'three', 'P After']);
      else {
        // The editor's text follows one of the three lines, and no line is lost.
        expect(now.join('|')).toContain(' 甲');
        expect(now.join('|').replace(' 甲', '')).toBe('P Before|LI|P onetwothree|P After');
        await expect(item.locator('br:not(.ProseMirror-trailingBreak)')).toHaveCount(2);
      }
    });
  }
  await test.step('the editor joins the code with a paragraph', async () => {
    await startScene(three, '<p>Before</p><pre><code>one\ntwo</code></pre><p>After</p>');
    await putCaret(editor, 'Before', 2);
    for (let i = 0; i < 6; i += 1) await editor.keyboard.press('Shift+ArrowRight');
    await pressKeys(editor, 'Delete');
    await expect(textOf(editor).locator('pre')).toHaveCount(0);
    await expect(textOf(editor).locator('p').first().locator('br')).toHaveCount(1);
    await untilAgreed(three);
  });
  await reloadAll(three);
  for (const { context } of three.users) await context.close();
});
