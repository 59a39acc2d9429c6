import type { Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { doAnything, shownOn } from './acts.ts';
import type { Chance } from './chance.ts';
import { isSuggested, keyOf, miscounted, saidBy } from './expected.ts';
import { complaintsOn } from './lines.ts';
import { heldBy, lettersOn } from './places.ts';
import { unsentOn } from './unsent.ts';
import { write } from './writer.ts';

/** The people at one document: one who writes into it, one who may only suggest, one who only reads. */
export type Desks = { readonly writer: Page; readonly reviewer: Page; readonly reader: Page };

/** What is decided about all suggestions at the end of a round. */
export type Verdict = 'accept' | 'reject';

/** What a round did and found; `wrong` is empty where all is well. */
export type RoundOutcome = {
  readonly acts: readonly string[];
  readonly words: number;
  readonly wrong: readonly string[];
  /** Letters that are missing, and letters that are there too often. */
  readonly few: number;
  readonly many: number;
  /** The shared document as it was before the decision. */
  readonly before: Uint8Array;
  /** What a page has kept because the server would not take it: Yjs updates in base64 with the decisions they carry, in their order. */
  readonly unsent: readonly string[];
};

/** What a round is played with. `known`: the words that stand in the text, `gone`: those that their writer took back. */
export type Given = {
  readonly round: number;
  readonly steps: number;
  readonly verdict: Verdict;
  readonly known: Set<string>;
  readonly gone: Set<string>;
  /** Answers the shared document as a client of its own has it. */
  readonly state: () => Uint8Array;
};

/** The first of the words that the writer writes: each is one letter. */
const firstWord = '\u4e00';

/** Milliseconds in which all pages have to say the same once nobody does anything any more. */
const patience = 60_000;

/** Milliseconds without a suggestion after which none is on its way any more. */
const calmFor = 1_500;

/** Milliseconds after which a button that was there a moment ago has gone for good. */
const goneAfter = 5_000;

/**
 * Plays a round: the writer writes words one by one while the reviewer does anything to the text; then the writer decides about all
 * suggestions. All pages have to hold the document that the stored one of before says in the view of the verdict, and the letters that the
 * page showed outside of the suggestions; after a rejection also every word that was written, once.
 */
export async function playRound(desks: Desks, chance: Chance, given: Given): Promise<RoundOutcome> {
  const pages = [desks.writer, desks.reviewer, desks.reader];
  const { verdict, known, gone } = given;
  const acts: string[] = [];
  const wrong: string[] = [];
  let [few, many] = ['', ''];
  await Promise.all([writing(desks.writer, chance, given), suggesting(desks.reviewer, chance, given.steps, acts)]);
  const before = await calm(pages, given.state, 'before the decision', wrong);
  const outcome = (unsent: readonly string[]): RoundOutcome => ({
    acts,
    words: given.steps,
    wrong,
    few: few.length,
    many: many.length,
    before,
    unsent,
  });
  if (wrong.length > 0) return outcome((await Promise.all(pages.slice(0, 2).map(unsentOn))).flat());

  const expected = saidBy(before, verdict === 'accept' ? 'accepted' : 'original');
  const letters = await lettersOn(desks.writer, verdict === 'accept' ? 'del' : 'ins');
  if (!(await decide(desks.writer, verdict))) {
    const beside = await desks.writer.getByRole('complementary', { name: 'Side panel' }).allInnerTexts();
    wrong.push(`suggestions stay, however often they are decided; beside the text: ${beside.join('') || 'nothing'}`);
  }
  const after = await calm(pages, given.state, 'after the decision', wrong);
  for (const view of ['marked', 'original', 'accepted'] as const) {
    const said = saidBy(after, view);
    if (said !== expected)
      wrong.push(`the stored document (${view}) is not what was to become of it: ${differing(expected, said)}`);
  }
  const held = await Promise.all(pages.map(heldBy));
  if (held.some(isSuggested)) wrong.push('something is suggested after all was decided');
  const shown = await lettersOn(desks.writer, ':not(*)');
  ({ few, many } = miscounted(letters, shown));
  if (few !== '') wrong.push(`letters too few: ${few}`);
  if (many !== '') wrong.push(`letters too many: ${many}`);
  if (few === '' && many === '' && letters !== shown) wrong.push(`letters in another order: ${differing(letters, shown)}`);
  for (const word of [...known, ...gone]) {
    const count = shown.split(word).length - 1;
    if (verdict === 'reject' && count !== (known.has(word) ? 1 : 0)) wrong.push(`${word} stands there ${count} times`);
    if (verdict === 'accept' && count > 1) wrong.push(`${word} stands there ${count} times`);
    // What was accepted may have taken words away, and brought back a copy of others.
    if (verdict === 'accept') (count === 1 ? known : gone).add(word);
    if (verdict === 'accept') (count === 1 ? gone : known).delete(word);
  }
  for (const page of pages) wrong.push(...(await complaintsOn(page)));
  return outcome(wrong.length === 0 ? [] : (await Promise.all(pages.slice(0, 2).map(unsentOn))).flat());
}

async function writing(page: Page, chance: Chance, { round, steps, known, gone }: Given): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    // A word of one letter, so that none is written into the middle of another one.
    const { word, isKept } = await write(page, chance, String.fromCodePoint((firstWord.codePointAt(0) ?? 0) + round * steps + i));
    (isKept ? known : gone).add(word);
  }
}

/** Does anything to the text. Notes each act, and of one after which a word stands there twice, also that. */
async function suggesting(page: Page, chance: Chance, steps: number, acts: string[]): Promise<void> {
  let before = await lettersOn(page, 'del');
  for (let i = 0; i < steps; i += 1) {
    const act = await doAnything(page, chance);
    const after = await lettersOn(page, 'del');
    const twice = [...new Set(after)].filter(
      (letter) => letter >= firstWord && isTwice(after, letter) && !isTwice(before, letter),
    );
    acts.push(twice.length === 0 ? act : `${act} (doubles ${twice.join('')}: ${differing(before, after)})`);
    before = after;
  }
}

const isTwice = (text: string, letter: string): boolean => text.indexOf(letter) !== text.lastIndexOf(letter);

/** Waits until everything is saved, and all pages show and hold what is stored. Answers that; adds to `wrong` where it does not come to be. */
async function calm(pages: readonly Page[], state: () => Uint8Array, when: string, wrong: string[]): Promise<Uint8Array> {
  for (const page of pages.slice(0, 2)) {
    const said = await notSaved(page);
    if (said !== null) wrong.push(said);
  }
  const end = Date.now() + patience;
  for (;;) {
    const shown = await Promise.all(pages.map(shownOn));
    const held = (await Promise.all(pages.map(heldBy))).map(keyOf);
    const stored = state();
    const said = saidBy(stored, 'marked');
    if (new Set(shown).size === 1 && held.every((each) => each === said)) return stored;
    if (Date.now() > end) {
      if (new Set(shown).size > 1) wrong.push(`${when} pages differ: ${shown.map((each) => `<<<\n${each}\n>>>`).join('\n')}`);
      for (const each of held)
        if (each !== said) wrong.push(`${when} a page does not hold what is stored: ${differing(said, each)}`);
      return stored;
    }
    await sleep(250);
  }
}

/** Answers where two texts differ, with some of what stands around it. */
function differing(expected: string, found: string): string {
  let first = 0;
  while (first < expected.length && expected[first] === found[first]) first += 1;
  let last = 0;
  const most = Math.min(expected.length, found.length) - first;
  while (last < most && expected.at(-1 - last) === found.at(-1 - last)) last += 1;
  const around = (text: string): string => text.slice(Math.max(first - 200, 0), text.length - last + 100);
  return `expected <<<${around(expected)}>>> found <<<${around(found)}>>>`;
}

/** Waits until a page says that all is on the server's disk. Answers what it says instead, null where it does. */
async function notSaved(page: Page): Promise<string | null> {
  try {
    await page.locator('[role=status][data-kind="saved"]').waitFor({ timeout: patience });
    return null;
  } catch {
    const said = await page.locator('[role=status], [role=alert], [role=note]').allInnerTexts();
    return `a page does not say Saved, but: ${said.filter((words) => words !== '').join(' | ')}`;
  }
}

/** What in the text is only suggested. */
const suggested =
  '[aria-label="Document text"] :is(ins, del, [data-suggestion], [data-insertion], [data-deletion], [data-modification], [data-join])';

/** Decides about all suggestions, in the panel, until none has been there for a while; false where some stay. */
async function decide(page: Page, verdict: Verdict): Promise<boolean> {
  const button = page.getByRole('button', { name: new RegExp(`^${verdict} all`, 'i') });
  const end = Date.now() + patience;
  let calmSince = Date.now();
  while (Date.now() < end) {
    const folded = page.locator('details:not([open]) > summary', { hasText: 'Bulk actions' });
    if ((await folded.count()) > 0) await folded.click({ timeout: goneAfter }).catch(() => null);
    if ((await button.count()) > 0) {
      // The list is read some time after the text: what is pressed may go with the last of them before it is pressed.
      await button.click({ timeout: goneAfter }).catch(() => null);
      calmSince = Date.now();
    }
    // On a busy machine the list, and with it the button, may come later than that.
    if (Date.now() - calmSince > calmFor && (await page.locator(suggested).count()) === 0) return true;
    await sleep(150);
  }
  return false;
}
