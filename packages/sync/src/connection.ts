import { closeCodes, readClientFrame, type ClientFrame, type Right } from './frame.ts';
import type { Socket } from './ports.ts';
import { Malformed } from './reader.ts';
import type { Room } from './room-types.ts';
import { notify, type Session, type Visitor } from './session.ts';
import { readStateVector } from './update.ts';

/** One open connection to a room: what the transport tells it, and what the rights tell it. */
export type Connection = {
  readonly visitor: Visitor;
  /** A whole binary frame has arrived. One that does not decode closes this connection and touches nobody else. */
  receive(frame: Uint8Array): void;
  /** The transport has sent what was buffered. */
  drained(): void;
  /** The transport is closed, by whichever side. */
  closed(): void;
  /** The person's role has changed, as the page should show it. */
  setRole(role: string, right: Right): void;
  close(code: number, reason: string): void;
};

/** Write ids may run ahead of each other by this much; a page numbers its writes one by one. */
const idsAheadMax = 10_000;

/** Brings a visitor into a room. */
export function connect(room: Room, visitor: Visitor, socket: Socket, role: string, right: Right): Connection {
  const session = room.join(visitor, socket, right);
  notify(session, { kind: 'role', role, right });
  return {
    visitor,
    receive(frame) {
      if (session.state.kind === 'closed') return;
      try {
        handle(room, session, readClientFrame(frame));
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

function handle(room: Room, session: Session, frame: ClientFrame): void {
  switch (frame.type) {
    case 'step1':
      readStateVector(frame.stateVector);
      return room.answer(session, frame.stateVector.slice());
    case 'step2':
      room.receive(session, frame.update, null, session.state.kind === 'greeting' ? 'greeting' : 'update');
      return room.greeted(session);
    case 'update':
      return room.receive(session, frame.update, null, 'update');
    case 'awareness':
      return room.presence.receive(session, session.visitor.card, frame.update);
    case 'query_awareness':
      return room.introduce(session);
    case 'write':
    case 'whole':
      if (frame.id < 1 || frame.id > session.through + idsAheadMax) throw new Malformed('write id out of order', 0);
      return room.receive(session, frame.update, frame.id, frame.type);
    case 'resume':
      readStateVector(frame.stateVector);
      return room.resume(session, frame.epoch, frame.seq, frame.stateVector.slice());
  }
}
