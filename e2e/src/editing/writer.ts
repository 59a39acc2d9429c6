import type { Page } from '@playwright/test';
import type { Chance } from './chance.ts';
import { lettersOn, press, putAtStart, putCaret } from './places.ts';

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
export async function write(page: Page, chance: Chance, word: string): Promise<Written> {
  const act = chance.one(writerActs);
  return { word, isKept: await act(page, chance, word) };
}

/** Acts of the writer. Each returns true if the word stays in the text. */
const writerActs: readonly ((page: Page, chance: Chance, word: string) => Promise<boolean>)[] = [
  type,
  type,
  type,
  async (page, chance, word) => {
    await type(page, chance, word);
    await press(page, 'Enter', 1 + chance.upTo(2));
    return true;
  },
  async (page, chance, word) => {
    await putCaret(page, chance);
    await press(page, 'End');
    await page.keyboard.type(` ${word} `);
    return true;
  },
  async (page, chance, word) => {
    await putCaret(page, chance);
    await press(page, 'Enter');
    await page.keyboard.type(word);
    return true;
  },
  async (page, chance, word) => {
    if (await putAtStart(page, chance)) await press(page, 'Backspace');
    return type(page, chance, word);
  },
  async (page, chance, word) => {
    if (await putCaret(page, chance, 'li')) await press(page, chance.one(['Tab', 'Shift+Tab']));
    return type(page, chance, word);
  },
  async (page, chance, word) => {
    await putCaret(page, chance);
    await press(
      page,
      chance.one([
        'Control+Shift+7',
        'Control+Shift+8',
        'Control+Shift+9',
        'Control+Alt+2',
        'Control+Alt+0',
      ]),
    );
    return type(page, chance, word);
  },
  async (page, chance, word) => {
    // Undo of Enter joins the paragraph again.
    await type(page, chance, word);
    await page.waitForTimeout(pause);
    await press(page, 'Enter');
    await press(page, 'Control+z');
    return true;
  },
  async (page, chance, word) => {
    await takeBack(page, chance, word);
    return false;
  },
  async (page, chance, word) => {
    const steps = await takeBack(page, chance, word);
    await press(page, 'Control+Shift+z', steps);
    return true;
  },
];

async function type(page: Page, chance: Chance, word: string): Promise<boolean> {
  await putCaret(page, chance);
  await page.keyboard.type(` ${word} `);
  return true;
}

/** Writes a word as a separate undo step and undoes it. Returns the number of steps. */
async function takeBack(page: Page, chance: Chance, word: string): Promise<number> {
  await page.waitForTimeout(pause);
  await putCaret(page, chance);
  await page.keyboard.type(word);
  for (let steps = 1; steps <= stepsMax; steps += 1) {
    await press(page, 'Control+z');
    if (!(await lettersOn(page, 'ins')).includes(word)) return steps;
  }
  throw new Error(`undo does not take ${word} back`);
}
