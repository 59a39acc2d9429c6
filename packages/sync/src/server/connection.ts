import { closeCodes, readClientFrame, type ClientFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import type { Socket } from './ports.ts';
import { createByteRateLimiter } from './byte-rate-limiter.ts';
import { Malformed } from '../protocol/reader.ts';
import type { Room } from './room-types.ts';
import { holdBack, letGo, notify, type RoomSession, type Visitor } from './session.ts';
import { readStateVector } from '../protocol/update.ts';

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
/** Maximum encoded size of one state vector entry: id and clock take at most five bytes each. */
const bytesPerClient = 10;

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
    () => holdBack(session, 'pace'),
    () => session.state.kind !== 'closed' && letGo(session, 'pace'),
  );
  return {
    visitor,
    receive(frame) {
      if (session.state.kind === 'closed') return;
      try {
        const read = readClientFrame(frame);
        limiter.spend(read.type, frame.length);
        limiter.spendParts(handle(room, session, read));
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        socket.close(closeCodes.malformed, error.message);
      }
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

/** Checks that a state vector decodes, and is no longer than one of this document can be. */
function checkStateVector(room: Room, stateVector: Uint8Array): void {
  const bytesMax = (room.clientCount() + unknownClientsMax) * bytesPerClient;
  if (stateVector.length > bytesMax) throw new Malformed('state vector too large', 0);
  readStateVector(stateVector);
}

function checkId({ through }: RoomSession, id: number): void {
  if (id < 1 || id > through + idsAheadMax) throw new Malformed('write id out of order', 0);
}

/** Handles a frame, and returns the number of structs and deleted ranges of its update. */
function handle(room: Room, session: RoomSession, frame: ClientFrame): number {
  switch (frame.type) {
    case 'step1':
      checkStateVector(room, frame.stateVector);
      room.answer(session, frame.stateVector.slice());
      return 0;
    case 'step2': {
      const source = session.state.kind === 'greeting' ? 'greeting' : 'update';
      const parts = room.receive(session, frame.update, null, source);
      room.greeted(session);
      return parts;
    }
    case 'update':
      return room.receive(session, frame.update, null, 'update');
    case 'awareness':
      room.presence.receive(session, session.visitor.card, frame.update);
      return 0;
    case 'query_awareness':
      room.introduce(session);
      return 0;
    case 'write':
    case 'whole':
      checkId(session, frame.id);
      return room.receive(session, frame.update, frame.id, frame.type);
    case 'decision':
      checkId(session, frame.id);
      return room.receive(session, frame.update, frame.id, 'write', frame.declaration);
    case 'resume':
      checkStateVector(room, frame.stateVector);
      room.resume(session, frame.epoch, frame.seq, frame.stateVector.slice());
      return 0;
  }
}
