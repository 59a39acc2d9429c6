import { suggestibleNodes } from '@longhand/document';
import { expect, type Locator, type Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import {
  cardsOf,
  expectOutage,
  expectSaved,
  insertionsOf,
  openSideTab,
  openDocument,
  openNewDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
} from './fixtures.ts';
import { expectMenuFocused } from './keys.ts';
import { undoSuggestions } from './three-users/three-users.ts';

const cards = (page: Page) => cardsOf(page, 'suggestion');

test('a reviewer’s suggestions appear at once for the editor, who decides them and undoes a decision', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'The rain fell softly on the roof.');
  await openDocument(ben, workspace, id);
  await expect(ben.page.getByRole('note')).toContainText('You are a reviewer.');
  await expect(ben.page.getByRole('combobox', { name: 'Mode' })).toHaveValue('suggesting');
  await textOf(ben.page).getByText('The rain').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' All night.');
  await ben.page.keyboard.press('Home');
  for (let i = 0; i < 4; i += 1) await ben.page.keyboard.press('Shift+ArrowRight');
  await ben.page.keyboard.type('A ');
  await expectSaved(ben.page);
  // A string would match any number of spaces.
  await expect(textOf(ada.page).locator('ins')).toHaveText([/^A $/, /^ All night\.$/]);
  await expect(textOf(ada.page).locator('del')).toHaveText([/^The $/]);
  await openSideTab(ada.page, 'Comments & suggestions');
  await expect(cards(ada.page)).toHaveCount(2);
  await expect(cards(ada.page).first()).toContainText('Ben Okri');
  // The suggestion has its author's colour, in both themes.
  const colorOf = (drawn: Locator) =>
    drawn.evaluate((each) => getComputedStyle(each).getPropertyValue('--person'));
  for (const colorScheme of ['dark', 'light'] as const) {
    await ada.page.emulateMedia({ colorScheme });
    // A style may still be computed for the other theme.
    for (const name of ['ins', 'del'])
      await expect
        .poll(async () => {
          const pencil = await colorOf(cards(ada.page).first().locator('[data-person]').first());
          return (await colorOf(textOf(ada.page).locator(name).first())) === pencil;
        })
        .toBe(true);
  }
  await expect(cards(ada.page).first()).toContainText('Replace');
  await ada.page.getByRole('button', { name: /^Accept: Replace/ }).click();
  await expect(textOf(ada.page).locator('del')).toHaveCount(0);
  // The card below moves up when this one is removed; a press in between would miss its button.
  await expect(cards(ada.page)).toHaveCount(1);
  await ada.page.getByRole('button', { name: /^Reject: Insert/ }).click();
  await expect(cards(ada.page)).toHaveCount(0);
  await expect(ada.page.getByText('All suggestions are decided.')).toBeVisible();
  await expect(ada.page.getByText('No comments yet')).toHaveCount(0);
  await expectSaved(ada.page);
  expect(await wordsOf(ada.page)).toBe('A rain fell softly on the roof.');
  await expect.poll(() => wordsOf(ben.page)).toBe('A rain fell softly on the roof.');
  await textOf(ada.page).click();
  await ada.page.keyboard.press('ControlOrMeta+z');
  await expect(textOf(ada.page).locator('ins')).toHaveText([' All night.']);
  await ada.context.close();
  await ben.context.close();
});

test('undoing a suggestion keeps the text that another user wrote in it meanwhile', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'The first line.');
  await openDocument(ben, workspace, id);
  await textOf(ben.page).getByText('The first line.').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.press('Enter');
  await ben.page.keyboard.type('A second.');
  await expectSaved(ben.page);
  await textOf(ada.page).getByText('A second.').click();
  await ada.page.keyboard.press('End');
  expectOutage(consoleErrors);
  await ben.context.setOffline(true);
  await ada.page.keyboard.type(' And mine.');
  await expectSaved(ada.page);
  // On a busy machine, each typed character may be an undo step of its own.
  await undoSuggestions(ben.page);
  await expect(textOf(ben.page)).not.toContainText('second');
  await textOf(ben.page).getByText('The first line.').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' Mine too.');
  await ben.context.setOffline(false);
  await expectSaved(ben.page);
  for (const { page } of [ada, ben]) {
    await expect(textOf(page)).toContainText(' And mine.');
    await expect(textOf(page)).not.toContainText('second');
    await expect.poll(() => insertionsOf(page)).toEqual([' Mine too.']);
  }
  await ada.context.close();
  await ben.context.close();
});

/** Returns the vertical distance of each comment's card from its text (px). */
function distances(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.documentText mark[data-thread]')].map((mark) => {
      const card = document.getElementById(`thread-${mark.getAttribute('data-thread')}`);
      return Math.abs(
        (card?.getBoundingClientRect().top ?? Infinity) - mark.getBoundingClientRect().top,
      );
    }),
  );
}

/**
 * Observes the next focus of a text. Returns a function that returns the line of the caret when the
 * script that focused the text ends.
 */
async function lineAtFocus(text: Locator): Promise<() => Promise<string>> {
  const seen = await text.evaluateHandle((element) => ({
    line: new Promise<string>((resolve) => {
      const look = (): void => resolve(getSelection()?.anchorNode?.textContent ?? '');
      element.addEventListener('focus', () => queueMicrotask(look), { once: true });
    }),
  }));
  return () => seen.evaluate(({ line }) => line);
}

test('beside the text: its status, its menu, the documents of its project, and cards level with their text', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('viewer');
  const [id] = [
    await workspace.newDocument('The first'),
    await workspace.newDocument('The second'),
  ];
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, id);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In review');
  await expect
    .poll(
      async () => (await workspace.ada.call('getDocument', { params: { id }, query: {} })).status,
    )
    .toBe('in_review');

  // Cards are level with their text, also after lines were inserted before it.
  await textOf(page).click();
  for (const words of ['Beginning', 'Middle', 'End']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ControlOrMeta+Alt+m');
    await page.getByRole('textbox', { name: 'Your comment' }).fill(`About the ${words}`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(textOf(page)).toBeFocused();
    await page.keyboard.press('End');
    for (let line = 0; line < 6 && words !== 'End'; line += 1) await page.keyboard.press('Enter');
  }
  await expect(cardsOf(page, 'comment')).toHaveText([
    /About the Beginning/,
    /About the Middle/,
    /About the End/,
  ]);
  // Escape in a field returns to the caret: a key pressed directly after it acts there.
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  const focused = await lineAtFocus(textOf(page));
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('End');
  await page.getByRole('button', { name: 'Show in the text: Middle' }).click();
  await expect.poll(async () => Math.max(...(await distances(page)).slice(1))).toBeLessThan(12);
  await page.keyboard.press('Home');
  for (let line = 0; line < 4; line += 1) await page.keyboard.press('Enter');
  await expect.poll(async () => Math.max(...(await distances(page)).slice(1))).toBeLessThan(12);

  // Chooses entries of the document menu by keyboard.
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Document menu' }).press('Enter');
    await expectMenuFocused(page);
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Rename');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await choose('Find and replace');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.press('Escape');

  // The list of documents is collapsed by keyboard, stays collapsed after a reload, and links to
  // the next document.
  const list = page.getByRole('navigation', { name: 'Documents of the project' });
  await page.getByRole('button', { name: 'Hide the documents' }).press('Enter');
  await page.reload();
  await expect(textOf(page)).toBeVisible();
  await expect(list).toBeHidden();
  await page.getByRole('button', { name: 'Show the documents' }).press('Enter');
  await expect(list.locator('[aria-current=page]')).toHaveText('The first');
  await list.getByRole('link', { name: 'The second' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The second');
  await expect(list.locator('[aria-current=page]')).toHaveText('The second');

  // A viewer sees the status, and no action without the right to it.
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ben, workspace, id);
  await expect(ben.page.getByRole('banner')).toContainText('In review');
  await ben.page.getByRole('button', { name: 'Document menu' }).click();
  await expect(ben.page.getByRole('menuitem', { name: 'Export…' })).toBeVisible();
  await expect(
    ben.page.getByRole('menuitem', { name: /Rename|Tags|Archive|trash|Lock/ }),
  ).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});

/** Elements of the kinds of blocks that a suggestion can insert, delete or change. */
const blocks: Readonly<Record<string, string>> = {
  paragraph: ':scope > p',
  heading: 'h2',
  codeBlock: 'pre',
  blockquote: 'blockquote',
  bulletList: 'ul:not([data-type])',
  orderedList: 'ol',
  listItem: 'ol > li',
  taskList: 'ul[data-type=taskList]',
  taskItem: 'ul[data-type=taskList] > li',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
  callout: 'aside',
  toggle: '[data-type=toggle]',
  columns: '[data-type=columns]',
  column: '[data-type=column]',
  image: 'figure',
  horizontalRule: 'hr',
  formula: '[data-type=formula]',
  attachment: '[data-type=attachment]',
};

/** HTML of a block of each kind. */
const everything =
  '<p>text</p><h2>heading</h2><pre><code>code</code></pre><blockquote><p>quote</p></blockquote>' +
  '<ul><li>one</li></ul><ol><li>one</li></ol>' +
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>task</p></li></ul>' +
  '<table><tr><th>head</th></tr><tr><td>cell</td></tr></table>' +
  '<aside data-type="callout" data-kind="tip"><p>mind</p></aside>' +
  '<div data-type="toggle"><p>shown</p><p>folded</p></div>' +
  '<div data-type="columns"><div data-type="column"><p>left</p></div>' +
  '<div data-type="column"><p>right</p></div></div>' +
  '<img src="https://example.org/a.png" alt="A"><hr><div data-type="formula">x</div>' +
  '<div data-type="attachment" data-src="/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab" data-size="7">a.pdf</div>' +
  '<p>end</p>';

test('a suggestion marks blocks of every kind that it inserts, deletes or changes', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  expect(Object.keys(blocks).sort()).toEqual([...suggestibleNodes].sort());
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openNewDocument(ada, workspace);
  const text = textOf(ada.page);
  await text.click();
  await paste(text, { 'text/html': everything });
  await expect(text.locator(':scope > p').last()).toHaveText('end');
  const unmarked = await text.evaluate((root, places) => {
    const look = (element: Element): string => {
      const style = getComputedStyle(element);
      const { outline, boxShadow, borderInlineStartStyle, opacity } = style;
      const before = getComputedStyle(element, '::before').content;
      return [outline, boxShadow, borderInlineStartStyle, opacity, before].join('|');
    };
    return Object.entries(places).flatMap(([kind, place]) => {
      const element = root.querySelector(place);
      if (element === null) return [`${kind} is missing`];
      return ['insertion', 'deletion', 'modification'].flatMap((sign) => {
        const plain = look(element);
        element.setAttribute(`data-${sign}`, 's');
        const marked = look(element);
        element.removeAttribute(`data-${sign}`);
        return plain === marked ? [`${kind}: ${sign}`] : [];
      });
    });
  }, blocks);
  expect(unmarked).toEqual([]);
  await ada.context.close();
});
