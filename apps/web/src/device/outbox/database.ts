import type { Declaration } from '@longhand/sync/protocol';
import { openDeviceDatabase, type DeviceDatabase } from '../device-database.ts';

/**
 * Name of the database for changes that the server has not acknowledged. It is not wiped at sign-in
 * and sign-out while it holds data.
 */
export const unsentDatabase = 'longhand-unsent';

/**
 * One update of a document's text in the store `updates`; its key increases in the order of typing.
 * `declaration`: the decision that it carries out.
 */
export type StoredUpdate = {
  readonly userId: string;
  readonly documentId: string;
  readonly update: Uint8Array;
  readonly declaration?: Declaration;
};

/** Unsent title of a document in the store `titles`: the last one wins. */
export type StoredTitle = {
  readonly userId: string;
  readonly documentId: string;
  readonly title: string;
};

/** Access to the database of unsent changes. */
export type UnsentDatabase = DeviceDatabase<'updates' | 'titles'>;

/**
 * Creates access to the database. `factory` returns the browser's `indexedDB`; if that is not
 * available, it throws or returns undefined.
 */
export function openUnsentDatabase(factory: () => IDBFactory | undefined): UnsentDatabase {
  const make = (db: IDBDatabase): void => {
    const updates = db.createObjectStore('updates', { autoIncrement: true });
    updates.createIndex('byDocument', ['userId', 'documentId']);
    updates.createIndex('byUser', 'userId');
    db.createObjectStore('titles', { keyPath: ['userId', 'documentId'] });
  };
  return openDeviceDatabase(
    {
      name: unsentDatabase,
      stores: ['updates', 'titles'],
      durability: 'strict',
      comesBack: true,
      make,
    },
    factory,
  );
}
