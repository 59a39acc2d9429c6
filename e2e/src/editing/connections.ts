import { readClientFrame, readServerFrame } from '@longhand/sync/protocol';
import type { Page } from '@playwright/test';

/**
 * Faults on the connections of pages: writes that the server refused, and full resends by a page.
 */
export type Faults = { readonly refused: string[]; readonly repaired: string[] };

/**
 * Records faults in the frames between a page and the server. A write is refused if the server
 * sends a refusal. It is repaired if the page sends its whole document; see the rules [REF1] to
 * [REF7].
 * @param name the user at the page, for the recorded messages
 */
export function watchConnections(page: Page, name: string, faults: Faults): void {
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/collab/')) return;
    socket.on('framereceived', ({ payload }) => {
      const frame = readServerFrame(bytesOf(payload));
      if (frame.type !== 'notice' || frame.notice.kind !== 'refused') return;
      faults.refused.push(`${name}: ${frame.notice.reason}, ${frame.notice.detail}`);
    });
    socket.on('framesent', ({ payload }) => {
      if (readClientFrame(bytesOf(payload)).type === 'whole')
        faults.repaired.push(`${name} sent everything anew`);
    });
    // After a socket error the page reconnects and resends unacknowledged updates.
    socket.on('socketerror', (error) => faults.repaired.push(`${name}: ${error}`));
  });
}

const bytesOf = (payload: string | Buffer): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

/** Returns the messages of a page about changes that were not stored; empty if there are none. */
export async function failureMessagesOn(page: Page): Promise<string[]> {
  const messages = await page.locator('[role=status], [role=alert], [role=note]').allInnerTexts();
  return messages.filter((words) => /was undone|not saved|Not saved/.test(words));
}
