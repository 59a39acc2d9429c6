import { beforeEach, describe, expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { connect, type Connection } from '../server/connection.ts';
import { buildDoc } from '../server/compact.ts';
import { addBlock } from '../testing/random-edit.ts';
import type { Right } from '../protocol/right.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { recoveryFrame } from '../protocol/frame.ts';
import type { Link } from './link-types.ts';
import type { Outbox } from './ports.ts';
import { openLink } from './link.ts';
import { createMemoryRooms } from '../testing/memory-rooms.ts';
import {
  createHeldClock,
  createMemoryLog,
  createMemoryOutbox,
  type MemoryLog,
} from '../testing/memory.ts';
import type { Rooms } from '../server/rooms.ts';

type Page = { doc: Y.Doc; link: Link; connection(): Connection };

const clock = createHeldClock();
let log: MemoryLog;
let rooms: Rooms;
/** True if the server can be reached. */
let isThere: boolean;
/** Errors reported by the server, as text; each test asserts on them. */
let troubles: string[];

beforeEach(() => {
  log = createMemoryLog();
  log.create('document');
  [isThere, troubles] = [true, []];
  rooms = openRooms();
});

/** Creates a server that has just been started. */
function openRooms(): Rooms {
  return createMemoryRooms({
    log,
    clock,
    report: ({ error }) => troubles.push(String(error)),
  });
}

async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Advances the clock, so that pages retry to connect, and runs everything that results. */
async function wait(milliseconds: number): Promise<void> {
  for (let at = 0; at < milliseconds; at += 500) {
    clock.advance(500);
    await settle();
  }
}

function open(
  user: string,
  client: number,
  right: Right = 'write',
  outbox: Outbox = createMemoryOutbox(),
): Page {
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  let current: Connection | null = null;
  const link = openLink({
    doc,
    awareness: new Awareness(doc),
    outbox,
    copies: null,
    clock,
    random: () => 0.5,
    scheduler: (deliver) => deliver(),
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
        const visitor = {
          user,
          session: user,
          card: { id: user, name: user, color: '#000000' },
          speaksLonghand: true,
        };
        const socket = {
          send: (frame: Uint8Array) => later(() => events.frame(frame)),
          close: (code: number, reason: string) => later(() => close(code, reason)),
          buffered: 0,
          pause: () => undefined,
          resume: () => undefined,
        };
        current = connect(room, visitor, socket, 'editor', right);
        events.opened();
      });
      return {
        send: (frame) => later(() => current?.receive(frame)),
        close: () => close(1000, 'closed here'),
      };
    },
  });
  return { doc, link, connection: () => current as Connection };
}

function write(doc: Y.Doc, text: string): void {
  addBlock(doc, rootsIn(doc).text.length, text);
}

const textOf = (doc: Y.Doc): string => contentIn(doc);
const stored = (): string => textOf(buildDoc(log.history('document')));

/** Stops the server process, applies `act` to the log, and starts another process. */
async function restart(pages: readonly Page[], act: () => void): Promise<void> {
  isThere = false;
  await rooms.close();
  for (const page of pages) page.connection().close(1001, 'gone');
  act();
  rooms = openRooms();
  isThere = true;
  await wait(5_000);
}

describe('a server restart', () => {
  test.each([
    ['with its epoch', false],
    ['with an incremented epoch', true],
  ])(
    'over a backup that was restored %s gets the lost updates from a page and sends them to all other pages',
    async (_, isEpochIncremented) => {
      const [ada, ben] = [open('ada', 1), open('ben', 2)];
      await settle();
      for (const word of ['one', 'two', 'three']) {
        write(ada.doc, word);
        await settle();
      }
      write(ben.doc, 'four');
      await settle();
      expect(log.history('document')).toHaveLength(4);
      ben.link.close();
      let wasSaved = false;
      const stop = ada.link.onChange(({ connected, saved }) => {
        wasSaved ||= connected && saved.kind === 'saved' && !stored().includes('four');
      });
      await restart([ada], () => log.restore('document', 1, isEpochIncremented));
      stop();
      expect(wasSaved).toBe(false);
      expect((await log.load('document'))?.epoch).toBe(isEpochIncremented ? 2 : 1);
      for (const word of ['one', 'two', 'three', 'four']) expect(stored()).toContain(word);
      expect(ada.link.state).toMatchObject({ connected: true, saved: { kind: 'saved' } });
      const cyd = open('cyd', 3);
      await settle();
      expect(textOf(cyd.doc)).toBe(stored());
      for (const { link } of [ada, cyd]) link.close();
      expect(troubles).toEqual([]);
    },
  );

  test('over an unchanged log stores no update twice', async () => {
    const ada = open('ada', 1);
    await settle();
    write(ada.doc, 'one');
    await settle();
    await restart([ada], () => undefined);
    expect(ada.link.state.saved.kind).toBe('saved');
    expect(log.history('document')).toHaveLength(1);
    expect((await log.load('document'))?.epoch).toBe(1);
    ada.link.close();
    expect(troubles).toEqual([]);
  });
});

/** Writes a word on each page, and waits until all pages have all of them. */
async function writeInTurn(pages: readonly Page[], words: readonly string[]): Promise<void> {
  for (const [at, word] of words.entries()) {
    const page = pages[at % pages.length];
    if (page !== undefined) write(page.doc, word);
    await settle();
  }
}

const isSaved = ({ link }: Page): boolean =>
  link.state.connected && link.state.saved.kind === 'saved';

/** Returns the number of times that a word is stored. */
const timesStored = (word: string): number => stored().split(word).length - 1;

describe('a server that was restored from a backup', () => {
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];

  /** Two users write in turn; the backup has the first `kept` of their entries. */
  async function openRestored(kept: number) {
    const pages = [open('ada', 2), open('ben', 4)] as const;
    await settle();
    await writeInTurn(pages, words);
    expect(log.history('document')).toHaveLength(words.length);
    const restoredFor: string[] = [];
    pages.forEach(({ link }, at) => link.onRestored(() => restoredFor.push(String(at))));
    await restart(pages, () => log.restore('document', kept, true));
    await wait(20_000);
    return { pages, restoredFor: [...new Set(restoredFor)].sort() };
  }

  test.each([0, 1, 2, 3, 4, 5])(
    '[REC1] [REC2] gets the lost units of both writers from their open pages, once (%d entries left)',
    async (kept) => {
      const { pages, restoredFor } = await openRestored(kept);
      expect(restoredFor).toEqual(['0', '1']);
      for (const word of words) expect(timesStored(word), word).toBe(1);
      for (const page of pages) {
        expect(isSaved(page)).toBe(true);
        expect(textOf(page.doc)).toBe(stored());
      }
      await writeInTurn(pages, ['seven', 'eight']);
      for (const word of ['seven', 'eight']) expect(timesStored(word), word).toBe(1);
      for (const page of pages) expect(isSaved(page)).toBe(true);
      for (const { link } of pages) link.close();
      expect(troubles).toEqual([]);
    },
  );

  test.each([1, 5])(
    '[REC2] [REC4] gets those of a closed page from another one, and its user may write on (%d entries left)',
    async (kept) => {
      const [ada, ben] = [open('ada', 2), open('ben', 4)];
      await settle();
      await writeInTurn([ada, ben], words);
      ben.link.close();
      await restart([ada], () => log.restore('document', kept, true));
      await wait(20_000);
      for (const word of words) expect(timesStored(word), word).toBe(1);
      expect(isSaved(ada)).toBe(true);
      const units = log
        .authorship('document')
        .flatMap(({ user, inserted }) =>
          inserted.filter(({ client }) => client === 4).map(() => user),
        );
      expect(new Set(units)).toEqual(new Set(kept === 1 ? ['ada'] : ['ada', 'ben']));
      // The client id that the backup had not seen belongs to the first user who writes under it.
      const again = open('ben', 4);
      await settle();
      // Yjs changes an id whose units it receives.
      again.doc.clientID = 4;
      await writeInTurn([again], ['seven']);
      expect(timesStored('seven')).toBe(1);
      expect(isSaved(again)).toBe(true);
      for (const { link } of [ada, again]) link.close();
    },
  );

  test('[REC1] gets the text that a page shows, also if its outbox continues from lost text', async () => {
    const lost = Object.assign(new Y.Doc(), { clientID: 9 });
    write(lost, 'lost');
    const before = Y.encodeStateVector(lost);
    write(lost, 'continued');
    const outbox = createMemoryOutbox();
    await outbox.add(Y.encodeStateAsUpdate(lost, before));
    const ada = open('ada', 2, 'write', outbox);
    await settle();
    await writeInTurn([ada], words);
    await restart([ada], () => log.restore('document', 2, true));
    await wait(20_000);
    for (const word of words) expect(timesStored(word), word).toBe(1);
    expect(ada.link.state.saved.kind).toBe('not_saved');
    expect(ada.link.pendingUpdates()).toHaveLength(1);
    ada.link.close();
    expect(troubles).toEqual([]);
  });

  test('[REC3] lets a page of a user who may only suggest wait for the pages of the others', async () => {
    const [ada, ben] = [open('ada', 2), open('ben', 4)];
    await settle();
    await writeInTurn([ada, ben], words);
    const cyd = open('cyd', 6, 'suggest');
    await settle();
    for (const { link } of [ada, ben]) link.close();
    await restart([cyd], () => log.restore('document', 2, true));
    await wait(20_000);
    expect(timesStored('six')).toBe(0);
    expect(cyd.link.state.saved).toMatchObject({ kind: 'not_saved', code: 'recovery' });
    cyd.link.close();
  });

  test('[REC3] refuses units of a user whose page has returned, and those of a restore long ago', async () => {
    const { pages } = await openRestored(2);
    const forger = Object.assign(new Y.Doc(), { clientID: 4 });
    Y.applyUpdate(forger, Y.encodeStateAsUpdate(pages[1].doc));
    // Yjs changes an id whose units it receives.
    forger.clientID = 4;
    write(forger, 'forged');
    const forge = async (): Promise<void> => {
      pages[0].connection().receive(recoveryFrame(90, 1, Y.encodeStateAsUpdate(forger)));
      await wait(1_000);
    };
    await forge();
    expect(timesStored('forged')).toBe(0);
    pages[1].link.close();
    await settle();
    await forge();
    expect(timesStored('forged')).toBe(0);
    // Ben's page is no longer open, and the restore was two weeks ago.
    pages[0].link.close();
    await settle();
    clock.advance(Date.UTC(2026, 0, 16) - clock.now());
    const ada = open('ada', 8);
    await settle();
    ada.connection().receive(recoveryFrame(1, 1, Y.encodeStateAsUpdate(forger)));
    await wait(1_000);
    expect(timesStored('forged')).toBe(0);
    ada.link.close();
  });
});

describe('a server that shares its log with another process', () => {
  test('acknowledges updates only after they are stored, and loses none of either process', async () => {
    const ada = open('ada', 1);
    await settle();
    const other = Object.assign(new Y.Doc(), { clientID: 9 });
    write(other, 'from another process');
    const clients = [{ client: 9, user: 'ben' }];
    await log.append([
      {
        documentId: 'document',
        seq: 1,
        updates: [Y.encodeStateAsUpdate(other)],
        authorship: [],
        decisions: [],
        clients,
      },
    ]);
    write(ada.doc, 'mine');
    for (let i = 0; i < 40; i += 1) {
      await settle();
      if (ada.link.state.saved.kind === 'saved') expect(stored()).toContain('mine');
      clock.advance(250);
    }
    expect(ada.link.state).toMatchObject({ connected: true, saved: { kind: 'saved' } });
    expect(stored()).toContain('mine');
    expect(stored()).toContain('from another process');
    expect(textOf(ada.doc)).toBe(stored());
    ada.link.close();
    expect(troubles).toEqual(['Error: another process has stored this document meanwhile']);
  });
});
