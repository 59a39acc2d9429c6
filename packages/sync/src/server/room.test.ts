import * as encoding from 'lib0/encoding';
import { decodeUtf8 } from 'lib0/string';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc } from './compact.ts';
import { frames, joinRoom, page, settle, type Peer, type PeerOptions } from '../testing/peers.ts';
import {
  awarenessFrame,
  closeCodes,
  resumeFrame,
  syncFrame,
  wholeFrame,
  writeFrame,
} from '../protocol/frame.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  type HeldClock,
  type MemoryLog,
} from '../testing/memory.ts';
import type { Rooms } from './rooms.ts';
import { rootsIn } from '../protocol/roots.ts';

let log: MemoryLog;
let rooms: Rooms;
let release: (() => void) | null;
let clock: HeldClock;

const join = (user: string, options?: PeerOptions): Promise<Peer> => joinRoom(rooms, user, options);

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  release = null;
  clock = createHeldClock();
  rooms = createMemoryRooms({
    log: {
      ...log,
      async append(batch) {
        // Blocks while `release` is set; the test resolves it.
        if (release !== null) await new Promise<void>((resolve) => (release = resolve));
        return log.append(batch);
      },
    },
    clock,
    limits: {
      waitingUpdatesMax: 4,
      waitingBytesMax: 1_000_000,
      laggingBytes: 10_000,
      documentBytesMax: 200_000,
    },
  });
});

describe('a room', () => {
  test('[ROOM1] commits an update before it sends it to others, and sends it before it acknowledges it', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    release = () => undefined;
    ada.connection.receive(writeFrame(1, page(1).type('hello')));
    await settle();
    expect(log.history('document')).toHaveLength(0);
    expect(frames(ben, 'entry')).toHaveLength(0);
    expect(frames(ada, 'ack')).toHaveLength(0);
    release();
    release = null;
    await settle();
    expect(log.history('document')).toHaveLength(1);
    expect(frames(ben, 'entry')).toHaveLength(1);
    expect(frames(ada, 'ack')).toEqual([{ type: 'ack', through: 1 }]);
  });

  test('[ROOM2] records authorship by the connection of each update', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    const [hers, his] = [page(1), page(2)];
    ada.connection.receive(writeFrame(1, hers.type('by Ada')));
    await settle();
    Y.applyUpdate(his.doc, log.history('document')[0] as Uint8Array);
    his.updates.length = 0;
    ben.connection.receive(writeFrame(1, his.type('by Ben')));
    await settle();
    const ranges = log
      .authorship('document')
      .map(({ user, session, inserted }) => ({ user, session, inserted }));
    expect(ranges).toEqual([
      { user: 'ada', session: 'session of ada', inserted: [{ client: 1, from: 0, to: 8 }] },
      { user: 'ben', session: 'session of ben', inserted: [{ client: 2, from: 0, to: 8 }] },
    ]);
  });

  test('[ROOM3] reserves a client id for the first user who wrote under it, also after a restart', async () => {
    const ada = await join('ada');
    const hers = page(1);
    ada.connection.receive(writeFrame(1, hers.type('mine')));
    await settle();
    await rooms.close();
    const ben = await join('ben');
    ben.connection.receive(writeFrame(1, hers.type('forged')));
    await settle();
    expect(log.history('document')).toHaveLength(1);
    expect(
      frames(ben, 'notice').map(({ notice }) => 'reason' in notice && notice.reason),
    ).toContain('foreign_client');
  });

  test('[ROOM4] holds updates that a stock client sends before its step 2, and checks them after it', async () => {
    const stock = await join('ada', { speaksLonghand: false });
    const hers = page(1);
    const [first, second] = [hers.type('one'), hers.type('two')];
    stock.connection.receive(syncFrame.update(second));
    await settle();
    expect(log.history('document')).toHaveLength(0);
    stock.connection.receive(syncFrame.step2(first));
    await settle();
    expect(rootsIn(buildDoc(log.history('document'))).text.length).toBe(8);
    expect(stock.closed).toBeNull();
  });

  test('[ROOM5] stops reading from a connection with too many updates in progress, and resumes at half of them', async () => {
    const ada = await join('ada');
    const hers = page(1);
    let sent = 0;
    const write = (count: number): void => {
      for (let i = 0; i < count; i += 1)
        ada.connection.receive(writeFrame((sent += 1), hers.type('x')));
    };
    // Each commit stores everything that waited when the previous one ended.
    const commit = (): Promise<void> => {
      release?.();
      return settle();
    };
    const through = () => frames(ada, 'ack').at(-1)?.through;
    release = () => undefined;
    write(1);
    await settle();
    write(2);
    expect(ada.paused).toBe(false);
    write(1);
    expect(ada.paused).toBe(true);
    await commit();
    expect([ada.paused, through()]).toEqual([true, 1]);
    await commit();
    expect([ada.paused, through()]).toEqual([false, 4]);
    write(1);
    await settle();
    write(2);
    await commit();
    write(2);
    expect([ada.paused, through()]).toEqual([true, 5]);
    await commit();
    expect([ada.paused, through()]).toEqual([false, 7]);
    await commit();
    expect(through()).toBe(9);
  });

  test('[ROOM6] sends nothing more to a lagging connection, and everything it missed after it has drained', async () => {
    const [ada, slow] = [await join('ada'), await join('ben')];
    slow.connection.receive(resumeFrame(0, 0, new Uint8Array([0])));
    const hers = page(1);
    slow.buffered = 20_000;
    const before = slow.sentBytes;
    for (let id = 1; id <= 50; id += 1) {
      ada.connection.receive(writeFrame(id, hers.type('x'.repeat(1_000))));
      await settle();
    }
    expect(slow.sentBytes).toBe(before);
    slow.buffered = 0;
    slow.connection.drained();
    const [, caughtUp] = frames(slow, 'state');
    expect(caughtUp).toMatchObject({ after: 0, seq: 50 });
    expect(rootsIn(buildDoc(caughtUp?.updates ?? [])).text.length).toBe(50 * 1_001);
  });

  test('[ROOM7] sends a page that resumes with a cursor only the entries after it', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    const hers = page(1);
    for (let id = 1; id <= 3; id += 1) {
      ada.connection.receive(writeFrame(id, hers.type('x')));
      await settle();
    }
    ben.connection.receive(resumeFrame(1, 3, Y.encodeStateVector(hers.doc)));
    ben.connection.receive(resumeFrame(1, 2, new Uint8Array([0])));
    const [nothing, one] = frames(ben, 'state');
    expect(nothing).toEqual({ type: 'state', epoch: 1, after: 3, seq: 3, updates: [] });
    expect(one?.updates).toHaveLength(1);
    expect(one?.after).toBe(2);
  });

  test('[ROOM8] stores received updates when it closes, notifies its connections and ends them', async () => {
    const ada = await join('ada');
    ada.connection.receive(writeFrame(1, page(1).type('last words')));
    await rooms.close();
    expect(log.history('document')).toHaveLength(1);
    expect(frames(ada, 'ack').at(-1)).toEqual({ type: 'ack', through: 1 });
    expect(frames(ada, 'notice').at(-1)?.notice).toEqual({ kind: 'going_away' });
    expect(ada.closed).toBe(1001);
  });

  test('[ROOM9] is compacted and removed from memory when its last connection ends', async () => {
    const ada = await join('ada');
    ada.connection.receive(writeFrame(1, page(1).type('words')));
    await settle();
    ada.connection.closed();
    await settle();
    expect(rooms.find('document')).toBeNull();
    const stored = await log.load('document');
    expect(stored?.entries).toEqual([]);
    expect(stored?.snapshot?.seq).toBe(1);
  });

  test('[ROOM10] answers the requests of a lagging connection once, by the last request', async () => {
    const [ada, greedy] = [await join('ada'), await join('ben', { right: 'read' })];
    ada.connection.receive(writeFrame(1, page(1).type('x'.repeat(20_000))));
    await settle();
    greedy.buffered = 20_000;
    for (let i = 0; i < 1_000; i += 1)
      greedy.connection.receive(resumeFrame(0, i, new Uint8Array([0])));
    expect(frames(greedy, 'state')).toHaveLength(0);
    greedy.buffered = 0;
    greedy.connection.drained();
    expect(frames(greedy, 'state')).toHaveLength(1);
    for (let i = 0; i < 1_000; i += 1)
      greedy.connection.receive(syncFrame.step1(new Uint8Array([0])));
    expect(greedy.sent.length).toBeLessThan(30);
    const before = greedy.sent.length;
    clock.advance(1_000);
    expect(greedy.sent.length).toBe(before + 1);
  });

  test('[ROOM11] does not queue awareness updates for a lagging connection', async () => {
    const [ada, slow] = [await join('ada'), await join('ben')];
    slow.buffered = 20_000;
    const before = slow.sent.length;
    for (let at = 1; at <= 50; at += 1) {
      ada.connection.receive(awarenessFrame(stateOf(1, at, { at })));
      clock.advance(60);
    }
    expect(slow.sent.length).toBe(before);
    slow.buffered = 0;
    slow.connection.drained();
    const [last] = frames(slow, 'awareness').slice(-1);
    expect(decodeUtf8(last?.update ?? new Uint8Array())).toContain('"at":50');
  });

  test('[ROOM20] sends the caret of a user to the others, and back to that user only at times', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    for (let at = 1; at <= 50; at += 1) {
      ada.connection.receive(awarenessFrame(stateOf(1, at, { at })));
      clock.advance(60);
    }
    expect(frames(ben, 'awareness')).toHaveLength(50);
    expect(frames(ada, 'awareness')).toHaveLength(1);
  });

  test('[ROOM12] limits the number of awareness ids of one connection', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    for (let id = 1; id <= 1_000; id += 1) {
      ada.connection.receive(awarenessFrame(stateOf(id, 1, {})));
      ada.connection.receive(awarenessFrame(stateOf(id, 2, null)));
    }
    clock.advance(60);
    expect(frames(ben, 'awareness')[0]?.update[0]).toBe(8);
    ada.connection.receive(awarenessFrame(stateOf(1, 2 ** 53 - 1, {})));
    expect(ada.closed).toBe(1007);
  });

  test('[ROOM13] refuses updates and states under the client id of a connected user, also after that user has left', async () => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    ada.connection.receive(awarenessFrame(stateOf(5, 1, {})));
    ada.connection.closed();
    mallory.connection.receive(awarenessFrame(stateOf(5, 9, {})));
    mallory.connection.receive(writeFrame(1, page(5).type('forged')));
    await settle();
    expect(log.history('document')).toHaveLength(0);
    expect(refusalsOf(mallory)).toEqual(['foreign_client']);
    const back = await join('ada');
    back.connection.receive(awarenessFrame(stateOf(5, 3, {})));
    clock.advance(60);
    expect(decodeUtf8(frames(mallory, 'awareness').at(-1)?.update ?? new Uint8Array())).toContain(
      '"name":"ada"',
    );
    back.connection.receive(writeFrame(1, page(5).type('honest')));
    await settle();
    expect(frames(back, 'ack')).toEqual([{ type: 'ack', through: 1 }]);
  });

  test('[ROOM14] does not acknowledge an update when other units are stored in its place', async () => {
    const [ada, mallory] = [await join('ada'), await join('mallory')];
    mallory.connection.receive(
      writeFrame(1, page(5).type('forged before anybody knew whose the id is')),
    );
    await settle();
    const hers = page(5);
    ada.connection.receive(writeFrame(1, hers.type('typed')));
    await settle();
    expect(frames(ada, 'ack')).toEqual([]);
    expect(refusalsOf(ada)).toEqual(['foreign_client']);
    // A whole update of a page may contain text of other users.
    const again = await join('ada');
    again.connection.receive(wholeFrame(1, Y.encodeStateAsUpdate(hers.doc)));
    expect(frames(again, 'ack')).toEqual([{ type: 'ack', through: 1 }]);
  });

  test('[REF3] answers a page that skipped an update with the notice gap, and acknowledges nothing until it sends everything', async () => {
    const ada = await join('ada');
    const hers = page(1);
    hers.type('lost on the way');
    ada.connection.receive(writeFrame(1, hers.type('after the gap')));
    await settle();
    expect([refusalsOf(ada), frames(ada, 'ack'), ada.closed]).toEqual([['gap'], [], null]);
    expect(log.history('document')).toHaveLength(0);
    const again = await join('ada');
    again.connection.receive(wholeFrame(1, Y.encodeStateAsUpdate(hers.doc)));
    await settle();
    expect([refusalsOf(again), frames(again, 'ack')]).toEqual([[], [{ type: 'ack', through: 1 }]]);
  });

  test('[REF3] closes the connection of a stock client that skipped an update, so that it sends everything again', async () => {
    const stock = await join('ada', { speaksLonghand: false });
    stock.connection.receive(syncFrame.step2(new Uint8Array([0, 0])));
    const hers = page(1);
    hers.type('lost on the way');
    stock.connection.receive(syncFrame.update(hers.type('after the gap')));
    await settle();
    expect([stock.closed, log.history('document')]).toEqual([closeCodes.forbidden, []]);
    const again = await join('ada', { speaksLonghand: false });
    again.connection.receive(syncFrame.step2(Y.encodeStateAsUpdate(hers.doc)));
    await settle();
    expect([again.closed, log.history('document').length]).toEqual([null, 1]);
  });

  test('[ROOM15] stops reading from a client that sends known updates during a commit', async () => {
    const ada = await join('ada');
    release = () => undefined;
    ada.connection.receive(writeFrame(1, page(1).type('x')));
    for (let id = 2; id <= 4; id += 1)
      ada.connection.receive(writeFrame(id, new Uint8Array([0, 0])));
    expect(ada.paused).toBe(true);
    await settle();
    release();
    release = null;
    await settle();
    expect(ada.paused).toBe(false);
    expect(frames(ada, 'ack').at(-1)).toEqual({ type: 'ack', through: 4 });
  });

  test('[ROOM17] ignores the deletions of a read-only user once, in the first synchronization', async () => {
    const [ada, vera] = [
      await join('ada'),
      await join('vera', { speaksLonghand: false, right: 'read' }),
    ];
    const hers = page(1);
    ada.connection.receive(writeFrame(1, hers.type('words')));
    await settle();
    rootsIn(hers.doc).text.delete(1, 1);
    const deletion = hers.updates.at(-1) as Uint8Array;
    vera.connection.receive(syncFrame.step2(deletion));
    for (let i = 0; i < 19; i += 1) vera.connection.receive(syncFrame.step2(deletion));
    expect(vera.closed).toBeNull();
    vera.connection.receive(syncFrame.step2(deletion));
    expect(vera.closed).toBe(1008);
    expect(log.history('document')).toHaveLength(1);
  });
});

function refusalsOf(peer: Peer): string[] {
  return frames(peer, 'notice').flatMap(({ notice }) =>
    notice.kind === 'refused' ? [notice.reason] : [],
  );
}

/** Creates an awareness update with one state. */
function stateOf(id: number, at: number, state: object | null): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const part of [1, id, at]) encoding.writeVarUint(encoder, part);
  encoding.writeVarString(encoder, JSON.stringify(state));
  return encoding.toUint8Array(encoder);
}
