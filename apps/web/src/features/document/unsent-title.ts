import type { SavedMark } from '@longhand/sync/client';
import type { TitleOutbox } from '../../device/outbox/titles.ts';

/**
 * The latest title that the server does not have, with its copy on the device. Failures of the
 * device do not reject; {@link UnsentTitle.notKept} reports the last one.
 */
export type UnsentTitle = {
  /** Returns the latest title that the server does not have; null for none. */
  title(): string | null;
  set(title: string | null): void;
  /** Sets a title that is already on the device. */
  adopt(title: string): void;
  /** Returns the title on the device. A device without storage has none. */
  load(): Promise<string | null>;
  /** Stores a title on the device. */
  keep(title: string): Promise<void>;
  /**
   * Removes a title from the device. If that fails, the next page sends the title again, which has
   * no effect.
   */
  forget(title: string): Promise<void>;
  /** True if the latest title is on the device. */
  isKept(): boolean;
  /** Returns the saved mark for a title that is not on the device. */
  notKept(): SavedMark;
};

/** Creates an {@link UnsentTitle}; initially there is none. */
export function createUnsentTitle(outbox: TitleOutbox): UnsentTitle {
  let waiting: string | null = null;
  let isKept = false;
  let keepingFailed: unknown = null;

  return {
    title: () => waiting,
    set: (title) => void (waiting = title),
    adopt(title) {
      waiting = title;
      isKept = true;
    },
    async load() {
      try {
        return await outbox.load();
      } catch (error) {
        keepingFailed = error;
        return null;
      }
    },
    async keep(title) {
      isKept = false;
      try {
        await outbox.put(title);
        isKept = waiting === title;
      } catch (error) {
        keepingFailed = error;
      }
    },
    async forget(title) {
      try {
        await outbox.remove(title);
      } catch (error) {
        keepingFailed = error;
      }
    },
    isKept: () => isKept,
    notKept() {
      const why = keepingFailed instanceof Error ? ` (${keepingFailed.message})` : '';
      return {
        kind: 'not_saved',
        reason: `the title is stored neither on the server nor on this device${why}`,
      };
    },
  };
}
