import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  awarenessFrame,
  closeCodes,
  readServerFrame,
  resumeFrame,
  syncFrame,
  writeFrame,
} from '../protocol/frame.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import { createHeldClock, createMemoryLog, type HeldClock } from '../testing/memory.ts';
import { byteRate, chatterCost } from './byte-rate-limiter.ts';
import type { Rooms } from './rooms.ts';
import { rootsIn } from '../protocol/roots.ts';
import { scanUpdate } from '../protocol/update.ts';
import type { Right } from '../protocol/right.ts';
import { joinRoom, settle, type Peer } from '../testing/peers.ts';
import { addBlock } from '../testing/random-edit.ts';

let rooms: Rooms;
let clock: HeldClock;

const join = (user: string, right: Right = 'read'): Promise<Peer> =>
  joinRoom(rooms, user, { right });

beforeEach(() => {
  const log = createMemoryLog();
  log.create('document');
  clock = createHeldClock();
  rooms = createMemoryRooms({
    log,
    clock,
  });
});

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

/** Creates an update of deleted units of client 1: two bytes each. */
function gone(count: number, from: number): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const part of [1, count, 1, from]) encoding.writeVarUint(encoder, part);
  for (let i = 0; i < count; i += 1)
    for (const part of [0, 1]) encoding.writeVarUint(encoder, part);
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
}

const many = (count: number, text: string): Uint8Array =>
  states(Array.from({ length: count }, (_, i) => [i + 1, 1, text] as const));

describe('hostile frames that are not updates', () => {
  test.each<[string, () => Uint8Array]>([
    ['nine awareness states', () => awarenessFrame(many(9, '{}'))],
    ['a million awareness states', () => awarenessFrame(many(1_000_000, '{}'))],
    [
      'awareness states of more than 64 KB',
      () => awarenessFrame(many(8, JSON.stringify({ x: 'y'.repeat(9_000) }))),
    ],
    [
      'awareness states of more than 20 KB each',
      () => awarenessFrame(states([[1, 1, JSON.stringify({ x: 'y'.repeat(20_000) })]])),
    ],
    ['state vectors with 1,200 unknown client ids', () => syncFrame.step1(vector(1_200))],
    ['cursors with 1,200 unknown client ids', () => resumeFrame(1, 0, vector(1_200))],
    ['state vectors of six megabytes', () => syncFrame.step1(vector(600_000))],
  ])('%s close the connection of the sender and are not forwarded', async (_, frame) => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    const before = ada.sent.length;
    mallory.connection.receive(frame());
    clock.advance(100);
    expect(mallory.closed).toBe(closeCodes.malformed);
    expect(ada.closed).toBeNull();
    expect(ada.sent.length).toBe(before);
  });

  test('a stock client may echo the awareness states of all users, however many they are', async () => {
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

  test('awareness states of other users are skipped without being parsed', async () => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    ada.connection.receive(awarenessFrame(states([[5, 1, '{}']])));
    mallory.connection.receive(awarenessFrame(states([[5, 2, 'no JSON at all']])));
    expect(mallory.closed).toBeNull();
    mallory.connection.receive(awarenessFrame(states([[6, 2, 'no JSON at all']])));
    expect(mallory.closed).toBe(closeCodes.malformed);
  });

  test('a page may have some client ids in its state vector that the server does not know', async () => {
    const page = await join('ada');
    page.connection.receive(resumeFrame(1, 0, vector(900)));
    expect(page.closed).toBeNull();
    expect(page.sent.map(readServerFrame).some(({ type }) => type === 'state')).toBe(true);
  });
});

describe('the byte rate limit', () => {
  const caret = (at: number): Uint8Array =>
    awarenessFrame(states([[1, at, JSON.stringify({ x: 'y'.repeat(16_000) })]]));

  test('pauses reading from a client that sends carets too fast until its budget has recovered', async () => {
    const mallory = await join('mallory');
    let sent = 0;
    for (let at = 1; !mallory.paused; at += 1) {
      const frame = caret(at);
      mallory.connection.receive(frame);
      sent += frame.length;
      expect(sent).toBeLessThan(byteRate.atOnce);
    }
    expect(sent * chatterCost).toBeGreaterThan(byteRate.atOnce);
    const since = clock.now();
    for (let i = 0; i < 1_000 && mallory.paused; i += 1) clock.advance(10);
    expect(mallory.paused).toBe(false);
    expect(clock.now() - since).toBeLessThan(2_000);
    // From here on the rate is limited to `perSecond`.
    let [bytes, at] = [0, 1_000_000];
    for (let passed = 0; passed < 10_000; passed += 10) {
      clock.advance(10);
      while (!mallory.paused) {
        const frame = caret((at += 1));
        mallory.connection.receive(frame);
        bytes += frame.length;
        expect(bytes * chatterCost).toBeLessThan(11.5 * byteRate.perSecond);
      }
    }
    expect(bytes * chatterCost).toBeGreaterThan(9 * byteRate.perSecond);
    expect(mallory.closed).toBeNull();
  });

  test('does not delay a large paste, nor a page that types and moves its caret', async () => {
    const ada = await join('ada', 'write');
    const doc = new Y.Doc();
    let id = 0;
    doc.on('update', (update: Uint8Array) => ada.connection.receive(writeFrame((id += 1), update)));
    addBlock(doc, 0, 'x'.repeat(3_000_000));
    await settle();
    expect(ada.paused).toBe(false);
    for (let i = 0; i < 20_000; i += 1) {
      ada.connection.receive(
        awarenessFrame(states([[doc.clientID, i + 1, '{"cursor":{"anchor":1,"head":2}}']])),
      );
      clock.advance(25);
      expect(ada.paused).toBe(false);
    }
    await settle();
  });

  test.each([
    ['known structs of a user who may write', 'write', 0],
    ['known structs of a user who may only read', 'read', 0],
    ['structs after a gap', 'write', 7],
  ] as const)(
    '[ROOM18] %s use up the rate limit although they are not stored',
    async (_, right, clockOfFirst) => {
      const structs = gone(200_000, clockOfFirst);
      const ada = await join('ada', 'write');
      ada.connection.receive(writeFrame(1, gone(200_000, 0)));
      await settle();
      expect(ada.paused).toBe(false);
      const mallory = await join('ada', right);
      let [sent, id] = [0, 0];
      while (!mallory.paused) {
        mallory.connection.receive(writeFrame((id += 1), structs));
        await settle();
        sent += structs.length;
        expect(sent).toBeLessThan(byteRate.atOnce / 8);
      }
      expect(mallory.closed).toBeNull();
      clock.advance(60_000);
      expect(mallory.paused).toBe(false);
    },
  );

  test('does not delay many short paragraphs, nor thousands of offline edits', async () => {
    const ada = await join('ada', 'write');
    const doc = new Y.Doc();
    let [id, parts] = [0, 0];
    doc.on('update', (update: Uint8Array) => {
      parts += scanUpdate(update).sections.reduce((sum, { count }) => sum + count, 0);
      ada.connection.receive(writeFrame((id += 1), update));
    });
    doc.transact(() => {
      for (let i = 0; i < 20_000; i += 1) addBlock(doc, 0, 'a short paragraph of a long book');
    });
    for (let i = 0; i < 20_000; i += 1) {
      rootsIn(doc).text.insert(1, 'x');
      if (i % 100 === 0) await settle();
    }
    await settle();
    expect(parts).toBeGreaterThan(60_000);
    expect(ada.paused).toBe(false);
  });

  test('reading resumes when neither the disk nor the rate limit holds the connection back', async () => {
    const mallory = await join('mallory', 'write');
    const room = await rooms.open('document');
    let sent = 0;
    for (let at = 1; !mallory.paused; at += 1) {
      const frame = caret(at);
      mallory.connection.receive(frame);
      sent += frame.length;
      expect(sent).toBeLessThan(byteRate.atOnce);
    }
    const [session] = room?.sessions ?? [];
    if (session === undefined) throw new Error('nobody is here');
    session.pauseReasons.add('backlog');
    clock.advance(60_000);
    expect(mallory.paused).toBe(true);
    const doc = new Y.Doc();
    addBlock(doc, 0, '');
    mallory.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc)));
    await settle();
    expect(mallory.paused).toBe(false);
  });
});
