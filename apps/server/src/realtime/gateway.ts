import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { closeCodes, subprotocol } from '@longhand/sync/protocol';
import { connect, type Connection, type Room, type Rooms } from '@longhand/sync/server';
import type { Visit, Visitors } from './visitors.ts';
import { socketOf, type LiveSocket } from './socket.ts';

/** Time between two pings (ms). A client that has not answered by the next one is disconnected. */
const pingEvery = 30_000;

/** Time between two checks of an end time (ms). */
const lookEvery = 60_000;

const path = /^\/collab\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/**
 * Close code for too many connections. It is in the range after which standard clients do not
 * reconnect.
 */
const tooManyConnections = 4429;

/**
 * Entry of the live channel: turns upgrades of `/collab/{documentId}` into connections of rooms.
 */
export type Gateway = {
  attach(server: Server): void;
  /** Returns the open connections that match `of`. */
  connections(of: (admitted: Admitted) => boolean): readonly Admitted[];
  /** Records that rights or sessions have changed: pending admissions are checked again. */
  doubt(): void;
  /** Stops accepting connections. The rooms end the open ones. */
  close(): void;
};

/** An admitted connection. */
export type Admitted = {
  readonly documentId: string;
  readonly connection: Connection;
  readonly socket: LiveSocket;
  /** Number of the last log entry that every session of the room has. */
  readonly seq: () => number;
};

/** Creates the gateway. `report` receives unexpected errors. */
export function createGateway(options: {
  rooms: Rooms;
  visitors: Visitors;
  limits: { readonly updateBytes: number; readonly connections: number };
  /**
   * Maximum number of unread bytes sent to a connection. Above it, the server does not read from
   * the connection either.
   */
  unreadBytesMax: number;
  /**
   * Maximum number of unread bytes sent to all connections of one session. The connection that
   * exceeds it is closed.
   */
  unreadOfSessionMax: number;
  /** Called when a user opens a document, but not for further connections of the same user. */
  opened: (userId: string, documentId: string) => void;
  /**
   * Called when a user's last connection to a document closes, with the number of the last entry
   * the user had.
   */
  left: (userId: string, documentId: string, seq: number) => void;
  report: (error: unknown, documentId: string) => void;
  /** Returns the current time (ms since 1970). */
  now: () => number;
}): Gateway {
  const { rooms, visitors, limits } = options;
  const admitted = new Set<Admitted>();
  let closing = false;
  let doubts = 0;
  // The frame adds a few bytes to the update.
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
      // Browsers hide why an upgrade failed: it is accepted and then closed with a reason. Reading
      // is paused until that decision.
      webSocket.pause();
      webSocket.on('error', () => webSocket.terminate());
      void admit(request, webSocket, stream, documentId);
    });
  }

  async function admit(
    request: IncomingMessage,
    webSocket: WebSocket,
    stream: Duplex,
    documentId: string | null,
  ): Promise<void> {
    const socket = socketOf(webSocket, stream);
    try {
      const seen = doubts;
      const visit = await visitors.admit(request, documentId);
      if (visit.kind === 'refused') return socket.close(visit.code, visit.reason);
      // If the client left while the document was loading, the room is empty and released.
      const isThere = await rooms.use(visit.documentId, async (room) => {
        // No `await` from here on: the check stays valid until the connection is registered for
        // changes of rights.
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
    {
      room,
      visit,
      socket,
    }: { room: Room; visit: Extract<Visit, { kind: 'admitted' }>; socket: LiveSocket },
  ): void {
    const { documentId, user, session, card } = visit;
    const mine = [...admitted].filter(
      (other) => other.documentId === documentId && other.connection.visitor.session === session,
    );
    if (mine.length >= limits.connections)
      return socket.close(tooManyConnections, 'too many connections to this document');
    if (webSocket.readyState !== webSocket.OPEN || closing)
      return socket.close(closeCodes.goingAway, 'the server is going away');
    const visitor = { user, session, card, speaksLonghand: webSocket.protocol === subprotocol };
    const connection = connect(room, visitor, socket, visit.role, visit.right);
    const isBack = isHere(user, documentId);
    listen(webSocket, stream, { documentId, connection, socket, seq: () => room.history.seq() });
    if (visit.endsAt !== null) endAt(webSocket, connection, visit.endsAt);
    if (!isBack) options.opened(user, documentId);
  }

  function isHere(user: string, documentId: string): boolean {
    for (const other of admitted)
      if (other.documentId === documentId && other.connection.visitor.user === user) return true;
    return false;
  }

  /**
   * Closes a connection at `time`. Checks every minute, because timers have a limited range and do
   * not follow changes of the clock.
   */
  function endAt(webSocket: WebSocket, connection: Connection, time: number): void {
    let timer = setTimeout(look, 0);
    function look(): void {
      const left = time - options.now();
      if (left <= 0) return connection.close(closeCodes.notSignedIn, 'the guest link has expired');
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
    // Pings are answered too. A client that does not read the replies is not read from.
    const holdUnread = (): void => {
      if (socket.buffered <= options.unreadBytesMax) return;
      socket.hold('unread');
      // Each connection may wait for a whole document. A single connection may have any amount.
      if (
        unreadBesides(entry) > 0 &&
        unreadBesides(entry) + socket.buffered > options.unreadOfSessionMax
      )
        connection.close(closeCodes.tryAgain, 'this browser has too much unread data; try again');
    };
    webSocket.on('ping', holdUnread);
    webSocket.on('message', (data: Buffer, isBinary) => {
      // Frames keep arriving until the client has answered the close frame, even from a rejected
      // client.
      if (webSocket.readyState !== webSocket.OPEN) return;
      if (!isBinary)
        return connection.close(closeCodes.malformed, 'text frame instead of a binary frame');
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

  /** Returns the number of unread bytes of the session's other connections. */
  function unreadBesides(entry: Admitted): number {
    let bytes = 0;
    for (const other of admitted)
      if (other !== entry && other.connection.visitor.session === entry.connection.visitor.session)
        bytes += other.socket.buffered;
    return bytes;
  }

  /** Passes a frame to the connection. A bug in one frame ends one connection, not the process. */
  function receive({ connection, documentId }: Admitted, frame: Uint8Array): void {
    try {
      connection.receive(frame);
    } catch (error) {
      options.report(error, documentId);
      connection.close(1011, 'internal error; your text is stored on your device');
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
