import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sit, test } from './desk.ts';

/** The sheet on the front page, once it can be written on. */
const sheetOf = (page: Page) => page.getByRole('textbox', { name: 'Demonstration text' });

/** What stands on the sheet, one block a line, without the carets of the two. */
function wordsOn(page: Page): Promise<string> {
  return page.locator('figure', { hasText: 'A demonstration' }).evaluate((figure) => {
    const copy = figure.cloneNode(true) as Element;
    for (const extra of copy.querySelectorAll('figcaption, [aria-hidden]')) extra.remove();
    return [...copy.querySelectorAll('h2, p')].map((block) => block.textContent ?? '').join('\n');
  });
}

const opening =
  'Letter to our readers\nWe started this paper in a kitchen, with one typewriter and four opinions about commas. It has grown since.\n' +
  'The opinions have grown too';

test('the editor of the front page is fetched when somebody is there, and nothing moves; two write beside the visitor', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(office.product.url);
  await page.waitForLoadState('networkidle');
  expect([await wordsOn(page), await sheetOf(page).count()]).toEqual([opening, 0]);
  const before = scripts.length;
  const heading = page.getByRole('heading', { name: 'Letter to our readers' });
  const place = await heading.boundingBox();

  // Pressed before there is an editor: the caret stands there as soon as there is one.
  await page.getByText('We started this paper').click();
  await expect(sheetOf(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
  expect(await heading.boundingBox()).toEqual(place);
  await page.keyboard.press('Home');
  await page.keyboard.type('Dear all, ');
  await expect.poll(() => wordsOn(page)).toContain('\nDear all, We started this paper');
  await expect.poll(() => wordsOn(page)).toContain('The opinions have grown too, and so has the ta');

  // Tab leaves the sheet, and the next stop begins anew.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  const paused = await wordsOn(page);
  await page.waitForTimeout(600);
  expect(await wordsOn(page)).toBe(paused);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await wordsOn(page)).toBe(opening);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('figure').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await context.close();
});

test('who wants no motion has a sheet to write on and two people who stand still; nothing is stored', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(office.product.url);
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  // By the keyboard alone: the first key fetches the editor, and Tab comes to it.
  await page.keyboard.press('Tab');
  await expect(sheetOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try the demo' }).focus();
  await page.keyboard.press('Tab');
  await expect(sheetOf(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('A ');
  await page.waitForTimeout(2_000);
  expect(await wordsOn(page)).toBe(`A ${opening}`);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  expect(sent).toEqual([]);
  await page.reload();
  expect(await wordsOn(page)).toBe(opening);
  await context.close();
});
