import type { StoredWrite, Outbox } from '@longhand/sync/client';
import type { StoredTitle, StoredUpdate, UnsentDatabase } from './database.ts';
import { createRemovals } from './removals.ts';

/**
 * Options of {@link outboxOf}.
 *
 * @property makeRoom called if the device is full, before one retry
 * @property removeWithin time within which acknowledged updates are removed, together with the next
 * addition (ms); default: at once
 */
export type OutboxOptions = {
  readonly makeRoom?: () => Promise<void>;
  readonly removeWithin?: number;
};

/**
 * The outbox of one user in one document: one record per update. Several tabs may share it. Each
 * then also sends the updates of the others, which is idempotent.
 */
export function outboxOf(
  database: UnsentDatabase,
  userId: string,
  documentId: string,
  { makeRoom, removeWithin }: OutboxOptions = {},
): Outbox {
  const remove = (keys: readonly number[]): Promise<void> => removeUpdates(database, keys);
  const removals = removeWithin === undefined ? null : createRemovals(remove, removeWithin);
  const put = (record: StoredUpdate): Promise<number> =>
    removals === null
      ? addUpdate(database, record, [])
      : removals.runWith((keys) => addUpdate(database, record, keys));
  return {
    load: () => loadUpdates(database, userId, documentId),
    async add(update, declaration) {
      const record: StoredUpdate = {
        userId,
        documentId,
        update,
        ...(declaration && { declaration }),
      };
      try {
        return await put(record);
      } catch (error) {
        if (
          makeRoom === undefined ||
          !(error instanceof DOMException && error.name === 'QuotaExceededError')
        )
          throw error;
        await makeRoom();
        return await put(record);
      }
    },
    remove: removals === null ? remove : removals.remove,
  };
}

async function loadUpdates(
  database: UnsentDatabase,
  userId: string,
  documentId: string,
): Promise<StoredWrite[]> {
  const writes: StoredWrite[] = [];
  await database.run('readonly', (store) => {
    const request = store('updates').index('byDocument').openCursor([userId, documentId]);
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (cursor === null) return;
      const { update, declaration } = cursor.value as StoredUpdate;
      writes.push({
        key: cursor.primaryKey as number,
        update,
        ...(declaration && { declaration }),
      });
      cursor.continue();
    });
    return request;
  });
  return writes;
}

/** Adds an update, and removes those with the given keys. Returns the key of the new one. */
function addUpdate(
  database: UnsentDatabase,
  record: StoredUpdate,
  removed: readonly number[],
): Promise<number> {
  return database.run('readwrite', (store) => {
    const updates = store('updates');
    for (const key of removed) updates.delete(key);
    return updates.add(record) as IDBRequest<number>;
  });
}

async function removeUpdates(database: UnsentDatabase, keys: readonly number[]): Promise<void> {
  const [first, ...others] = keys;
  if (first === undefined) return;
  await database.run('readwrite', (store) => {
    const updates = store('updates');
    for (const key of others) updates.delete(key);
    return updates.delete(first);
  });
}

/** The user's unsent changes in one document. */
export type UnsentChanges = {
  readonly documentId: string;
  readonly updates: readonly Uint8Array[];
  readonly title: string | null;
};

/**
 * Returns everything unsent that `userId` has on this device. Empty if the device stores nothing.
 */
export async function unsentChangesOf(
  database: UnsentDatabase,
  userId: string,
): Promise<UnsentChanges[]> {
  const updates = (await database.run('readonly', (store) =>
    store('updates').index('byUser').getAll(userId),
  )) as StoredUpdate[];
  const titles = (await database.run('readonly', (store) =>
    store('titles').getAll(),
  )) as StoredTitle[];
  const byDocument = new Map<string, { updates: Uint8Array[]; title: string | null }>();
  const entry = (id: string) => {
    const found = byDocument.get(id) ?? { updates: [], title: null };
    byDocument.set(id, found);
    return found;
  };
  for (const { documentId, update } of updates) entry(documentId).updates.push(update);
  for (const row of titles) if (row.userId === userId) entry(row.documentId).title = row.title;
  return [...byDocument].map(([documentId, changes]) => ({ documentId, ...changes }));
}

/** Deletes everything unsent that `userId` has on this device. Only at the user's request. */
export async function discardUnsent(database: UnsentDatabase, userId: string): Promise<void> {
  await database.run('readwrite', (store) => {
    const request = store('updates').index('byUser').openCursor(userId);
    request.addEventListener('success', () => {
      request.result?.delete();
      request.result?.continue();
    });
    return request;
  });
  const range = IDBKeyRange.bound([userId], [userId, []]);
  await database.run('readwrite', (store) => store('titles').delete(range));
}

/** True if no user has unsent changes on this device. */
export async function hasNoUnsent(database: UnsentDatabase): Promise<boolean> {
  const updates = await database.run('readonly', (store) => store('updates').count());
  const titles = await database.run('readonly', (store) => store('titles').count());
  return updates + titles === 0;
}
