import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { connect, type Connection } from './connection.ts';
import { buildDoc } from './fold.ts';
import { readClientFrame, type Right } from './frame.ts';
import { rootName } from './judge.ts';
import { openLink, type Link } from './link.ts';
import {
  createHeldClock,
  createMemoryFolder,
  createMemoryInspector,
  createMemoryLog,
  createMemoryOutbox,
  type MemoryLog,
} from './memory.ts';
import type { Outbox } from './ports.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';

type Page = { doc: Y.Doc; link: Link; outbox: Outbox & { readonly size: number }; connection(): Connection };

const clock = createHeldClock();
let log: MemoryLog;
let rooms: Rooms;
/** Frames with words in them that the server was sent. */
let writes: number;
let connections: number;
let rights: { role: string; right: Right };

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

function open(user: string, client: number): Page {
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  const outbox = createMemoryOutbox();
  let current: Connection | null = null;
  const link = openLink({
    doc,
    awareness: null,
    outbox,
    clock,
    random: () => 0.5,
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
  [writes, connections, rights] = [0, 0, { role: 'editor', right: 'write' }];
  rooms = createRooms({
    log,
    folder: createMemoryFolder(),
    inspector: createMemoryInspector(),
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
