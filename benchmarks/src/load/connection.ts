import { WebSocket } from 'ws';
import { firstLetter, letterOf, paragraphOf } from '../wire/typing.ts';
import { createWire } from '../wire/create-wire.ts';
import type { ServerMessage, Position, Wire } from '../wire/wire.ts';
import type { Participant } from './load-tasks.ts';

/** State of a user who types: clock, time of each character, and what was acknowledged or seen. */
export type Writer = {
  readonly client: number;
  /** Clock of the next character. */
  clock: number;
  /** Times of the characters by clock, starting with {@link firstLetter}. */
  readonly typedAt: number[];
  /**
   * Number of acknowledged writes. The first write is the paragraph (clock 0), so the character at
   * clock c is write c + 1.
   */
  acked: number;
  /** End clock of what another user has seen. */
  seen: number;
};

/** An open connection. */
export type Connection = {
  readonly participant: Participant;
  readonly writer: Writer | null;
  readonly isOpen: boolean;
  send(update: Uint8Array): void;
  /** Sends the next character. */
  type(): void;
  close(): Promise<void>;
};

/** Returns the time in ms since 1970, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Time limit for opening a connection (ms). */
const openWithin = 60_000;

/**
 * Opens a connection. Resolves when the content of the document has arrived. `onMessage` receives
 * the meaning of every frame, including that one.
 */
export async function openConnection(
  participant: Participant,
  position: Position,
  onMessage: (connection: Connection, message: ServerMessage) => void,
): Promise<Connection> {
  const wire = createWire(participant.server, participant.document);
  const socket = new WebSocket(participant.url, [...wire.protocols], {
    headers: participant.headers,
    perMessageDeflate: false,
  });
  const writer: Writer | null =
    participant.client === null
      ? null
      : { client: participant.client, clock: firstLetter, typedAt: [], acked: 0, seen: 0 };
  const connection = createConnection(participant, wire, socket, writer);
  await synced(connection, wire, socket, position, onMessage);
  if (writer !== null) connection.send(paragraphOf(writer.client));
  return connection;
}

function createConnection(
  participant: Participant,
  wire: Wire,
  socket: WebSocket,
  writer: Writer | null,
): Connection {
  const connection: Connection = {
    participant,
    writer,
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (update) => socket.send(wire.write(update)),
    type() {
      if (writer === null || !connection.isOpen) return;
      writer.typedAt.push(now());
      socket.send(wire.write(letterOf(writer.client, writer.clock)));
      writer.clock += 1;
    },
    close() {
      return new Promise((resolve) => {
        if (socket.readyState === WebSocket.CLOSED) return resolve();
        socket.once('close', () => resolve());
        socket.close();
      });
    },
  };
  return connection;
}

/** Sends the handshake, and resolves when the content of the document has arrived. */
function synced(
  connection: Connection,
  wire: Wire,
  socket: WebSocket,
  position: Position,
  onMessage: (connection: Connection, message: ServerMessage) => void,
): Promise<void> {
  const { server, url } = connection.participant;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not answer'), openWithin);
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${server}: a connection to ${url} ${why}`));
    };
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.once('error', (error) => fail(`failed: ${error.message}`));
    socket.once('close', (code, reason) => fail(`was closed: ${code} ${reason.toString()}`));
    // Some workloads break connections on purpose once they are open.
    socket.on('error', () => undefined);
    socket.once('open', () => {
      const handshake = wire.handshake(position);
      for (const frame of handshake ?? []) socket.send(frame);
      if (handshake === null) done();
    });
    socket.on('message', (data: Buffer) => {
      const message = wire.read(data);
      if (message.kind === 'refused') throw new Error(`${server} refused: ${message.reason}`);
      onMessage(connection, message);
      if (message.kind === 'synced') done();
    });
  });
}
