import type { UpdateSource } from './update-source.ts';

/**
 * Step of an update on its way: its check has ended, its commit has begun, it is on disk, it was
 * sent to the other clients.
 */
export type UpdateStep = 'checked' | 'committing' | 'committed' | 'broadcast';

/**
 * Result of an update. `stored`: acknowledged. `not_stored`: everything in it was known, or it was
 * refused. `failed`: the commit failed, or the room has ended.
 */
export type UpdateOutcome = 'stored' | 'not_stored' | 'failed';

/**
 * Durations that a page has measured (ms): from the change of its text until the update was sent,
 * and until its acknowledgement arrived.
 */
export type PageTimes = { readonly waited: number; readonly total: number };

/** Receives the steps of one update, in order. */
export type Trail = {
  reached(step: UpdateStep): void;
  /** Called once. `isAsked`: the page was asked for its times. */
  ended(outcome: UpdateOutcome, isAsked: boolean): void;
  /** Called at most once, after the end, with what the page answers. It may be wrong. */
  measured(times: PageTimes): void;
};

/** An update that a room has received. `source`: `server` for a change by the server. */
export type FollowedUpdate = {
  readonly documentId: string;
  readonly bytes: number;
  readonly source: UpdateSource | 'server';
};

/** Decides whether an update is followed. Returns its trail, or null. */
export type Follow = (update: FollowedUpdate) => Trail | null;

/** Passes a step on to the updates of a commit that are followed. */
export function passOn(batch: Iterable<{ readonly trail: Trail | null }>, step: UpdateStep): void {
  for (const { trail } of batch) trail?.reached(step);
}
