import { expect, type Locator } from '@playwright/test';
import { databaseAddress, type Person } from '@longhand/driver';
import pg from 'pg';
import {
  expectSaved,
  openSideTab,
  openDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  writeDocument,
  type Workspace,
} from './fixtures.ts';

/** Returns a colour of an element on the screen. */
function colorOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property);
}

test('shows the author of each passage by colour and name, and the share of each author in percent', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(
    ada,
    workspace,
    'It can do whatever we know how to order it.',
    'On the engine',
  );
  await openDocument(ben, workspace, id);
  await textOf(ben.page).click();
  await ben.page.keyboard.press('Control+End');
  await ben.page.keyboard.type(' It cannot anticipate.');
  await expectSaved(ben.page);
  await openSideTab(ada.page, 'Authors');
  const side = ada.page.getByRole('tabpanel', { name: 'Authors' });
  const shares = side.getByRole('list', { name: 'Share of each author' }).getByRole('listitem');
  await expect(shares).toHaveText([/Ada Lovelace.*66%/, /Ben Okri.*34%/]);
  await expect(textOf(ada.page).locator('.authored')).toHaveCount(0);
  await side.getByRole('switch', { name: 'Show author colours' }).press('Space');
  const colored = textOf(ada.page).locator('.authored');
  await expect(colored).toHaveText([
    'It can do whatever we know how to order it.',
    ' It cannot anticipate.',
  ]);
  await expect(colored.last()).toHaveAttribute('title', /^Ben Okri, /);
  const faceOf = (list: Locator): Locator => list.locator('[data-person]').first();
  const color = await colorOf(colored.last(), 'border-block-end-color');
  expect(color).not.toBe(await colorOf(colored.first(), 'border-block-end-color'));
  const colorsOfBen = async (): Promise<string[]> => [
    await colorOf(textOf(ada.page).locator('.othersCaret'), 'border-inline-start-color'),
    await colorOf(faceOf(ada.page.getByLabel('In this document')), 'background-color'),
    await colorOf(faceOf(shares.last()), 'background-color'),
  ];
  await expect.poll(colorsOfBen, 'colours of Ben’s caret and faces').toEqual([color, color, color]);
  // Newly typed text is coloured as soon as the server has sent its author.
  await ben.page.keyboard.type(' Ever.');
  await expect(colored.last()).toHaveText(' It cannot anticipate. Ever.');
  await side.getByRole('button', { name: /It cannot anticipate/ }).click();
  await expect(side.getByRole('status')).toContainText('At cursor: ');
  await ada.page.keyboard.press('Control+End');
  await expect(side.getByRole('status')).toContainText('Ben Okri');
  await side.getByRole('switch', { name: 'Show author colours' }).uncheck();
  await expect(colored).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});

/**
 * Moves the time at which a user left the document, as stored by the server, two hours into the
 * past.
 */
async function leftLongAgo(
  workspace: Workspace,
  { user }: Person,
  documentId: string,
): Promise<void> {
  const client = new pg.Client(await databaseAddress(workspace.product.dataDir));
  await client.connect();
  const moved = `update document_visits set left_at = left_at - interval '2 hours', visited_at = visited_at - interval '3 hours'
    where user_id = $1 and document_id = $2 and left_at is not null`;
  await expect
    .poll(async () => (await client.query(moved, [user.id, documentId])).rowCount)
    .toBe(1);
  await client.end();
}

test('a returning user sees the changes of others, moves from change to change, and marks them as seen', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ada, workspace, id);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('One morning it rained.\nThe river rose.');
  await expectSaved(ada.page);
  await openDocument(ben, workspace, id);
  await ada.page.goto(`${workspace.product.url}/dashboard`);
  await leftLongAgo(workspace, workspace.ada, id);
  await textOf(ben.page).click();
  await ben.page.keyboard.press('Control+Home');
  await ben.page.keyboard.type('Once: ');
  await ben.page.keyboard.press('Control+End');
  await ben.page.keyboard.type(' Nobody slept.');
  await expectSaved(ben.page);
  await openDocument(ada, workspace, id);
  const chip = ada.page.getByRole('region', { name: 'Since you were last here' });
  await expect(chip.getByRole('status')).toHaveText(/^2 changes by Ben Okri since /);
  await chip.getByRole('button', { name: 'Next change' }).press('Enter');
  const current = textOf(ada.page).locator('[data-current]');
  await expect(current).toHaveText('Once:');
  // The user's own text is not new to them, also after a reload.
  await ada.page.keyboard.press('Control+End');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.type('My own.');
  await ada.page.keyboard.press('Control+Alt+G');
  await expect(current).toHaveText('Nobody slept.');
  await expect(chip.getByRole('status')).toHaveText(/ 2 of 2$/);
  await expectSaved(ada.page);
  await ada.page.reload();
  await expect(chip.getByRole('status')).toHaveText(/^2 changes by Ben Okri since /);
  const seen = ada.page.waitForResponse((answer) => answer.url().includes('/seen'));
  await chip.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(chip).toHaveCount(0);
  expect((await seen).status()).toBe(204);
  const asked = ada.page.waitForResponse((answer) => answer.url().includes('/since'));
  await ada.page.reload();
  expect(await (await asked).json()).toEqual({ news: null });
  await expect(chip).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});
