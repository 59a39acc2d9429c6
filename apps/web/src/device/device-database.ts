/** An IndexedDB database of this browser, typed by the names of its stores. */
export type DeviceDatabase<Name extends string> = {
  /**
   * Runs `work` in one transaction. Resolves with its result when the transaction is complete.
   * Rejects if the device cannot store data.
   */
  run<T>(
    mode: 'readonly' | 'readwrite',
    work: (store: (name: Name) => IDBObjectStore) => IDBRequest<T>,
  ): Promise<T>;
  close(): void;
};

/** Definition of a database. */
export type DatabasePlan<Name extends string> = {
  readonly name: string;
  readonly stores: readonly Name[];
  /**
   * `strict`: the transaction is complete when the bytes are on disk, not when the system has
   * accepted them.
   */
  readonly durability: IDBTransactionDurability;
  /**
   * True if it is reopened after it was closed or deleted. Otherwise this page stores nothing in it
   * any more.
   */
  readonly comesBack: boolean;
  /** Creates the stores in an empty database. */
  make(db: IDBDatabase): void;
};

/**
 * Creates access to a database, which is opened on first use, and again after the browser closed
 * it. `factory` returns the browser's `indexedDB`; if that is not available, it throws or returns
 * undefined.
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
      // The caller of `run` is told of a database that cannot be opened.
      void opening?.then(
        (db) => db.close(),
        () => undefined,
      );
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
  if (found === undefined) throw new Error('this browser has no storage');
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
    const fail = (): void =>
      reject(transaction.error ?? new Error('the storage rejected the change'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}
