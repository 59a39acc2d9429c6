import { expect } from '@playwright/test';
import { paste, pastePicture } from './clipboard.ts';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

test('a picture accepts only a safe link, and a reviewer suggests another link', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await workspace.newDocument('Harbour');
  await openDocument(ada, workspace, id);
  const text = textOf(ada.page);
  await text.click();
  await pastePicture(text, 'harbour.png');
  const picture = text.getByRole('img', { name: 'harbour' });
  await picture.click();
  const field = ada.page.getByLabel('Link', { exact: true }).and(ada.page.getByRole('textbox'));
  await field.fill('javascript:alert(1)');
  await field.press('Enter');
  await expect(text.locator('figure a')).toHaveCount(0);
  await picture.click();
  await field.fill('https://example.com/boats');
  await field.press('Enter');
  await expect(text.locator('figure a')).toHaveAttribute('href', 'https://example.com/boats');
  await expect(text.locator('figure a').getByRole('img', { name: 'harbour' })).toBeVisible();
  await expectSaved(ada.page);

  await openDocument(ben, workspace, id);
  await textOf(ben.page).getByRole('img', { name: 'harbour' }).click();
  const other = ben.page.getByLabel('Link', { exact: true }).and(ben.page.getByRole('textbox'));
  await other.fill('https://example.com/ships');
  await other.press('Enter');
  await expectSaved(ben.page);
  await expect(textOf(ben.page).locator('figure a')).toHaveAttribute(
    'href',
    'https://example.com/ships',
  );
  await openSideTab(ada.page, 'Comments & suggestions');
  await expect(cardsOf(ada.page, 'suggestion')).toContainText('Change the picture');
  await ada.page.getByRole('button', { name: /^Accept: / }).click();
  await expect(text.locator('figure a')).toHaveAttribute('href', 'https://example.com/ships');
  await expect(text.locator('figure a').getByRole('img', { name: 'harbour' })).toBeVisible();
  await expectSaved(ada.page);
  for (const { context } of [ada, ben]) await context.close();
});

test('a picture that was copied from a web page is uploaded as a file, not linked by its address', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, await workspace.newDocument('Copied'));
  const text = textOf(page);
  await text.click();
  await pastePicture(
    text,
    'image.png',
    '<meta charset="utf-8"><img src="https://example.org/boat.png" alt="Boat"/>',
  );
  await expect(text.getByRole('img', { name: 'image' })).toHaveAttribute(
    'src',
    /^\/api\/v1\/files\//,
  );
  await expect(text.getByText('not loaded')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  // Word also puts a picture of the copied text on the clipboard.
  await pastePicture(text, 'image.png', '<p>Only <b>text</b></p>');
  await expect(text.locator('strong')).toHaveText('text');
  await expect(text.getByRole('img')).toHaveCount(1);
  await expectSaved(page);
  await ada.context.close();
});

/** Clipboard content of Word: lists are paragraphs, and pictures are files on the user's disk. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body><!--StartFragment-->
<h2>Report<o:p></o:p></h2>
<p class=MsoNormal>We <b>sold</b> the <a href="https://example.org/boat">boat</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]>Go<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp;</span></span><![endif]>Come<o:p></o:p></p>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/a/clip_image001.png" alt="A chart"></p>
<!--EndFragment--></body></html>`;

/** Clipboard content of Google Docs: formats are styles, and pictures are on its servers. */
const google = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2"><h2 dir="ltr">Plan</h2><p dir="ltr"><span style="font-weight:700">bold</span><span style="font-style:italic"> italic</span></p><p dir="ltr"><img src="https://lh7-us.googleusercontent.com/docsz/abc" width="60" height="40" alt="Map"></p></b>`;

test('content from Word and Google Docs keeps its formatting when pasted, and no external picture is loaded', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(workspace.product.url) && /^(?:https?|file):/.test(request.url()))
      asked.push(request.url());
  });
  await openDocument(ada, workspace, await workspace.newDocument('Pasted'));
  const text = textOf(page);
  await text.click();
  await paste(text, { 'text/html': word, 'text/plain': 'Report' });
  await expect(text.getByRole('heading', { level: 2, name: 'Report' })).toBeVisible();
  await expect(text.locator('strong')).toHaveText('sold');
  await expect(text.getByRole('link', { name: 'boat' })).toHaveAttribute(
    'href',
    'https://example.org/boat',
  );
  await expect(text.locator('ol > li')).toHaveText(['Go', 'Come']);
  // Files on the user's disk cannot be loaded: their description is shown instead.
  await expect(text.getByText('A chart')).toBeVisible();
  await expect(text.getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await paste(text, { 'text/html': google, 'text/plain': 'Plan' });
  await expect(text.getByRole('heading', { level: 2, name: 'Plan' })).toBeVisible();
  await expect(text.locator('strong')).toHaveText(['sold', 'bold']);
  await expect(text.locator('em')).toHaveText('italic');
  await expect(text.getByText('Image on lh7-us.googleusercontent.com (not loaded).')).toBeVisible();
  await expectSaved(page);
  expect(asked).toEqual([]);
  await ada.context.close();
});

test('addresses in pasted plain text become links, and an address pasted over selected text becomes its link', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, await workspace.newDocument('Addresses'));
  const text = textOf(page);
  await text.click();
  await paste(text, { 'text/plain': 'See https://example.org/a_b and (https://example.org/c).' });
  await expect(text).toContainText('See https://example.org/a_b and (https://example.org/c).');
  await expect(text.getByRole('link')).toHaveCount(2);
  expect(
    await text
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['https://example.org/a_b', 'https://example.org/c']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('harbour');
  await page.keyboard.press('Shift+Home');
  await paste(text, { 'text/plain': 'https://example.org/harbour' });
  await expect(text.getByRole('link', { name: 'harbour', exact: true })).toHaveAttribute(
    'href',
    'https://example.org/harbour',
  );
  await expectSaved(page);
  expect(await wordsOf(page)).toBe(
    'See https://example.org/a_b and (https://example.org/c).\nharbour',
  );
  await ada.context.close();
});

test('a notification after a paste names the content that was left out, as the report of an import does', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, await workspace.newDocument('Pasted'));
  const text = textOf(page);
  await text.click();
  const toast = page.getByRole('status').filter({ hasText: 'Some content was not pasted' });
  await paste(text, { 'text/html': '<p>Only <b>bold</b> text.</p>', 'text/plain': 'Only' });
  await expect(text.locator('strong')).toHaveText('bold');
  await paste(text, { 'text/html': '<p>Marked <mark>words</mark>.</p>', 'text/plain': 'Marked' });
  await expect(text).toContainText('Marked words.');
  await expect(toast).toContainText('Highlights were left out.');
  await page.getByRole('button', { name: 'Close notification' }).click();
  // Styling is left out of nearly every page of the web, and is not reported.
  const styled = '<p style="color: red; text-align: center">Plain text.</p>';
  await paste(text, { 'text/html': styled, 'text/plain': 'Plain' });
  await expect(text).toContainText('Plain text.');
  await expect(toast).toHaveCount(0);
  await expectSaved(page);

  await ada.context.close();
});

test('a notification after a paste is in the language of the page', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const device = { locale: 'de-DE' };
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, device);
  const { page } = ada;
  await page.goto(`${workspace.product.url}/documents/${await workspace.newDocument('Brief')}`);
  const text = page.locator('.ProseMirror');
  await text.click();
  await paste(text, { 'text/html': '<p>Noch <mark>eins</mark>.</p>', 'text/plain': 'Noch' });
  await expect(text).toContainText('Noch eins.');
  await expect(
    page.getByRole('status').filter({ hasText: 'Ein Teil des Inhalts wurde nicht eingefügt' }),
  ).toContainText('Hervorhebungen wurden weggelassen.');
  await ada.context.close();
});
