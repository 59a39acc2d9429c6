import { beforeEach, describe, expect, test } from 'vitest';
import { checkedAfter, type Rooms } from './rooms.ts';
import { closeCodes, resumeFrame } from '../protocol/frame.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  type HeldClock,
  type MemoryLog,
} from '../testing/memory.ts';
import { frames, joinRoom, page, settle, type Peer } from '../testing/peers.ts';

let log: MemoryLog;
let clock: HeldClock;
let rooms: Rooms;
let troubles: string[];

/** Opens the rooms of a process. `isShared`: false if no other process writes to the log. */
function openRooms(isShared = true): Rooms {
  return createMemoryRooms({
    log,
    clock,
    heads: isShared ? log.heads : null,
    report: ({ error }) => troubles.push(String(error)),
  });
}

beforeEach(() => {
  [log, clock, troubles] = [createMemoryLog(), createHeldClock(), []];
  log.create('document');
  rooms = openRooms();
});

/** Stores an entry as another process. */
async function storeElsewhere(seq: number): Promise<void> {
  const updates = [page(10 + seq).type('elsewhere')];
  const rest = { authorship: [], decisions: [], clients: [] };
  expect(await log.append([{ documentId: 'document', seq, updates, ...rest }])).toEqual(['stored']);
}

const emptyVector = Uint8Array.of(0);

/** Resumes as a page that has everything up to an entry. */
async function resume({ connection }: Peer, seq: number): Promise<void> {
  connection.receive(resumeFrame(1, seq, emptyVector));
  await settle();
}

describe('[ROOM22] a room on a log to which other processes write', () => {
  const meanwhile = ['Error: another process has stored this document meanwhile'];

  test('is ended if the log had more entries some time after it was loaded', async () => {
    const ada = await joinRoom(rooms, 'ada');
    await storeElsewhere(1);
    clock.advance(checkedAfter - 1);
    await settle();
    expect(ada.closed).toBeNull();
    clock.advance(1);
    await settle();
    expect([ada.closed, troubles]).toEqual([closeCodes.tryAgain, meanwhile]);
    expect((await rooms.open('document'))?.log.seq()).toBe(1);
  });

  test('is ended, without an answer, if a page returns that has more', async () => {
    const [ada, ben] = [await joinRoom(rooms, 'ada'), await joinRoom(rooms, 'ben')];
    await storeElsewhere(1);
    await resume(ben, 1);
    expect([ada.closed, ben.closed]).toEqual([closeCodes.tryAgain, closeCodes.tryAgain]);
    expect([frames(ben, 'state'), troubles]).toEqual([[], meanwhile]);
  });

  test('goes on if the log has no more, and reads it at most five times a second', async () => {
    let reads = 0;
    const { heads } = log;
    log.heads = async (ids) => {
      reads += 1;
      return heads(ids);
    };
    rooms = openRooms();
    const ada = await joinRoom(rooms, 'ada');
    for (let i = 0; i < 3; i += 1) await resume(ada, 5);
    expect([reads, ada.closed, frames(ada, 'state').length]).toEqual([1, null, 3]);
    clock.advance(200);
    await resume(ada, 5);
    expect(reads).toBe(2);
    clock.advance(checkedAfter);
    await settle();
    expect([reads, ada.closed, troubles]).toEqual([3, null, []]);
  });

  test('goes on and reports it if the log cannot be read', async () => {
    log.heads = () => Promise.reject(new Error('no connection'));
    rooms = openRooms();
    const ada = await joinRoom(rooms, 'ada');
    await resume(ada, 5);
    expect([ada.closed, frames(ada, 'state').length]).toEqual([null, 1]);
    expect(troubles).toEqual(['Error: no connection']);
  });
});

test('a room on a log of one process reads it only once', async () => {
  rooms = openRooms(false);
  const ada = await joinRoom(rooms, 'ada');
  await storeElsewhere(1);
  await resume(ada, 1);
  clock.advance(2 * checkedAfter);
  await settle();
  expect([ada.closed, frames(ada, 'state').length]).toEqual([null, 1]);
});
