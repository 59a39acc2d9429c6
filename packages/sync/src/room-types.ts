import type { Committable } from './commit.ts';
import type { Declaration } from './decisions.ts';
import type { Notice, Right } from './frame.ts';
import type { History } from './history.ts';
import type { Clock, Socket } from './ports.ts';
import type { Presence } from './presence.ts';
import type { Session, Visitor } from './session.ts';
import type { ServerWrite, Writer } from './writer.ts';

/** Numbers that an operator may change. Source: API, Limits; performance. */
export type RoomLimits = {
  readonly waitingUpdatesMax: number;
  readonly waitingBytesMax: number;
  /** Bytes in a reader's socket beyond which it is sent nothing more until it has drained. */
  readonly laggingBytes: number;
  /** Bytes of one awareness state. */
  readonly awarenessBytes: number;
  /** Bytes of a document beyond which it takes nothing more: each is held whole in memory while it is open. */
  readonly documentBytesMax: number;
};

/**
 * How an update came. `greeting`: the step 2 of a stock client that has just come; `update`: any other standard one; `write`: what a
 * page of ours typed itself; `whole`: everything that such a page has.
 */
export type Manner = 'greeting' | 'update' | 'write' | 'whole';

/** The server half of one document: everyone who has it open, what is stored, and what is on its way to the disk. */
export type Room = Committable & {
  readonly documentId: string;
  readonly history: History;
  readonly presence: Presence;
  readonly sessions: ReadonlySet<Session>;
  readonly clock: Clock;
  /** Lets someone in. They get every later change from now on; what is there already they ask for. */
  join(visitor: Visitor, socket: Socket, right: Right): Session;
  leave(session: Session): void;
  /**
   * Checks an update and, if it is new, sets it on its way: check → commit → show to others → acknowledge. `declaration`: the decision
   * that it is said to carry out.
   */
  receive(session: Session, update: Uint8Array, id: number | null, manner: Manner, declaration?: Declaration): void;
  /**
   * A change that the server itself makes for a person, who has the right to it: checked, stored, shown and attributed like any
   * other. Answers when it is on disk. Rejects with {@link NotStored}.
   */
  write(by: Writer, update: Uint8Array): Promise<ServerWrite>;
  /** Tells whether a client id, or the other one of its pair, has been used here: a change of the server's own needs one that is new. */
  hasClient(client: number): boolean;
  /** How many client ids have been used here. */
  clientCount(): number;
  /** A stock client has sent its step 2: what was held for it is judged now. */
  greeted(session: Session): void;
  /** Sends what a page is missing that has everything up to `seq`, or else has `stateVector`. */
  resume(session: Session, epoch: number, seq: number, stateVector: Uint8Array): void;
  /** Sends what a stock client with `stateVector` is missing, and asks for what it has. */
  answer(session: Session, stateVector: Uint8Array): void;
  /** Sends who is here. */
  introduce(session: Session): void;
  /** A lagging reader has drained. */
  drained(session: Session): void;
  /** Tells everyone something. */
  announce(notice: Notice): void;
  /** Tells whether nothing waits to be stored. */
  settled(): boolean;
  /** Ends the room: its connections are closed, and their pages come back to a room that is loaded anew. */
  end(code: number, reason: string): void;
};
