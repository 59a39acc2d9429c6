import type { Page } from '@playwright/test';
import { textOf } from '../../fixtures.ts';

/** The part of TipTap's editor, which it attaches to its element, that is used here. */
type EditorElement = Element & {
  readonly editor: {
    readonly state: {
      readonly selection: { readonly $from: { readonly parent: { textContent: string } } };
    };
  };
};

/**
 * Puts the caret at the bar in the text of one block, or selects the text between two bars. The
 * editor is notified immediately.
 * @param words text as it is shown, in one block, with one or two bars: `the qui|ck fox`
 */
export async function select(page: Page, words: string): Promise<void> {
  await textOf(page).evaluate((root, given) => {
    const [first = '', second, third] = given.split('|');
    const wanted = given.replaceAll('|', '');
    for (const block of root.querySelectorAll('p, h1, h2, h3, h4, pre')) {
      const nodes: Text[] = [];
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (
          node instanceof Text &&
          !node.parentElement?.closest('.othersCaret, .ProseMirror-widget')
        )
          nodes.push(node);
      const start = nodes
        .map(({ data }) => data)
        .join('')
        .indexOf(wanted);
      if (start < 0) continue;
      const point = (at: number): [Text, number] => {
        let rest = at;
        for (const node of nodes) {
          if (rest <= node.length) return [node, rest];
          rest -= node.length;
        }
        throw new Error('not so long');
      };
      const from = start + first.length;
      const to = third === undefined ? from : from + (second ?? '').length;
      (root as HTMLElement).focus({ preventScroll: true });
      getSelection()?.setBaseAndExtent(...point(from), ...point(to));
      document.dispatchEvent(new Event('selectionchange'));
      const { parent } = (root as Element as EditorElement).editor.state.selection.$from;
      if (!parent.textContent.includes(wanted))
        throw new Error(`the editor does not have its caret in: ${given}`);
      return;
    }
    throw new Error(`not there: ${given}`);
  }, words);
}

/** Selects from the bar in the text of one block to the bar in the text of another one. */
export async function selectAcross(page: Page, from: string, to: string): Promise<void> {
  await select(page, to);
  const end = await textOf(page).evaluateHandle(() => {
    const { anchorNode, anchorOffset } = getSelection() as Selection;
    return { anchorNode, anchorOffset };
  });
  await select(page, from);
  await end.evaluate(({ anchorNode, anchorOffset }) => {
    if (anchorNode !== null) getSelection()?.extend(anchorNode, anchorOffset);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await end.dispose();
}

/**
 * Presses keys one after the other.
 *
 * @throws if the page takes no key within two minutes
 */
export async function pressKeys(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await within(120_000, `pressing ${name}`, page.keyboard.press(name));
}

/** Waits for an act, which must end within `limit` ms. */
async function within(limit: number, what: string, act: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} does not end`)), limit);
  });
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
}
