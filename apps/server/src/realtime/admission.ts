import type { IncomingMessage } from 'node:http';
import { closeCodes, compareVersion, subprotocol } from '@longhand/sync/protocol';
import { connect, type Room, type Rooms } from '@longhand/sync/server';
import { endAt, listen, type ConnectionEvents, type Upgraded } from './connection-events.ts';
import type { Nodes } from './nodes/nodes.ts';
import type { OpenConnections } from './open-connections.ts';
import { socketOf, type LiveSocket } from './socket.ts';
import type { Visit, Visitors } from './visitors.ts';

/** Dependencies of the admission, and limits of the connections that it admits. */
export type AdmissionOptions = ConnectionEvents & {
  rooms: Rooms;
  visitors: Visitors;
  /** `connections`: maximum number of connections of one session to one document. */
  limits: { readonly connections: number };
  /** Returns the current time (ms since 1970). */
  now: () => number;
  /** The processes on the database; null for a single one. */
  nodes: Nodes | null;
};

/** Turns accepted upgrades into connections of rooms, or closes them with a reason. */
export type Admission = {
  /** Admits a client to a document. `documentId` is null if the path names none. */
  admit(request: IncomingMessage, upgraded: Upgraded, documentId: string | null): Promise<void>;
  /** Records that rights or sessions have changed: pending admissions are checked again. */
  doubt(): void;
  /** Refuses all further clients. */
  close(): void;
};

type AdmittedVisit = Extract<Visit, { kind: 'admitted' }>;

/** Takes the document for this node. If another node has it, closes the socket. */
async function isServedHere(
  documentId: string,
  socket: LiveSocket,
  { nodes }: Pick<AdmissionOptions, 'nodes'>,
): Promise<boolean> {
  const owner = await nodes?.claim(documentId);
  if (owner?.kind !== 'elsewhere') return true;
  socket.close(closeCodes.tryAgain, 'another node serves this document; try again');
  return false;
}

/** Closes the socket of a page with another version of the wire format. */
function isSameVersion(protocol: string, socket: LiveSocket): boolean {
  const version = compareVersion(protocol);
  if (version === 'older') socket.close(closeCodes.outdated, 'the page is outdated; reload it');
  if (version === 'newer')
    socket.close(closeCodes.tryAgain, 'this node has an older version; try again');
  return version === 'same';
}

function closeMissing(
  documentId: string,
  socket: LiveSocket,
  { nodes }: Pick<AdmissionOptions, 'nodes'>,
): void {
  socket.close(closeCodes.notFound, 'no such document');
  nodes?.release(documentId, () => false);
}

/** Creates the {@link Admission}. `open` receives the connections. */
export function createAdmission(open: OpenConnections, options: AdmissionOptions): Admission {
  const { rooms, visitors, limits } = options;
  let closing = false;
  let doubts = 0;

  async function admit(
    request: IncomingMessage,
    upgraded: Upgraded,
    documentId: string | null,
  ): Promise<void> {
    const socket = socketOf(upgraded.webSocket, upgraded.stream);
    if (!isSameVersion(upgraded.webSocket.protocol, socket)) return;
    try {
      const seen = doubts;
      const visit = await visitors.admit(request, documentId);
      if (visit.kind === 'refused') return socket.close(visit.code, visit.reason);
      if (!(await isServedHere(visit.documentId, socket, options))) return;
      // If the client left while the document was loading, the room is empty and released.
      const isThere = await rooms.use(visit.documentId, async (room) => {
        // No `await` from here on: the check stays valid until the connection is registered for
        // changes of rights.
        if (seen !== doubts) await admit(request, upgraded, documentId);
        else enter(upgraded, socket, room, visit);
        return true;
      });
      if (isThere === null) closeMissing(visit.documentId, socket, options);
    } catch (error) {
      if (closing) return socket.close(closeCodes.goingAway, 'the server is going away');
      options.report(error, documentId ?? '');
      socket.close(closeCodes.tryAgain, 'the server cannot read its database; try again');
    }
  }

  function enter(upgraded: Upgraded, socket: LiveSocket, room: Room, visit: AdmittedVisit): void {
    const { webSocket, connectionId } = upgraded;
    const { documentId, user, session, card } = visit;
    if (open.countOf(session, documentId) >= limits.connections)
      return socket.close(closeCodes.tooManyConnections, 'too many connections to this document');
    if (webSocket.readyState !== webSocket.OPEN || closing)
      return socket.close(closeCodes.goingAway, 'the server is going away');
    const speaksLonghand = webSocket.protocol === subprotocol;
    const visitor = { user, session, card, connection: connectionId, speaksLonghand };
    const connection = connect(room, visitor, socket, visit.role, visit.right);
    const seq = (): number => room.log.seq();
    const entry = { documentId, connectionId, connection, socket, seq, hasSpoken: false };
    listen(upgraded, entry, open, options);
    if (visit.endsAt !== null) endAt(webSocket, connection, visit.endsAt, options.now);
  }

  return {
    admit,
    doubt() {
      doubts += 1;
    },
    close() {
      closing = true;
    },
  };
}
