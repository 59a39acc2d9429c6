import { readClientFrame, readServerFrame } from '@longhand/sync';
import type { Page } from '@playwright/test';

/** What went wrong on the lines of pages to the server: writes that it refused, and times at which a page sent all that it has anew. */
export type Faults = { readonly refused: string[]; readonly repaired: string[] };

/**
 * Watches what a page and the server tell each other. A write is refused where the server says so, and repaired where the page sends all
 * that it has as one whole; see the rules [REF1] to [REF7].
 * @param name the person at the page, for what is noted
 */
export function watchLines(page: Page, name: string, faults: Faults): void {
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/collab/')) return;
    socket.on('framereceived', ({ payload }) => {
      const frame = readServerFrame(bytesOf(payload));
      if (frame.type !== 'notice' || frame.notice.kind !== 'refused') return;
      faults.refused.push(`${name}: ${frame.notice.reason}, ${frame.notice.detail}`);
    });
    socket.on('framesent', ({ payload }) => {
      if (readClientFrame(bytesOf(payload)).type === 'whole') faults.repaired.push(`${name} sent everything anew`);
    });
    // A line that breaks is opened again, and what was on its way is sent anew.
    socket.on('socketerror', (error) => faults.repaired.push(`${name}: ${error}`));
  });
}

const bytesOf = (payload: string | Buffer): Uint8Array => (typeof payload === 'string' ? Buffer.from(payload) : payload);

/** Answers what a page says of changes that were not taken; empty where it says nothing. */
export async function complaintsOn(page: Page): Promise<string[]> {
  const said = await page.locator('[role=status], [role=alert], [role=note]').allInnerTexts();
  return said.filter((words) => /was undone|not saved|Not saved/.test(words));
}
