import { expect, type Browser, type Page } from '@playwright/test';
import { documentSchema, suggestionsOf } from '@longhand/document';
import { signUp } from '@longhand/driver';
import type { Verdict } from '@longhand/text';
import { shownText } from '../../src/editing/acts.ts';
import { serializeJson } from '../../src/editing/expected.ts';
import { editorJson } from '../../src/editing/page-editor.ts';
import {
  cardsOf,
  type BrowserUser,
  expectSaved,
  focusText,
  type Workspace,
  openSideTab,
  openDocument,
  openSignedIn,
  textOf,
  wordsOf,
} from '../fixtures.ts';

/** Three users in separate browser contexts at one document. */
export type ThreeUsers = {
  readonly users: readonly BrowserUser[];
  readonly editor: Page;
  readonly reviewer: Page;
  readonly viewer: Page;
};

/** Opens one document for an editor, a reviewer and a viewer. */
export async function openForThree(
  browser: Browser,
  workspace: Workspace,
  consoleErrors: string[],
): Promise<ThreeUsers> {
  await workspace.share('reviewer');
  const name = `cyd${Date.now().toString(36)}`;
  const cyd = await signUp(workspace.product.url, name, 'Cyd Marsh');
  const params = { id: workspace.projectId };
  await workspace.ada.call('addProjectCollaborator', {
    params,
    body: { usernameOrEmail: name, role: 'viewer' },
  });
  const id = await workspace.newDocument('Edges');
  const people = [workspace.ada, workspace.ben, cyd];
  const users = await Promise.all(
    people.map((person) => openSignedIn(browser, workspace, person, consoleErrors)),
  );
  await Promise.all(users.map((user) => openDocument(user, workspace, id)));
  for (const { page } of users) await renderAll(page);
  const [ada, ben, reader] = users;
  if (!ada || !ben || !reader) throw new Error('three users are needed');
  await openSideTab(ada.page, 'Comments & suggestions');
  return { users, editor: ada.page, reviewer: ben.page, viewer: reader.page };
}

/**
 * Makes a page render all blocks of its text, as for printing. Otherwise the pages would show
 * different parts of a long text, and could not be compared.
 */
async function renderAll(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

/**
 * Puts the caret `offset` characters after the beginning of `words`, or selects `length` characters
 * from there.
 */
export async function putCaret(page: Page, words: string, offset = 0, length = 0): Promise<void> {
  await expect.poll(() => wordsOf(page), { message: `waits for ${words}` }).toContain(words);
  const isHere = await textOf(page).evaluate((root) => root === document.activeElement);
  if (!isHere) {
    // ProseMirror restores its own caret 20 ms after it got the focus. A user needs longer between
    // two presses.
    await focusText(page);
    await page.waitForTimeout(60);
  }
  // The editor learns the caret from an event. If a remote change comes before it, the caret is put
  // again.
  await expect
    .poll(
      async () => {
        const places = await textOf(page).evaluateHandle(positionsIn);
        return places.evaluate(tryToPutCaret, { words, offset, length });
      },
      { message: `nowhere: ${words}` },
    )
    .toBe(true);
}

/** Words to find in a text, and what to select of it: see {@link putCaret}. */
type Target = { readonly words: string; readonly offset: number; readonly length: number };

/** A point in a text node. */
type Point = [node: Text, offset: number];

/** In a page: returns functions that find places in the text of an editor. */
function positionsIn(root: Element) {
  const widgets = '.othersCaret, .ProseMirror-widget';
  const textsOf = (block: Element): Text[] => {
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text && !node.parentElement?.closest(widgets)) nodes.push(node);
    return nodes;
  };
  const pointIn = (nodes: readonly Text[], at: number): Point => {
    let rest = at;
    for (const node of nodes) {
      if (rest <= node.length) return [node, rest];
      rest -= node.length;
    }
    throw new Error('not so long');
  };
  return {
    root,
    find({ words, offset, length }: Target): { anchor: Point; head: Point } | null {
      for (const block of root.querySelectorAll('p, h1, h2, h3, h4, pre')) {
        const nodes = textsOf(block);
        const text = nodes.map(({ data }) => data).join('');
        const start = text.indexOf(words);
        if (start < 0) continue;
        return {
          anchor: pointIn(nodes, start + offset),
          head: pointIn(nodes, start + offset + length),
        };
      }
      return null;
    },
    /**
     * Number of characters before a point. It is the same on both sides of an element's edge and of
     * other users' carets.
     */
    lettersTo(node: Node, at: number): number {
      const range = document.createRange();
      range.setStart(root, 0);
      range.setEnd(node, at);
      const letters = range.cloneContents();
      for (const widget of letters.querySelectorAll(widgets)) widget.remove();
      return letters.textContent?.length ?? 0;
    },
  };
}

/**
 * In a page: puts the caret and waits until the editor has received it. Returns true if the caret
 * is still there.
 */
async function tryToPutCaret(
  { root, find, lettersTo }: ReturnType<typeof positionsIn>,
  given: Target,
): Promise<boolean> {
  const place = find(given);
  if (place === null) return false;
  const isHeard = new Promise<void>((resolve) => {
    document.addEventListener('selectionchange', () => resolve(), { once: true });
    // No event is fired if the caret was already there.
    setTimeout(resolve, 100);
  });
  (root as HTMLElement).focus({ preventScroll: true });
  getSelection()?.setBaseAndExtent(...place.anchor, ...place.head);
  await isHeard;
  const [now, selection] = [find(given), getSelection()];
  const { anchorNode, focusNode } = selection ?? {};
  if (now === null || selection === null || !anchorNode || !focusNode) return false;
  return (
    lettersTo(anchorNode, selection.anchorOffset) === lettersTo(...now.anchor) &&
    lettersTo(focusNode, selection.focusOffset) === lettersTo(...now.head)
  );
}

/** Puts the caret at a place and presses keys. A string that is not the name of a key is typed. */
export async function pressAt(
  page: Page,
  words: string,
  offset: number,
  ...keys: readonly string[]
): Promise<void> {
  await putCaret(page, words, offset);
  await pressKeys(page, ...keys);
}

/** Presses keys one after the other. A string that is not the name of a key is typed. */
export async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await (/^(Enter|Backspace|Delete|Tab|Home|End|Control\+.*|Shift\+.*)$/.test(key)
      ? page.keyboard.press(key)
      : page.keyboard.type(key));
}

/** Pastes HTML as if it came from another program. */
export async function paste(page: Page, html: string): Promise<void> {
  await textOf(page).evaluate((root, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    root.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}

/**
 * Waits until all three pages show the same text with the same suggestions, and it is on the
 * server's disk. Returns the text.
 */
export async function untilAgreed({ editor, reviewer, viewer }: ThreeUsers): Promise<string> {
  await expectSaved(editor);
  await expectSaved(reviewer);
  // Deleted words and joined lines are not in the shown text.
  const all = async (page: Page): Promise<string> => {
    // The right to the text may have arrived meanwhile, and with it another editor.
    await renderAll(page);
    return `${await shownText(page)}\n${serializeJson(await editorJson(page))}`;
  };
  await expect
    .poll(async () => new Set(await Promise.all([editor, reviewer, viewer].map(all))).size, {
      message: 'pages differ',
    })
    .toBe(1);
  return wordsOf(editor);
}

/** Starts a scene: replaces the document's content, and waits until all pages have it. */
export async function startScene(three: ThreeUsers, html: string): Promise<void> {
  const { editor } = three;
  await focusText(editor);
  await editor.keyboard.press('Control+a');
  await editor.keyboard.press('Delete');
  await paste(editor, html);
  await untilAgreed(three);
  // Otherwise a later press could hit the button of a card that is about to be removed.
  await expect(cardsOf(editor, 'suggestion')).toHaveCount(0);
}

/** Text of the scenes that {@link suggestChanges} prepares. */
export const sceneText = 'One two three four five';

/**
 * Suggests the deletion of one word of {@link sceneText} and the insertion of another. Waits until
 * the editor has both with their spaces: letters that arrive after a decision are a new suggestion.
 */
export async function suggestChanges({ editor, reviewer }: ThreeUsers): Promise<void> {
  await putCaret(reviewer, sceneText, 4, 4);
  await pressKeys(reviewer, 'Delete');
  await pressAt(reviewer, sceneText, 19, 'NEW ');
  // A string would match any number of spaces.
  await expect(textOf(editor).locator('del')).toHaveText(/^two $/);
  await expect(textOf(editor).locator('ins')).toHaveText(/^NEW $/);
}

/** Selector of everything in the text that is suggested. */
export const suggestedSelector =
  ':is(ins, del, [data-suggestion], [data-insertion], [data-deletion], [data-modification], [data-join])';

/** Decides about all suggestions in the panel, until no page shows one. Returns the text. */
export async function decideAll(three: ThreeUsers, verdict: Verdict): Promise<string> {
  const { editor } = three;
  await untilAgreed(three);
  const all = editor.getByRole('button', { name: new RegExp(`^${verdict} all`, 'i') });
  if (!(await all.isVisible())) await editor.getByText('Bulk actions').click();
  // The list is refreshed later than the text, and the button decides what is listed.
  await expect(all).toHaveText(new RegExp(` ${await suggestionsOn(editor)}$`));
  await all.click();
  const words = await untilAgreed(three);
  for (const { page } of three.users)
    await expect(textOf(page).locator(suggestedSelector)).toHaveCount(0);
  expect(words).not.toContain('¶');
  expect(words, 'what the viewer typed').not.toContain('VIEWER');
  return words;
}

/** Counts the suggestions in the text of a page. */
async function suggestionsOn(page: Page): Promise<number> {
  return suggestionsOf(documentSchema.nodeFromJSON(await editorJson(page))).length;
}

/** Tries to change the text as a viewer. */
export async function tryToEdit({ viewer }: ThreeUsers): Promise<void> {
  await textOf(viewer).click({ position: { x: 30, y: 10 } });
  await pressKeys(viewer, 'VIEWER', 'Enter', 'Backspace', 'Delete', 'Control+b', 'Control+z');
  await paste(viewer, '<p>VIEWER</p>');
}

/** Expects that each character occurs once. */
export function expectEachOnce(words: string, letters: string): void {
  for (const letter of letters)
    expect(words.split(letter).length - 1, `${letter} in ${words}`).toBe(1);
}

/** Reloads all three pages, and expects the same text as before. */
export async function reloadAll(three: ThreeUsers): Promise<void> {
  const before = await shownText(three.editor);
  await Promise.all(three.users.map(({ page }) => page.reload()));
  for (const { page } of three.users) {
    await expect(textOf(page)).toBeVisible();
    await renderAll(page);
  }
  for (const { page } of three.users)
    await expect.poll(() => shownText(page), { message: 'after reload' }).toBe(before);
}

/** Maximum number of undo steps for the suggestions of one scene on a slow machine. */
const stepsMax = 12;

/**
 * Undoes a reviewer's changes until nothing is suggested on their page. Returns the number of
 * steps: on a busy machine, each typed character may be a separate step.
 */
export async function undoSuggestions(page: Page): Promise<number> {
  await focusText(page);
  let steps = 0;
  while (steps < stepsMax && (await textOf(page).locator(suggestedSelector).count()) > 0) {
    await pressKeys(page, 'Control+z');
    steps += 1;
  }
  await expect(textOf(page).locator(suggestedSelector)).toHaveCount(0);
  return steps;
}

/** Redoes a number of steps. */
export async function redoSteps(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await pressKeys(page, 'Control+Shift+z');
}
