import { WebSocket } from 'ws';
import { firstLetter, letterOf, paragraphOf } from '../wire/typing.ts';
import { createWire } from '../wire/create-wire.ts';
import type { Heard, Position, Wire } from '../wire/wire.ts';
import type { Participant } from './orders.ts';

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
export type Seat = {
  readonly place: Participant;
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
 * Opens a connection. Resolves when the content of the document has arrived. `hear` receives the
 * meaning of every frame, including that one.
 */
export async function takeSeat(
  place: Participant,
  position: Position,
  hear: (seat: Seat, heard: Heard) => void,
): Promise<Seat> {
  const wire = createWire(place.side, place.document);
  const socket = new WebSocket(place.url, [...wire.protocols], {
    headers: place.headers,
    perMessageDeflate: false,
  });
  const writer: Writer | null =
    place.client === null
      ? null
      : { client: place.client, clock: firstLetter, typedAt: [], acked: 0, seen: 0 };
  const seat = createSeat(place, wire, socket, writer);
  await synced(seat, wire, socket, position, hear);
  if (writer !== null) seat.send(paragraphOf(writer.client));
  return seat;
}

function createSeat(
  place: Participant,
  wire: Wire,
  socket: WebSocket,
  writer: Writer | null,
): Seat {
  const seat: Seat = {
    place,
    writer,
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (update) => socket.send(wire.write(update)),
    type() {
      if (writer === null || !seat.isOpen) return;
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
  return seat;
}

/** Greets the server, and resolves when the content of the document has arrived. */
function synced(
  seat: Seat,
  wire: Wire,
  socket: WebSocket,
  position: Position,
  hear: (seat: Seat, heard: Heard) => void,
): Promise<void> {
  const { side, url } = seat.place;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not answer'), openWithin);
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${side}: a connection to ${url} ${why}`));
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
      const greeting = wire.greet(position);
      for (const frame of greeting ?? []) socket.send(frame);
      if (greeting === null) done();
    });
    socket.on('message', (data: Buffer) => {
      const heard = wire.hear(data);
      if (heard.kind === 'refused') throw new Error(`${side} refused: ${heard.reason}`);
      hear(seat, heard);
      if (heard.kind === 'synced') done();
    });
  });
}
