import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes } from '@longhand/sync/protocol';
import { withLogIds } from '../platform/work.ts';
import type { Connection } from '@longhand/sync/server';
import type { Admitted, OpenConnections } from './open-connections.ts';

/** Time between two checks of an end time (ms). */
const checkEvery = 60_000;

/** An accepted upgrade: its id in the log, the WebSocket, and the stream below it. */
export type Upgraded = {
  readonly connectionId: string;
  readonly webSocket: WebSocket;
  readonly stream: Duplex;
};

/** Limits of connections, and receivers of their events. */
export type ConnectionEvents = {
  /** Time between two pings (ms). A client that has not answered by the next is disconnected. */
  pingEvery: number;
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
  /**
   * Called when a client sends the first frame of a user for a document, but not for further
   * connections of that user.
   */
  opened: (userId: string, documentId: string) => void;
  /**
   * Called when a user's last connection to a document closes, with the number of the last entry
   * the user had.
   */
  left: (userId: string, documentId: string, seq: number) => void;
  /** Receives unexpected errors. */
  report: (error: unknown, documentId: string) => void;
};

/** Adds a connection to the open ones, passes its frames on, and removes it when it closes. */
export function listen(
  { webSocket, stream }: Upgraded,
  entry: Admitted,
  open: OpenConnections,
  events: ConnectionEvents,
): void {
  const { connection, socket } = entry;
  open.add(entry);
  const stopPinging = keepAlive(webSocket, events.pingEvery);
  // Pings are answered too. A client that does not read the replies is not read from.
  const holdUnread = (): void => {
    if (socket.buffered <= events.unreadBytesMax) return;
    socket.hold('unread');
    // Each connection may wait for a whole document. A single connection may have any amount.
    if (
      open.unreadBesides(entry) > 0 &&
      open.unreadBesides(entry) + socket.buffered > events.unreadOfSessionMax
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
    if (!entry.hasSpoken) enter(entry, open, events);
    const frame = new Uint8Array(data.buffer, data.byteOffset, data.length);
    withLogIds({ connectionId: entry.connectionId }, () => receive(entry, frame, events.report));
    holdUnread();
  });
  stream.on('drain', () => {
    socket.release('unread');
    connection.drained();
  });
  webSocket.on('close', () => {
    stopPinging();
    open.delete(entry);
    const { user } = connection.visitor;
    if (entry.hasSpoken && !open.isHere(user, entry.documentId))
      events.left(user, entry.documentId, entry.seq());
    connection.closed();
  });
  webSocket.resume();
}

/** Records that a client has sent its first frame. */
function enter(entry: Admitted, open: OpenConnections, events: ConnectionEvents): void {
  const { connection, documentId } = entry;
  const { user } = connection.visitor;
  const isBack = open.isHere(user, documentId);
  entry.hasSpoken = true;
  if (!isBack) events.opened(user, documentId);
}

/** Pings a client, and disconnects it without an answer. The returned function stops the pings. */
function keepAlive(webSocket: WebSocket, pingEvery: number): () => void {
  let answered = true;
  const ping = setInterval(() => {
    if (!answered) return webSocket.terminate();
    answered = false;
    webSocket.ping();
  }, pingEvery);
  webSocket.on('pong', () => {
    answered = true;
  });
  return () => clearInterval(ping);
}

/** Passes a frame to the connection. A bug in one frame ends one connection, not the process. */
function receive(
  { connection, documentId }: Admitted,
  frame: Uint8Array,
  report: ConnectionEvents['report'],
): void {
  try {
    connection.receive(frame);
  } catch (error) {
    report(error, documentId);
    connection.close(closeCodes.bug, 'internal error; your text is stored on your device');
  }
}

/**
 * Closes a connection at a time. Checks every minute, because timers have a limited range and do
 * not follow changes of the clock.
 *
 * @param time the end, on the clock of `now` (ms since 1970)
 */
export function endAt(
  webSocket: WebSocket,
  connection: Connection,
  time: number,
  now: () => number,
): void {
  let timer = setTimeout(check, 0);
  function check(): void {
    const left = time - now();
    if (left <= 0) return connection.close(closeCodes.notSignedIn, 'the guest link has expired');
    timer = setTimeout(check, Math.min(left, checkEvery));
  }
  webSocket.on('close', () => clearTimeout(timer));
}
