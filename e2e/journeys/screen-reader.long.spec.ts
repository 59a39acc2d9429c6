import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  focusText,
  openSideTab,
  openDocument,
  openBothSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

/** A node of Chromium's accessibility tree, as a screen reader presents it. */
type AccessibleNode = {
  readonly role: string;
  readonly name: string;
  readonly description: string;
};

/** Returns all nodes of the page's accessibility tree, in page order. */
async function accessibleNodes(page: Page): Promise<AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const textOfValue = (value: { value?: unknown } | undefined): string =>
    String(value?.value ?? '');
  return nodes.map(({ role, name, description }) => ({
    role: textOfValue(role),
    name: textOfValue(name),
    description: textOfValue(description),
  }));
}

/** Returns the live region that contains these words. */
const liveRegion = (page: Page, words: RegExp) =>
  page.getByRole('status').filter({ hasText: words });

/** Presses a button with Enter, as keyboard users do. */
const press = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name }).press('Enter');

test('by keyboard and with a screen reader: suggest, decide, undo, comment, reply, resolve and review', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('By ear');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  await openDocument(ada, workspace, id);
  await focusText(ada.page);
  await ada.page.keyboard.type('The rain fell softly on the roof.');
  await expectSaved(ada.page);

  // Ben suggests. Ada is told the author and the change, in the text and by a live region.
  await openDocument(ben, workspace, id);
  await expect(textOf(ben.page)).toContainText('softly');
  await focusText(ben.page);
  await ben.page.keyboard.press('ControlOrMeta+Alt+s');
  await expect(ben.page.getByRole('combobox', { name: 'Mode' })).toHaveValue('suggesting');
  await ben.page.keyboard.press('ControlOrMeta+End');
  await ben.page.keyboard.type(' All night.');
  await ben.page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 4; i += 1) await ben.page.keyboard.press('Shift+ArrowRight');
  await ben.page.keyboard.type('A ');
  await expectSaved(ben.page);
  await expect(liveRegion(ada.page, /Ben Okri suggests: Replace “The ” with “A ”/)).toBeAttached();
  const suggested = { description: 'Suggested by Ben Okri' };
  await expect
    .poll(async () =>
      (await accessibleNodes(ada.page)).filter(
        ({ role }) => role === 'insertion' || role === 'deletion',
      ),
    )
    .toEqual([
      expect.objectContaining({ role: 'deletion', ...suggested }),
      expect.objectContaining({ role: 'insertion', ...suggested }),
      expect.objectContaining({ role: 'insertion', ...suggested }),
    ]);

  // From suggestion to suggestion in the text, to the card, and a decision. Undo reverts it.
  await focusText(ada.page);
  await ada.page.keyboard.press('ControlOrMeta+Home');
  await openSideTab(ada.page, 'Comments & suggestions');
  const suggestions = cardsOf(ada.page, 'suggestion');
  await expect(suggestions).toHaveCount(2);
  await expect(suggestions.first()).toHaveAccessibleName(
    /^Suggestion by Ben Okri, just now: Replace “The ” with “A ”$/,
  );
  await focusText(ada.page);
  await ada.page.keyboard.press('ControlOrMeta+Alt+j');
  await ada.page.keyboard.press('ControlOrMeta+Alt+a');
  await expect(
    liveRegion(ada.page, /^(Rejected|Accepted): .*suggested by Ben Okri/),
  ).toBeAttached();
  await expect(suggestions).toHaveCount(1);
  await ada.page.keyboard.press('ControlOrMeta+z');
  await expect(suggestions).toHaveCount(2);
  await press(ada.page, /^Accept: Replace/);
  await press(ada.page, /^Reject: Insert/);
  await expect(suggestions).toHaveCount(0);
  await expect.poll(() => wordsOf(ben.page)).toBe('A rain fell softly on the roof.');

  // A comment on the selection, announced in the text and as a card; a reply, resolved, reopened.
  await focusText(ada.page);
  await ada.page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 6; i += 1) await ada.page.keyboard.press('Shift+ArrowRight');
  await ada.page.keyboard.press('ControlOrMeta+Alt+m');
  await expect(ada.page.getByRole('textbox', { name: 'Your comment' })).toBeFocused();
  await ada.page.keyboard.type('Which rain?');
  await ada.page.keyboard.press('ControlOrMeta+Enter');
  await expect(liveRegion(ada.page, /The comment was added/)).toBeAttached();
  await expect(textOf(ada.page)).toBeFocused();
  const marks = async (): Promise<AccessibleNode[]> =>
    (await accessibleNodes(ada.page)).filter(({ role }) => role === 'mark');
  await expect.poll(async () => (await marks()).length).toBeGreaterThan(0);
  for (const { description } of await marks()) expect(description).toBe('has a comment');
  expect((await new AxeBuilder({ page: ada.page }).analyze()).violations).toEqual([]);

  await openSideTab(ben.page, 'Comments & suggestions');
  const comments = cardsOf(ben.page, 'comment');
  await expect(comments.first()).toHaveAccessibleName(
    'Comment by Ada Lovelace on “A rain”: Which rain?',
  );
  await press(ben.page, /^Reply: Which rain/);
  await ben.page.keyboard.type('The one of last night.');
  await ben.page.keyboard.press('ControlOrMeta+Enter');
  await expect(comments.first()).toHaveAccessibleName(/1 reply/);
  await press(ben.page, /^Resolve: Which rain/);
  await expect(comments).toHaveCount(0);
  await expect(liveRegion(ben.page, /Resolved/)).toBeAttached();
  await ben.page
    .getByRole('combobox', { name: 'Show', exact: true })
    .selectOption({ label: 'Resolved (1)' });
  await press(ben.page, /^Reopen: Which rain/);
  await expect(cardsOf(ada.page, 'comment').first()).toHaveAccessibleName(/1 reply: Which rain/);

  // A review is requested and answered.
  await openSideTab(ada.page, 'Review');
  await press(ada.page, 'Request review');
  const asking = ada.page.getByRole('form', { name: 'Request review' });
  await asking.getByRole('checkbox', { name: 'Ben Okri' }).press('Space');
  await asking.getByRole('button', { name: 'Request review' }).press('Enter');
  await expect(liveRegion(ada.page, /Review requested/)).toBeAttached();
  await openSideTab(ben.page, 'Review');
  const answering = ben.page.getByRole('form', { name: 'Your response' });
  await answering.getByRole('radio', { name: 'Approve', exact: true }).press('Space');
  await answering.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(
    ada.page.getByRole('article', { name: 'Review requested by Ada Lovelace' }),
  ).toContainText('Approved by everyone');
  await ada.context.close();
  await ben.context.close();
});
