import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Damage to the connections of a {@link Relay}.
 * - `cut`: they are closed.
 * - `half-open`: nothing passes over them any more, and neither side is told.
 * - `truncated`: they are closed after half of the next bytes.
 * - `garbage`: random bytes follow the next ones.
 * - `duplicated`: the next bytes pass twice.
 * - `reordered`: the next bytes pass after those that follow them.
 * - `slow`: few bytes pass at a time, until {@link Relay.heal}.
 */
export const damages = [
  'cut',
  'half-open',
  'truncated',
  'garbage',
  'duplicated',
  'reordered',
  'slow',
] as const;
/** See {@link damages}. */
export type Damage = (typeof damages)[number];

/** Connections between users and the product that a test can damage. */
export type Relay = {
  readonly url: string;
  /** Damages all present connections, in both directions. */
  damage(how: Damage): void;
  /** Ends what lasts. Connections that were damaged for good remain so. */
  heal(): void;
  close(): Promise<void>;
};

/** Bytes that pass at a time over a slow connection, and the pause after them (ms). */
const slow = { bytes: 200, pause: 50 };

/** Number of random bytes of `garbage`. */
const garbageBytes = 40;

/** One direction of a connection. */
type Direction = {
  readonly from: Socket;
  readonly to: Socket;
  next: Damage | null;
  held: Buffer | null;
};

/**
 * Opens a {@link Relay} to a server on a port of this machine.
 *
 * @param random returns a number in [0, 1), for the bytes of `garbage`
 */
export async function openRelay(port: number, random: () => number): Promise<Relay> {
  const directions = new Set<Direction>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const direction: Direction = { from, to, next: null, held: null };
      directions.add(direction);
      from.on('data', (bytes) => pass(direction, bytes, random));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        directions.delete(direction);
        to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    damage(how) {
      for (const direction of directions) {
        direction.next = how;
        if (how === 'cut') direction.from.destroy();
        else if (how === 'half-open') direction.from.pause();
      }
    },
    heal() {
      for (const direction of directions) if (direction.next === 'slow') direction.next = null;
    },
    async close() {
      for (const { from } of directions) from.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Passes bytes on, with the damage that is due. */
function pass(direction: Direction, bytes: Buffer, random: () => number): void {
  const { to, next, held } = direction;
  if (next === 'slow') return passSlowly(direction, bytes);
  if (next === 'reordered') {
    direction.held = held === null ? bytes : Buffer.concat([bytes, held]);
    if (held === null) return;
    to.write(direction.held);
    direction.held = null;
  } else if (next === 'truncated') to.end(bytes.subarray(0, bytes.length / 2));
  else {
    to.write(bytes);
    if (next === 'duplicated') to.write(bytes);
    if (next === 'garbage')
      to.write(Buffer.from(Array.from({ length: garbageBytes }, () => Math.floor(random() * 256))));
  }
  direction.next = null;
}

function passSlowly({ from, to }: Direction, bytes: Buffer): void {
  from.pause();
  to.write(bytes.subarray(0, slow.bytes));
  const rest = bytes.subarray(slow.bytes);
  setTimeout(() => {
    if (from.destroyed) return;
    if (rest.length > 0) from.unshift(rest);
    from.resume();
  }, slow.pause);
}
