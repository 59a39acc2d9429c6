/** A place for small texts under names, as the browser's own storages are. */
export type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** What the browser keeps for this site on this device; for as long as the page is open, where the browser keeps nothing. */
export const deviceStorage = storingIn(() => window.localStorage);

/** What the browser keeps for this tab; for as long as the page is open, where the browser keeps nothing. */
export const tabStorage = storingIn(() => window.sessionStorage);

/**
 * A browser that is told to store nothing throws at any touch of its storages, and a full one when it is written to. Neither is a reason
 * for a page to break: what could not be stored is held by the page.
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
