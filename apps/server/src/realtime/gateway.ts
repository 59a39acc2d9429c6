import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { closeCodes, connect, subprotocol, type Connection, type Room, type Rooms } from '@longhand/sync';
import type { Visit, Visitors } from './visitors.ts';
import { socketOf, type LiveSocket } from './socket.ts';

/** Milliseconds between two pings; who has not answered one by the next is gone. */
const pingEvery = 30_000;

/** Milliseconds between two looks at whether a visit that ends has ended. */
const lookEvery = 60_000;

const path = /^\/collab\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** Code for one connection too many. In the range that stock clients do not answer by coming back. */
const tooManyConnections = 4429;

/** The door of the live channel: turns upgrades of `/collab/{documentId}` into connections of rooms. */
export type Gateway = {
  attach(server: Server): void;
  /** The open connections to a document of those visitors that `of` picks. */
  connections(of: (admitted: Admitted) => boolean): readonly Admitted[];
  /** Somebody's rights or sessions have changed: whoever is on the way in is looked at again. */
  doubt(): void;
  /** Stops taking connections; the open ones are ended by their rooms. */
  close(): void;
};

/** A connection that has been let in. */
export type Admitted = {
  readonly documentId: string;
  readonly connection: Connection;
  readonly socket: LiveSocket;
  /** The last entry of the log that everybody in the room has. */
  readonly seq: () => number;
};

/** Makes the gateway. `report` hears of what should not happen. */
export function createGateway(options: {
  rooms: Rooms;
  visitors: Visitors;
  limits: { readonly updateBytes: number; readonly connections: number };
  /** Bytes given to a connection and not read by it, beyond which nothing more is read from it either. */
  unreadBytesMax: number;
  /** Bytes given to all connections of one session and not read by them; one that brings them beyond is closed. */
  unreadOfSessionMax: number;
  /** Is told of everyone who has come in, and not when they come in once more. */
  opened: (userId: string, documentId: string) => void;
  /** Is told of everyone who has left, with the last of their connections, and of the last entry that they had. */
  left: (userId: string, documentId: string, seq: number) => void;
  report: (error: unknown, documentId: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): Gateway {
  const { rooms, visitors, limits } = options;
  const admitted = new Set<Admitted>();
  let closing = false;
  let doubts = 0;
  // The frame around an update takes some bytes more than the update.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.updateBytes + 64,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols) => (protocols.has(subprotocol) ? subprotocol : false),
  });

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const documentId = path.exec(request.url?.split('?', 1)[0] ?? '')?.[1]?.toLowerCase() ?? null;
    if (closing) {
      stream.destroy();
      return;
    }
    stream.on('error', () => stream.destroy());
    server.handleUpgrade(request, stream, head, (webSocket) => {
      // Browsers hide why an upgrade failed: it is accepted, and closed with a reason. Nothing is read before that is decided.
      webSocket.pause();
      webSocket.on('error', () => webSocket.terminate());
      void admit(request, webSocket, stream, documentId);
    });
  }

  async function admit(request: IncomingMessage, webSocket: WebSocket, stream: Duplex, documentId: string | null): Promise<void> {
    const socket = socketOf(webSocket, stream);
    try {
      const seen = doubts;
      const visit = await visitors.admit(request, documentId);
      if (visit.kind === 'refused') return socket.close(visit.code, visit.reason);
      // A person who has gone away while the document was loaded leaves nobody in it: it is let go.
      const isThere = await rooms.use(visit.documentId, async (room) => {
        // From here on nothing is waited for: what was found still holds when the connection is among those that are told of changes.
        if (seen !== doubts) await admit(request, webSocket, stream, documentId);
        else enter(webSocket, stream, { room, visit, socket });
        return true;
      });
      if (isThere === null) socket.close(closeCodes.notFound, 'no such document');
    } catch (error) {
      if (closing) return socket.close(closeCodes.goingAway, 'the server is going away');
      options.report(error, documentId ?? '');
      socket.close(closeCodes.tryAgain, 'the server cannot read its database; try again');
    }
  }

  function enter(
    webSocket: WebSocket,
    stream: Duplex,
    { room, visit, socket }: { room: Room; visit: Extract<Visit, { kind: 'admitted' }>; socket: LiveSocket },
  ): void {
    const { documentId, user, session, card } = visit;
    const mine = [...admitted].filter((other) => other.documentId === documentId && other.connection.visitor.session === session);
    if (mine.length >= limits.connections) return socket.close(tooManyConnections, 'too many connections to this document');
    if (webSocket.readyState !== webSocket.OPEN || closing) return socket.close(closeCodes.goingAway, 'the server is going away');
    const visitor = { user, session, card, speaksLonghand: webSocket.protocol === subprotocol };
    const connection = connect(room, visitor, socket, visit.role, visit.right);
    const isBack = isHere(user, documentId);
    listen(webSocket, stream, { documentId, connection, socket, seq: () => room.history.seq() });
    if (visit.endsAt !== null) endAt(webSocket, connection, visit.endsAt);
    if (!isBack) options.opened(user, documentId);
  }

  function isHere(user: string, documentId: string): boolean {
    for (const other of admitted) if (other.documentId === documentId && other.connection.visitor.user === user) return true;
    return false;
  }

  /** Ends a connection at a time, looked at each minute: timers neither reach far nor know of clocks that are set. */
  function endAt(webSocket: WebSocket, connection: Connection, time: number): void {
    let timer = setTimeout(look, 0);
    function look(): void {
      const left = time - options.now();
      if (left <= 0) return connection.close(closeCodes.notSignedIn, 'the link that let you in has ended');
      timer = setTimeout(look, Math.min(left, lookEvery));
    }
    webSocket.on('close', () => clearTimeout(timer));
  }

  function listen(webSocket: WebSocket, stream: Duplex, entry: Admitted): void {
    const { connection, socket } = entry;
    admitted.add(entry);
    let answered = true;
    const ping = setInterval(() => {
      if (!answered) return webSocket.terminate();
      answered = false;
      webSocket.ping();
    }, pingEvery);
    webSocket.on('pong', () => {
      answered = true;
    });
    // A ping is answered as well: who does not read the answers is not read from.
    const holdUnread = (): void => {
      if (socket.buffered <= options.unreadBytesMax) return;
      socket.hold('unread');
      // Each may wait for a whole document. A single one may be as long as it is.
      if (unreadBesides(entry) > 0 && unreadBesides(entry) + socket.buffered > options.unreadOfSessionMax)
        connection.close(closeCodes.tryAgain, 'too much waits to be read by this browser; try again');
    };
    webSocket.on('ping', holdUnread);
    webSocket.on('message', (data: Buffer, isBinary) => {
      // Until the other side has answered our goodbye its frames keep coming, also from somebody who was sent away.
      if (webSocket.readyState !== webSocket.OPEN) return;
      if (!isBinary) return connection.close(closeCodes.malformed, 'text where bytes were expected');
      receive(entry, new Uint8Array(data.buffer, data.byteOffset, data.length));
      holdUnread();
    });
    stream.on('drain', () => {
      socket.release('unread');
      connection.drained();
    });
    webSocket.on('close', () => {
      clearInterval(ping);
      admitted.delete(entry);
      const { user } = connection.visitor;
      if (!isHere(user, entry.documentId)) options.left(user, entry.documentId, entry.seq());
      connection.closed();
    });
    webSocket.resume();
  }

  /** Bytes that wait for the other connections of a session. */
  function unreadBesides(entry: Admitted): number {
    let bytes = 0;
    for (const other of admitted)
      if (other !== entry && other.connection.visitor.session === entry.connection.visitor.session)
        bytes += other.socket.buffered;
    return bytes;
  }

  /** A bug in handling one frame ends one connection; the process and everybody else go on. */
  function receive({ connection, documentId }: Admitted, frame: Uint8Array): void {
    try {
      connection.receive(frame);
    } catch (error) {
      options.report(error, documentId);
      connection.close(1011, 'this is our mistake; what you wrote is kept on your device');
    }
  }

  return {
    attach(http) {
      http.on('upgrade', upgrade);
    },
    connections: (of) => [...admitted].filter(of),
    doubt() {
      doubts += 1;
    },
    close() {
      closing = true;
      server.close();
    },
  };
}
