import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc } from './compact.ts';
import type { Rooms } from './rooms.ts';
import { createServerEdits } from './server-edits.ts';
import { decisionFrame, writeFrame } from '../protocol/frame.ts';
import { rootsIn } from '../protocol/roots.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  type HeldClock,
  type MemoryLog,
} from '../testing/memory.ts';
import {
  frames,
  joinRoom,
  page,
  refusalsOf,
  settle,
  type Peer,
  type PeerOptions,
} from '../testing/peers.ts';
import { addBlock, seededRandom } from '../testing/random-edit.ts';

let log: MemoryLog;
let rooms: Rooms;
let clock: HeldClock;

const join = (user: string, options?: PeerOptions): Promise<Peer> => joinRoom(rooms, user, options);

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  clock = createHeldClock();
  rooms = createMemoryRooms({
    log,
    clock,
    limits: { documentBytesMax: 200_000 },
  });
});

test('[ROOM16] refuses an update that exceeds the maximum document size with too_large', async () => {
  const ada = await join('ada');
  const hers = page(1);
  for (let id = 1; id <= 5; id += 1) {
    ada.connection.receive(writeFrame(id, hers.type('x'.repeat(60_000))));
    await settle();
  }
  expect(log.history('document')).toHaveLength(3);
  expect(refusalsOf(ada)[0]).toBe('too_large');
  expect(frames(ada, 'ack').at(-1)).toEqual({ type: 'ack', through: 3 });
});

test('[ROOM16] suggestions leave space for text, and text leaves space for deletions, decisions and server edits', async () => {
  const [guest, eve, ben] = [
    await join('guest', { right: 'suggest' }),
    await join('eve'),
    await join('ben'),
  ];
  const fill = async (peer: Peer, client: number): Promise<void> => {
    const { type } = page(client);
    for (let id = 1; refusalsOf(peer).length === 0; id += 1) {
      peer.connection.receive(writeFrame(id, type('x'.repeat(10_000))));
      await settle();
    }
    expect(refusalsOf(peer)).toEqual(['too_large']);
  };
  const size = (): number => log.history('document').reduce((sum, { length }) => sum + length, 0);
  const suggested = page(21);
  const announced = [
    { kind: 'about', id: 's', by: 'guest', at: 1 },
    { kind: 'insert', id: 's', client: 21, clock: 0 },
  ];
  suggested.doc.transact(() => {
    addBlock(suggested.doc, 0, 'more');
    rootsIn(suggested.doc).suggestions.push(announced);
  });
  guest.connection.receive(writeFrame(1, suggested.updates[0] as Uint8Array));
  await fill(guest, 23);
  expect(size()).toBeLessThan(100_000);
  await fill(eve, 30);
  expect(size()).toBeGreaterThan(180_000);
  const whole = page(40);
  Y.applyUpdate(whole.doc, Y.encodeStateAsUpdate(buildDoc(log.history('document'))));
  rootsIn(whole.doc).text.delete(0, 5_000);
  // The frame of a deletion alone is far smaller than the space that the text above left.
  const left = page(41).type('y'.repeat(200_000 - size() - 100));
  ben.connection.receive(writeFrame(1, left));
  const accept = { kind: 'accepted', units: Array.from({ length: 30 }, () => [21, 0, 4]) };
  rootsIn(whole.doc).suggestions.push([accept]);
  const [deletion, accepted] = whole.updates.slice(-2) as [Uint8Array, Uint8Array];
  ben.connection.receive(decisionFrame(2, { verdict: 'accept', ids: ['s'] }, accepted));
  ben.connection.receive(writeFrame(3, deletion));
  await settle();
  expect(frames(ben, 'ack').at(-1)).toEqual({ type: 'ack', through: 3 });
  expect(size()).toBeGreaterThan(200_000);
  expect(log.decisions('document')).toHaveLength(1);
  const edits = createServerEdits({ rooms, clock, random: seededRandom(1) });
  const restorer = { user: 'ada', session: 'restore' };
  const restored = edits.make('document', restorer, async (_, client) =>
    page(client).type('z'.repeat(10_000)),
  );
  expect(await restored).toMatchObject({ seq: expect.any(Number) });
  expect(size()).toBeGreaterThan(210_000);
});

test('[ROOM16] text sent with a decision, and a decision without effect, count as text', async () => {
  const ada = await join('ada');
  const hers = page(20);
  hers.doc.transact(() => {
    addBlock(hers.doc, 0, 'x'.repeat(199_000));
    rootsIn(hers.doc).suggestions.push([
      { kind: 'about', id: 's', by: 'ada', at: 1 },
      { kind: 'change', id: 's', units: [[20, 3, 1]], set: {} },
    ]);
  });
  ada.connection.receive(writeFrame(1, hers.updates[0] as Uint8Array));
  await settle();
  const reject = { verdict: 'reject', ids: ['s'] } as const;
  const other = page(22);
  other.doc.transact(() => addBlock(other.doc, 0, 'y'.repeat(2_000)));
  ada.connection.receive(decisionFrame(2, reject, other.updates[0] as Uint8Array));
  const own = page(24);
  Y.applyUpdate(own.doc, hers.updates[0] as Uint8Array);
  own.doc.transact(() => {
    addBlock(own.doc, 0, 'y'.repeat(2_000));
    rootsIn(own.doc).suggestions.delete(1, 1);
  });
  ada.connection.receive(decisionFrame(3, reject, own.updates.at(-1) as Uint8Array));
  await settle();
  expect(refusalsOf(ada)).toEqual(['too_large', 'too_large']);
  expect(log.history('document')).toHaveLength(1);
});

test('keeps neither the buffer in which a small update arrived, nor a copy of a large one', async () => {
  const ada = await join('ada');
  const hers = page(1);
  const small = writeFrame(1, hers.type('x'));
  const buffer = new Uint8Array(65_536);
  buffer.set(small);
  ada.connection.receive(buffer.subarray(0, small.length));
  await settle();
  const large = writeFrame(2, hers.type('x'.repeat(20_000)));
  ada.connection.receive(large);
  await settle();
  const [first, second] = (await rooms.open('document'))?.log.whole().updates ?? [];
  expect(first?.buffer.byteLength).toBeLessThan(small.length);
  expect(second?.buffer).toBe(large.buffer);
});
