import type { Page } from '@playwright/test';
import type { Chance } from './chance.ts';

const text = '[role="textbox"][aria-label="Document text"]';

/** Puts the caret anywhere into the text. */
async function putCaret(page: Page, chance: Chance): Promise<void> {
  await page.locator(text).evaluate(
    (root, part) => {
      const places: [Node, number][] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest('.othersCaret, [contenteditable="false"]')) continue;
        if (node instanceof Text) for (let at = 0; at <= node.data.length; at += 1) places.push([node, at]);
        else if (node instanceof Element && node.matches('p, h1, h2, h3, h4, pre') && node.textContent === '')
          places.push([node, 0]);
      }
      const [node, at] = places[Math.floor(part * places.length)] ?? [root, 0];
      (root as HTMLElement).focus({ preventScroll: true });
      getSelection()?.collapse(node, at);
    },
    chance.upTo(1_000_000) / 1_000_000,
  );
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
}

const words = ['rain', 'a window', 'very', 'the third', 'and so', 'ink', '— or', 'été', '雨', '🦉'];

/** What somebody does who may do everything to a text, each as people do it: by keys. */
const wildActs: Readonly<Record<string, (page: Page, chance: Chance) => Promise<void>>> = {
  type: (page, chance) => page.keyboard.type(` ${chance.one(words)}`),
  'delete back': (page, chance) => press(page, 'Backspace', 1 + chance.upTo(6)),
  'delete on': (page, chance) => press(page, 'Delete', 1 + chance.upTo(6)),
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
  replace: async (page, chance) => {
    await press(page, 'Shift+ArrowRight', 1 + chance.upTo(8));
    await page.keyboard.type(chance.one(words));
  },
  'delete across': async (page, chance) => {
    await press(page, 'Shift+ArrowDown', 1 + chance.upTo(2));
    await press(page, chance.one(['Delete', 'Backspace', 'Enter']));
  },
  format: async (page, chance) => {
    await press(page, 'Shift+ArrowRight', 1 + chance.upTo(9));
    await press(page, chance.one(['Control+b', 'Control+i', 'Control+e']));
  },
  'block type': (page, chance) => press(page, chance.one(['Control+Alt+2', 'Control+Alt+0', 'Control+Shift+b', 'Control+Alt+c'])),
  list: (page, chance) => press(page, chance.one(['Control+Shift+7', 'Control+Shift+8', 'Control+Shift+9'])),
  'in and out': (page, chance) => press(page, chance.one(['Tab', 'Shift+Tab'])),
  undo: (page, chance) => press(page, 'Control+z', 1 + chance.upTo(3)),
  redo: (page) => press(page, 'Control+Shift+z'),
  paste: (page, chance) =>
    page.locator(text).evaluate(
      (root, given) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', given);
        root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      chance.one([
        '<p>One</p><p>Two</p>',
        '<ul><li>A</li><li>B</li></ul>',
        '<b>bold</b> plain',
        '<table><tr><td>x</td><td>y</td></tr></table>',
        '<h2>Head</h2>',
      ]),
    ),
};

/** Does something of everything; answers what. */
export async function doAnything(page: Page, chance: Chance): Promise<string> {
  const act = chance.one(Object.keys(wildActs));
  // Undo belongs to what one has done last, wherever the caret is.
  if (act !== 'undo' && act !== 'redo') await putCaret(page, chance);
  await wildActs[act]?.(page, chance);
  return act;
}

/** Writes a word that nobody else writes; now and then begins a paragraph. Nothing is taken away. */
export async function write(page: Page, chance: Chance, word: string): Promise<void> {
  await putCaret(page, chance);
  if (chance.upTo(6) === 0) await press(page, 'End');
  await page.keyboard.type(` ${word} `);
  if (chance.upTo(8) === 0) await press(page, 'Enter');
}

/** What a page shows of the text, block by block with its kind; without the carets of others. */
export function shownOn(page: Page): Promise<string> {
  return page.locator(text).evaluate((root) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret, .ProseMirror-widget')) caret.remove();
    const blocks = [...copy.querySelectorAll('p, h1, h2, h3, h4, pre, hr, li, td, th, blockquote')];
    return blocks
      .map((block) => `${block.tagName}${block.querySelector('p, h1, h2, pre, li, td') ? '' : ` ${block.textContent ?? ''}`}`)
      .join('\n');
  });
}
