import { deviceStorage, tabStorage } from '../ui/storage.ts';
import { openUnsentDatabase, unsentDatabase } from './outbox/database.ts';
import { hasNoUnsent } from './outbox/outbox.ts';

/**
 * Deletes everything this site stores in the browser: storage, cookies visible to scripts, caches,
 * databases. Two exceptions: the keys of the local storage listed in `spared` (the theme), and
 * typed text that has not reached the server. That is stored under its author's id.
 */
export async function wipeBrowser(spared: readonly string[]): Promise<void> {
  const saved = spared.map((key) => [key, deviceStorage.getItem(key)] as const);
  deviceStorage.clear();
  tabStorage.clear();
  for (const [key, value] of saved) if (value !== null) deviceStorage.setItem(key, value);
  for (const name of cookieNames(document.cookie)) document.cookie = `${name}=; Path=/; Max-Age=0`;
  // The browser settings may forbid caches and databases; then they contain nothing.
  await Promise.allSettled([wipeCaches(), wipeDatabases()]);
}

function cookieNames(cookies: string): string[] {
  return cookies.split(';').flatMap((pair) => {
    const name = pair.split('=')[0]?.trim();
    return name ? [name] : [];
  });
}

/** Deletes the cached pages and files. They are cached again when a document is opened. */
export async function wipeCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

async function wipeDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || (name === unsentDatabase && !(await isUnsentEmpty()))) continue;
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
  }
}

async function isUnsentEmpty(): Promise<boolean> {
  const database = openUnsentDatabase(() => indexedDB);
  try {
    return await hasNoUnsent(database);
  } finally {
    database.close();
  }
}
