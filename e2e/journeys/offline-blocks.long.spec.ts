import { expect } from '@playwright/test';
import {
  expectOutage,
  expectSaved,
  openDocument,
  savedMark,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  writeDocument,
} from './fixtures.ts';
import { untilDocumentCached, offlineMark } from './offline-cache.ts';

test.describe('text typed offline in blocks that another user changes or deletes meanwhile', () => {
  for (const [role, meanwhile] of [
    ['editor', ''],
    ['editor', ', after a reload'],
    ['editor', ', after leaving the document and coming back'],
    ['reviewer', ''],
  ] as const)
    test(`is kept after reconnecting, as ${role}${meanwhile}`, async ({
      browser,
      workspace,
      consoleErrors,
    }) => {
      await workspace.share('editor');
      const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
      const id = await writeDocument(ada, workspace, 'Rain on the roof.\nGone soon.\nThe end.');
      await workspace.share(role);
      const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
      await openDocument(ben, workspace, id);
      await expectSaved(ben.page);
      if (meanwhile !== '') await untilDocumentCached(ben.page, id, 'soon');
      expectOutage(consoleErrors);
      await ben.context.setOffline(true);
      const lines = textOf(ben.page).locator('p');
      for (const [line, words] of [
        [0, ' All night.'],
        [1, ' Not these words.'],
      ] as const) {
        await lines.nth(line).click();
        await ben.page.keyboard.press('End');
        await ben.page.keyboard.type(words);
      }
      await expect(savedMark(ben.page)).toHaveText(offlineMark);

      await textOf(ada.page).locator('p').first().click();
      await ada.page.keyboard.press('ControlOrMeta+Alt+2');
      await textOf(ada.page).locator('p').first().click({ clickCount: 3 });
      await ada.page.keyboard.press('Delete');
      await ada.page.keyboard.press('Delete');
      await expect(textOf(ada.page).locator('h2, p')).toHaveText(['Rain on the roof.', 'The end.']);
      await expectSaved(ada.page);

      if (meanwhile.includes('reload')) await ben.page.reload();
      if (meanwhile.includes('leaving')) {
        await ben.page.getByRole('link', { name: 'Dashboard' }).first().click();
        await expect(textOf(ben.page)).toHaveCount(0);
        await ben.page.goBack();
      }
      if (meanwhile !== '') await expect(textOf(ben.page)).toContainText('Not these words.');
      await ben.context.setOffline(false);
      for (const { page } of [ada, ben])
        await expect(textOf(page).locator('h2, p')).toContainText([
          'Rain on the roof. All night. Not these words.',
          'The end.',
        ]);
      await expectSaved(ben.page);
      if (role === 'reviewer')
        await expect(textOf(ada.page).locator('ins')).toHaveText([
          ' All night.',
          ' Not these words.',
        ]);
      await ada.context.close();
      await ben.context.close();
    });
});

test('text of a user who has left is kept if another user deletes its paragraph without having seen it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await writeDocument(ada, workspace, 'First.\nGone soon.\nThe end.');
  await openDocument(ben, workspace, id);
  expectOutage(consoleErrors);
  await ada.context.setOffline(true);
  await textOf(ben.page).getByText('Gone soon.').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' Ben’s own words.');
  await expectSaved(ben.page);
  await ben.context.close();
  await textOf(ada.page).getByText('Gone soon.').click({ clickCount: 3 });
  await ada.page.keyboard.press('Delete');
  await ada.page.keyboard.press('Delete');
  await expect(textOf(ada.page).locator('p')).toHaveText(['First.', 'The end.']);
  await ada.context.setOffline(false);
  await expect(textOf(ada.page).locator('p')).toHaveText(['First. Ben’s own words.', 'The end.']);
  await expectSaved(ada.page);
  await ada.context.close();
});
