import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from '@longhand/driver';
import { expect, type Page } from '@playwright/test';
import {
  expectOutage,
  expectSaved,
  insertionsOf,
  openDocumentForBoth,
  savedMark,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

/** Types at the end of the text. */
async function typeAtEnd(page: Page, words: string): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** Replaces the data of a stopped product by those of a backup. */
async function restoreInto(dataDir: string, file: string): Promise<void> {
  for (const name of await readdir(dataDir))
    await rm(join(dataDir, name), { recursive: true, force: true });
  await operate(['restore', file], { DATA_DIR: dataDir });
}

test('after a restore of an older backup, open pages tell their users, and bring newer text and suggestions back, once', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { product } = workspace;
  await workspace.share('reviewer');
  const { ada, ben } = await openDocumentForBoth(browser, workspace, consoleErrors);
  await typeAtEnd(ada.page, 'Early text.');
  await expect(textOf(ben.page)).toContainText('Early text.');
  await typeAtEnd(ben.page, ' First idea.');
  for (const { page } of [ada, ben]) await expectSaved(page);

  const folder = await mkdtemp(join(tmpdir(), 'longhand-restore-'));
  const file = join(folder, 'backup.tar');
  await operate(['backup', file], { DATA_DIR: product.dataDir });
  await typeAtEnd(ada.page, ' Late text.');
  await expect(textOf(ben.page)).toContainText('Late text.');
  await typeAtEnd(ben.page, ' Second idea.');
  for (const { page } of [ada, ben]) await expectSaved(page);
  const before = await wordsOf(ada.page);
  expect(await wordsOf(ben.page)).toBe(before);

  expectOutage(consoleErrors);
  await product.kill('SIGTERM');
  await restoreInto(product.dataDir, file);
  await product.start();
  for (const { page } of [ada, ben]) {
    await expect(page.getByText('The server may have lost text', { exact: true })).toBeVisible();
    await expect(savedMark(page)).toHaveText('Saved');
    expect(await wordsOf(page)).toBe(before);
  }
  await typeAtEnd(ada.page, ' After it.');
  await expect(textOf(ben.page)).toContainText('After it.');
  await ben.page.reload();
  await expect(textOf(ben.page)).toContainText('After it.');
  const after = await wordsOf(ada.page);
  expect(await wordsOf(ben.page)).toBe(after);
  for (const words of ['Early text.', 'First idea.', 'Late text.', 'Second idea.', 'After it.'])
    expect(after.split(words)).toHaveLength(2);
  expect((await insertionsOf(ben.page)).join('')).toContain('Second idea.');
  await rm(folder, { recursive: true });
});
