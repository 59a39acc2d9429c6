import type { Authorship } from './authorship.ts';
import type { Decided } from './decisions.ts';
import type { RoomSession } from './session.ts';
import type { Trail } from './trail.ts';
import type { NotStored, ServerWrite } from './writer.ts';

/** Callbacks of a server write that waits for its commit. */
export type ServerOrigin = {
  stored(written: ServerWrite): void;
  failed(error: NotStored): void;
};

/**
 * An update that waits for its commit. `from`: its connection, or callbacks of a server write.
 * `id`: its write id, if it has one. `trail`: null unless it is followed.
 */
export type WaitingUpdate = {
  readonly bytes: Uint8Array;
  readonly authorship: Authorship;
  readonly decided: Decided | null;
  readonly from: RoomSession | ServerOrigin;
  readonly id: number | null;
  readonly trail: Trail | null;
};

/** The accepted updates of a room that are not on disk yet, in order. */
export type CommitQueue = {
  /** Number of updates accepted since the room was opened. */
  readonly accepted: number;
  /** Number of accepted updates that are on disk. */
  readonly committed: number;
  /** True if updates wait for the next commit. */
  readonly isWaiting: boolean;
  /** True if nothing waits and no commit is under way. */
  readonly isEmpty: boolean;
  add(update: WaitingUpdate): void;
  /** Moves the waiting updates into a commit and returns them. */
  begin(): readonly WaitingUpdate[];
  /** Ends the commit successfully and returns its updates. */
  finish(): readonly WaitingUpdate[];
  /** Drops the updates that wait for the next commit. Its server writes fail with `error`. */
  dropWaiting(error: NotStored): void;
  /** Drops all updates, also those of the current commit. Server writes fail with `error`. */
  dropAll(error: NotStored): void;
};

/** Creates an empty {@link CommitQueue}. */
export function createCommitQueue(): CommitQueue {
  let waiting: WaitingUpdate[] = [];
  let storing: WaitingUpdate[] = [];
  let accepted = 0;
  let committed = 0;

  return {
    get accepted() {
      return accepted;
    },
    get committed() {
      return committed;
    },
    get isWaiting() {
      return waiting.length > 0;
    },
    get isEmpty() {
      return waiting.length === 0 && storing.length === 0;
    },
    add(update) {
      accepted += 1;
      waiting.push(update);
    },
    begin() {
      [storing, waiting] = [waiting, []];
      return storing;
    },
    finish() {
      const batch = storing;
      storing = [];
      committed += batch.length;
      return batch;
    },
    dropWaiting(error) {
      fail(waiting, error);
      waiting = [];
    },
    dropAll(error) {
      fail([...storing, ...waiting], error);
      waiting = [];
      storing = [];
    },
  };
}

/** True if an update came over a connection, not from the server itself. */
export function isSession(from: WaitingUpdate['from']): from is RoomSession {
  return 'visitor' in from;
}

function fail(list: readonly WaitingUpdate[], error: NotStored): void {
  for (const { from, trail } of list) {
    trail?.ended('failed', false);
    if (!isSession(from)) from.failed(error);
  }
}
