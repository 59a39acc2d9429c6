import type { Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { doAnything, shownOn, write } from './acts.ts';
import type { Chance } from './chance.ts';

/** The people at one document: one who writes into it, one who may only suggest, one who only reads. */
export type Desks = { readonly writer: Page; readonly reviewer: Page; readonly reader: Page };

/** What a round did and found; `wrong` is empty where all is well. */
export type RoundOutcome = {
  readonly acts: readonly string[];
  readonly words: number;
  readonly wrong: readonly string[];
  /** The shared document as it was before the decision. */
  readonly before: Uint8Array;
  /** What a page has kept because the server would not take it: Yjs updates in base64, in their order. */
  readonly unsent: readonly string[];
};

/** Milliseconds in which all pages have to say the same once nobody does anything any more. */
const patience = 60_000;

/** Milliseconds without a suggestion after which none is on its way any more. */
const calmFor = 1_500;

/** Milliseconds after which a button that was there a moment ago has gone for good. */
const goneAfter = 5_000;

/**
 * A round: the writer writes words of their own, one by one, while the reviewer does anything to the text; then the writer decides about all
 * suggestions, and everybody has to see the same. Where all are rejected, every word that was written has to be there, once.
 */
export async function playRound(
  desks: Desks,
  chance: Chance,
  given: { round: number; steps: number; verdict: 'accept' | 'reject'; known: Set<string>; state: () => Uint8Array },
): Promise<RoundOutcome> {
  const { writer, reviewer, reader } = desks;
  const acts: string[] = [];
  const mine: string[] = [];
  const writing = async (): Promise<void> => {
    for (let i = 0; i < given.steps; i += 1) {
      // A word of one letter, so that none is written into the middle of another one.
      const word = String.fromCodePoint(0x4e00 + given.round * given.steps + i);
      await write(writer, chance, word);
      mine.push(word);
    }
  };
  const suggesting = async (): Promise<void> => {
    for (let i = 0; i < given.steps; i += 1) acts.push(await doAnything(reviewer, chance));
  };
  await Promise.all([writing(), suggesting()]);
  const wrong: string[] = [];
  for (const page of [writer, reviewer]) {
    const said = await notSaved(page);
    if (said !== null) return { acts, words: mine.length, wrong: [said], before: given.state(), unsent: await unsentOn(page) };
  }
  const before = given.state();
  if (!(await decide(writer, given.verdict))) {
    const beside = await writer.getByRole('complementary', { name: 'Side panel' }).allInnerTexts();
    wrong.push(`suggestions stay, however often they are decided; beside the text: ${beside.join('') || 'nothing'}`);
  }
  const said = await notSaved(writer);
  if (said !== null) wrong.push(said);
  const shown = await settled([writer, reviewer, reader]);
  if (new Set(shown).size > 1) wrong.push(`pages differ:\n${shown.map((page) => `<<<\n${page}\n>>>`).join('\n')}`);
  if (wrong.length > 0) for (const page of [writer, reviewer, reader]) wrong.push(`a page holds ${await heldBy(page)}`);
  const text = shown[0] ?? '';
  if (given.verdict === 'reject') {
    for (const word of [...given.known, ...mine]) {
      const count = text.split(word).length - 1;
      if (count !== 1) wrong.push(`${word} stands there ${count} times`);
    }
    if (wrong.length > 0) wrong.push(`the text:\n${text}`);
    for (const word of mine) given.known.add(word);
  } else {
    // What was accepted may have taken words away, as its author saw it; or left them twice, where a paragraph was being rewritten at that moment.
    given.known.clear();
    for (const word of text.match(/[\u4e00-\u8fff]/g) ?? []) if (text.split(word).length === 2) given.known.add(word);
  }
  return { acts, words: mine.length, wrong, before, unsent: [] };
}

/** What the device of a page keeps until the server has it. */
function unsentOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the storage cannot be read'));
      });
    const database = await done(indexedDB.open('longhand-unsent'));
    const kept = await done(database.transaction('updates').objectStore('updates').getAll());
    return (kept as { update: Uint8Array }[]).map(({ update }) => btoa(String.fromCodePoint(...update)));
  });
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

/** What the editor of a page shows, and what the shared text says that it is tied to: they may differ, or it may be that alone. */
function heldBy(page: Page): Promise<string> {
  return page.locator('[role="textbox"][aria-label="Document text"]').evaluate((root) => {
    type State = { readonly doc: { toString(): string }; readonly [plugin: string]: unknown };
    const { editor } = root as Element & { readonly editor?: { readonly state: State } };
    const shared = (editor?.state['y-sync$'] as { readonly type: { toString(): string } } | undefined)?.type;
    return `in its editor: ${String(editor?.state.doc)}\nin the shared text: ${String(shared)}`;
  });
}

/** What in the text is only suggested. */
const suggested =
  '[aria-label="Document text"] :is([data-suggestion], [data-insertion], [data-deletion], [data-modification], [data-join])';

/** Decides about all suggestions, in the panel, until none has been there for a while; false where some stay. */
async function decide(page: Page, verdict: 'accept' | 'reject'): Promise<boolean> {
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

/** What the pages show once they show the same, or have had their time. */
async function settled(pages: readonly Page[]): Promise<string[]> {
  const end = Date.now() + patience;
  for (;;) {
    const shown = await Promise.all(pages.map(shownOn));
    if (new Set(shown).size === 1 || Date.now() > end) return shown;
    await sleep(250);
  }
}
