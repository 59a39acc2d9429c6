import type { Page } from '@playwright/test';

/** An update as the outbox of a page stores it. */
type StoredUpdate = { readonly update: Uint8Array; readonly declaration?: unknown };

/**
 * Returns the unacknowledged updates in the outbox of a page's device. Each is a Yjs update in
 * base64, followed by the decision that it carries out.
 */
export function unsentUpdatesOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () =>
          reject(request.error ?? new Error('the storage cannot be read')),
        );
      });
    const name = 'longhand-unsent';
    // Opening a missing database would create it without its object stores.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return [];
    const database = await done(indexedDB.open(name));
    try {
      const stored = (await done(
        database.transaction('updates').objectStore('updates').getAll(),
      )) as StoredUpdate[];
      return stored.map(({ update, declaration }) => {
        const bytes = btoa(Array.from(update, (byte) => String.fromCodePoint(byte)).join(''));
        return declaration === undefined ? bytes : `${bytes} ${JSON.stringify(declaration)}`;
      });
    } finally {
      database.close();
    }
  });
}
