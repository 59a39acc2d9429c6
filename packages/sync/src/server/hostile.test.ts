import fc from 'fast-check';
import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import { buildDoc, stateOf } from './compact.ts';
import { addBlock } from '../testing/random-edit.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { syncFrame, writeFrame } from '../protocol/frame.ts';
import { attacks, type Attack } from '../testing/attack-corpus.ts';
import { clientBounds, validateUpdate, indexOfState, type Validation } from './validate-update.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  type HeldClock,
  type MemoryLog,
} from '../testing/memory.ts';
import type { Rooms } from './rooms.ts';
import { scanUpdate } from '../protocol/update.ts';

type Peer = {
  connection: Connection;
  sent: Uint8Array[];
  closed: { code: number; reason: string } | null;
};

let log: MemoryLog;
let clock: HeldClock;
let rooms: Rooms;
let ada: Peer;
let doc: Y.Doc;
let troubles: unknown[];

async function join(user: string, canWrite = true): Promise<Peer> {
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const peer: Peer = { connection: undefined as unknown as Connection, sent: [], closed: null };
  const visitor = {
    user,
    session: user,
    card: { id: user, name: user, color: '#000000' },
    speaksLonghand: true,
  };
  peer.connection = connect(
    room,
    visitor,
    {
      send: (frame) => void peer.sent.push(frame),
      close: (code, reason) => {
        peer.closed ??= { code, reason };
        peer.connection?.closed();
      },
      buffered: 0,
      pause: () => undefined,
      resume: () => undefined,
    },
    canWrite ? 'editor' : 'viewer',
    canWrite ? 'write' : 'read',
  );
  return peer;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 30; i += 1) {
    await Promise.resolve();
    clock.advance(1);
  }
}

function stored(): string {
  return contentIn(buildDoc(log.history('document')));
}

function known(): Attack[] {
  const client = doc.clientID;
  const end = Y.getState(doc.store, client);
  return attacks({ client, end, marker: { client, clock: 0 }, letter: { client, clock: 4 } });
}

beforeEach(async () => {
  log = createMemoryLog();
  log.create('document');
  troubles = [];
  clock = createHeldClock();
  rooms = createMemoryRooms({
    log,
    clock,
    report: (trouble) => troubles.push(trouble),
  });
  ada = await join('ada');
  doc = Object.assign(new Y.Doc(), { clientID: 77 });
  let id = 0;
  doc.on('update', (update: Uint8Array) => ada.connection.receive(writeFrame((id += 1), update)));
  addBlock(doc, 0, 'honest words');
  await settle();
});

function honestText(): Y.Text {
  return rootsIn(doc).text;
}

describe('a hostile client', () => {
  test.each(['write', 'update', 'step 2'] as const)(
    '[UPD1], [UPD3], [UPD6] changes nothing with any known attack, sent as %s, and other users can continue',
    async (as) => {
      for (const { name, update } of known()) {
        const mallory = await join('mallory');
        const before = stored();
        mallory.connection.receive(
          as === 'write'
            ? writeFrame(1, update)
            : as === 'update'
              ? syncFrame.update(update)
              : syncFrame.step2(update),
        );
        await settle();
        expect(stored(), name).toBe(before);
        honestText().insert(1, '.');
        await settle();
        expect(stored(), name).toBe(contentIn(doc));
        expect(ada.closed, name).toBeNull();
        mallory.connection.closed();
      }
      expect(troubles).toEqual([]);
    },
  );

  test('is disconnected for a malformed update, and at the twentieth forbidden one', async () => {
    const broken = await join('mallory');
    broken.connection.receive(writeFrame(1, Uint8Array.of(1, 33, 1)));
    expect(broken.closed?.code).toBe(1008);
    const foreign = known().find(({ name }) => name === 'the words of somebody else') as Attack;
    const forging = await join('mallory');
    for (let i = 1; i < 20; i += 1) forging.connection.receive(writeFrame(i, foreign.update));
    expect(forging.closed).toBeNull();
    forging.connection.receive(writeFrame(20, foreign.update));
    expect(forging.closed?.code).toBe(1008);
  });

  test('cannot store text, deletions or formats as a viewer', async () => {
    const viewer = await join('vera', false);
    const copy = buildDoc(log.history('document'));
    const updates: Uint8Array[] = [];
    copy.on('update', (update: Uint8Array) => updates.push(update));
    const { text, containers, suggestions } = rootsIn(copy);
    text.insert(1, 'x');
    text.delete(3, 2);
    text.format(4, 3, { bold: true });
    containers.set('x', {});
    suggestions.push([{ kind: 'about', id: 'one', by: 'vera', at: 1 }]);
    text.delete(0, text.length);
    const before = stored();
    for (const [i, update] of updates.entries())
      viewer.connection.receive(writeFrame(i + 1, update));
    for (const update of updates) viewer.connection.receive(syncFrame.step2(update));
    viewer.connection.receive(writeFrame(99, Y.encodeStateAsUpdate(copy)));
    await settle();
    expect(stored()).toBe(before);
    expect(viewer.sent.every((frame) => frame[0] !== 101)).toBe(true);
  });

  test('cannot cause repeated work with many copies of one range of deletions', () => {
    const text = honestText();
    text.insert(1, 'x'.repeat(4_000));
    doc.transact(() => {
      for (let at = 3_998; at > 0; at -= 2) text.delete(at, 1);
    });
    const index = indexOfState(stateOf(doc));
    const client = doc.clientID;
    const [from, to] = [16, Y.getState(doc.store, client)];
    const once = validateUpdate(deletions(client, [[from, to]]), index);
    const often = validateUpdate(
      deletions(
        client,
        Array.from({ length: 5_000 }, () => [from, to]),
      ),
      index,
    );
    expect(findingOf(often)).toEqual(findingOf(once));
    expect(often.parts).toBe(5_000);
    expect(often.kind === 'new' && often.additions.deletes.length).toBeGreaterThan(1_900);
    expect(often.kind === 'new' && often.bytes.length).toBeLessThan(20_000);
    const backwards: [number, number][] = [
      [60, 70],
      [50, 65],
      [40, 50],
    ];
    const compacted = validateUpdate(deletions(client, backwards), index);
    const joined = validateUpdate(deletions(client, [[40, 70]]), index);
    expect(findingOf(compacted)).toEqual(findingOf(joined));
    expect(compacted.parts).toBe(3);
    const many = Array.from({ length: 10_001 }, (): [number, number] => [from, to]);
    expect(validateUpdate(deletions(client, many), index)).toMatchObject({
      kind: 'refused',
      reason: 'structure',
      detail: 'deleted ranges that are not in order',
    });
  });

  test('[UPD8] cannot fill the memory with client ids', () => {
    const update = encoding.createEncoder();
    encoding.writeVarUint(update, 10_001);
    for (let client = 1; client <= 10_001; client += 1)
      for (const part of [1, client, 0, 0, 1]) encoding.writeVarUint(update, part);
    encoding.writeVarUint(update, 0);
    expect(validateUpdate(encoding.toUint8Array(update), new Map())).toEqual({
      kind: 'refused',
      reason: 'structure',
      detail: 'too many client ids',
      parts: 10_001,
    });
  });

  test.each([
    ['structs', [1, 250_001, 7, 0], 250_001, []],
    ['structs of two clients', [2, 200_000, 9, 0], 200_000, [50_001, 7, 0]],
    ['deletions', [0, 1, 7, 250_001], 250_001, []],
  ])('[UPD9] cannot occupy the server with many %s in one frame', (_, head, count, second) => {
    const update = encoding.createEncoder();
    for (const part of head) encoding.writeVarUint(update, part);
    for (let i = 0; i < count; i += 1)
      for (const part of [0, 1]) encoding.writeVarUint(update, part);
    for (const part of second) encoding.writeVarUint(update, part);
    for (let i = 0; i < 60_000; i += 1)
      for (const part of [0, 1]) encoding.writeVarUint(update, part);
    expect(validateUpdate(encoding.toUint8Array(update), new Map(), clientBounds)).toMatchObject({
      kind: 'refused',
      reason: 'too_large',
      detail: 'too many changes in one update',
    });
  });

  test('stores nothing as a viewer with random bytes and damaged frames of any type', async () => {
    const honest = Y.encodeStateAsUpdate(doc);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc
            .tuple(fc.constantFrom(0, 1, 2, 3, 100, 103), fc.uint8Array({ maxLength: 60 }))
            .map(([type, rest]) => Uint8Array.of(type, ...rest)),
          fc
            .array(fc.tuple(fc.nat(1_000), fc.nat(255)), { minLength: 1, maxLength: 5 })
            .map((flips) => {
              const frame = writeFrame(1, honest).slice();
              for (const [at, byte] of flips) frame[at % frame.length] = byte;
              return frame;
            }),
          fc.nat(honest.length).map((length) => writeFrame(1, honest).slice(0, length)),
        ),
        async (frame) => {
          const mallory = await join('mallory', false);
          const before = stored();
          mallory.connection.receive(frame);
          await settle();
          expect(stored()).toBe(before);
          mallory.connection.closed();
        },
      ),
      { numRuns: 3_000 },
    );
    expect(ada.closed).toBeNull();
    expect(troubles).toEqual([]);
  });

  test('may store decodable updates of its own, but cannot take over text, client ids or authorship of other users', async () => {
    let run = 0;
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1_000), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('write', 'update', 'step 2', 'cut', 'raw', 'as it is'),
        fc.uint8Array({ maxLength: 60 }),
        async (flips, as, bytes) => {
          run += 1;
          const mallory = await join(`mallory ${run}`);
          const own = Object.assign(buildDoc(log.history('document')), {
            clientID: 10_000 + run * 2,
          });
          const before = Y.encodeStateVector(own);
          own.transact(() => {
            addBlock(own, 0, 'forged');
            rootsIn(own).text.format(1, 3, { bold: {} });
          });
          const update = Y.encodeStateAsUpdate(own, before);
          const written = writeFrame(1, update);
          const frame = (
            as === 'update'
              ? syncFrame.update(update)
              : as === 'step 2'
                ? syncFrame.step2(update)
                : written
          ).slice(0, as === 'cut' ? (flips[0]?.[0] ?? 0) % written.length : undefined);
          for (const [at, byte] of as === 'cut' || as === 'as it is' ? [] : flips)
            frame[at % frame.length] = byte;
          const size = log.history('document').length;
          mallory.connection.receive(as === 'raw' ? Uint8Array.of(100, ...bytes) : frame);
          await settle();
          if (log.history('document').length > size) taken += 1;
          // The stored document can be built and read, whatever it contains.
          stored();
          // Ada continues and receives acknowledgements.
          const acks = ada.sent.length;
          addBlock(doc, 0, 'on and on');
          await settle();
          expect(ada.sent.length).toBeGreaterThan(acks);
          expect(stored()).toContain('on and on');
          rootsIn(doc).text.delete(0, 10);
          await settle();
          mallory.connection.closed();
        },
      ),
      { numRuns: 200 },
    );
    expect(ada.closed).toBeNull();
    expect(troubles).toEqual([]);
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(run);
    for (const { user, inserted } of log.authorship('document'))
      for (const { client } of inserted) expect(client === doc.clientID).toBe(user === 'ada');
    expect(log.authorship('document').some(({ user }) => user.startsWith('mallory'))).toBe(true);
  });

  test('causes work and memory in proportion to the bytes that it sends', () => {
    const large = [
      ...known(),
      {
        name: 'many collected structs',
        update: Uint8Array.from([
          1,
          0x80,
          0x80,
          0x04,
          9,
          0,
          ...Array<number>(131_072)
            .fill(0)
            .map((_, i) => i % 2),
          0,
        ]),
      },
      { name: 'many small texts', update: manyTexts(5_000) },
    ];
    for (const { name, update } of large) {
      const counted = countReads(update);
      let sizes = 0;
      try {
        const scanned = scanUpdate(counted.bytes);
        sizes = scanned.sections.length + scanned.deletes.length;
      } catch {
        sizes = 0;
      }
      expect(counted.reads(), name).toBeLessThanOrEqual(update.length * 3 + 16);
      expect(sizes, name).toBeLessThanOrEqual(update.length);
      validateUpdate(update, new Map());
    }
  });
});

function deletions(client: number, ranges: readonly (readonly number[])[]): Uint8Array {
  const update = encoding.createEncoder();
  for (const part of [0, 1, client, ranges.length]) encoding.writeVarUint(update, part);
  for (const [from = 0, to = 0] of ranges)
    for (const part of [from, to - from]) encoding.writeVarUint(update, part);
  return encoding.toUint8Array(update);
}

function manyTexts(count: number): Uint8Array {
  const many = new Y.Doc();
  many.transact(() => {
    for (let i = 0; i < count; i += 1) addBlock(many, 0, 'ab');
  });
  return Y.encodeStateAsUpdate(many);
}

/** Wraps the bytes so that every read of a byte is counted. */
/** Returns a validation without its cost, which depends on the encoding. */
const findingOf = (validation: Validation): unknown =>
  validation.kind === 'new'
    ? { ...validation, parts: 0, scanned: { ...validation.scanned, parts: 0 } }
    : { ...validation, parts: 0 };

function countReads(bytes: Uint8Array): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const counting = (target: Uint8Array): Uint8Array =>
    new Proxy(target, {
      get(_target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) {
          reads += 1;
          return target[Number(key)];
        }
        if (key === 'subarray')
          return (from: number, to: number) => counting(target.subarray(from, to));
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return { bytes: counting(bytes), reads: () => reads };
}
