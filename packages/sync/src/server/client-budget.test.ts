import * as encoding from 'lib0/encoding';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { clientLimits, createClientBudget } from './client-budget.ts';
import { createServerEdits } from './server-edits.ts';
import { writeFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import { validateUpdate } from './validate-update.ts';
import { emptyIndex } from './struct-index.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import { createHeldClock, createMemoryLog, type HeldClock } from '../testing/memory.ts';
import type { Rooms } from './rooms.ts';
import { joinRoom, refusalsOf, settle, type Peer } from '../testing/peers.ts';
import { addBlock, seededRandom } from '../testing/random-edit.ts';

let rooms: Rooms;
let clock: HeldClock;
let log: ReturnType<typeof createMemoryLog>;
const day = 86_400_000;

const join = (user: string, right: Right): Promise<Peer> => joinRoom(rooms, user, { right });

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  clock = createHeldClock();
  rooms = createMemoryRooms({
    log,
    clock,
  });
});

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

describe('the budget of new client id pairs', () => {
  test.each(['suggest', 'write'] as const)(
    'limits a user who may %s per connection, per day and in total',
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

  test('of other users never prevents a user from writing', () => {
    const owners = new Map(Array.from({ length: 300_000 }, (_, i) => [i * 2, `guest ${i % 30}`]));
    for (let i = 0; i < 100; i += 1) owners.set(800_000 + i * 2, 'owner');
    const budget = createClientBudget(owners, () => 0);
    expect(budget.allows({ user: 'owner', connection: {}, right: 'write' }, 1)).toBe(true);
    expect(budget.allows({ user: 'guest 3', connection: {}, right: 'write' }, 1)).toBe(false);
    expect(budget.allows({ user: 'guest 3', connection: {}, right: 'suggest' }, 1)).toBe(false);
    expect(budget.allows({ user: 'newcomer', connection: {}, right: 'suggest' }, 1)).toBe(true);
  });

  test('refuses further pairs in a room, while the owner and server edits continue', async () => {
    let next = 1_001;
    let stored = 0;
    for (let connection = 0; connection < 5; connection += 1) {
      const guest = await join('guest', 'suggest');
      for (let id = 1; id <= 15; id += 1) {
        guest.connection.receive(writeFrame(id, byNew((next += 10), 4)));
        await settle();
      }
      expect(refusalsOf(guest)).toContain('too_many_clients');
      stored = (await log.load('document'))?.clients.size ?? 0;
      expect(stored).toBeLessThanOrEqual(clientLimits.suggest.connection * (connection + 1));
      if (connection < 4) guest.connection.closed();
      await settle();
    }
    const owner = await join('owner', 'write');
    owner.connection.receive(writeFrame(1, byNew(7, 1)));
    await settle();
    expect(refusalsOf(owner)).toEqual([]);
    const edits = createServerEdits({ rooms, clock, random: seededRandom(1) });
    for (const session of ['restore', 'merge']) {
      const by = { user: 'guest', session };
      const made = await edits.make('document', by, async (_, client) => byNew(client, 1));
      expect(made).toMatchObject({ seq: expect.any(Number) });
    }
    expect((await log.load('document'))?.clients.size).toBe(stored + 3);
  });

  test('counts the two client ids of a page as one pair, which no other user may use', async () => {
    const ada = await join('ada', 'write');
    const doc = Object.assign(new Y.Doc(), { clientID: 10 });
    addBlock(doc, 0, '');
    ada.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc)));
    const other = Object.assign(new Y.Doc(), { clientID: 11 });
    addBlock(other, 0, '');
    const ben = await join('ben', 'write');
    ben.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(other)));
    expect(refusalsOf(ben)).toEqual(['foreign_client']);
    ada.connection.receive(writeFrame(2, Y.encodeStateAsUpdate(other)));
    expect(refusalsOf(ada)).toEqual([]);
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

  test('of a user is not reset when the room is closed and opened again', async () => {
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
    expect(refusalsOf(guest)).toEqual(['too_many_clients']);
  });

  test('allows few pairs without content in one update, and any number with content', () => {
    expect(validateUpdate(goneOf(1, 8), emptyIndex()).kind).toBe('new');
    expect(validateUpdate(goneOf(1, 9), emptyIndex())).toMatchObject({
      kind: 'refused',
      reason: 'structure',
    });
    expect(validateUpdate(byNew(1, 9), emptyIndex()).kind).toBe('new');
  });
});
