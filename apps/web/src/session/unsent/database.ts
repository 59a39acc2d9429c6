/** The device's store of what the server has not acknowledged. It outlives the wipe at sign-in and sign-out while it holds anything. */
export const unsentDatabase = 'longhand-unsent';

/** One update of a document's text, as `updates` holds it; its key counts up in the order of typing. */
export type KeptUpdate = { readonly userId: string; readonly documentId: string; readonly update: Uint8Array };

/** The title a person gave a document, as `titles` holds it: the last one counts. */
export type KeptTitle = { readonly userId: string; readonly documentId: string; readonly title: string };

type StoreName = 'updates' | 'titles';

/** A way to the store that opens it when it is first needed, and again after the browser took it away. */
export type UnsentDatabase = {
  /** Runs `work` in one transaction; answers its result when the transaction is on disk. Fails where the device cannot store. */
  run<T>(mode: 'readonly' | 'readwrite', work: (store: (name: StoreName) => IDBObjectStore) => IDBRequest<T>): Promise<T>;
  close(): void;
};

/** Makes the way to the store. `factory` answers the browser's `indexedDB`; where that is not to be had, it fails or there is none. */
export function openUnsentDatabase(factory: () => IDBFactory | undefined): UnsentDatabase {
  let opening: Promise<IDBDatabase> | null = null;

  function database(): Promise<IDBDatabase> {
    opening ??= open(factory, () => (opening = null)).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  return {
    async run(mode, work) {
      const db = await database();
      // Strict: "complete" comes when the bytes are on disk, not when the system has promised to write them.
      const transaction = db.transaction(['updates', 'titles'], mode, { durability: 'strict' });
      const request = work((name) => transaction.objectStore(name));
      await completion(transaction);
      return request.result;
    },
    close() {
      void opening?.then((db) => db.close());
      opening = null;
    },
  };
}

async function open(factory: () => IDBFactory | undefined, gone: () => void): Promise<IDBDatabase> {
  const found = factory();
  if (found === undefined) throw new Error('this browser offers no storage');
  return new Promise((resolve, reject) => {
    const request = found.open(unsentDatabase, 1);
    request.onupgradeneeded = () => {
      const updates = request.result.createObjectStore('updates', { autoIncrement: true });
      updates.createIndex('byDocument', ['userId', 'documentId']);
      updates.createIndex('byUser', 'userId');
      request.result.createObjectStore('titles', { keyPath: ['userId', 'documentId'] });
    };
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => {
        db.close();
        gone();
      };
      db.onclose = gone;
      resolve(db);
    };
    request.onerror = () => reject(request.error ?? new Error('the storage could not be opened'));
  });
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('the storage refused it'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}
