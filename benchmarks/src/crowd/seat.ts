import { WebSocket } from 'ws';
import { firstLetter, letterOf, paragraphOf } from '../wire/typing.ts';
import { createWire } from '../wire/create-wire.ts';
import type { Heard, Position } from '../wire/wire.ts';
import type { Place } from './orders.ts';

/** Somebody who types: where they are, when they typed each letter, and what they were told of it. */
export type Writer = {
  readonly client: number;
  /** Of the next letter. */
  clock: number;
  /** By clock, from {@link firstLetter} on. */
  readonly typedAt: number[];
  /** Writes that are acknowledged. The paragraph is the first, with clock 0, so the letter at clock c is write c + 1. */
  acked: number;
  /** The end of what another person has seen. */
  seen: number;
};

/** An open connection. */
export type Seat = {
  readonly place: Place;
  readonly writer: Writer | null;
  readonly isOpen: boolean;
  send(update: Uint8Array): void;
  /** Types the next letter. */
  type(): void;
  close(): Promise<void>;
};

/** Milliseconds since 1970, to fractions of them. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A connection that does not open within this time (ms) has failed. */
const openWithin = 60_000;

/** Opens a connection; answers when what the document holds has arrived. `hear` gets every frame's meaning, that one included. */
export async function takeSeat(place: Place, position: Position, hear: (seat: Seat, heard: Heard) => void): Promise<Seat> {
  const wire = createWire(place.side, place.document);
  const socket = new WebSocket(place.url, [...wire.protocols], { headers: place.headers, perMessageDeflate: false });
  const writer: Writer | null =
    place.client === null ? null : { client: place.client, clock: firstLetter, typedAt: [], acked: 0, seen: 0 };
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
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not answer'), openWithin);
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${place.side}: a connection to ${place.url} ${why}`));
    };
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.once('error', (error) => fail(`failed: ${error.message}`));
    socket.once('close', (code, reason) => fail(`was closed: ${code} ${reason.toString()}`));
    // Once it is open, a connection that breaks is what some workloads are about.
    socket.on('error', () => undefined);
    socket.once('open', () => {
      const greeting = wire.greet(position);
      for (const frame of greeting ?? []) socket.send(frame);
      if (greeting === null) done();
    });
    socket.on('message', (data: Buffer) => {
      const heard = wire.hear(data);
      if (heard.kind === 'refused') throw new Error(`${place.side} refused: ${heard.reason}`);
      hear(seat, heard);
      if (heard.kind === 'synced') done();
    });
  });
  if (writer !== null) seat.send(paragraphOf(writer.client));
  return seat;
}
