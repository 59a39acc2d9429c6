import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc } from './compact.ts';
import type { Rooms } from './rooms.ts';
import { emptyIndex } from './struct-index.ts';
import { addToIndex, clientBounds, validateUpdate, validationSteps } from './validate-update.ts';
import { closeCodes, syncFrame, writeFrame } from '../protocol/frame.ts';
import { rootsIn } from '../protocol/roots.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import { createHeldClock, createMemoryLog, type MemoryLog } from '../testing/memory.ts';
import { frames, joinRoom, page, settle } from '../testing/peers.ts';

let log: MemoryLog;
let rooms: Rooms;
/** Steps of checks that wait for their turn. */
let turns: (() => void)[];
let troubles: unknown[];

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  turns = [];
  troubles = [];
  rooms = createMemoryRooms({
    log,
    clock: createHeldClock(),
    later: (turn) => turns.push(turn),
    report: ({ kind, error }) => troubles.push(kind, error),
  });
});

/** Takes all turns, and those that result. Returns their number. */
function takeTurns(): number {
  let taken = 0;
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
    taken += 1;
    turn();
  }
  return taken;
}

const stored = (): string => rootsIn(buildDoc(log.history('document'))).text.toString();

/** Encodes `count` characters of one client that were typed one after another, as one update. */
function typed(client: number, count: number): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const part of [1, count + 1, client, 0]) encoding.writeVarUint(encoder, part);
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  rootsIn(doc).text.insertEmbed(0, new Y.Map());
  const marker = Y.encodeStateAsUpdate(doc);
  // Without the counts and ids before it, and without its empty delete set.
  encoding.writeUint8Array(encoder, marker.subarray(4, -1));
  for (let at = 0; at < count; at += 1) {
    encoding.writeUint8(encoder, 0x84);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, at);
    encoding.writeVarString(encoder, 'x');
  }
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
}

describe('a large update', () => {
  test('[ROOM19] is checked in slices, between which the updates of others are stored', async () => {
    const [ada, ben] = [await joinRoom(rooms, 'ada'), await joinRoom(rooms, 'ben')];
    ada.connection.receive(writeFrame(1, typed(1, 60_000)));
    expect(ada.paused).toBe(true);
    turns.shift()?.();
    ben.connection.receive(writeFrame(1, page(2).type('hello')));
    await settle();
    expect(frames(ben, 'ack').at(-1)?.through).toBe(1);
    expect(frames(ada, 'ack')).toEqual([]);
    expect(takeTurns()).toBeGreaterThan(15);
    await settle();
    expect(frames(ada, 'ack').at(-1)?.through).toBe(1);
    expect(ada.paused).toBe(false);
    expect(stored()).toHaveLength('hello'.length + 60_000);
    expect(ben.sentBytes).toBeGreaterThan(400_000);
  });

  test('[ROOM19] keeps its place before the later frames of its connection', async () => {
    const ada = await joinRoom(rooms, 'ada');
    const hers = page(1);
    ada.connection.receive(writeFrame(1, hers.type('long'.repeat(20_000))));
    ada.connection.receive(writeFrame(2, hers.type('short')));
    ada.connection.receive(writeFrame(3, hers.type('again'.repeat(20_000))));
    ada.connection.receive(writeFrame(4, hers.type('end')));
    await settle();
    expect(log.history('document')).toEqual([]);
    takeTurns();
    await settle();
    expect(frames(ada, 'ack').at(-1)?.through).toBe(4);
    expect(stored()).toBe(`end${'again'.repeat(20_000)}short${'long'.repeat(20_000)}`);
  });

  test('[ROOM19] in the handshake of a stock client comes before the updates held until then', async () => {
    const stock = await joinRoom(rooms, 'stock', { speaksLonghand: false });
    const theirs = page(1);
    theirs.type('long'.repeat(20_000));
    const step2 = Y.encodeStateAsUpdate(theirs.doc);
    stock.connection.receive(syncFrame.update(theirs.type('held'.repeat(20_000))));
    takeTurns();
    stock.connection.receive(syncFrame.step2(step2));
    stock.connection.receive(syncFrame.update(theirs.type('last')));
    takeTurns();
    await settle();
    expect(stock.closed).toBe(null);
    expect(stored()).toHaveLength(160_004);
  });

  test('[ROOM4] is followed by as many held updates as a connection may have', async () => {
    const stock = await joinRoom(rooms, 'stock', { speaksLonghand: false });
    const theirs = page(1);
    const first = theirs.type('long'.repeat(20_000));
    for (let i = 0; i < 1_000; i += 1)
      stock.connection.receive(syncFrame.update(theirs.type(String(i % 10))));
    expect(stock.closed).toBe(null);
    stock.connection.receive(syncFrame.step2(first));
    takeTurns();
    await settle();
    expect(stock.closed).toBe(null);
    expect(stored()).toHaveLength(81_000);
  });

  test('[ROOM19] is stored although its connection closes during the check', async () => {
    const ada = await joinRoom(rooms, 'ada');
    const hers = page(1);
    ada.connection.receive(writeFrame(1, hers.type('long'.repeat(20_000))));
    ada.connection.receive(writeFrame(2, hers.type('after it')));
    ada.connection.closed();
    await settle();
    expect(rooms.list()).toHaveLength(1);
    takeTurns();
    await settle();
    expect(stored()).toBe(`after it${'long'.repeat(20_000)}`);
    expect(rooms.list()).toEqual([]);
  });

  test('[ROOM19] of a closed connection is abandoned while the checks hold too much memory', async () => {
    const others = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((user) => joinRoom(rooms, user)),
    );
    others.forEach((peer, i) => {
      peer.connection.receive(writeFrame(1, page(2 * i + 1).type('x'.repeat(8_000_000))));
    });
    others[0]?.connection.closed();
    takeTurns();
    await settle();
    expect(log.history('document')).toHaveLength(4);
  });

  test('[ROOM8] [ROOM19] is checked and stored before the rooms close', async () => {
    const ada = await joinRoom(rooms, 'ada');
    ada.connection.receive(writeFrame(1, page(1).type('long'.repeat(20_000))));
    const closed = rooms.close();
    await settle();
    expect(ada.closed).toBe(null);
    takeTurns();
    await closed;
    expect(stored()).toBe('long'.repeat(20_000));
    expect(ada.closed).toBe(closeCodes.goingAway);
  });

  test('[UPD1] [ROOM19] that is malformed closes its connection only', async () => {
    const [ada, ben] = [await joinRoom(rooms, 'ada'), await joinRoom(rooms, 'ben')];
    const cut = typed(1, 60_000).slice(0, -1);
    ada.connection.receive(writeFrame(1, cut));
    takeTurns();
    expect(ada.closed).toBe(closeCodes.forbidden);
    ben.connection.receive(writeFrame(1, page(3).type('hello')));
    await settle();
    expect(stored()).toBe('hello');
    expect(troubles).toEqual([]);
  });
});

describe('a check in steps', () => {
  const whole = typed(1, 60_000);
  const start = typed(1, 20_000);

  test('has the result of a check at its end, also if its client writes on meanwhile', () => {
    const index = emptyIndex();
    const steps = validationSteps(whole, index, clientBounds);
    for (let i = 0; i < 12; i += 1) steps.next();
    const other = validateUpdate(start, index);
    if (other.kind !== 'new') throw new Error(other.kind);
    addToIndex(index, other.additions);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toEqual(validateUpdate(whole, index, clientBounds));
    expect(step.value).toMatchObject({ inserted: [{ client: 1, from: 20_001, to: 60_001 }] });
  });

  test('ends with a gap if its client writes on each time', () => {
    const index = emptyIndex();
    const steps = validationSteps(whole, index, clientBounds);
    let [step, count] = [steps.next(), 0];
    for (; step.done !== true; step = steps.next(), count += 1) {
      const other = validateUpdate(typed(1, 100 + count), index);
      if (other.kind === 'new') addToIndex(index, other.additions);
    }
    expect(step.value.kind).toBe('gap');
    expect(count).toBeLessThan(100);
  });
});
