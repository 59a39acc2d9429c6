import { ackFrame, closeCodes, noticeFrame, type Notice, type Right } from './frame.ts';
import type { Card } from './presence.ts';
import type { Socket } from './ports.ts';

/** The person at the other end of a connection, as the server knows them. */
export type Visitor = {
  readonly user: string;
  readonly session: string;
  readonly card: Card;
  /** Asked for Longhand's own frames; else it is a stock client. */
  readonly speaksLonghand: boolean;
};

/**
 * The state of a connection. `greeting`: a stock client that has not sent its step 2; updates with a gap wait for it.
 * `live`: gets everything. `lagging`: does not read fast enough; gets nothing until it has drained, then what came after `seq`.
 */
export type SessionState =
  | { readonly kind: 'greeting'; readonly held: Uint8Array[]; heldBytes: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'lagging'; readonly seq: number }
  | { readonly kind: 'closed' };

/** The server's side of one connection, as its room keeps it. */
export type Session = {
  readonly visitor: Visitor;
  readonly socket: Socket;
  state: SessionState;
  right: Right;
  /** All writes up to this id are on disk; and those beyond it that are, where ids came out of order. */
  through: number;
  readonly durable: Set<number>;
  /** Writes that wait for a commit: the position in the room's history that has to be stored. */
  acks: { readonly id: number; readonly position: number }[];
  forbidden: number;
  waitingUpdates: number;
  waitingBytes: number;
  /** Why nothing is read from it: too much waits for its commit, or it sends more than its share. */
  readonly held: Set<'waiting' | 'pace'>;
  /** The questions that are not answered yet, the last of each kind. */
  readonly questions: Map<Question, () => void>;
  /** Answers since {@link Session.endWindow} was set; and what ends the window that counts them. */
  answers: number;
  endWindow: (() => void) | null;
};

/** A question of a page: the text that it is missing, or who is here. */
export type Question = 'text' | 'people';

/** Forbidden frames after which a connection is closed. Source: API, Limits. */
const forbiddenMax = 20;

/** A fresh session. */
export function openSession(visitor: Visitor, socket: Socket, right: Right): Session {
  return {
    visitor,
    socket,
    state: visitor.speaksLonghand ? { kind: 'live' } : { kind: 'greeting', held: [], heldBytes: 0 },
    right,
    through: 0,
    durable: new Set(),
    acks: [],
    forbidden: 0,
    waitingUpdates: 0,
    waitingBytes: 0,
    held: new Set(),
    questions: new Map(),
    answers: 0,
    endWindow: null,
  };
}

/** Tells the page something, where it understands. */
export function notify(session: Session, notice: Notice): void {
  if (session.visitor.speaksLonghand && session.state.kind !== 'closed') session.socket.send(noticeFrame(notice));
}

/**
 * Refuses one update that decodes: a notice, and the end of the connection at the twentieth. The id of a refused write is never
 * acknowledged, nor is any after it: the page has to begin anew without what was refused.
 */
export function refuse(session: Session, id: number | null, reason: string, detail: string): void {
  notify(session, { kind: 'refused', id, reason, detail });
  session.forbidden += 1;
  if (session.forbidden >= forbiddenMax) session.socket.close(closeCodes.forbidden, 'too many forbidden updates');
}

/** Marks what is on disk now, and acknowledges where that says something new. */
export function acknowledge(session: Session, committed: number): void {
  const first = session.acks[0];
  if (first === undefined || first.position > committed) return;
  let done = 0;
  for (const ack of session.acks) {
    if (ack.position > committed) break;
    done += 1;
    if (ack.id === session.through + 1) session.through += 1;
    else if (ack.id > session.through) session.durable.add(ack.id);
  }
  while (session.durable.delete(session.through + 1)) session.through += 1;
  session.acks = done === session.acks.length ? [] : session.acks.slice(done);
  if (session.state.kind !== 'closed') session.socket.send(ackFrame(session.through));
}

type WaitingLimits = { readonly waitingUpdatesMax: number; readonly waitingBytesMax: number };

/** Stops reading from a connection that has too much waiting for its commit, and goes on at half of the limit. */
export function balance(session: Session, { waitingUpdatesMax, waitingBytesMax }: WaitingLimits): void {
  // A write that brings nothing new waits as well: for the acknowledgement of what came before it.
  const updates = Math.max(session.waitingUpdates, session.acks.length);
  const { waitingBytes: bytes } = session;
  if (updates >= waitingUpdatesMax || bytes >= waitingBytesMax) holdBack(session, 'waiting');
  else if (updates <= waitingUpdatesMax / 2 && bytes <= waitingBytesMax / 2) letGo(session, 'waiting');
}

/** Stops reading from a connection. */
export function holdBack({ held, socket }: Session, why: 'waiting' | 'pace'): void {
  if (held.size === 0) socket.pause();
  held.add(why);
}

/** Goes on reading from a connection when nothing else holds it back. */
export function letGo({ held, socket }: Session, why: 'waiting' | 'pace'): void {
  if (held.delete(why) && held.size === 0) socket.resume();
}
