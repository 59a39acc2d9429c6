import { closeCodes, readClientFrame, type ClientFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import type { Socket } from './ports.ts';
import { createByteRateLimiter, type ByteRateLimiter } from './byte-rate-limiter.ts';
import { Malformed } from '../protocol/reader.ts';
import type { ReceivedUpdate } from './received-update.ts';
import type { UpdateSource } from './update-source.ts';
import type { Room } from './room-types.ts';
import {
  notify,
  pauseReading,
  receiveTimes,
  resumeReading,
  type RoomSession,
  type Visitor,
} from './session.ts';
import { bytesPerClient, readStateVector } from '../protocol/update.ts';

/** An open connection to a room, as used by the transport and by access control. */
export type Connection = {
  readonly visitor: Visitor;
  /**
   * Handles one complete binary frame. A malformed frame closes this connection and does not affect
   * others.
   */
  receive(frame: Uint8Array): void;
  /** Called when the transport has sent its buffer. */
  drained(): void;
  /** Called when the transport is closed, by either side. */
  closed(): void;
  /** Applies a new role of the user, and notifies the page so that it can show it. */
  setRole(role: string, right: Right): void;
  close(code: number, reason: string): void;
};

/**
 * Maximum distance of a write id from the last acknowledged one; a page numbers its writes
 * consecutively.
 */
const idsAheadMax = 10_000;

/**
 * Maximum number of client ids that a page has and the server lacks: its own, and those of others
 * after a backup was restored.
 */
const unknownClientsMax = 1_000;
/** Connects a visitor to a room. */
export function connect(
  room: Room,
  visitor: Visitor,
  socket: Socket,
  role: string,
  right: Right,
): Connection {
  const session = room.join(visitor, socket, right);
  notify(session, { kind: 'role', role, right });
  const limiter = createByteRateLimiter(
    room.clock,
    () => pauseReading(session, 'rate'),
    () => session.state.kind !== 'closed' && resumeReading(session, 'rate'),
  );
  const receive = receiveInOrder(room, session, limiter);
  return {
    visitor,
    receive(frame) {
      if (session.state.kind !== 'closed') receive(frame);
    },
    drained: () => room.drained(session),
    closed: () => room.leave(session),
    setRole(next, may) {
      session.right = may;
      notify(session, { kind: 'role', role: next, right: may });
    },
    close: (code, reason) => socket.close(code, reason),
  };
}

/**
 * Returns a function that handles the frames of a connection in their order. While a large update
 * is checked, later frames wait and nothing is read from the connection.
 */
function receiveInOrder(
  room: Room,
  session: RoomSession,
  limiter: ByteRateLimiter,
): (frame: Uint8Array) => void {
  const waiting: Uint8Array[] = [];
  let isChecking = false;

  function take(frame: Uint8Array): void {
    try {
      const read = readClientFrame(frame);
      limiter.spend(read.type, frame.length);
      isChecking = true;
      handle(room, session, read, checked);
      if (isChecking) pauseReading(session, 'check');
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      session.socket.close(closeCodes.malformed, error.message);
    }
  }

  function checked(parts: number): void {
    isChecking = false;
    limiter.spendParts(parts);
    if (!session.pauseReasons.has('check')) return;
    resumeReading(session, 'check');
    takeAll();
  }

  function takeAll(): void {
    for (let frame; !isChecking && (frame = waiting.shift()) !== undefined;) take(frame);
  }

  return (frame) => {
    waiting.push(frame);
    takeAll();
  };
}

/** Checks that a state vector decodes, and is no longer than one of this document can be. */
function checkStateVector(room: Room, stateVector: Uint8Array): void {
  const bytesMax = room.stateVectorBytes() + unknownClientsMax * bytesPerClient;
  if (stateVector.length > bytesMax) throw new Malformed('state vector too large', 0);
  readStateVector(stateVector);
}

function checkId({ ackedThrough }: RoomSession, id: number): void {
  if (id < 1 || id > ackedThrough + idsAheadMax) throw new Malformed('write id out of order', 0);
}

/**
 * Handles a frame. `checked` is called with the number of parts of its update: at once, or later if
 * the update is large.
 */
function handle(
  room: Room,
  session: RoomSession,
  frame: ClientFrame,
  checked: (parts: number) => void,
): void {
  const receive = (
    update: Uint8Array,
    source: UpdateSource,
    { id = null, declaration = null }: Partial<Pick<ReceivedUpdate, 'id' | 'declaration'>> = {},
    then = checked,
  ): void => room.receive({ session, update, id, source, declaration }, then);
  switch (frame.type) {
    case 'step2': {
      const source = session.state.kind === 'handshake' ? 'handshake' : 'update';
      const afterHandshake = (parts: number): void =>
        room.handshakeDone(session, () => checked(parts));
      return receive(frame.update, source, {}, afterHandshake);
    }
    case 'update':
      return receive(frame.update, 'update');
    case 'write':
    case 'whole':
      checkId(session, frame.id);
      return receive(frame.update, frame.type, { id: frame.id });
    case 'recovery': {
      checkId(session, frame.id);
      // [REC2] Other frames of the page, such as its awareness, may be handled before the check.
      session.isAhead = true;
      const source = room.isRecoverable(frame.epoch) ? 'recovery' : 'whole';
      return receive(frame.update, source, { id: frame.id });
    }
    case 'decision':
      checkId(session, frame.id);
      return receive(frame.update, 'write', { id: frame.id, declaration: frame.declaration });
    default:
      // The connection may have closed while an earlier update was checked.
      if (session.state.kind !== 'closed') answer(room, session, frame);
      return checked(0);
  }
}

/** Handles a frame that contains no update of the text. */
function answer(room: Room, session: RoomSession, frame: Exclude<ClientFrame, UpdateFrame>): void {
  switch (frame.type) {
    case 'step1':
      checkStateVector(room, frame.stateVector);
      return room.answer(session, frame.stateVector.slice());
    case 'awareness':
      return room.presence.receive(session, session.visitor.card, frame.update);
    case 'query_awareness':
      return room.sendPresence(session);
    case 'resume':
      checkStateVector(room, frame.stateVector);
      return room.resume(session, frame.epoch, frame.seq, frame.stateVector.slice());
    case 'timing':
      return receiveTimes(session, frame.id, frame);
  }
}

type UpdateFrame = Extract<
  ClientFrame,
  { readonly type: 'step2' | 'update' | 'write' | 'whole' | 'recovery' | 'decision' }
>;
