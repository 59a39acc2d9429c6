import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { clientLimits, createClientBudget } from './client-budget.ts';
import { connect, type Connection } from './connection.ts';
import { createServerEdits } from './server-edits.ts';
import { readServerFrame, writeFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import { validateUpdate } from './validate-update.ts';
import { emptyIndex } from './struct-index.ts';
import {
  createHeldClock,
  createMemoryCompactor,
  createMemoryLog,
  type HeldClock,
} from '../testing/memory.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';
import { addBlock } from '../testing/random-edit.ts';

type Peer = { connection: Connection; sent: Uint8Array[]; closed: number | null };

let rooms: Rooms;
let clock: HeldClock;
let log: ReturnType<typeof createMemoryLog>;
const day = 86_400_000;

beforeEach(() => {
  log = createMemoryLog();
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

async function join(user: string, right: Right): Promise<Peer> {
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const peer: Omit<Peer, 'connection'> = { sent: [], closed: null };
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
    pause: () => undefined,
    resume: () => undefined,
  };
  return Object.assign(peer, { connection: connect(room, visitor, socket, right, right) });
}

async function settle(): Promise<void> {
  for (let i = 0; i < 100; i += 1) await Promise.resolve();
}

const reasons = ({ sent }: Peer): string[] =>
  sent
    .map(readServerFrame)
    .flatMap((frame) =>
      frame.type === 'notice' && frame.notice.kind === 'refused' ? [frame.notice.reason] : [],
    );

/**
 * Creates an update with one paragraph by each of `count` new clients, with the ids `first`,
 * `first + 2`, ….
 */
function byNew(first: number, count: number): Uint8Array {
  const doc = new Y.Doc();
  for (let i = 0; i < count; i += 1) {
    doc.clientID = first + i * 2;
    addBlock(doc, 0, '');
  }
  return Y.encodeStateAsUpdate(doc);
}

/** Creates an update of `count` new clients whose structs are all garbage-collected. */
function goneOf(first: number, count: number): Uint8Array {
  const update = encoding.createEncoder();
  encoding.writeVarUint(update, count);
  for (let i = 0; i < count; i += 1)
    for (const part of [1, first + i, 0, 0, 1]) encoding.writeVarUint(update, part);
  encoding.writeVarUint(update, 0);
  return encoding.toUint8Array(update);
}

describe('new pairs of client ids', () => {
  test.each(['suggest', 'write'] as const)(
    'of a person who may %s are counted by connection, by day and in all',
    (right) => {
      const { connection: here, day: today, ever } = clientLimits[right];
      let now = 0;
      const owners = new Map<number, string>();
      const budget = createClientBudget(owners, () => now);
      const take = (connection: object, count: number): boolean => {
        if (!budget.allows({ user: 'ben', connection, right }, count)) return false;
        for (let i = 0; i < count; i += 1) {
          owners.set(owners.size + 1, 'ben');
          budget.count('ben', connection);
        }
        return true;
      };
      const first = {};
      expect(take(first, here)).toBe(true);
      expect(take(first, 1)).toBe(false);
      for (let i = here; i < today; i += 1) expect(take({}, 1)).toBe(true);
      expect(take({}, 1)).toBe(false);
      while (owners.size + today <= ever) {
        now += day;
        for (let i = 0; i < today; i += 1) expect(take({}, 1)).toBe(true);
        expect(take({}, 1)).toBe(false);
      }
      now += day;
      expect(take({}, ever - owners.size + 1)).toBe(false);
      expect(budget.allows({ user: 'ada', connection: {}, right }, 1)).toBe(true);
      expect(budget.allows({ user: 'vera', connection: {}, right: 'read' }, 1)).toBe(false);
    },
  );

  test('of somebody else never keep a person from writing, however many there are', () => {
    const owners = new Map(Array.from({ length: 300_000 }, (_, i) => [i * 2, `guest ${i % 30}`]));
    for (let i = 0; i < 100; i += 1) owners.set(800_000 + i * 2, 'owner');
    const budget = createClientBudget(owners, () => 0);
    expect(budget.allows({ user: 'owner', connection: {}, right: 'write' }, 1)).toBe(true);
    expect(budget.allows({ user: 'guest 3', connection: {}, right: 'write' }, 1)).toBe(false);
    expect(budget.allows({ user: 'guest 3', connection: {}, right: 'suggest' }, 1)).toBe(false);
    expect(budget.allows({ user: 'newcomer', connection: {}, right: 'suggest' }, 1)).toBe(true);
  });

  test('in a room: beyond the budget nothing is stored, and the owner, a restore and a merge go on', async () => {
    let next = 1_001;
    let stored = 0;
    for (let connection = 0; connection < 5; connection += 1) {
      const guest = await join('guest', 'suggest');
      for (let id = 1; id <= 15; id += 1) {
        guest.connection.receive(writeFrame(id, byNew((next += 10), 4)));
        await settle();
      }
      expect(reasons(guest)).toContain('too_many_clients');
      stored = (await log.load('document'))?.clients.size ?? 0;
      expect(stored).toBeLessThanOrEqual(clientLimits.suggest.connection * (connection + 1));
      if (connection < 4) guest.connection.closed();
      await settle();
    }
    const owner = await join('owner', 'write');
    owner.connection.receive(writeFrame(1, byNew(7, 1)));
    await settle();
    expect(reasons(owner)).toEqual([]);
    const edits = createServerEdits({ rooms, clock, random: Math.random });
    const made = await edits.make(
      'document',
      { user: 'guest', session: 'restore' },
      async (_, client) => byNew(client, 1),
    );
    expect(made).toMatchObject({ seq: expect.any(Number) });
    expect((await log.load('document'))?.clients.size).toBe(stored + 2);
  });

  test('the two client ids of a page count as one, and nobody else may use the other one', async () => {
    const ada = await join('ada', 'write');
    const doc = Object.assign(new Y.Doc(), { clientID: 10 });
    addBlock(doc, 0, '');
    ada.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc)));
    const other = Object.assign(new Y.Doc(), { clientID: 11 });
    addBlock(other, 0, '');
    const ben = await join('ben', 'write');
    ben.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(other)));
    expect(reasons(ben)).toEqual(['foreign_client']);
    ada.connection.receive(writeFrame(2, Y.encodeStateAsUpdate(other)));
    expect(reasons(ada)).toEqual([]);
    const budget = createClientBudget(
      new Map(Array.from({ length: clientLimits.suggest.ever }, (_, i) => [i, 'ada'])),
      () => 0,
    );
    expect(
      budget.allows(
        { user: 'ada', connection: {}, right: 'suggest' },
        clientLimits.suggest.connection,
      ),
    ).toBe(true);
  });

  test('a person who stays out of the room for a moment brings no more than their whole share', async () => {
    const { ever } = clientLimits.suggest;
    const owners = Array.from({ length: ever }, (_, i) => ({
      client: 100_000 + i * 2,
      user: 'guest',
    }));
    await log.append([
      {
        documentId: 'document',
        seq: 1,
        updates: [byNew(1, 1)],
        authorship: [],
        decisions: [],
        clients: owners,
      },
    ]);
    const guest = await join('guest', 'suggest');
    guest.connection.receive(writeFrame(1, byNew(51, 1)));
    await settle();
    expect(reasons(guest)).toEqual(['too_many_clients']);
  });

  test('of which nothing is left are refused in one update, but those of a page that came too late', () => {
    expect(validateUpdate(goneOf(1, 8), emptyIndex()).kind).toBe('new');
    expect(validateUpdate(goneOf(1, 9), emptyIndex())).toMatchObject({
      kind: 'refused',
      reason: 'structure',
    });
    expect(validateUpdate(byNew(1, 9), emptyIndex()).kind).toBe('new');
  });
});
