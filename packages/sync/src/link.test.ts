import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import { buildDoc } from './fold.ts';
import { closeCodes, readClientFrame, type Right } from './frame.ts';
import { rootName } from './judge.ts';
import type { Link, Pace } from './link-types.ts';
import { openLink } from './link.ts';
import {
  createHeldClock,
  createMemoryCopies,
  createMemoryFolder,
  createMemoryInspector,
  createMemoryLog,
  createMemoryOutbox,
  type MemoryLog,
} from './memory.ts';
import type { CopyStore, Outbox } from './ports.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';

type Page = { doc: Y.Doc; link: Link; outbox: Outbox & { readonly size: number }; connection(): Connection };

const clock = createHeldClock();
let log: MemoryLog;
let rooms: Rooms;
/** Frames with words in them that the server was sent. */
let writes: number;
let connections: number;
/** Whether the server can be reached. */
let isThere: boolean;
let rights: { role: string; right: Right };
/** Whether what somebody sent who may only suggest is a suggestion, by the words in it. */
let isSuggestion: (words: string) => boolean;

async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Lets the tries to connect come, and everything they bring. */
async function wait(milliseconds: number): Promise<void> {
  for (let at = 0; at < milliseconds; at += 500) {
    clock.advance(500);
    await settle();
  }
}

function open(
  user: string,
  client: number,
  copies: CopyStore | null = null,
  kept?: Page['outbox'],
  pace: Pace = (deliver) => deliver(),
): Page {
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  const outbox = kept ?? createMemoryOutbox();
  let current: Connection | null = null;
  const link = openLink({
    doc,
    awareness: null,
    outbox,
    copies,
    clock,
    random: () => 0.5,
    pace,
    connect(events) {
      let isOpen = true;
      const close = (code: number, reason: string): void => {
        if (!isOpen) return;
        isOpen = false;
        current?.closed();
        events.closed(code, reason);
      };
      const later = (call: () => void): void => void Promise.resolve().then(() => isOpen && call());
      void rooms.open('document').then((room) => {
        if (!isThere) return close(1006, '');
        if (room === null) throw new Error('no room');
        connections += 1;
        const visitor = { user, session: user, card: { id: user, name: user, color: '#000000' }, speaksLonghand: true };
        const socket = {
          send: (frame: Uint8Array) => later(() => events.frame(frame)),
          close: (code: number, reason: string) => later(() => close(code, reason)),
          buffered: 0,
          pause: () => undefined,
          resume: () => undefined,
        };
        current = connect(room, visitor, socket, rights.role, rights.right);
        events.opened();
      });
      return {
        send(frame) {
          if (readClientFrame(frame).type === 'write') writes += 1;
          later(() => current?.receive(frame));
        },
        close: () => close(1000, 'closed here'),
      };
    },
  });
  return { doc, link, outbox, connection: () => current as Connection };
}

function write(doc: Y.Doc, text: string): void {
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [new Y.XmlText(text)]);
  doc.getXmlFragment(rootName).insert(doc.getXmlFragment(rootName).length, [block]);
}

function stored(): string {
  return buildDoc(log.history('document')).getXmlFragment(rootName).toString();
}

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  isThere = true;
  isSuggestion = () => true;
  [writes, connections, rights] = [0, 0, { role: 'editor', right: 'write' }];
  rooms = createRooms({
    log,
    folder: createMemoryFolder(),
    inspector: createMemoryInspector((update) => isSuggestion(String.fromCharCode(...update))),
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

describe('a page that is busy', () => {
  test('takes what others wrote meanwhile as one, in order, and hears at once that its own words are saved', async () => {
    const held: (() => void)[] = [];
    let isBusy = false;
    const writer = open('ada', 1);
    const page = open('ben', 2, null, undefined, (deliver) => (isBusy ? void held.push(deliver) : deliver()));
    await settle();
    let changes = 0;
    page.doc.on('update', () => (changes += 1));
    isBusy = true;
    for (const word of ['one', 'two', 'three']) {
      write(writer.doc, word);
      await settle();
    }
    write(page.doc, 'mine');
    await settle();
    expect([changes, held.length]).toEqual([1, 1]);
    expect(page.link.state.saved.kind).toBe('saved');
    expect(stored()).toContain('mine');
    held.pop()?.();
    expect(changes).toBe(2);
    await settle();
    expect(page.doc.getXmlFragment(rootName).toString()).toBe(stored());
    for (const { link } of [writer, page]) link.close();
  });

  test('has all that arrived before its line ended, and nothing of a line that it gave up', async () => {
    const held: (() => void)[] = [];
    const writer = open('ada', 1);
    let isBusy = false;
    const page = open('ben', 2, null, undefined, (deliver) => (isBusy ? void held.push(deliver) : deliver()));
    await settle();
    isBusy = true;
    write(writer.doc, 'just before');
    await settle();
    page.connection().close(1011, 'away for a moment');
    await settle();
    expect(page.doc.getXmlFragment(rootName).toString()).toContain('just before');
    isBusy = false;
    await wait(1_000);
    isBusy = true;
    write(writer.doc, 'held');
    await settle();
    page.link.close();
    for (const deliver of held) deliver();
    expect(page.doc.getXmlFragment(rootName).toString()).not.toContain('held');
    writer.link.close();
  });
});

describe('a link whose words are refused', () => {
  test('[LINK4] sends them once, keeps them and the reason, goes on reading, and sends all when writing is allowed again', async () => {
    const page = open('ben', 1);
    await settle();
    page.link.drop();
    for (let i = 0; i < 30; i += 1) write(page.doc, `offline ${i}.`);
    rights = { role: 'viewer', right: 'read' };
    await wait(60_000);
    const [sent, came] = [writes, connections];
    for (let i = 0; i < 30; i += 1) {
      page.link.drop();
      await wait(10_000);
    }
    expect(connections).toBe(came + 30);
    expect(writes).toBe(sent);
    expect(page.link.state.saved).toEqual({ kind: 'not_saved', reason: 'your role does not allow changes' });
    expect(page.outbox.size).toBe(30);

    rights = { role: 'editor', right: 'write' };
    const other = open('ada', 2);
    await settle();
    write(other.doc, 'by somebody else');
    await settle();
    expect(page.doc.getXmlFragment(rootName).toString()).toContain('by somebody else');
    expect(writes).toBe(sent + 1);

    page.connection().setRole('editor', 'write');
    await wait(10_000);
    expect(page.link.state.saved.kind).toBe('saved');
    expect(page.outbox.size).toBe(0);
    for (let i = 0; i < 30; i += 1) expect(stored().split(`offline ${i}.`)).toHaveLength(2);
    page.link.close();
    other.link.close();
  });

  test.each([true, false])(
    '[LINK4] sends all as one once it was mended, and not again where nothing was (mended: %s)',
    async (isMended) => {
      rights = { role: 'reviewer', right: 'suggest' };
      isSuggestion = (words) => !words.includes('plain') || words.includes('mended');
      const page = open('ben', 1);
      await settle();
      let mends = 0;
      page.link.onNotice((notice) => {
        if (notice.kind !== 'refused') return;
        page.link.mend(() => {
          mends += 1;
          expect(stored(), 'what was sent before is acknowledged first').toContain('before');
          if (isMended) write(page.doc, 'mended');
          return isMended;
        });
      });
      for (const words of ['before', 'plain', 'after']) write(page.doc, words);
      await wait(20_000);
      expect(page.link.state.saved).toEqual(
        isMended ? { kind: 'saved' } : { kind: 'not_saved', reason: 'a reviewer may only suggest changes' },
      );
      expect([mends, writes, page.outbox.size]).toEqual(isMended ? [1, 4, 0] : [2, 4, 2]);
      for (const words of ['plain', 'after', 'mended']) expect(stored().includes(words), words).toBe(isMended);
      page.link.close();
    },
  );

  test('[LINK4] does not try again because its role is said once more', async () => {
    const ada = open('ada', 7);
    await settle();
    write(ada.doc, 'mine');
    await settle();
    const ben = open('ben', 8);
    await settle();
    ben.doc.clientID = 7;
    write(ben.doc, 'in the name of Ada');
    await settle();
    expect(ben.link.state.saved).toEqual({ kind: 'not_saved', reason: 'these words belong to somebody else' });
    const sent = writes;
    ben.connection().setRole('owner', 'write');
    ben.link.drop();
    await wait(20_000);
    expect(ben.link.state.connected).toBe(true);
    expect(writes).toBe(sent);
    ada.link.close();
    ben.link.close();
  });
});

describe('a link over a copy that the device kept', () => {
  test('[LINK5] opens without a server, takes words, and brings them once when the server is back', async () => {
    const copies = createMemoryCopies();
    const before = open('ada', 1, copies);
    await settle();
    write(before.doc, 'from before');
    await wait(1_000);
    before.link.close();
    isThere = false;
    const page = open('ada', 2, copies, before.outbox as Page['outbox']);
    await wait(500);
    expect(page.link.state).toMatchObject({ held: true, synced: false });
    write(page.doc, 'in a tunnel');
    await wait(4_000);
    expect(page.link.state.saved).toEqual({ kind: 'offline' });
    page.link.close();
    const again = open('ada', 3, copies, page.outbox as Page['outbox']);
    await wait(500);
    expect(again.doc.getXmlFragment(rootName).toString()).toContain('in a tunnel');
    isThere = true;
    await wait(6_000);
    expect(again.link.state).toMatchObject({ held: false, synced: true, saved: { kind: 'saved' } });
    expect(stored().split('in a tunnel')).toHaveLength(2);
    expect(stored().split('from before')).toHaveLength(2);
    expect(page.outbox.size).toBe(0);
  });

  test('[LINK5] what the outbox could not take is not kept as if it were safe', async () => {
    const copies = createMemoryCopies();
    const outbox = { ...createMemoryOutbox(), add: () => Promise.reject(new Error('full')), size: 0 };
    const page = open('ada', 1, copies, outbox);
    await settle();
    write(page.doc, 'safe');
    await wait(4_000);
    isThere = false;
    page.link.drop();
    write(page.doc, 'nowhere else');
    await wait(8_000);
    expect(page.link.state.saved.kind).toBe('not_saved');
    page.link.close();
    const kept = await copies.load();
    expect(kept === null ? '' : buildDoc([kept.state]).getXmlFragment(rootName).toString()).not.toContain('nowhere else');
  });

  test('what one throws away is in no copy, and a document that is taken away leaves none', async () => {
    const copies = createMemoryCopies();
    const page = open('ada', 1, copies);
    await wait(4_000);
    isThere = false;
    page.link.drop();
    write(page.doc, 'never mind');
    await wait(4_000);
    expect(
      buildDoc([(await copies.load())?.state ?? new Uint8Array([0, 0])])
        .getXmlFragment(rootName)
        .toString(),
    ).toContain('never');
    await page.link.discard();
    page.link.close();
    await settle();
    expect(await copies.load()).toBeNull();
    isThere = true;
    const again = open('ada', 2, copies);
    write(again.doc, 'kept for now');
    await wait(4_000);
    expect(await copies.load()).not.toBeNull();
    again.connection().close(closeCodes.notAllowed, 'removed');
    await settle();
    expect(await copies.load()).toBeNull();
  });
});

test('what is written after the unsent was let go is neither kept nor sent: nobody could understand it', async () => {
  const page = open('ada', 1);
  await settle();
  isThere = false;
  page.connection().close(1001, 'going away');
  await settle();
  write(page.doc, 'one');
  await page.link.discard();
  write(page.doc, 'two');
  await settle();
  expect([page.link.unsent().length, page.outbox.size]).toEqual([0, 0]);
  isThere = true;
  await wait(6_000);
  expect(page.link.state.saved.kind, 'not saved, and not said to be').not.toBe('saved');
});

test('what is done together is one update, on the device and for the server; also where doing it fails half way', async () => {
  const page = open('ada', 1);
  await settle();
  const answer = page.link.together(() => {
    write(page.doc, 'one');
    page.link.together(() => write(page.doc, 'two'));
    return 'done';
  });
  expect([answer, page.outbox.size]).toEqual(['done', 1]);
  await settle();
  expect([writes, stored()]).toEqual([1, expect.stringContaining('two')]);
  const failing = (): void =>
    page.link.together(() => {
      write(page.doc, 'three');
      throw new Error('half way');
    });
  expect(failing).toThrow('half way');
  await settle();
  expect([writes, stored()]).toEqual([2, expect.stringContaining('three')]);
  expect(page.link.together(() => 'nothing')).toBe('nothing');
  await settle();
  expect(writes).toBe(2);
});
