import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import {
  awarenessFrame,
  closeCodes,
  readServerFrame,
  resumeFrame,
  syncFrame,
  writeFrame,
} from '../protocol/frame.ts';
import {
  createHeldClock,
  createMemoryCompactor,
  createMemoryLog,
  type HeldClock,
} from '../testing/memory.ts';
import { chatterCost, byteRate } from './byte-rate-limiter.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';
import { addBlock } from '../testing/random-edit.ts';

type Peer = {
  connection: Connection;
  sent: Uint8Array[];
  closed: number | null;
  isPaused: boolean;
};

let rooms: Rooms;
let clock: HeldClock;

beforeEach(() => {
  const log = createMemoryLog();
  log.create('document');
  clock = createHeldClock();
  rooms = createRooms({
    log,
    compactor: createMemoryCompactor(),
    clock,
    limits: defaultLimits,
    reach: () => undefined,
    changed: () => undefined,
    loaded: () => undefined,
    released: () => undefined,
    report: ({ error }) => {
      throw error;
    },
  });
});

async function join(user: string, right: 'read' | 'write' = 'read'): Promise<Peer> {
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const peer: Omit<Peer, 'connection'> = { sent: [], closed: null, isPaused: false };
  const visitor = {
    user,
    session: user,
    card: { id: user, name: user, color: '#000000' },
    speaksLonghand: true,
  };
  const socket = {
    send: (frame: Uint8Array) => void peer.sent.push(frame),
    close: (code: number) => void (peer.closed ??= code),
    buffered: 0,
    pause: () => void (peer.isPaused = true),
    resume: () => void (peer.isPaused = false),
  };
  return Object.assign(peer, { connection: connect(room, visitor, socket, right, right) });
}

async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Encodes awareness states: id, clock and text of each. */
function states(list: readonly (readonly [number, number, string])[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, list.length);
  for (const [id, at, text] of list) {
    encoding.writeVarUint(encoder, id);
    encoding.writeVarUint(encoder, at);
    encoding.writeVarString(encoder, text);
  }
  return encoding.toUint8Array(encoder);
}

function vector(count: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, count);
  for (let i = 0; i < count; i += 1) {
    encoding.writeVarUint(encoder, 2 ** 31 + i);
    encoding.writeVarUint(encoder, 2 ** 30);
  }
  return encoding.toUint8Array(encoder);
}

const many = (count: number, text: string): Uint8Array =>
  states(Array.from({ length: count }, (_, i) => [i + 1, 1, text] as const));

describe('hostile frames besides words', () => {
  test.each<[string, () => Uint8Array]>([
    ['nine awareness states', () => awarenessFrame(many(9, '{}'))],
    ['a million awareness states', () => awarenessFrame(many(1_000_000, '{}'))],
    [
      'awareness of more than 64 KB',
      () => awarenessFrame(many(8, JSON.stringify({ x: 'y'.repeat(9_000) }))),
    ],
    [
      'one state that is too large',
      () => awarenessFrame(states([[1, 1, JSON.stringify({ x: 'y'.repeat(20_000) })]])),
    ],
    ['a state vector of more ids than there are', () => syncFrame.step1(vector(1_200))],
    ['a cursor with such a vector', () => resumeFrame(1, 0, vector(1_200))],
    ['a state vector of six megabytes', () => syncFrame.step1(vector(600_000))],
  ])('%s close the connection of whoever sends them, and nobody hears of it', async (_, frame) => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    const before = ada.sent.length;
    mallory.connection.receive(frame());
    clock.advance(100);
    expect(mallory.closed).toBe(closeCodes.malformed);
    expect(ada.closed).toBeNull();
    expect(ada.sent.length).toBe(before);
  });

  test('a stock client may echo everybody who is here, however many they are', async () => {
    const list = Array.from(
      { length: 300 },
      (_, i) => [i + 1, 1, JSON.stringify({ cursor: 'x'.repeat(200) })] as const,
    );
    for (const state of list)
      (await join(`person ${state[0]}`)).connection.receive(awarenessFrame(states([state])));
    const stock = await join('stock', 'write');
    stock.connection.receive(awarenessFrame(states([...list, [1_000, 1, '{"cursor":1}']])));
    expect(stock.closed).toBeNull();
    expect((await rooms.open('document'))?.presence.userOf(1_000)).toBe('stock');
    expect((await rooms.open('document'))?.presence.userOf(5)).toBe('person 5');
  });

  test('states of others are passed over unread, so that nobody pays for parsing them', async () => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    ada.connection.receive(awarenessFrame(states([[5, 1, '{}']])));
    mallory.connection.receive(awarenessFrame(states([[5, 2, 'no JSON at all']])));
    expect(mallory.closed).toBeNull();
    mallory.connection.receive(awarenessFrame(states([[6, 2, 'no JSON at all']])));
    expect(mallory.closed).toBe(closeCodes.malformed);
  });

  test('a page may know some ids that the server does not: its own, and those of a backup’s future', async () => {
    const page = await join('ada');
    page.connection.receive(resumeFrame(1, 0, vector(900)));
    expect(page.closed).toBeNull();
    expect(page.sent.map(readServerFrame).some(({ type }) => type === 'state')).toBe(true);
  });
});

describe('bytes in a time', () => {
  const caret = (at: number): Uint8Array =>
    awarenessFrame(states([[1, at, JSON.stringify({ x: 'y'.repeat(16_000) })]]));

  test('who sends carets faster than anybody moves one is read no more until the time for it has passed', async () => {
    const mallory = await join('mallory');
    let sent = 0;
    for (let at = 1; !mallory.isPaused; at += 1) {
      const frame = caret(at);
      mallory.connection.receive(frame);
      sent += frame.length;
      expect(sent).toBeLessThan(byteRate.atOnce);
    }
    expect(sent * chatterCost).toBeGreaterThan(byteRate.atOnce);
    const since = clock.now();
    for (let i = 0; i < 1_000 && mallory.isPaused; i += 1) clock.advance(10);
    expect(mallory.isPaused).toBe(false);
    expect(clock.now() - since).toBeLessThan(2_000);
    // From here on the rate is limited to `perSecond`.
    let [bytes, at] = [0, 1_000_000];
    for (let passed = 0; passed < 10_000; passed += 10) {
      clock.advance(10);
      while (!mallory.isPaused) {
        const frame = caret((at += 1));
        mallory.connection.receive(frame);
        bytes += frame.length;
      }
    }
    expect(bytes * chatterCost).toBeLessThan(11.5 * byteRate.perSecond);
    expect(mallory.closed).toBeNull();
  });

  test('a book that is pasted is read at once; a page that types and moves its caret is never held back', async () => {
    const ada = await join('ada', 'write');
    const doc = new Y.Doc();
    let id = 0;
    doc.on('update', (update: Uint8Array) => ada.connection.receive(writeFrame((id += 1), update)));
    addBlock(doc, 0, 'x'.repeat(3_000_000));
    await settle();
    expect(ada.isPaused).toBe(false);
    for (let i = 0; i < 20_000; i += 1) {
      ada.connection.receive(
        awarenessFrame(states([[doc.clientID, i + 1, '{"cursor":{"anchor":1,"head":2}}']])),
      );
      clock.advance(25);
      expect(ada.isPaused).toBe(false);
    }
    await settle();
  });

  test('who waits for the disk and has sent too much is read again when neither is so any more', async () => {
    const mallory = await join('mallory', 'write');
    const room = await rooms.open('document');
    for (let at = 1; !mallory.isPaused; at += 1) mallory.connection.receive(caret(at));
    const [session] = room?.sessions ?? [];
    if (session === undefined) throw new Error('nobody is here');
    session.held.add('waiting');
    clock.advance(60_000);
    expect(mallory.isPaused).toBe(true);
    const doc = new Y.Doc();
    addBlock(doc, 0, '');
    mallory.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc)));
    await settle();
    expect(mallory.isPaused).toBe(false);
  });
});
