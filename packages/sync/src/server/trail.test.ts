import { beforeEach, describe, expect, test } from 'vitest';
import { frames, joinRoom, page, settle, type Peer } from '../testing/peers.ts';
import { syncFrame, timingFrame, writeFrame } from '../protocol/frame.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import { createHeldClock, createMemoryLog } from '../testing/memory.ts';
import type { Rooms } from './rooms.ts';
import type { FollowedUpdate } from './trail.ts';

let followed: FollowedUpdate[];
let steps: string[];
let isFollowing: boolean;
let isFailing: boolean;
let rooms: Rooms;

beforeEach(() => {
  [followed, steps, isFollowing, isFailing] = [[], [], true, false];
  const log = createMemoryLog();
  log.create('document');
  rooms = createMemoryRooms({
    log: {
      ...log,
      append: (batch) => (isFailing ? Promise.reject(new Error('no disk')) : log.append(batch)),
    },
    clock: createHeldClock(),
    report: () => undefined,
    follow(update) {
      if (!isFollowing) return null;
      followed.push(update);
      return {
        reached: (step) => void steps.push(step),
        ended: (outcome, isAsked) => void steps.push(`${outcome}${isAsked ? ', asked' : ''}`),
        measured: ({ waited, total }) => void steps.push(`${waited} of ${total}`),
      };
    },
  });
});

const asked = (peer: Peer) =>
  frames(peer, 'notice').flatMap(({ notice }) => (notice.kind === 'timing' ? [notice.id] : []));

describe('[ROOM21] an update that is followed', () => {
  test('reports each step, and what its page answers, once', async () => {
    const ada = await joinRoom(rooms, 'ada');
    const update = page(1).type('hello');
    ada.connection.receive(writeFrame(1, update));
    await settle();
    expect(followed).toEqual([{ documentId: 'document', bytes: update.length, source: 'write' }]);
    const stored = ['checked', 'committing', 'committed', 'broadcast', 'stored, asked'];
    expect([steps, asked(ada)]).toEqual([stored, [1]]);
    for (const id of [2, 1, 1]) ada.connection.receive(timingFrame(id, 7, 30));
    expect(steps).toEqual([...stored, '7 of 30']);
    expect(ada.closed).toBeNull();
  });

  test('ends also if it is not stored, or its commit fails', async () => {
    const ada = await joinRoom(rooms, 'ada');
    const update = page(1).type('hello');
    ada.connection.receive(writeFrame(1, update));
    await settle();
    steps = [];
    ada.connection.receive(writeFrame(2, update));
    await settle();
    expect(steps).toEqual(['checked', 'not_stored']);
    steps = [];
    isFailing = true;
    ada.connection.receive(writeFrame(3, page(3).type('lost')));
    await settle();
    expect(steps).toEqual(['checked', 'committing', 'failed']);
  });

  test('asks the page of the last acknowledged write only, and no stock client', async () => {
    const ada = await joinRoom(rooms, 'ada');
    const hers = page(1);
    ada.connection.receive(writeFrame(1, hers.type('one')));
    ada.connection.receive(writeFrame(2, hers.type('two')));
    const stock = await joinRoom(rooms, 'ben', { speaksLonghand: false });
    stock.connection.receive(syncFrame.update(page(3).type('three')));
    await settle();
    expect(asked(ada)).toEqual([2]);
    expect(steps.filter((step) => step.startsWith('stored')).toSorted()).toEqual([
      'stored',
      'stored',
      'stored, asked',
    ]);
  });

  test('is one that the operator chose: other pages are asked nothing', async () => {
    isFollowing = false;
    const ada = await joinRoom(rooms, 'ada');
    ada.connection.receive(writeFrame(1, page(1).type('hello')));
    await settle();
    expect(asked(ada)).toEqual([]);
    ada.connection.receive(timingFrame(1, 7, 30));
    expect([steps, ada.closed]).toEqual([[], null]);
  });
});
