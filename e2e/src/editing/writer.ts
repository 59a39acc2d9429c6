import type { Page } from '@playwright/test';
import type { SeededRandom } from './seeded-random.ts';
import { shownCharacters, press, putCaretAtStart, putCaret } from './page-editor.ts';

/** Result of writing a word: it stays in the text, or its writer undid it. */
export type Written = { readonly word: string; readonly isKept: boolean };

/** Pause after which the editor begins a new undo step, with a margin (ms). */
const pause = 650;

/** Maximum number of undo steps for one word on a slow machine. */
const stepsMax = 4;

/**
 * Writes a unique word and performs an act that preserves all text. Acts are Enter, Backspace at
 * the beginning of a block, list indentation, undo and redo. Some acts undo the word itself.
 */
export async function writeWord(page: Page, random: SeededRandom, word: string): Promise<Written> {
  const act = random.pick(writerActs);
  return { word, isKept: await act(page, random, word) };
}

/** Acts of the writer. Each returns true if the word stays in the text. */
const writerActs: readonly ((
  page: Page,
  random: SeededRandom,
  word: string,
) => Promise<boolean>)[] = [
  typeWord,
  typeWord,
  typeWord,
  async (page, random, word) => {
    await typeWord(page, random, word);
    await press(page, 'Enter', 1 + random.upTo(2));
    return true;
  },
  async (page, random, word) => {
    await putCaret(page, random);
    await press(page, 'End');
    await page.keyboard.type(` ${word} `);
    return true;
  },
  async (page, random, word) => {
    await putCaret(page, random);
    await press(page, 'Enter');
    await page.keyboard.type(word);
    return true;
  },
  async (page, random, word) => {
    if (await putCaretAtStart(page, random)) await press(page, 'Backspace');
    return typeWord(page, random, word);
  },
  async (page, random, word) => {
    if (await putCaret(page, random, 'li')) await press(page, random.pick(['Tab', 'Shift+Tab']));
    return typeWord(page, random, word);
  },
  async (page, random, word) => {
    await putCaret(page, random);
    await press(
      page,
      random.pick([
        'Control+Shift+7',
        'Control+Shift+8',
        'Control+Shift+9',
        'Control+Alt+2',
        'Control+Alt+0',
      ]),
    );
    return typeWord(page, random, word);
  },
  async (page, random, word) => {
    // Undo of Enter joins the paragraph again.
    await typeWord(page, random, word);
    await page.waitForTimeout(pause);
    await press(page, 'Enter');
    await press(page, 'Control+z');
    return true;
  },
  async (page, random, word) => {
    await writeAndUndo(page, random, word);
    return false;
  },
  async (page, random, word) => {
    const steps = await writeAndUndo(page, random, word);
    await press(page, 'Control+Shift+z', steps);
    return true;
  },
];

async function typeWord(page: Page, random: SeededRandom, word: string): Promise<boolean> {
  await putCaret(page, random);
  await page.keyboard.type(` ${word} `);
  return true;
}

/** Writes a word as a separate undo step and undoes it. Returns the number of steps. */
async function writeAndUndo(page: Page, random: SeededRandom, word: string): Promise<number> {
  await page.waitForTimeout(pause);
  await putCaret(page, random);
  await page.keyboard.type(word);
  for (let steps = 1; steps <= stepsMax; steps += 1) {
    await press(page, 'Control+z');
    if (!(await shownCharacters(page, 'ins')).includes(word)) return steps;
  }
  throw new Error(`undo does not take ${word} back`);
}
