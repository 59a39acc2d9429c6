import { noRoom } from './frame.ts';

/**
 * The state of what was written here and is not acknowledged. `clean`: there is nothing. `pending`: it is sent, or will be over the next
 * line; `problem` says why it was not taken at the last try. `repairing`: the server could not take it yet; everything is sent anew as a
 * whole, or what is unsent once the disk has room. `refused`: the server will not take it, and nothing is sent. `discarded`: it was thrown
 * away, and what is written on top of it can be neither kept nor sent.
 */
export type PendingState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'pending'; readonly problem: string | null }
  | ({ readonly kind: 'repairing'; readonly how: 'whole' | 'room'; readonly problem: string | null } & Lacking)
  | ({ readonly kind: 'refused'; readonly reason: string; readonly detail: string } & Lacking)
  | { readonly kind: 'discarded' };

/** `lacks`: the server also lacks something that this page has, which is sent as soon as anything may be sent. */
type Lacking = { readonly lacks: boolean };

/** An event that changes a {@link PendingState}. */
export type PendingEvent =
  /** Something was written, or an earlier page left something behind. */
  | { readonly kind: 'written' }
  /** The server has stored a write. `isEmpty`: it was the last one. */
  | { readonly kind: 'acknowledged'; readonly isEmpty: boolean }
  /** The server has refused a write. */
  | { readonly kind: 'refused'; readonly reason: string; readonly detail: string }
  /** The server has closed the line because of what was sent. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The server lacks something that this page has: a backup was restored. */
  | { readonly kind: 'lacking' }
  /** The person may write more than before, or the wait for room on the disk is over. */
  | { readonly kind: 'retried' }
  | { readonly kind: 'discarded' };

/** The state before anything was written. */
export const clean: PendingState = { kind: 'clean' };

/** Refusals that come again however often the same words are sent. (A `gap` is repaired, `malformed` may have happened on the way.) */
const forGood: ReadonlySet<string> = new Set([
  'not_allowed',
  'not_a_suggestion',
  'untrue_decision',
  'foreign_client',
  'structure',
  'too_large',
  'too_many_clients',
]);

/**
 * Answers the state after an event. The protocol of a refused write, numbered for the tests: the server acknowledges neither the write nor
 * anything that came after it over the same line.
 *
 * [REF1] A write that is refused for good is sent once. It stays on the device with all that is written after it, which is not sent; the
 * text of others is read on.
 * [REF2] When the person may do more than before, everything is sent again, over a new line.
 * [REF3] After a `gap`, and where a backup was restored, everything that the page has is sent as one whole, over a new line.
 * [REF4] Words for which the disk of the server has no room are sent again after a while.
 * [REF5] After a line was closed because of what was sent, the next one tries again, and the mark says why until it is taken.
 * [REF6] A write that a person gives up is taken off the device. What is written afterwards is neither kept nor sent, because nobody could
 * understand it without what was given up: the words are kept as a copy first, and the text is opened anew.
 * [REF7] Of several refusals over one line the first one counts: the others follow from it.
 */
export function pendingAfter(state: PendingState, event: PendingEvent): PendingState {
  if (state.kind === 'discarded') return state;
  switch (event.kind) {
    case 'discarded':
      return { kind: 'discarded' };
    case 'written':
      return state.kind === 'clean' ? { kind: 'pending', problem: null } : state;
    case 'acknowledged':
      if (state.kind === 'refused' || repairOf(state) === 'room') return state;
      return event.isEmpty ? clean : { kind: 'pending', problem: problemOf(state) };
    case 'lacking':
      if (state.kind === 'refused' || state.kind === 'repairing') return { ...state, lacks: true };
      return { kind: 'repairing', how: 'whole', problem: problemOf(state), lacks: true };
    case 'rejected':
      if (state.kind === 'pending' || repairOf(state) === 'whole') return withProblem(state, event.detail);
      return state;
    case 'retried':
      if (state.kind === 'clean') return state;
      if (state.kind !== 'pending' && state.lacks) return { kind: 'repairing', how: 'whole', problem: null, lacks: true };
      // Where the disk had no room, the mark goes on saying so until it has.
      return { kind: 'pending', problem: repairOf(state) === 'room' ? problemOf(state) : null };
    case 'refused':
      return afterRefusal(state, event);
  }
}

function afterRefusal(state: PendingState, { reason, detail }: Extract<PendingEvent, { kind: 'refused' }>): PendingState {
  if (state.kind === 'refused' || repairOf(state) === 'room') return state;
  const lacks = state.kind === 'repairing';
  if (reason === noRoom) return { kind: 'repairing', how: 'room', problem: detail, lacks };
  if (forGood.has(reason)) return { kind: 'refused', reason, detail, lacks };
  if (state.kind === 'repairing') return withProblem(state, detail);
  if (reason === 'gap') return { kind: 'repairing', how: 'whole', problem: problemOf(state), lacks: true };
  return { kind: 'pending', problem: detail };
}

const withProblem = (state: PendingState, problem: string): PendingState =>
  state.kind === 'pending' || state.kind === 'repairing' ? { ...state, problem } : state;

/** Answers why what is pending was not taken; null where no reason is known. */
export function problemOf(state: PendingState): string | null {
  if (state.kind === 'refused') return state.detail;
  return state.kind === 'pending' || state.kind === 'repairing' ? state.problem : null;
}

/** Tells whether what is unsent may be sent over an open line. */
export function maySend(state: PendingState): boolean {
  return state.kind === 'pending' || (state.kind === 'repairing' && state.how === 'whole');
}

/** Answers how what was written here is repaired; null where it is not. */
export function repairOf(state: PendingState): 'whole' | 'room' | null {
  return state.kind === 'repairing' ? state.how : null;
}
