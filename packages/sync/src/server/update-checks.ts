import type { Known } from './committed-log.ts';
import type { Slices } from './slices.ts';
import type { FollowedUpdate, Trail } from './trail.ts';
import { validateUpdate, validationSteps, type Validation } from './validate-update.ts';
import type { ReaderBounds } from '../protocol/reader.ts';

/** Maximum size of an update that is checked at once and not in slices (bytes). */
export const checkedAtOnceMax = 32_768;

/**
 * Memory up to which updates of closed connections wait for their checks (bytes). If all checks
 * together hold more, these are abandoned: they were not acknowledged.
 */
const closedBytesMax = 33_554_432;

/** The result of a check, what the room knows, and the trail of the update. */
export type Checked = {
  readonly validation: Validation;
  readonly known: Known;
  readonly trail: Trail | null;
};

/**
 * An update to check.
 *
 * @property source how it arrived
 * @property bounds its bounds; unlimited by default
 * @property isClosed true if the connection that sent it has closed
 * @property done called with the result, or with null if the room has ended; not called if the
 *   check was abandoned
 * @property failed called with an unexpected error of a check in slices
 */
export type Check = {
  readonly update: Uint8Array;
  readonly source: FollowedUpdate['source'];
  readonly bounds?: ReaderBounds;
  readonly isClosed: () => boolean;
  readonly done: (result: Checked | null) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Room whose updates are checked.
 *
 * @property know returns what the room knows; null if it has ended
 * @property ended called after the last check in slices
 * @property accepted returns the number of updates that were accepted so far
 * @property follow returns the trail of an update; null if it is not followed
 */
export type CheckedRoom = {
  readonly slices: Slices;
  readonly know: () => Known | null;
  readonly ended: () => void;
  readonly accepted: () => number;
  readonly follow: (update: Omit<FollowedUpdate, 'documentId'>) => Trail | null;
};

/** Checks of the updates of one room. */
export type UpdateChecks = {
  /** Checks an update: at once, or in slices if it is large. */
  check(what: Check): void;
  /** True if a check in slices has not ended. */
  readonly isRunning: boolean;
};

/** Creates the {@link UpdateChecks} of a room. */
export function createUpdateChecks(room: CheckedRoom): UpdateChecks {
  const { slices, know } = room;
  let running = 0;

  function checkInSlices(
    { update, bounds, isClosed, failed }: Check,
    finish: (known: Known | null, validation?: Validation) => void,
    known: Known,
  ): void {
    running += 1;
    slices.add({
      steps: validationSteps(update, known.index, bounds),
      bytes: update.length,
      isWanted: () => !isClosed() || slices.bytes <= closedBytesMax,
      done: (validation) => finish(know() === null ? null : known, validation),
      failed,
      ended() {
        running -= 1;
        if (running === 0) room.ended();
      },
    });
  }

  return {
    check(what) {
      const known = know();
      const { update, source, bounds } = what;
      const trail = room.follow({ bytes: update.length, source });
      const finish = finishing(what, trail, room);
      if (known === null) return finish(null);
      if (update.length > checkedAtOnceMax) return checkInSlices(what, finish, known);
      finish(known, validateUpdate(update, known.index, bounds));
    },
    get isRunning() {
      return running > 0;
    },
  };
}

/** Returns a function that passes a result on. An update that is not accepted then has ended. */
function finishing({ done }: Check, trail: Trail | null, { accepted }: CheckedRoom) {
  return (known: Known | null, validation?: Validation): void => {
    const before = accepted();
    trail?.reached('checked');
    done(known === null || validation === undefined ? null : { validation, known, trail });
    if (accepted() === before) trail?.ended('not_stored', false);
  };
}
