/** Key-value store for short texts, with the interface of the browser's storages. */
export type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Storage of this site on this device; in memory if the browser stores nothing. */
export const deviceStorage = storingIn(() => window.localStorage);

/** Storage of this tab; in memory if the browser stores nothing. */
export const tabStorage = storingIn(() => window.sessionStorage);

/**
 * Wraps a browser storage with a fallback in memory. A browser with storage disabled throws on
 * every access, and a full storage on writing. Neither must break the page.
 */
export function storingIn(open: () => Storing): Storing {
  const held = new Map<string, string>();

  function attempt<T>(work: (storage: Storing) => T): T | undefined {
    try {
      return work(open());
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  }

  return {
    getItem: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      held.set(key, value);
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) held.delete(key);
    },
    removeItem(key) {
      held.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear() {
      held.clear();
      attempt((storage) => storage.clear());
    },
  };
}
