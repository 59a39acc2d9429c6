import { t } from '@lingui/core/macro';
import type { SavedMark } from '@longhand/sync/client';
import type { TitleOutbox } from '../../device/outbox/titles.ts';

/**
 * The latest title that the server does not have, with its copy on the device. Failures of the
 * device do not reject; {@link UnsentTitle.notStored} reports the last one.
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
  store(title: string): Promise<void>;
  /**
   * Removes a title from the device. If that fails, the next page sends the title again, which has
   * no effect.
   */
  forget(title: string): Promise<void>;
  /** True if the latest title is on the device. */
  isStored(): boolean;
  /** Returns the saved mark for a title that is not on the device. */
  notStored(): SavedMark;
};

/** Creates an {@link UnsentTitle}; initially there is none. */
export function createUnsentTitle(outbox: TitleOutbox): UnsentTitle {
  let waiting: string | null = null;
  let isStored = false;
  let storeError: unknown = null;

  return {
    title: () => waiting,
    set: (title) => void (waiting = title),
    adopt(title) {
      waiting = title;
      isStored = true;
    },
    async load() {
      try {
        return await outbox.load();
      } catch (error) {
        storeError = error;
        return null;
      }
    },
    async store(title) {
      isStored = false;
      try {
        await outbox.put(title);
        isStored = waiting === title;
      } catch (error) {
        storeError = error;
      }
    },
    async forget(title) {
      try {
        await outbox.remove(title);
      } catch (error) {
        storeError = error;
      }
    },
    isStored: () => isStored,
    notStored() {
      const why = storeError instanceof Error ? ` (${storeError.message})` : '';
      return {
        kind: 'not_saved',
        reason: t`the title is stored neither on the server nor on this device${why}`,
      };
    },
  };
}
