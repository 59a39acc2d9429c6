import * as Y from 'yjs';
import { connect, type Connection } from '../server/connection.ts';
import { buildDoc } from '../server/compact.ts';
import { addBlock } from './random-edit.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { readClientFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import type { Link, Scheduler } from '../client/link-types.ts';
import { openLink } from '../client/link.ts';
import {
  createHeldClock,
  createMemoryCompactor,
  createMemoryLog,
  createMemoryOutbox,
} from './memory.ts';
import type { CopyStore, Outbox } from '../client/ports.ts';
import { createRooms, defaultLimits } from '../server/rooms.ts';

/** A page with its link, and the server's side of its connection. */
export type Page = {
  doc: Y.Doc;
  link: Link;
  outbox: Outbox & { readonly size: number };
  connection(): Connection;
};

/** A clock that the test controls. */
export const clock = createHeldClock();

/**
 * The server of a test. `writes`: frames with changes that it received. `isThere`: it can be
 * reached. `rights`: rights of the users. `hasRoom`: its disk has space.
 */
export const server = openServer();

function openServer() {
  const log = createMemoryLog();
  log.create('document');
  const rooms = createRooms({
    log,
    compactor: createMemoryCompactor(),
    clock,
    limits: defaultLimits,
    reach: () => undefined,
    hasRoom: () => server.hasRoom,
    changed: () => undefined,
    loaded: () => undefined,
    released: () => undefined,
    report: ({ error }) => {
      throw error;
    },
  });
  const rights: { role: string; right: Right } = { role: 'editor', right: 'write' };
  return { log, rooms, rights, writes: 0, connections: 0, isThere: true, hasRoom: true };
}

/** Starts over with an empty document. */
export function openAnew(): void {
  Object.assign(server, openServer());
}

/** Runs all pending promise callbacks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Advances the clock, so that pages retry to connect, and runs everything that results. */
export async function wait(milliseconds: number): Promise<void> {
  for (let at = 0; at < milliseconds; at += 500) {
    clock.advance(500);
    await settle();
  }
}

/** Opens a page with a link to the server. */
export function open(
  user: string,
  client: number,
  copies: CopyStore | null = null,
  kept?: Page['outbox'],
  scheduler: Scheduler = (deliver) => deliver(),
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
    scheduler,
    connect(events) {
      let isOpen = true;
      const close = (code: number, reason: string): void => {
        if (!isOpen) return;
        isOpen = false;
        current?.closed();
        events.closed(code, reason);
      };
      const later = (call: () => void): void => void Promise.resolve().then(() => isOpen && call());
      void server.rooms.open('document').then((room) => {
        if (!server.isThere) return close(1006, '');
        if (room === null) throw new Error('no room');
        server.connections += 1;
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
        current = connect(room, visitor, socket, server.rights.role, server.rights.right);
        events.opened();
      });
      return {
        send(frame) {
          if (readClientFrame(frame).type === 'write') server.writes += 1;
          later(() => current?.receive(frame));
        },
        close: () => close(1000, 'closed here'),
      };
    },
  });
  return { doc, link, outbox, connection: () => current as Connection };
}

/** Appends a paragraph. */
export function write(doc: Y.Doc, text: string): void {
  addBlock(doc, rootsIn(doc).text.length, text);
}

/** Returns the stored document. */
export function stored(): string {
  return contentIn(buildDoc(server.log.history('document')));
}
