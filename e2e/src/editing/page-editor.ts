import type { Page } from '@playwright/test';
import type { SeededRandom } from './seeded-random.ts';

/** Selector of the text of a document. */
export const documentText = '[role="textbox"][aria-label="Document text"]';

/** The parts of TipTap's editor, which it attaches to its element, that are used here. */
type EditorElement = Element & {
  readonly editor: {
    readonly commands: Readonly<Record<string, (...given: unknown[]) => boolean>>;
    readonly state: {
      readonly doc: { toJSON(): unknown };
      readonly selection: {
        readonly empty: boolean;
        readonly $from: { readonly parentOffset: number };
      };
    };
  };
};

/**
 * Puts the caret at a random place of the text, or of the elements that match `within`. Returns
 * false if there is no such place.
 */
export function putCaret(page: Page, random: SeededRandom, within = '*'): Promise<boolean> {
  return page.locator(documentText).evaluate(
    (root, given) => {
      const places: [Node, number][] = [];
      const walker = document.createTreeWalker(
        root,
        NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      );
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest('.othersCaret, [contenteditable="false"]')) continue;
        if (given.within !== '*' && node.parentElement?.closest(given.within) === null) continue;
        // Skip positions between the two halves of a surrogate pair.
        if (node instanceof Text) {
          for (let at = 0; at <= node.data.length; at += 1)
            if (!/[\uD800-\uDBFF]/.test(node.data[at - 1] ?? '')) places.push([node, at]);
        } else if (
          node instanceof Element &&
          node.matches('p, h1, h2, h3, h4, pre') &&
          node.textContent === ''
        )
          places.push([node, 0]);
      }
      const place = places[Math.floor(given.part * places.length)];
      if (place === undefined) return false;
      (root as HTMLElement).focus({ preventScroll: true });
      getSelection()?.collapse(...place);
      return true;
    },
    { within, part: random.upTo(1_000_000) / 1_000_000 },
  );
}

/**
 * Puts the caret at the beginning of a random block that is not suggested. Returns true if the
 * editor has its caret there.
 */
export async function putCaretAtStart(page: Page, random: SeededRandom): Promise<boolean> {
  const text = page.locator(documentText);
  const part = random.upTo(1_000_000) / 1_000_000;
  const isPut = await text.evaluate((root, share) => {
    const blocks = [...root.querySelectorAll('p, h1, h2, h3, h4')].filter(
      (block) =>
        !block.matches('[data-insertion], [data-deletion]') &&
        block.closest('[contenteditable="false"]') === null,
    );
    const block = blocks[Math.floor(share * blocks.length)];
    if (block === undefined) return false;
    (root as HTMLElement).focus({ preventScroll: true });
    getSelection()?.collapse(block, 0);
    return true;
  }, part);
  if (!isPut) return false;
  // The editor learns the caret from an event, and restores its own caret shortly after it gets the
  // focus.
  await page.waitForTimeout(60);
  return text.evaluate((root) => {
    const { empty, $from } = (root as Element as EditorElement).editor.state.selection;
    return empty && $from.parentOffset === 0 && root === document.activeElement;
  });
}

/** Runs a command of the editor on its selection. */
export async function runCommand(page: Page, name: string, ...given: unknown[]): Promise<void> {
  await page.locator(documentText).evaluate(
    (root, [called, args]) => {
      (root as Element as EditorElement).editor.commands[called]?.(...args);
    },
    [name, given] as const,
  );
}

/** Returns the document of a page's editor, as JSON. */
export function editorJson(page: Page): Promise<unknown> {
  return page
    .locator(documentText)
    .evaluate((root) => (root as Element as EditorElement).editor.state.doc.toJSON());
}

/** Presses a key `times` times. */
export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
}

/** Cuts the selection. Returns false if it was empty. */
export async function cut(page: Page): Promise<boolean> {
  const isCut = await page.evaluateHandle(() => {
    const noted = { is: false };
    // The editor calls `preventDefault` when it cuts its own text.
    addEventListener('cut', (event) => (noted.is = event.defaultPrevented), { once: true });
    return noted;
  });
  await page.keyboard.press('Control+x');
  return isCut.evaluate(({ is }) => is);
}

/** Pastes HTML as if it came from another program. */
export function pasteHtml(page: Page, html: string): Promise<void> {
  return page.locator(documentText).evaluate((root, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    root.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}

/**
 * Returns the text that a page shows, without line breaks and without the elements that match
 * `except`.
 */
export function shownCharacters(page: Page, except: string): Promise<string> {
  return page.locator(documentText).evaluate((root, without) => {
    const copy = root.cloneNode(true) as Element;
    for (const other of copy.querySelectorAll(
      `.othersCaret, .ProseMirror-widget, [contenteditable="false"], ${without}`,
    ))
      other.remove();
    return (copy.textContent ?? '').replaceAll('\n', '');
  }, except);
}
