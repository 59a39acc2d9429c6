import { messageOf } from './link-parts.ts';
import type { SavedMark } from './link-types.ts';
import { problemOf, type NotSavedCode, type PendingState } from './pending.ts';
import type { PendingWrites } from './pending-writes.ts';

/**
 * Time without an acknowledgement on an open connection before the mark stops saying *Saving…*
 * (ms).
 */
const ackTimeout = 8_000;

/** State of a link on which its mark depends. */
export type MarkBasis = {
  readonly pending: PendingState;
  readonly writes: Pick<PendingWrites, 'count' | 'storing' | 'error' | 'isDangling' | 'oldest'>;
  /** True if the state of the server has been received on the present line. */
  readonly isLive: boolean;
  /** True if there is no connection, for longer than a short break. */
  readonly isAway: boolean;
  /** True if everything typed here is acknowledged and the text of the server has arrived. */
  readonly isSaved: boolean;
};

/** Returns the mark to show at a time (`now` in ms). */
export function savedMarkOf(
  { pending, writes, isLive, isAway, isSaved }: MarkBasis,
  now: number,
): SavedMark {
  const problem = problemOf(pending);
  const hasPending = writes.count > 0 || pending.kind === 'repairing' || pending.kind === 'refused';
  if (hasPending && problem !== null) return { kind: 'not_saved', ...problem };
  const isLate = now - (writes.oldest() ?? now) > ackTimeout;
  if (writes.error !== null && (!isLive || isLate))
    return notSaved(
      'device',
      `this device cannot store what you write (${messageOf(writes.error)})`,
    );
  if (isLive && writes.isDangling)
    return notSaved('lost_base', 'the server has lost the text that it continues from');
  if (isAway) return writes.storing > 0 ? { kind: 'saving' } : { kind: 'offline' };
  if (isLate && writes.storing === 0)
    return notSaved('late', 'the server has not confirmed it yet; it is kept on this device');
  return isSaved ? { kind: 'saved' } : { kind: 'saving' };
}

const notSaved = (code: NotSavedCode, reason: string): SavedMark => ({
  kind: 'not_saved',
  code,
  reason,
});
