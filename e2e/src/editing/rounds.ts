import type { Page } from '@playwright/test';
import type { Verdict } from '@longhand/text';
import { setTimeout as sleep } from 'node:timers/promises';
import { performRandomAct, shownText } from './acts.ts';
import type { SeededRandom } from './seeded-random.ts';
import { hasSuggestion, serializeJson, countDifferences, serializeView } from './expected.ts';
import { failureMessagesOn } from './connections.ts';
import { editorJson, shownCharacters } from './page-editor.ts';
import { unsentUpdatesOn } from './unsent.ts';
import { writeWord } from './writer.ts';

/** The pages at one document: an editor, a reviewer, and a viewer. */
export type PagesByRole = { readonly writer: Page; readonly reviewer: Page; readonly reader: Page };

/** Result of a round. `wrong` is empty if no fault was found. */
export type RoundOutcome = {
  readonly acts: readonly string[];
  readonly words: number;
  readonly wrong: readonly string[];
  /** Number of characters that are missing (`few`), and of surplus characters (`many`). */
  readonly few: number;
  readonly many: number;
  /** The shared document before the decision, as a Yjs update. */
  readonly before: Uint8Array;
  /**
   * Updates that the pages store because the server did not accept them, in order. Each is a Yjs
   * update in base64 with the decision that it carries.
   */
  readonly unsent: readonly string[];
};

/**
 * Input of a round. `known`: the words that are in the text. `gone`: the words that their writer
 * undid.
 */
export type RoundInput = {
  readonly round: number;
  readonly steps: number;
  readonly verdict: Verdict;
  readonly known: Set<string>;
  readonly gone: Set<string>;
  /** Returns the shared document as an independent client has it. */
  readonly state: () => Uint8Array;
};

/** First of the words that the writer writes. Each word is one character. */
const firstWord = '\u4e00';

/** Maximum time until all pages agree after the last act (ms). */
const agreeWithin = 60_000;

/** Time without suggestions after which no further one is expected (ms). */
const noSuggestionsFor = 1_500;

/** Maximum time to wait for a button that was present before (ms). After it, the button is gone. */
const buttonWithin = 5_000;

/**
 * Plays a round: the writer writes words while the reviewer performs random acts. Then the writer
 * decides about all suggestions. All pages must hold the stored document from before the decision,
 * in the view of the verdict. They must also hold the text that the page showed outside of the
 * suggestions. After a rejection every written word must occur once.
 */
export async function playRound(
  byRole: PagesByRole,
  random: SeededRandom,
  given: RoundInput,
): Promise<RoundOutcome> {
  const pages = [byRole.writer, byRole.reviewer, byRole.reader];
  const { verdict } = given;
  const acts: string[] = [];
  const wrong: string[] = [];
  let [few, many] = ['', ''];
  await Promise.all([
    writeWords(byRole.writer, random, given),
    performActs(byRole.reviewer, random, given.steps, acts),
  ]);
  const before = await untilAgreed(pages, given.state, 'before the decision', wrong);
  const outcome = (unsent: readonly string[]): RoundOutcome => ({
    acts,
    words: given.steps,
    wrong,
    few: few.length,
    many: many.length,
    before,
    unsent,
  });
  if (wrong.length > 0)
    return outcome((await Promise.all(pages.slice(0, 2).map(unsentUpdatesOn))).flat());

  const expected = serializeView(before, verdict === 'accept' ? 'accepted' : 'original');
  const letters = await shownCharacters(byRole.writer, verdict === 'accept' ? 'del' : 'ins');
  if (!(await decideAll(byRole.writer, verdict))) {
    const beside = await byRole.writer
      .getByRole('complementary', { name: 'Side panel' })
      .allInnerTexts();
    wrong.push(
      `suggestions stay, however often they are decided; beside the text: ${beside.join('') || 'nothing'}`,
    );
  }
  const after = await untilAgreed(pages, given.state, 'after the decision', wrong);
  for (const view of ['marked', 'original', 'accepted'] as const) {
    const serialized = serializeView(after, view);
    if (serialized !== expected)
      wrong.push(
        `the stored document (${view}) is not what was to become of it: ${differing(expected, serialized)}`,
      );
  }
  const held = await Promise.all(pages.map(editorJson));
  if (held.some(hasSuggestion)) wrong.push('something is suggested after all was decided');
  const shown = await shownCharacters(byRole.writer, ':not(*)');
  ({ few, many } = countDifferences(letters, shown));
  if (few !== '') wrong.push(`letters too few: ${few}`);
  if (many !== '') wrong.push(`letters too many: ${many}`);
  if (few === '' && many === '' && letters !== shown)
    wrong.push(`letters in another order: ${differing(letters, shown)}`);
  wrong.push(...countWords(shown, given));
  for (const page of pages) wrong.push(...(await failureMessagesOn(page)));
  return outcome(
    wrong.length === 0 ? [] : (await Promise.all(pages.slice(0, 2).map(unsentUpdatesOn))).flat(),
  );
}

/**
 * Counts the words after a decision. After an acceptance, updates the words that are known and
 * gone. Returns a sentence for each fault.
 */
function countWords(shown: string, { verdict, known, gone }: RoundInput): string[] {
  const wrong: string[] = [];
  for (const word of [...known, ...gone]) {
    const count = shown.split(word).length - 1;
    if (verdict === 'reject' && count !== (known.has(word) ? 1 : 0))
      wrong.push(`${word} stands there ${count} times`);
    if (verdict === 'accept' && count > 1) wrong.push(`${word} stands there ${count} times`);
    // Accepted suggestions may have deleted words, and restored copies of others.
    if (verdict === 'accept') (count === 1 ? known : gone).add(word);
    if (verdict === 'accept') (count === 1 ? gone : known).delete(word);
  }
  return wrong;
}

async function writeWords(
  page: Page,
  random: SeededRandom,
  { round, steps, known, gone }: RoundInput,
): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    // Each word is one character, so that no word is written into the middle of another one.
    const { word, isKept } = await writeWord(
      page,
      random,
      String.fromCodePoint((firstWord.codePointAt(0) ?? 0) + round * steps + i),
    );
    (isKept ? known : gone).add(word);
  }
}

/**
 * Performs random acts on the text and records each act. If an act duplicates a word, the record
 * includes that.
 */
async function performActs(
  page: Page,
  random: SeededRandom,
  steps: number,
  acts: string[],
): Promise<void> {
  let before = await shownCharacters(page, 'del');
  for (let i = 0; i < steps; i += 1) {
    const act = await performRandomAct(page, random);
    const after = await shownCharacters(page, 'del');
    const twice = [...new Set(after)].filter(
      (letter) => letter >= firstWord && isTwice(after, letter) && !isTwice(before, letter),
    );
    acts.push(
      twice.length === 0 ? act : `${act} (doubles ${twice.join('')}: ${differing(before, after)})`,
    );
    before = after;
  }
}

const isTwice = (text: string, letter: string): boolean =>
  text.indexOf(letter) !== text.lastIndexOf(letter);

/**
 * Waits until everything is saved, and all pages show and hold the stored document. Returns that
 * document. If this does not happen in time, adds the reasons to `wrong`.
 */
async function untilAgreed(
  pages: readonly Page[],
  state: () => Uint8Array,
  when: string,
  wrong: string[],
): Promise<Uint8Array> {
  for (const page of pages.slice(0, 2)) {
    const fault = await notSaved(page);
    if (fault !== null) wrong.push(fault);
  }
  const end = Date.now() + agreeWithin;
  for (;;) {
    const shown = await Promise.all(pages.map(shownText));
    const held = (await Promise.all(pages.map(editorJson))).map(serializeJson);
    const stored = state();
    const serialized = serializeView(stored, 'marked');
    if (new Set(shown).size === 1 && held.every((each) => each === serialized)) return stored;
    if (Date.now() > end) {
      if (new Set(shown).size > 1)
        wrong.push(`${when} pages differ: ${shown.map((each) => `<<<\n${each}\n>>>`).join('\n')}`);
      for (const each of held)
        if (each !== serialized)
          wrong.push(`${when} a page does not hold what is stored: ${differing(serialized, each)}`);
      return stored;
    }
    await sleep(250);
  }
}

/** Returns the part in which two texts differ, with some of the text around it. */
function differing(expected: string, found: string): string {
  let first = 0;
  while (first < expected.length && expected[first] === found[first]) first += 1;
  let last = 0;
  const most = Math.min(expected.length, found.length) - first;
  while (last < most && expected.at(-1 - last) === found.at(-1 - last)) last += 1;
  const around = (text: string): string =>
    text.slice(Math.max(first - 200, 0), text.length - last + 100);
  return `expected <<<${around(expected)}>>> found <<<${around(found)}>>>`;
}

/**
 * Waits until a page shows *Saved*. Returns null if it does, otherwise the messages that it shows.
 */
async function notSaved(page: Page): Promise<string | null> {
  try {
    await page.locator('[role=status][data-kind="saved"]').waitFor({ timeout: agreeWithin });
    return null;
  } catch {
    const messages = await page.locator('[role=status], [role=alert], [role=note]').allInnerTexts();
    return `a page does not say Saved, but: ${messages.filter((words) => words !== '').join(' | ')}`;
  }
}

/** Selector of everything in the text that is suggested. */
const suggestedSelector =
  '[aria-label="Document text"] :is(ins, del, [data-suggestion], [data-insertion], [data-deletion], [data-modification], [data-join])';

/**
 * Decides about all suggestions in the panel, until none has been shown for a while. Returns false
 * if some remain.
 */
async function decideAll(page: Page, verdict: Verdict): Promise<boolean> {
  const button = page.getByRole('button', { name: new RegExp(`^${verdict} all`, 'i') });
  const end = Date.now() + agreeWithin;
  let calmSince = Date.now();
  while (Date.now() < end) {
    const folded = page.locator('details:not([open]) > summary', { hasText: 'Bulk actions' });
    if ((await folded.count()) > 0) await folded.click({ timeout: buttonWithin }).catch(() => null);
    if ((await button.count()) > 0) {
      // The list is refreshed later than the text. The button may disappear with the last
      // suggestion before it is pressed.
      await button.click({ timeout: buttonWithin }).catch(() => null);
      calmSince = Date.now();
    }
    // On a busy machine the list, and with it the button, may appear later than that.
    if (
      Date.now() - calmSince > noSuggestionsFor &&
      (await page.locator(suggestedSelector).count()) === 0
    )
      return true;
    await sleep(150);
  }
  return false;
}
