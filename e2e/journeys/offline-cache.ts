import { expect, type Page } from '@playwright/test';

/** Text of the saved mark without a connection. */
export const offlineMark = 'Offline: kept on this device';

/** Waits until this device has cached the application, which is late on a busy machine. */
export async function untilAppCached(page: Page): Promise<void> {
  const isCached = (): Promise<boolean> =>
    page.evaluate(
      async () => (await caches.match('/documents', { ignoreVary: true })) !== undefined,
    );
  await expect.poll(isCached, { timeout: 60_000 }).toBe(true);
}

/**
 * Waits until this device has cached the application, and a copy of the document that contains
 * `words`.
 */
export async function untilDocumentCached(page: Page, id: string, words: string): Promise<void> {
  for (const x of [100, 200]) await page.mouse.move(x, 100);
  await untilAppCached(page);
  const isCached = (key: string, text: string) =>
    page.evaluate(
      async ([id, words]) => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('longhand-copies', 1);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        const row = await new Promise<{ state: Uint8Array } | undefined>((resolve) => {
          const request = db
            .transaction('texts')
            .objectStore('texts')
            .get(id as string);
          request.onsuccess = () => resolve(request.result as { state: Uint8Array } | undefined);
        });
        db.close();
        return row !== undefined && new TextDecoder().decode(row.state).includes(words as string);
      },
      [key, text] as const,
    );
  await expect.poll(() => isCached(id, words)).toBe(true);
}
