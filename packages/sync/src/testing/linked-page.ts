import * as Y from 'yjs';
import { connect, type Connection } from '../server/connection.ts';
import { buildDoc } from '../server/compact.ts';
import { addBlock } from './random-edit.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { readClientFrame, type ClientFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import type { Line, LineEvents, Link, Scheduler } from '../client/link-types.ts';
import { openLink } from '../client/link.ts';
import { createMemoryRooms } from './memory-rooms.ts';
import { createHeldClock, createMemoryLog, createMemoryOutbox } from './memory.ts';
import type { CopyStore, Outbox } from '../client/ports.ts';

/** A page with its link, and the server's side of its connection. */
export type Page = {
  doc: Y.Doc;
  link: Link;
  outbox: Outbox & { readonly size: number };
  connection(): Connection;
  /** Sends a frame to the page over the current connection, as the server does. */
  send(frame: Uint8Array): void;
  /**
   * Drops the frames of the current connection, in both directions, without closing it; with false,
   * delivers them again.
   */
  silence(isSilent?: boolean): void;
};

/** A clock that the test controls. */
export const clock = createHeldClock();

/**
 * The server of a test. `writes`: frames with changes that pages sent; `wholes`: frames with all
 * that a page has; `timings`: frames that say how long a write took. `isThere`: it can be reached.
 * `rights`: rights of the users. `hasDiskSpace`: its disk has space.
 */
export const server = openServer();

function openServer() {
  const log = createMemoryLog();
  log.create('document');
  const rooms = createMemoryRooms({
    log,
    clock,
    hasDiskSpace: () => server.hasDiskSpace,
  });
  const rights: { role: string; right: Right } = { role: 'editor', right: 'write' };
  const timings: Extract<ClientFrame, { type: 'timing' }>[] = [];
  const counts = { writes: 0, wholes: 0, timings, connections: 0 };
  return { log, rooms, rights, ...counts, isThere: true, hasDiskSpace: true };
}

/** Links of the current test. */
const links = new Set<Link>();

/** Closes the pages of the test before, and starts over with an empty document. */
export function openAnew(): void {
  for (const link of links) link.close();
  links.clear();
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

/** A connection of a page, with the server's side of it once it is open. */
type TestLine = Line & {
  isSilent: boolean;
  server: Connection | null;
  /** Delivers a frame of the server. */
  deliver(frame: Uint8Array): void;
};

/** Connects a user to the server. */
function openLine(user: string, events: LineEvents): TestLine {
  let isOpen = true;
  const later = (call: () => void): void => void Promise.resolve().then(() => isOpen && call());
  const transfer = (call: () => void): void => later(() => line.isSilent || call());
  const close = (code: number, reason: string): void => {
    if (!isOpen) return;
    isOpen = false;
    line.server?.closed();
    events.closed(code, reason);
  };
  const line: TestLine = {
    isSilent: false,
    server: null,
    send(frame) {
      const read = readClientFrame(frame);
      if (read.type === 'write') server.writes += 1;
      if (read.type === 'whole') server.wholes += 1;
      if (read.type === 'timing') server.timings.push(read);
      transfer(() => line.server?.receive(frame));
    },
    deliver: (frame) => transfer(() => events.frame(frame)),
    close: () => close(1000, 'closed here'),
  };
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
      send: line.deliver,
      close: (code: number, reason: string) => later(() => close(code, reason)),
      buffered: 0,
      pause: () => undefined,
      resume: () => undefined,
    };
    line.server = connect(room, visitor, socket, server.rights.role, server.rights.right);
    events.opened();
  });
  return line;
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
  let line: TestLine | null = null;
  const link = openLink({
    doc,
    awareness: null,
    outbox,
    copies,
    clock,
    random: () => 0.5,
    scheduler,
    connect: (events) => (line = openLine(user, events)),
  });
  links.add(link);
  const current = (): TestLine => line as TestLine;
  return {
    doc,
    link,
    outbox,
    connection: () => current().server as Connection,
    send: (frame) => current().deliver(frame),
    silence: (isSilent = true) => void (current().isSilent = isSilent),
  };
}

/** Appends a paragraph. */
export function write(doc: Y.Doc, text: string): void {
  addBlock(doc, rootsIn(doc).text.length, text);
}

/** Returns the stored document. */
export function stored(): string {
  return contentIn(buildDoc(server.log.history('document')));
}
