import type { Known } from './committed-log.ts';
import type { Slices } from './slices.ts';
import { validateUpdate, validationSteps, type Validation } from './validate-update.ts';
import type { ReaderBounds } from '../protocol/reader.ts';

/** Maximum size of an update that is checked at once and not in slices (bytes). */
export const checkedAtOnceMax = 32_768;

/**
 * Memory up to which updates of closed connections wait for their checks (bytes). If all checks
 * together hold more, these are abandoned: they were not acknowledged.
 */
const closedBytesMax = 33_554_432;

/**
 * An update to check.
 *
 * @property bounds its bounds; unlimited by default
 * @property isClosed true if the connection that sent it has closed
 * @property done called with the result, or with null if the room has ended; not called if the
 *   check was abandoned
 * @property failed called with an unexpected error of a check in slices
 */
export type Check = {
  readonly update: Uint8Array;
  readonly bounds?: ReaderBounds;
  readonly isClosed: () => boolean;
  readonly done: (result: { validation: Validation; known: Known } | null) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Room whose updates are checked.
 *
 * @property know returns what the room knows; null if it has ended
 * @property ended called after the last check in slices
 */
export type CheckedRoom = {
  readonly slices: Slices;
  readonly know: () => Known | null;
  readonly ended: () => void;
};

/** Checks of the updates of one room. */
export type UpdateChecks = {
  /** Checks an update: at once, or in slices if it is large. */
  check(what: Check): void;
  /** True if a check in slices has not ended. */
  readonly isRunning: boolean;
};

/** Creates the {@link UpdateChecks} of a room. */
export function createUpdateChecks({ slices, know, ended }: CheckedRoom): UpdateChecks {
  let running = 0;

  function checkInSlices({ update, bounds, isClosed, done, failed }: Check, known: Known): void {
    running += 1;
    slices.add({
      steps: validationSteps(update, known.index, bounds),
      bytes: update.length,
      isWanted: () => !isClosed() || slices.bytes <= closedBytesMax,
      done: (validation) => done(know() === null ? null : { validation, known }),
      failed,
      ended() {
        running -= 1;
        if (running === 0) ended();
      },
    });
  }

  return {
    check(what) {
      const known = know();
      if (known === null) return what.done(null);
      if (what.update.length > checkedAtOnceMax) return checkInSlices(what, known);
      what.done({ validation: validateUpdate(what.update, known.index, what.bounds), known });
    },
    get isRunning() {
      return running > 0;
    },
  };
}
