/** A database of this browser, by the names of its stores. */
export type DeviceDatabase<Name extends string> = {
  /** Runs `work` in one transaction; answers its result when the transaction is on disk. Fails where the device cannot store. */
  run<T>(mode: 'readonly' | 'readwrite', work: (store: (name: Name) => IDBObjectStore) => IDBRequest<T>): Promise<T>;
  close(): void;
};

/** What a database is made of. */
export type DatabasePlan<Name extends string> = {
  readonly name: string;
  readonly stores: readonly Name[];
  /** `strict`: "complete" comes when the bytes are on disk, not when the system has promised to write them. */
  readonly durability: IDBTransactionDurability;
  /** Whether it is opened again after it was closed or wiped. If not, this page stores nothing in it any more. */
  readonly comesBack: boolean;
  /** Makes the stores in an empty database. */
  make(db: IDBDatabase): void;
};

/**
 * Makes the way to a database, which is opened when it is first needed, and again after the browser took it away. `factory` answers the
 * browser's `indexedDB`; where that is not to be had, it fails or there is none.
 */
export function openDeviceDatabase<Name extends string>(
  plan: DatabasePlan<Name>,
  factory: () => IDBFactory | undefined,
): DeviceDatabase<Name> {
  let opening: Promise<IDBDatabase> | null = null;
  let isOver = false;

  function gone(): void {
    opening = null;
    isOver ||= !plan.comesBack;
  }

  function database(): Promise<IDBDatabase> {
    if (isOver) return Promise.reject(new Error('the storage was closed'));
    opening ??= open(plan, factory, gone).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  return {
    async run(mode, work) {
      const db = await database();
      const transaction = db.transaction([...plan.stores], mode, { durability: plan.durability });
      const request = work((name) => transaction.objectStore(name));
      await completion(transaction);
      return request.result;
    },
    close() {
      void opening?.then((db) => db.close());
      gone();
    },
  };
}

async function open<Name extends string>(
  plan: DatabasePlan<Name>,
  factory: () => IDBFactory | undefined,
  gone: () => void,
): Promise<IDBDatabase> {
  const found = factory();
  if (found === undefined) throw new Error('this browser offers no storage');
  return new Promise((resolve, reject) => {
    const request = found.open(plan.name, 1);
    request.onupgradeneeded = () => plan.make(request.result);
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
