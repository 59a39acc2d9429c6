import type { Page } from '@playwright/test';
import type { SeededRandom } from './seeded-random.ts';
import { runCommand, cut, documentText, pasteHtml, press, putCaret } from './page-editor.ts';

const words = ['rain', 'a window', 'very', 'the third', 'and so', 'ink', '— or', 'été', '雨', '🦉'];

const htmlSamples = [
  '<p>One</p><p>Two</p>',
  '<ul><li>A</li><li>B</li></ul>',
  '<b>bold</b> plain',
  '<table><tr><td>x</td><td>y</td></tr></table>',
  '<h2>Head</h2>',
  '<h3>Rich</h3><p>Some <i>slanted</i> and <code>coded</code> words</p><ol><li>first<ul><li>inner</li></ul></li></ol><hr>',
  '<blockquote><p>quoted</p><ul><li>within</li></ul></blockquote><pre><code>let a\nlet b</code></pre>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>',
];

type Act = (page: Page, random: SeededRandom) => Promise<void>;

/**
 * Random acts on a text, each performed as a user does it: by keys, by the mouse, or by a button of
 * the page.
 */
const randomActs: Readonly<Record<string, Act>> = {
  type: (page, random) => page.keyboard.type(` ${random.pick(words)}`),
  'delete back': (page, random) => press(page, 'Backspace', 1 + random.upTo(6)),
  'delete on': (page, random) => press(page, 'Delete', 1 + random.upTo(6)),
  'delete a word': (page) => press(page, 'Control+Backspace'),
  split: (page) => press(page, 'Enter'),
  'split twice': (page) => press(page, 'Enter', 2),
  'break the line': (page) => press(page, 'Shift+Enter'),
  join: async (page) => {
    await press(page, 'Home');
    await press(page, 'Backspace');
  },
  'join with the next': async (page) => {
    await press(page, 'End');
    await press(page, 'Delete');
  },
  replace: async (page, random) => {
    await press(page, 'Shift+ArrowRight', 1 + random.upTo(8));
    await page.keyboard.type(random.pick(words));
  },
  'delete across': async (page, random) => {
    await press(page, 'Shift+ArrowDown', 1 + random.upTo(2));
    await press(page, random.pick(['Delete', 'Backspace', 'Enter']));
  },
  format: async (page, random) => {
    await press(page, 'Shift+ArrowRight', 1 + random.upTo(9));
    await press(page, random.pick(['Control+b', 'Control+i', 'Control+e']));
  },
  heading: (page, random) =>
    press(page, random.pick(['Control+Alt+1', 'Control+Alt+2', 'Control+Alt+3', 'Control+Alt+0'])),
  code: (page) => press(page, 'Control+Alt+c'),
  quote: (page) => press(page, 'Control+Shift+b'),
  'callout or toggle': (page, random) => runCommand(page, ...random.pick(wrapCommands)),
  'move the block': (page, random) =>
    press(page, random.pick(['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'])),
  list: (page, random) =>
    press(page, random.pick(['Control+Shift+7', 'Control+Shift+8', 'Control+Shift+9'])),
  'in and out': (page, random) => press(page, random.pick(['Tab', 'Shift+Tab'])),
  'in and out of a list': async (page, random) => {
    if (await putCaret(page, random, 'li'))
      await press(page, random.pick(['Tab', 'Shift+Tab']), 1 + random.upTo(2));
  },
  table: async (page, random) => {
    if (await putCaret(page, random, 'td, th')) await runCommand(page, random.pick(tableCommands));
    else
      await pasteHtml(
        page,
        '<table><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></table>',
      );
  },
  undo: (page, random) => press(page, 'Control+z', 1 + random.upTo(3)),
  redo: (page, random) => press(page, 'Control+Shift+z', 1 + random.upTo(2)),
  'cut and paste': async (page, random) => {
    await press(page, 'Shift+ArrowRight', 1 + random.upTo(12));
    if (random.upTo(3) === 0) await press(page, 'Shift+ArrowDown');
    // With an empty selection the clipboard still holds the previous cut. Pasting it again would
    // duplicate that text.
    if (!(await cut(page))) return;
    await putCaret(page, random);
    await press(page, 'Control+v');
  },
  drag,
  paste: (page, random) => pasteHtml(page, random.pick(htmlSamples)),
};

/** Editor commands that wrap blocks in a container or lift them out of it, with their arguments. */
const wrapCommands: readonly (readonly [string, ...unknown[]])[] = [
  ['wrapIn', 'callout'],
  ['wrapIn', 'toggle'],
  ['lift', 'callout'],
  ['lift', 'toggle'],
];

const tableCommands = [
  'addRowAfter',
  'addRowBefore',
  'deleteRow',
  'addColumnAfter',
  'addColumnBefore',
  'deleteColumn',
  'deleteTable',
];

/** Selects some characters and drags them to another place with the mouse. */
async function drag(page: Page, random: SeededRandom): Promise<void> {
  await press(page, 'Shift+ArrowRight', 2 + random.upTo(8));
  const ends = await page.locator(documentText).evaluate(
    (root, part) => {
      const selection = getSelection();
      if (selection === null || selection.isCollapsed) return null;
      const [from] = selection.getRangeAt(0).getClientRects();
      const blocks = [...root.querySelectorAll('p, h1, h2, h3, h4')].filter((block) => {
        const { top, bottom } = block.getBoundingClientRect();
        return top > 130 && bottom < innerHeight - 70;
      });
      const to = blocks[Math.floor(part * blocks.length)]?.getBoundingClientRect();
      if (
        from === undefined ||
        to === undefined ||
        from.top < 130 ||
        from.bottom > innerHeight - 70
      )
        return null;
      const middle = (box: DOMRect, share: number): [number, number] => [
        box.x + box.width * share,
        box.y + box.height / 2,
      ];
      return { from: middle(from, 0.5), to: middle(to, part) };
    },
    random.upTo(1000) / 1000,
  );
  if (ends === null) return;
  await page.mouse.move(...ends.from);
  await page.mouse.down();
  await page.mouse.move(...ends.to, { steps: 6 });
  await page.mouse.up();
}

/** Performs a random act. Returns its name. */
export async function performRandomAct(page: Page, random: SeededRandom): Promise<string> {
  const act = random.pick(Object.keys(randomActs));
  // Undo and redo apply to the last act, independently of the caret.
  if (act !== 'undo' && act !== 'redo') await putCaret(page, random);
  await randomActs[act]?.(page, random);
  return act;
}

/**
 * Returns the text that a page shows, one block per line with its tag name, without the carets of
 * other users.
 */
export function shownText(page: Page): Promise<string> {
  return page.locator(documentText).evaluate((root) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret, .ProseMirror-widget')) caret.remove();
    const blocks = [...copy.querySelectorAll('p, h1, h2, h3, h4, pre, hr, li, td, th, blockquote')];
    return blocks
      .map(
        (block) =>
          `${block.tagName}${block.querySelector('p, h1, h2, pre, li, td') ? '' : ` ${block.textContent ?? ''}`}`,
      )
      .join('\n');
  });
}
