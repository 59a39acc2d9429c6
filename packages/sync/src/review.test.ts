import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import { readServerFrame, syncFrame, writeFrame, type Right, type ServerFrame } from './frame.ts';
import { rootName } from './judge.ts';
import { createHeldClock, createMemoryFolder, createMemoryInspector, createMemoryLog, type MemoryLog } from './memory.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';

type Peer = { connection: Connection; sent: Uint8Array[]; closed: number | null; paused: boolean };
type Look = { author: string; others: readonly number[]; answer(isAllowed: boolean): void; fail(): void };

let log: MemoryLog;
let rooms: Rooms;
/** What the inspector was asked and has not answered. */
let looks: Look[];

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  looks = [];
  rooms = createRooms({
    log,
    folder: createMemoryFolder(),
    inspector: createMemoryInspector(
      (_update, author, others) =>
        new Promise((resolve, reject) => {
          looks.push({ author, others, answer: resolve, fail: () => reject(new Error('the thread has ended')) });
        }),
    ),
    clock: createHeldClock(),
    limits: { ...defaultLimits, waitingUpdatesMax: 4 },
    reach: () => undefined,
    changed: () => undefined,
    loaded: () => undefined,
    released: () => undefined,
    report: ({ error }) => {
      throw error;
    },
  });
});

async function join(user: string, right: Right, speaksLonghand = true): Promise<Peer> {
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const peer: Omit<Peer, 'connection'> = { sent: [], closed: null, paused: false };
  const socket = {
    send: (frame: Uint8Array) => void peer.sent.push(frame),
    close: (code: number) => void (peer.closed ??= code),
    buffered: 0,
    pause: () => void (peer.paused = true),
    resume: () => void (peer.paused = false),
  };
  const visitor = { user, session: user, card: { id: user, name: user, color: '#000000' }, speaksLonghand };
  return Object.assign(peer, { connection: connect(room, visitor, socket, right, right) });
}

function frames<T extends ServerFrame['type']>({ sent }: Peer, type: T): Extract<ServerFrame, { type: T }>[] {
  return sent.map(readServerFrame).filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type);
}

const reasons = (peer: Peer): string[] =>
  frames(peer, 'notice').flatMap(({ notice }) => (notice.kind === 'refused' ? [notice.reason] : []));

async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Somebody's page, which types blocks and answers the update of each. */
function page(client: number): (text: string) => Uint8Array {
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  let last = new Uint8Array();
  doc.on('update', (update: Uint8Array) => (last = new Uint8Array(update)));
  return (text) => {
    const block = new Y.XmlElement('paragraph');
    block.insert(0, [new Y.XmlText(text)]);
    doc.getXmlFragment(rootName).insert(0, [block]);
    return last;
  };
}

describe('what somebody sends who may only suggest', () => {
  test('[REVIEW1] is stored, shown and acknowledged when it was found to be a suggestion, and not before', async () => {
    const [ada, ben] = [await join('ada', 'write'), await join('ben', 'suggest')];
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    await settle();
    expect(looks.map(({ author }) => author)).toEqual(['ben']);
    expect(log.history('document')).toEqual([]);
    looks[0]?.answer(true);
    await settle();
    expect(log.history('document')).toHaveLength(1);
    expect(frames(ada, 'entry')).toHaveLength(1);
    expect(frames(ben, 'ack').at(-1)).toEqual({ type: 'ack', through: 1 });
  });

  test('[REVIEW2] is refused with its reason when it is none, and never acknowledged, nor what comes after it', async () => {
    const [ada, ben] = [await join('ada', 'write'), await join('ben', 'suggest')];
    const type = page(2);
    ben.connection.receive(writeFrame(1, type('mine now')));
    await settle();
    looks[0]?.answer(false);
    await settle();
    expect(reasons(ben)).toEqual(['not_a_suggestion']);
    ben.connection.receive(writeFrame(2, type('more')));
    await settle();
    expect(log.history('document')).toEqual([]);
    expect(frames(ben, 'ack')).toEqual([]);
    expect(frames(ada, 'entry')).toEqual([]);
    expect(ben.closed).toBeNull();
  });

  test('[REVIEW10] the inspector is told from whose clients it deletes, those of its author left out', async () => {
    const [ada, ben] = [await join('ada', 'write'), await join('ben', 'write')];
    const [first, second] = [page(10)('of Ada'), page(20)('of Ben')];
    ada.connection.receive(writeFrame(1, first));
    ben.connection.receive(writeFrame(1, second));
    await settle();
    ben.connection.closed();
    const again = await join('ben', 'suggest');
    const doc = Object.assign(new Y.Doc(), { clientID: 21 });
    for (const update of [first, second]) Y.applyUpdate(doc, update);
    const before = Y.encodeStateVector(doc);
    doc.getXmlFragment(rootName).delete(0, 2);
    again.connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc, before)));
    await settle();
    expect(looks.map(({ author, others }) => [author, others])).toEqual([['ben', [10]]]);
    looks[0]?.answer(true);
    await settle();
  });

  test('[REVIEW3] keeps nobody else waiting', async () => {
    const [ada, ben, cyd] = [await join('ada', 'write'), await join('ben', 'suggest'), await join('cyd', 'read')];
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    for (const [i, word] of ['one', 'two', 'three'].entries()) {
      ada.connection.receive(writeFrame(i + 1, page(10 + i)(word)));
      await settle();
    }
    expect(frames(ada, 'ack').at(-1)).toEqual({ type: 'ack', through: 3 });
    expect(frames(cyd, 'entry')).toHaveLength(3);
    expect(frames(ben, 'ack')).toEqual([]);
    looks[0]?.answer(true);
    await settle();
    expect(frames(ben, 'ack').at(-1)).toEqual({ type: 'ack', through: 1 });
  });

  test('[REVIEW4] is looked at one after the other, in the order in which it came; who sends too much has to wait', async () => {
    const [ben, cyd] = [await join('ben', 'suggest'), await join('cyd', 'suggest')];
    const type = page(2);
    for (let id = 1; id <= 4; id += 1) ben.connection.receive(writeFrame(id, type(`${id}`)));
    cyd.connection.receive(writeFrame(1, page(3)('five')));
    await settle();
    expect(ben.paused).toBe(true);
    expect(cyd.paused).toBe(false);
    const order: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      expect(looks).toHaveLength(i + 1);
      order.push(looks[i]?.author ?? '');
      looks[i]?.answer(true);
      await settle();
    }
    expect(order).toEqual(['ben', 'ben', 'ben', 'ben', 'cyd']);
    expect(ben.paused).toBe(false);
    expect(frames(ben, 'ack').at(-1)).toEqual({ type: 'ack', through: 4 });
  });

  test('[REVIEW5] that cannot be looked at is sent again later: the connection closes and asks its page to come back', async () => {
    const ben = await join('ben', 'suggest');
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    await settle();
    looks[0]?.fail();
    await settle();
    expect(ben.closed).toBe(1013);
    expect(log.history('document')).toEqual([]);
  });

  test('[REVIEW6] counts by the right that they have when it was looked at', async () => {
    const ben = await join('ben', 'suggest');
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    await settle();
    ben.connection.setRole('viewer', 'read');
    looks[0]?.answer(true);
    await settle();
    expect(log.history('document')).toEqual([]);
    expect(reasons(ben)).toEqual(['not_allowed']);
  });

  test('[REVIEW7] of a stock client is looked at too, also what it says in its greeting', async () => {
    const ben = await join('ben', 'suggest', false);
    ben.connection.receive(syncFrame.step2(page(2)('maybe')));
    await settle();
    expect(looks).toHaveLength(1);
    looks[0]?.answer(true);
    await settle();
    expect(log.history('document')).toHaveLength(1);
  });

  test('[REVIEW8] and is still waiting when the last one leaves is stored all the same', async () => {
    const ben = await join('ben', 'suggest');
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    await settle();
    ben.connection.closed();
    await settle();
    expect(rooms.find('document')).not.toBeNull();
    looks[0]?.answer(true);
    await settle();
    await settle();
    expect(log.history('document')).toHaveLength(1);
    expect(rooms.find('document')).toBeNull();
  });

  test('[REVIEW9] a room that ends while something is looked at stores nothing of it', async () => {
    const ben = await join('ben', 'suggest');
    ben.connection.receive(writeFrame(1, page(2)('maybe')));
    await settle();
    await rooms.close();
    looks[0]?.answer(true);
    await settle();
    expect(log.history('document')).toEqual([]);
    expect(frames(ben, 'ack')).toEqual([]);
  });
});
