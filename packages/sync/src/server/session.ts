import { ackFrame, closeCodes, noticeFrame } from '../protocol/frame.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Right } from '../protocol/right.ts';
import type { RefusalReason } from '../protocol/refused.ts';
import type { UserInfo } from './presence.ts';
import type { Socket } from './ports.ts';
import type { PageTimes, Trail } from './trail.ts';

/** The user at the other end of a connection, as known to the server. */
export type Visitor = {
  readonly user: string;
  readonly session: string;
  readonly card: UserInfo;
  /** Id of the connection in the server's log. */
  readonly connection?: string;
  /** True if the client asked for Longhand's own frames; otherwise it is a stock client. */
  readonly speaksLonghand: boolean;
};

/**
 * State of a connection.
 * - `handshake`: a stock client that has not sent its step 2; updates with a gap wait for it.
 * - `live`: is sent everything.
 * - `lagging`: does not read fast enough. Is sent nothing until it has drained, then what came
 *   after `seq`.
 */
export type SessionState =
  | { readonly kind: 'handshake'; readonly held: Uint8Array[]; heldBytes: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'lagging'; readonly seq: number }
  | { readonly kind: 'closed' };

/**
 * Reason for backpressure on a connection.
 * - `backlog`: too much waits for its commit.
 * - `rate`: it exceeds its rate limit.
 * - `check`: its last update is being checked in slices.
 */
export type PauseReason = 'backlog' | 'rate' | 'check';

/** The server's side of one connection, as its room stores it. */
export type RoomSession = {
  readonly visitor: Visitor;
  readonly socket: Socket;
  /** Called with the reason of each refusal. */
  readonly refused: (reason: RefusalReason) => void;
  state: SessionState;
  right: Right;
  /** True while the page may have units that the server has lost: a backup was restored. */
  isAhead: boolean;
  /**
   * All writes up to this id are on disk. `durable`: later ids that are on disk too, where ids
   * arrived out of order.
   */
  ackedThrough: number;
  readonly durable: Set<number>;
  /** Writes that wait for a commit: the position in the room's log that has to be stored. */
  acks: { readonly id: number; readonly position: number }[];
  forbidden: number;
  waitingUpdates: number;
  waitingBytes: number;
  readonly pauseReasons: Set<PauseReason>;
  /** Requests without a response yet, the last of each kind. */
  readonly openRequests: Map<RequestKind, () => void>;
  /**
   * Number of responses since {@link RoomSession.endWindow} was set, and the callback that cancels
   * that window.
   */
  replies: number;
  endWindow: (() => void) | null;
  /** The write whose times the page was asked for, and the receiver of the answer. */
  asked: { readonly id: number; readonly trail: Trail } | null;
};

/** Kind of request of a page: the text that it lacks, or the present users. */
export type RequestKind = 'text' | 'presence';

/** Maximum number of forbidden frames before a connection is closed. */
const forbiddenMax = 20;

/** Creates a session. `refused` is called with the reason of each refusal. */
export function openSession(
  visitor: Visitor,
  socket: Socket,
  right: Right,
  refused: (reason: RefusalReason) => void,
): RoomSession {
  return {
    visitor,
    socket,
    refused,
    state: visitor.speaksLonghand
      ? { kind: 'live' }
      : { kind: 'handshake', held: [], heldBytes: 0 },
    right,
    isAhead: false,
    ackedThrough: 0,
    durable: new Set(),
    acks: [],
    forbidden: 0,
    waitingUpdates: 0,
    waitingBytes: 0,
    pauseReasons: new Set(),
    openRequests: new Map(),
    replies: 0,
    endWindow: null,
    asked: null,
  };
}

/** Sends a notice, unless the client is a stock client. */
export function notify(session: RoomSession, notice: Notice): void {
  if (session.visitor.speaksLonghand && session.state.kind !== 'closed')
    session.socket.send(noticeFrame(notice));
}

/** Sends the notice of a refusal, and reports its reason. */
export function notifyOfRefusal(
  session: RoomSession,
  id: number | null,
  reason: RefusalReason,
  detail: string,
): void {
  session.refused(reason);
  notify(session, { kind: 'refused', id, reason, detail });
}

/**
 * Refuses one well-formed update with a notice, and closes the connection at the twentieth. Neither
 * the id of a refused write nor a later one is acknowledged: the page has to start over without
 * what was refused.
 */
export function refuse(
  session: RoomSession,
  id: number | null,
  reason: RefusalReason,
  detail: string,
): void {
  notifyOfRefusal(session, id, reason, detail);
  session.forbidden += 1;
  if (session.forbidden >= forbiddenMax)
    session.socket.close(closeCodes.forbidden, 'too many forbidden updates');
}

/** Marks the writes that are on disk now, and sends an acknowledgement if there are any. */
export function acknowledge(session: RoomSession, committed: number): void {
  const first = session.acks[0];
  if (first === undefined || first.position > committed) return;
  let done = 0;
  for (const ack of session.acks) {
    if (ack.position > committed) break;
    done += 1;
    if (ack.id === session.ackedThrough + 1) session.ackedThrough += 1;
    else if (ack.id > session.ackedThrough) session.durable.add(ack.id);
  }
  while (session.durable.delete(session.ackedThrough + 1)) session.ackedThrough += 1;
  session.acks = done === session.acks.length ? [] : session.acks.slice(done);
  if (session.state.kind !== 'closed') session.socket.send(ackFrame(session.ackedThrough));
}

/** Maximum bytes and updates of a stock client that are held until its step 2. */
const heldBytesMax = 1_048_576;
const heldUpdatesMax = 1_000;

/** Holds an update of a stock client until its step 2. */
export function hold(session: RoomSession, update: Uint8Array): void {
  if (session.state.kind !== 'handshake') return;
  session.state.held.push(update.slice());
  session.state.heldBytes += update.length;
  if (session.state.heldBytes > heldBytesMax || session.state.held.length > heldUpdatesMax)
    session.socket.close(closeCodes.forbidden, 'too much before step 2');
}

/**
 * Asks a page how long its write took, if the write is the last one that was acknowledged.
 * Returns true if it was asked: [ROOM21].
 */
export function askForTimes(session: RoomSession, id: number | null, trail: Trail): boolean {
  const isLast = id !== null && id === session.ackedThrough && session.state.kind !== 'closed';
  if (!isLast) return false;
  session.asked = { id, trail };
  notify(session, { kind: 'timing', id });
  return true;
}

/** Passes the answer to {@link askForTimes} on. One that was not asked for is ignored. */
export function receiveTimes(session: RoomSession, id: number, times: PageTimes): void {
  if (session.asked?.id !== id) return;
  session.asked.trail.measured(times);
  session.asked = null;
}

type WaitingLimits = { readonly waitingUpdatesMax: number; readonly waitingBytesMax: number };

/**
 * Applies backpressure to a connection with too much waiting for its commit, and releases it at
 * half of the limit.
 */
export function applyBackpressure(
  session: RoomSession,
  { waitingUpdatesMax, waitingBytesMax }: WaitingLimits,
): void {
  // A write without anything new counts as well: it waits for the acknowledgement of earlier
  // updates.
  const updates = Math.max(session.waitingUpdates, session.acks.length);
  const { waitingBytes: bytes } = session;
  if (updates >= waitingUpdatesMax || bytes >= waitingBytesMax) pauseReading(session, 'backlog');
  else if (updates <= waitingUpdatesMax / 2 && bytes <= waitingBytesMax / 2)
    resumeReading(session, 'backlog');
}

/** Stops reading from a connection. */
export function pauseReading({ pauseReasons, socket }: RoomSession, why: PauseReason): void {
  if (pauseReasons.size === 0) socket.pause();
  pauseReasons.add(why);
}

/** Continues reading from a connection unless another reason holds it back. */
export function resumeReading({ pauseReasons, socket }: RoomSession, why: PauseReason): void {
  if (pauseReasons.delete(why) && pauseReasons.size === 0) socket.resume();
}
