import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { wholeFrame, writeFrame } from '../protocol/frame.ts';
import { rootsIn } from '../protocol/roots.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import { createHeldClock, createMemoryLog, type MemoryLog } from '../testing/memory.ts';
import { frames, joinRoom, page, refusalsOf, settle } from '../testing/peers.ts';
import type { Rooms } from './rooms.ts';

let log: MemoryLog;
let rooms: Rooms;

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  rooms = createMemoryRooms({
    log,
    clock: createHeldClock(),
  });
});

test('[UPD5] a value that is too large is refused, but loaded when it is already stored', async () => {
  const hers = page(1);
  hers.type('words');
  rootsIn(hers.doc).text.format(1, 2, { link: { href: 'x'.repeat(70_000) } });
  const [words, format] = hers.updates as [Uint8Array, Uint8Array];
  const batch = { documentId: 'document', authorship: [], decisions: [], clients: [] };
  const ada = await joinRoom(rooms, 'ada');
  ada.connection.receive(writeFrame(1, words));
  ada.connection.receive(writeFrame(2, format));
  await settle();
  expect(refusalsOf(ada)).toEqual(['structure']);
  ada.connection.closed();
  await settle();
  await rooms.close();
  const seq = ((await log.load('document'))?.entries.at(-1)?.seq ?? 1) + 1;
  await log.append([{ ...batch, seq, updates: [format] }]);
  const again = await joinRoom(rooms, 'ada');
  again.connection.receive(wholeFrame(1, Y.encodeStateAsUpdate(hers.doc)));
  again.connection.receive(writeFrame(2, hers.type('more')));
  await settle();
  expect(refusalsOf(again)).toEqual([]);
  expect(frames(again, 'ack').at(-1)).toEqual({ type: 'ack', through: 2 });
});
