import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import {
  createServerEdits,
  type ComposeEdit,
  type ServerEdits,
  type ServerEdit,
} from './server-edits.ts';
import { buildDoc, buildApplicable } from './compact.ts';
import { addBlock, seededRandom } from '../testing/random-edit.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { readServerFrame, writeFrame } from '../protocol/frame.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  type HeldClock,
  type MemoryLog,
} from '../testing/memory.ts';
import type { UpdateLog } from './ports.ts';
import { defaultLimits, type Rooms } from './rooms.ts';

let log: MemoryLog;
let rooms: Rooms;
let edits: ServerEdits;
let released: string[];
let clock: HeldClock;
/** Handlers for the next commits, which run instead of storing the batch. */
let disturb: UpdateLog['append'][];
const restorer = { user: 'ada', session: 'a session of Ada' };

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  disturb = [];
  released = [];
  clock = createHeldClock();
  rooms = open();
  edits = createServerEdits({ rooms, clock, random: seededRandom(1) });
});

function open(documentBytesMax = defaultLimits.documentBytesMax): Rooms {
  return createMemoryRooms({
    log: { ...log, append: (batch) => disturb.shift()?.(batch) ?? log.append(batch) },
    clock,
    limits: { documentBytesMax },
    released: (documentId) => released.push(documentId),
    report: () => undefined,
  });
}

/** Composes one more paragraph with `text`, unless the document already contains it. */
function saying(text: string): ComposeEdit {
  return async (updates, client) => {
    const doc = buildDoc(updates);
    doc.clientID = client;
    if (textOf(doc).includes(text)) return null;
    return changed(doc, () => add(doc, text));
  };
}

function add(doc: Y.Doc, text: string): void {
  addBlock(doc, 0, text);
}

function changed(doc: Y.Doc, change: () => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(change);
  return Y.encodeStateAsUpdate(doc, before);
}

function textOf(doc: Y.Doc): string {
  return contentIn(doc);
}

function stored(): string {
  return textOf(buildDoc(log.history('document')));
}

async function join(
  user: string,
): Promise<{ connection: Connection; sent: Uint8Array[]; closed: number[] }> {
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const sent: Uint8Array[] = [];
  const closed: number[] = [];
  const socket = {
    send: (frame: Uint8Array) => void sent.push(frame),
    close: (code: number) => void closed.push(code),
    buffered: 0,
    pause: () => undefined,
    resume: () => undefined,
  };
  const visitor = {
    user,
    session: user,
    card: { id: user, name: user, color: '#000000' },
    speaksLonghand: true,
  };
  return { connection: connect(room, visitor, socket, 'editor', 'write'), sent, closed };
}

describe('an edit by the server', () => {
  test('is stored and attributed in a document that is not open, which is closed afterwards', async () => {
    expect(await edits.make('document', restorer, saying('restored'))).toEqual({
      seq: 1,
      without: { seq: 0, updates: [] },
    });
    expect(stored()).toContain('restored');
    expect(log.authorship('document')).toMatchObject([
      { user: 'ada', session: 'a session of Ada' },
    ]);
    await expect.poll(() => released).toEqual(['document']);
    expect(rooms.find('document')).toBeNull();
  });

  test('is sent to all connections, including those of its author, after it is stored', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')];
    await edits.make('document', restorer, saying('restored'));
    for (const { sent } of [ada, ben]) {
      const entries = sent.map(readServerFrame).filter(({ type }) => type === 'entry');
      expect(entries).toMatchObject([{ seq: 1, updates: [expect.any(Uint8Array)] }]);
    }
    expect(rooms.find('document')).not.toBeNull();
  });

  test('stores nothing when it changes nothing, and returns missing for an unknown document', async () => {
    await edits.make('document', restorer, saying('restored'));
    expect(await edits.make('document', restorer, saying('restored'))).toBe('unchanged');
    expect(await edits.make('nothing', restorer, saying('restored'))).toBe('missing');
    expect(log.history('document')).toHaveLength(1);
  });

  test('requested twenty times concurrently is made once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => edits.make('document', restorer, saying('restored'))),
    );
    expect(results.filter((result) => result === 'unchanged')).toHaveLength(19);
    expect(stored().split('restored')).toHaveLength(2);
  });

  test('merges with updates that arrive while it is composed', async () => {
    const ben = await join('ben');
    const page = Object.assign(new Y.Doc(), { clientID: 7 });
    await edits.make('document', restorer, async (updates, client) => {
      ben.connection.receive(
        writeFrame(
          1,
          changed(page, () => add(page, 'typed meanwhile')),
        ),
      );
      return saying('restored')(updates, client);
    });
    expect(stored()).toMatch(/typed meanwhile/);
    expect(stored()).toMatch(/restored/);
    expect(ben.closed).toEqual([]);
  });

  test('returns the document without the edit, including concurrent text in blocks that it deleted', async () => {
    const ben = await join('ben');
    const page = Object.assign(new Y.Doc(), { clientID: 7 });
    let writes = 0;
    const send = (change: () => void): void =>
      ben.connection.receive(writeFrame((writes += 1), changed(page, change)));
    send(() => add(page, 'a paragraph of Ben'));
    await expect.poll(() => log.history('document')).toHaveLength(1);
    const emptying: ComposeEdit = async (updates, client) => {
      const doc = buildDoc(updates);
      doc.clientID = client;
      return changed(doc, () => rootsIn(doc).text.delete(0, rootsIn(doc).text.length));
    };
    const made = edits.make('document', restorer, emptying, 1_000);
    await expect.poll(() => log.history('document')).toHaveLength(2);
    send(() => rootsIn(page).text.insert(1, 'late: '));
    await expect.poll(() => log.history('document')).toHaveLength(3);
    clock.advance(1_000);
    expect(stored()).toContain('late: ');
    expect(stored()).not.toContain('paragraph of Ben');
    const { without } = (await made) as ServerEdit;
    expect(without?.seq).toBeNull();
    expect(textOf(buildApplicable(without?.updates ?? []))).toContain('late: a paragraph of Ben');
  });

  test('is composed again when another process stored an entry first', async () => {
    await rooms.open('document');
    const other = Object.assign(new Y.Doc(), { clientID: 9 });
    const updates = [changed(other, () => add(other, 'from another node'))];
    await log.append([
      { documentId: 'document', seq: 1, updates, authorship: [], decisions: [], clients: [] },
    ]);
    expect(await edits.make('document', restorer, saying('restored'))).toMatchObject({ seq: 2 });
    expect(stored()).toMatch(/from another node/);
    expect(stored().split('restored')).toHaveLength(2);
  });

  test('is not repeated when its commit was stored but reported as failed', async () => {
    disturb = [
      async (batch) => {
        await log.append(batch);
        throw new Error('the line to the disk broke');
      },
    ];
    expect(await edits.make('document', restorer, saying('restored'))).toMatchObject({ seq: 1 });
    expect(log.history('document')).toHaveLength(1);
  });

  test('is made again when another process takes the document over before its commit begins', async () => {
    const ben = await join('ben');
    const page = Object.assign(new Y.Doc(), { clientID: 7 });
    const disk = Promise.withResolvers<void>();
    disturb = [(batch) => disk.promise.then(() => log.append(batch))];
    ben.connection.receive(
      writeFrame(
        1,
        changed(page, () => add(page, 'typed before')),
      ),
    );
    await expect.poll(() => disturb).toHaveLength(0);
    let composed = 0;
    const made = edits.make('document', restorer, async (updates, client) => {
      composed += 1;
      return saying('restored')(updates, client);
    });
    await expect.poll(() => composed).toBe(1);
    // The change has left the composer, and waits for the commit that is under way.
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    rooms.lose('document');
    expect(ben.closed).toHaveLength(1);
    disk.resolve();
    await made;
    expect(composed).toBeGreaterThan(1);
    expect(stored().split('restored')).toHaveLength(2);
    expect(stored()).toContain('typed before');
  });

  test('fails after several attempts, without blocking the next edit', async () => {
    disturb = Array.from({ length: 5 }, () => () => Promise.reject(new Error('no disk')));
    await expect(edits.make('document', restorer, saying('restored'))).rejects.toMatchObject({
      reason: 'failed',
    });
    expect(await edits.make('document', restorer, saying('restored'))).toMatchObject({ seq: 1 });
  });

  test('is refused at once when it would exceed the maximum document size', async () => {
    rooms = open(180);
    edits = createServerEdits({ rooms, clock, random: seededRandom(1) });
    const big = edits.make('document', restorer, saying('x'.repeat(200)));
    await expect(big).rejects.toMatchObject({ name: 'NotStored', reason: 'too_large' });
    expect(log.history('document')).toHaveLength(0);
  });

  test('is rejected when it is not a valid update, without closing connections', async () => {
    const ada = await join('ada');
    await expect(edits.make('document', restorer, async () => Uint8Array.of(9, 9))).rejects.toThrow(
      /refused/,
    );
    expect(ada.closed).toEqual([]);
  });

  test('is completed before idle resolves', async () => {
    const made = edits.make('document', restorer, saying('restored'));
    await edits.idle();
    expect(stored()).toContain('restored');
    await made;
  });

  test('is refused while the process shuts down', async () => {
    await rooms.close();
    await expect(edits.make('document', restorer, saying('restored'))).rejects.toMatchObject({
      reason: 'ended',
    });
  });
});
