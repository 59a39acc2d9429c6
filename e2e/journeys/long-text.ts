import { expect, type Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import {
  expectSaved,
  openDocument,
  openNewDocument,
  textOf,
  type BrowserUser,
  type Workspace,
} from './fixtures.ts';

/** Number of paragraphs of a long text. */
export const paragraphs = 600;
/** Number of paragraphs between two headings. */
export const paragraphsPerPart = 30;

const sentence =
  'The engine weaves algebraic patterns just as the loom weaves flowers and leaves. ';

/**
 * Returns HTML of a long text: headings, paragraphs of different lengths, lists, tables, code,
 * footnotes, and a toggle in a callout.
 */
function longHtml(): string {
  return Array.from({ length: paragraphs }, (_, i) => {
    const heading = i % paragraphsPerPart === 0 ? `<h2>Part ${i / paragraphsPerPart + 1}</h2>` : '';
    const other =
      i % 50 === 20
        ? `<ul><li>First of ${i}</li><li>Second of ${i}</li></ul>`
        : i % 50 === 35
          ? `<table><tr><td>Cell of ${i}</td><td>Other</td></tr></table>`
          : i % 50 === 45
            ? `<pre><code>const line = ${i};\nconst next = ${i + 1};</code></pre>`
            : '';
    const note = i % 20 === 3 ? `<sup data-type="footnote" data-text="Note ${i}"></sup>` : '';
    const callout =
      i === 4
        ? '<aside data-type="callout"><p>Mind</p><div data-type="toggle"><p>More</p><p>Hidden words</p></div></aside>'
        : '';
    const words = `Paragraph ${i}. ${sentence.repeat(1 + (i % 7))}`;
    return `${heading}<p>${words}${note}</p>${other}${callout}`;
  }).join('');
}

/** Creates a long document, opens it and waits until it is saved. Returns its id. */
export async function openLongDocument(user: BrowserUser, workspace: Workspace): Promise<string> {
  const id = await openNewDocument(user, workspace, 'A long text');
  await textOf(user.page).click();
  await paste(textOf(user.page), { 'text/html': longHtml() });
  await expect(textOf(user.page).locator('.standIn').first()).toBeAttached();
  await expectSaved(user.page);
  await openDocument(user, workspace, id);
  await expect(textOf(user.page).locator('.standIn').first()).toBeAttached();
  return id;
}

/** Returns a paragraph by its number. */
export const paragraph = (page: Page, i: number) =>
  textOf(page).locator('p', { hasText: `Paragraph ${i}.` });

/** Returns the number of elements that the text consists of. */
export const elementsIn = (page: Page): Promise<number> =>
  textOf(page).evaluate((text) => text.querySelectorAll('*').length);

/** Returns the text that the editor copies to the clipboard. */
export function copiedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return data.getData('text/plain');
  });
}

/** True if a paragraph is in the window. */
export const isInWindow = (page: Page, i: number): Promise<boolean> =>
  paragraph(page, i).evaluateAll((elements) =>
    elements.some((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }),
  );

/** Returns how many blocks in the window are rendered, and how many are stand-ins. */
export const blocksInWindow = (page: Page): Promise<{ rendered: number; standIns: number }> =>
  textOf(page).evaluate((text) => {
    const inWindow = [...text.children].filter((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const standIns = inWindow.filter((block) => block.matches('.standIn')).length;
    return { rendered: inWindow.length - standIns, standIns };
  });
