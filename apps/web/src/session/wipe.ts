import { deviceStorage, tabStorage } from '../ui/storage.ts';
import { openUnsentDatabase, unsentDatabase } from './unsent/database.ts';
import { isNothingKept } from './unsent/outbox.ts';

/**
 * Empties everything this site keeps in the browser: storage, cookies that scripts can see, caches, databases. Two things stay:
 * the entries of the local storage named by `spared` (the theme), and words that somebody typed here and that have not reached
 * the server; those are kept under their author's id.
 * Source: specification, section 4; reliability, Traps.
 */
export async function wipeBrowser(spared: readonly string[]): Promise<void> {
  const kept = spared.map((key) => [key, deviceStorage.getItem(key)] as const);
  deviceStorage.clear();
  tabStorage.clear();
  for (const [key, value] of kept) if (value !== null) deviceStorage.setItem(key, value);
  for (const name of cookieNames(document.cookie)) document.cookie = `${name}=; Path=/; Max-Age=0`;
  // Caches and databases may be forbidden by the browser's settings; then there is nothing in them to wipe.
  await Promise.allSettled([wipeCaches(), wipeDatabases()]);
}

function cookieNames(cookies: string): string[] {
  return cookies.split(';').flatMap((pair) => {
    const name = pair.split('=')[0]?.trim();
    return name ? [name] : [];
  });
}

async function wipeCaches(): Promise<void> {
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
    return await isNothingKept(database);
  } finally {
    database.close();
  }
}
