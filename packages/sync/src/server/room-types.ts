import type { Committable } from './commit.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Right } from '../protocol/right.ts';
import type { CommittedLog } from './committed-log.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Socket } from './ports.ts';
import type { Presence } from './presence.ts';
import type { ReceivedUpdate } from './received-update.ts';
import type { RoomSession, Visitor } from './session.ts';
import type { ServerWrite, Writer } from './writer.ts';

/** Limits that an operator may change. */
export type RoomLimits = {
  readonly waitingUpdatesMax: number;
  readonly waitingBytesMax: number;
  /**
   * Maximum number of bytes buffered in the socket of a client. Beyond that it is sent nothing
   * until it has drained.
   */
  readonly laggingBytes: number;
  /** Maximum size of one awareness state (bytes). */
  readonly awarenessBytes: number;
  /**
   * Maximum size of a document (bytes): an open document is held in memory as a whole. Suggestions
   * are accepted up to half of it; deletions, decisions without text and changes by the server up
   * to an eighth more.
   */
  readonly documentBytesMax: number;
};

/**
 * The server half of one document: its connections, its stored updates, and the updates being
 * written to disk.
 */
export type Room = Committable & {
  readonly documentId: string;
  readonly log: CommittedLog;
  readonly presence: Presence;
  readonly sessions: ReadonlySet<RoomSession>;
  readonly clock: Clock;
  /**
   * Adds a connection. It receives every later change; the client requests existing content itself.
   */
  join(visitor: Visitor, socket: Socket, right: Right): RoomSession;
  leave(session: RoomSession): void;
  /**
   * Checks an update and, if it is new, processes it: check → commit → show to others →
   * acknowledge. A large update is checked in slices.
   *
   * @param checked called after the check with the number of parts that were read, unless the room
   *   ends before
   */
  receive(received: ReceivedUpdate, checked: (parts: number) => void): void;
  /**
   * Applies a change by the server on behalf of a user who has the right to it. It is checked,
   * stored, shown and attributed like any other. Resolves when it is on disk.
   * @throws {@link NotStored}
   */
  write(by: Writer, update: Uint8Array): Promise<ServerWrite>;
  /**
   * True if a client id, or the other one of its pair, has been used here: a change by the server
   * needs a fresh one.
   */
  hasClient(client: number): boolean;
  /** Returns the maximum size of a state vector of this document (bytes). */
  stateVectorBytes(): number;
  /**
   * True if a page with units of an earlier epoch may bring back what the server has lost: [REC3].
   */
  isRecoverable(epoch: number): boolean;
  /**
   * Called when a stock client has sent its step 2: checks the updates held until then. Calls
   * `checked` after all of them.
   */
  handshakeDone(session: RoomSession, checked: () => void): void;
  /** Sends what a page lacks, given that it has everything up to `seq`, or else `stateVector`. */
  resume(session: RoomSession, epoch: number, seq: number, stateVector: Uint8Array): void;
  /** Sends what a stock client with `stateVector` lacks, and requests what it has. */
  answer(session: RoomSession, stateVector: Uint8Array): void;
  /** Sends the present users. */
  sendPresence(session: RoomSession): void;
  /** Called when a lagging client has drained. */
  drained(session: RoomSession): void;
  /** Notifies all connections. */
  announce(notice: Notice): void;
  /** True if nothing is waiting to be stored. */
  settled(): boolean;
  /** Ends the room: closes its connections, whose pages reconnect to a room that is loaded anew. */
  end(code: number, reason: string): void;
};
