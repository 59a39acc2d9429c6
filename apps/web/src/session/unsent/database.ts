import type { Declaration } from '@longhand/sync';
import { openDeviceDatabase, type DeviceDatabase } from '../deviceDatabase.ts';

/** The device's store of what the server has not acknowledged. It outlives the wipe at sign-in and sign-out while it holds anything. */
export const unsentDatabase = 'longhand-unsent';

/** One update of a document's text, as `updates` holds it; its key counts up in the order of typing. `declaration`: the decision it carries out. */
export type KeptUpdate = {
  readonly userId: string;
  readonly documentId: string;
  readonly update: Uint8Array;
  readonly declaration?: Declaration;
};

/** The title a person gave a document, as `titles` holds it: the last one counts. */
export type KeptTitle = { readonly userId: string; readonly documentId: string; readonly title: string };

/** A way to the store of unsent words. */
export type UnsentDatabase = DeviceDatabase<'updates' | 'titles'>;

/** Makes the way to the store. `factory` answers the browser's `indexedDB`; where that is not to be had, it fails or there is none. */
export function openUnsentDatabase(factory: () => IDBFactory | undefined): UnsentDatabase {
  const make = (db: IDBDatabase): void => {
    const updates = db.createObjectStore('updates', { autoIncrement: true });
    updates.createIndex('byDocument', ['userId', 'documentId']);
    updates.createIndex('byUser', 'userId');
    db.createObjectStore('titles', { keyPath: ['userId', 'documentId'] });
  };
  return openDeviceDatabase(
    { name: unsentDatabase, stores: ['updates', 'titles'], durability: 'strict', comesBack: true, make },
    factory,
  );
}
