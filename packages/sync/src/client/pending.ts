import { afterRefusal } from '../protocol/refused.ts';

/**
 * State of the local changes that are not acknowledged.
 * - `clean`: there are none.
 * - `pending`: they are sent, or will be over the next line. `problem`: reason why they were not
 *   accepted at the last try.
 * - `repairing`: the server could not accept them yet. Everything is sent again as a whole, or the
 *   pending updates once the disk has space.
 * - `refused`: the server refuses them, and nothing is sent.
 * - `discarded`: they were discarded, and changes on top of them can be neither stored nor sent.
 */
export type PendingState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'pending'; readonly problem: Problem | null }
  | ({
      readonly kind: 'repairing';
      readonly how: 'whole' | 'wait';
      readonly problem: Problem | null;
    } & Lacking)
  | ({ readonly kind: 'refused'; readonly reason: string; readonly detail: string } & Lacking)
  | { readonly kind: 'discarded' };

/**
 * Reason of a page for which a change is not saved.
 * - `rejected`: the server closed the connection because of it.
 * - `device`: this device cannot store it, and the server has not confirmed it.
 * - `late`: the server has not confirmed it for some time.
 * - `lost_base`: it continues from text that was lost.
 */
export type NotSavedCode = 'rejected' | 'device' | 'late' | 'lost_base';

/** Reason why changes were not accepted: an English sentence, and the code that identifies it. */
export type Problem = { readonly code: string; readonly reason: string };

/**
 * `lacks`: the server also lacks something that this page has. It is sent as soon as sending is
 * allowed again.
 */
type Lacking = { readonly lacks: boolean };

/** An event that changes a {@link PendingState}. */
export type PendingEvent =
  /** A local change was made, or an earlier page left pending updates behind. */
  | { readonly kind: 'written' }
  /** The server has stored a write. `isEmpty`: it was the last one. */
  | { readonly kind: 'acknowledged'; readonly isEmpty: boolean }
  /** The server has refused a write. */
  | { readonly kind: 'refused'; readonly reason: string; readonly detail: string }
  /** The server has closed the line because of what was sent. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The server lacks something that this page has: a backup was restored. */
  | { readonly kind: 'lacking' }
  /** The user got more rights, or a wait is over. */
  | { readonly kind: 'retried' }
  | { readonly kind: 'discarded' };

/** Initial state, without local changes. */
export const clean: PendingState = { kind: 'clean' };

/**
 * Returns the state after an event. Source: SPEC.md, [REF1] to [REF7].
 */
export function pendingAfter(state: PendingState, event: PendingEvent): PendingState {
  if (state.kind === 'discarded') return state;
  switch (event.kind) {
    case 'discarded':
      return { kind: 'discarded' };
    case 'written':
      return state.kind === 'clean' ? { kind: 'pending', problem: null } : state;
    case 'acknowledged':
      if (state.kind === 'refused' || repairOf(state) === 'wait') return state;
      return event.isEmpty ? clean : { kind: 'pending', problem: problemOf(state) };
    case 'lacking':
      if (state.kind === 'refused' || state.kind === 'repairing') return { ...state, lacks: true };
      return { kind: 'repairing', how: 'whole', problem: problemOf(state), lacks: true };
    case 'rejected':
      if (state.kind === 'pending' || repairOf(state) === 'whole')
        return withProblem(state, {
          code: 'rejected' satisfies NotSavedCode,
          reason: event.detail,
        });
      return state;
    case 'retried':
      if (state.kind === 'clean') return state;
      return afterRetry(state);
    case 'refused':
      return whenRefused(state, event);
  }
}

/** After a wait, the mark keeps showing the reason until the server accepts the changes. */
function afterRetry(state: Exclude<PendingState, { kind: 'clean' | 'discarded' }>): PendingState {
  const problem = repairOf(state) === 'wait' ? problemOf(state) : null;
  if (state.kind !== 'pending' && state.lacks)
    return { kind: 'repairing', how: 'whole', problem, lacks: true };
  return { kind: 'pending', problem };
}

function whenRefused(
  state: PendingState,
  { reason, detail }: Extract<PendingEvent, { kind: 'refused' }>,
): PendingState {
  if (state.kind === 'refused' || repairOf(state) === 'wait') return state;
  const lacks = state.kind === 'repairing';
  const problem: Problem = { code: reason, reason: detail };
  switch (afterRefusal(reason)) {
    case 'wait':
      return { kind: 'repairing', how: 'wait', problem, lacks };
    case 'stop':
      return { kind: 'refused', reason, detail, lacks };
    case 'send-whole':
      if (state.kind === 'repairing') return withProblem(state, problem);
      return { kind: 'repairing', how: 'whole', problem: problemOf(state), lacks: true };
    case 'try-again':
      if (state.kind === 'repairing') return withProblem(state, problem);
      return { kind: 'pending', problem };
  }
}

const withProblem = (state: PendingState, problem: Problem): PendingState =>
  state.kind === 'pending' || state.kind === 'repairing' ? { ...state, problem } : state;

/** Returns the reason why the pending changes were not accepted; null if no reason is known. */
export function problemOf(state: PendingState): Problem | null {
  if (state.kind === 'refused') return { code: state.reason, reason: state.detail };
  return state.kind === 'pending' || state.kind === 'repairing' ? state.problem : null;
}

/** True if pending updates may be sent over an open line. */
export function maySend(state: PendingState): boolean {
  return state.kind === 'pending' || (state.kind === 'repairing' && state.how === 'whole');
}

/** Returns the repair in progress for the local changes; null if there is none. */
export function repairOf(state: PendingState): 'whole' | 'wait' | null {
  return state.kind === 'repairing' ? state.how : null;
}
