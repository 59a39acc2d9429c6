import * as Y from 'yjs';
import {
  createHeldClock,
  createMemoryCompactor,
  createMemoryCopies,
  createMemoryOutbox,
} from './memory.ts';
import { addBlock, seededRandom, randomEdit } from './random-edit.ts';
import { createSimulatedDisk } from './simulation-disk.ts';
import { createSimulatedWire } from './simulation-wire.ts';
import type { Link } from '../client/link-types.ts';
import { openLink } from '../client/link.ts';
import { createServerEdits, type ComposeEdit, type ServerEdits } from '../server/server-edits.ts';
import { connect } from '../server/connection.ts';
import { writeFrame } from '../protocol/frame.ts';
import { createRooms, defaultLimits, type Rooms } from '../server/rooms.ts';
import { buildDoc } from '../server/compact.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import type { CopyStore, Outbox } from '../client/ports.ts';

export { seededRandom };

/** Report of a run of the simulation, to check that it had an effect. */
export type SimulationReport = {
  readonly seed: number;
  readonly steps: number;
  readonly typed: number;
  readonly stored: number;
  /** Number of faults that had an effect. */
  readonly faults: number;
  /** Number of server edits that were reported as stored. */
  readonly edited: number;
  /** Number of updates sent under the client id of another user. */
  readonly forged: number;
  /** Number of suggestions that pages decided. */
  readonly decided: number;
};

const documentId = 'the-document';

/** A browser tab of a user. A reload creates a new one over the same outbox. */
type Page = {
  readonly user: string;
  readonly outbox: Outbox & { readonly size: number };
  readonly copies: CopyStore;
  doc: Y.Doc;
  link: Link;
  /** Local updates that were not verified on disk yet, since the mark last said *saved*. */
  unproven: Uint8Array[];
};

/**
 * Runs the server half, three pages, the disk, the clock and the network in one process, driven by
 * a seed. Users type. Frames are delivered, lost, duplicated, reordered, truncated and replaced by
 * garbage. Connections break. Pages are reloaded over what their device stored. The disk fails or
 * is slow. The server is killed and started again. Documents are compacted at any moment. Throws if
 * one of the rules [SIM1] to [SIM7] of SPEC.md is violated.
 *
 * `withEdits`: the server writes too. Its text exists at most once, and exactly once if it was
 * reported as stored.
 */
export async function simulate(
  seed: number,
  steps = 220,
  withEdits = false,
): Promise<SimulationReport> {
  const random = seededRandom(seed);
  const clock = createHeldClock();
  const disk = createSimulatedDisk(documentId, random);
  const wire = createSimulatedWire(random, disk);
  const onlyTokens = seed % 2 === 0;
  // Without broken connections, all clients have to catch up without reconnecting, slow ones in
  // particular.
  const isGentle = seed % 8 >= 6;
  // A network like TCP: connections break, but frames arrive complete. All clients become quiet
  // without another reconnect.
  const isHonest = seed % 8 === 4 || seed % 8 === 5;
  const tokens: string[] = [];
  let clients = seed * 100;
  let faults = 0;
  let stored = 0;
  let rooms = startServer();
  /** Server edits by token, with their reported outcome. */
  const edited = new Map<string, 'unknown' | 'stored' | 'lost'>();
  const editing = seededRandom(seed + 1);
  const keeping = seededRandom(seed + 2);
  const pacing = seededRandom(seed + 3);
  let edits = editsOf(rooms);
  const forging = seededRandom(seed + 4);
  /** Owner of each client id. */
  const owners = new Map<number, string>();
  let forged = 0;
  let decided = 0;
  const pages = ['ada', 'ben', 'cyd'].map((user) =>
    openPage(user, createMemoryOutbox(), someCopies()),
  );

  for (let step = 0; step < steps; step += 1) {
    await act(random());
    if (withEdits && editing() < 0.08) edit();
    if (forging() < 0.03) await forge();
    await settle();
    for (const page of pages) prove(page);
    disk.verify();
  }
  await heal();
  disk.verify();
  check();
  for (const page of pages) page.link.close();
  return {
    seed,
    steps,
    typed: tokens.length,
    stored,
    faults,
    edited: countEdits('stored'),
    forged,
    decided,
  };

  function startServer(): Rooms {
    const generation = disk.start();
    return createRooms({
      log: generation,
      compactor: createMemoryCompactor(),
      clock,
      limits: {
        ...defaultLimits,
        compactionUpdates: 1 + Math.floor(random() * 12),
        laggingBytes: 200,
      },
      reach: () => undefined,
      changed: () => (stored += 1),
      loaded: () => undefined,
      released: () => undefined,
      report: () => undefined,
    });
  }

  function editsOf(server: Rooms): ServerEdits {
    return createServerEdits({ rooms: server, clock, random: editing });
  }

  /** Adds a paragraph as a server edit, as a restore does. After a kill its outcome is unknown. */
  function edit(): void {
    const token = `⟦server:${edited.size}⟧`;
    edited.set(token, 'unknown');
    const compose: ComposeEdit = async (updates, client) => {
      const doc = Object.assign(buildDoc(updates), { clientID: client });
      const before = Y.encodeStateVector(doc);
      addBlock(doc, 0, token);
      return Y.encodeStateAsUpdate(doc, before);
    };
    edits.make(documentId, { user: 'ada', session: '' }, compose).then(
      () => {
        edited.set(token, logText().includes(token) ? 'stored' : 'lost');
      },
      () => undefined,
    );
  }

  /**
   * Continues the text of another page under its client id, as a user with the right to write and a
   * custom client.
   */
  async function forge(): Promise<void> {
    const known = [
      ...new Set(disk.authorship().flatMap(({ inserted }) => inserted.map(({ client }) => client))),
    ];
    const client = known[Math.floor(forging() * known.length)];
    if (client === undefined) return;
    const doc = Object.assign(buildDoc(disk.bytes()), { clientID: client });
    const before = Y.encodeStateVector(doc);
    addBlock(doc, 0, 'forged');
    const room = await rooms.open(documentId).catch(() => null);
    if (room === null) return;
    const nothing = (): void => undefined;
    const socket = { send: nothing, close: nothing, buffered: 0, pause: nothing, resume: nothing };
    const card = { id: 'mallory', name: 'mallory', color: '#000000' };
    const visitor = { user: 'mallory', session: 'mallory', card, speaksLonghand: true };
    const connection = connect(room, visitor, socket, 'editor', 'write');
    connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc, before)));
    connection.closed();
    forged += 1;
  }

  function logText(): string {
    return contentIn(buildDoc(disk.bytes()));
  }

  /** Creates a copy store that fails at random, so that copies may be outdated or missing. */
  function someCopies(): CopyStore {
    const copies = createMemoryCopies();
    const isWilling = (): boolean => keeping() < 0.6;
    return {
      load: async () =>
        isWilling() ? copies.load() : Promise.reject(new Error('the device is busy')),
      save: async (copy) =>
        isWilling() ? copies.save(copy) : Promise.reject(new Error('the device is full')),
      remove: () => copies.remove(),
    };
  }

  function openPage(user: string, outbox: Page['outbox'], copies: CopyStore): Page {
    const doc = Object.assign(new Y.Doc(), { clientID: (clients += 2) });
    for (const client of [doc.clientID, doc.clientID + 1]) owners.set(client, user);
    rootsIn(doc);
    const page: Page = {
      user,
      outbox,
      copies,
      doc,
      unproven: [],
      link: linkOf(user, doc, disk.watch(outbox), copies),
    };
    doc.on(
      'update',
      (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
        if (transaction.local) page.unproven.push(update);
      },
    );
    return page;
  }

  function linkOf(user: string, doc: Y.Doc, outbox: Outbox, copies: CopyStore): Link {
    return openLink({
      doc,
      awareness: null,
      outbox,
      copies,
      clock,
      random,
      // A busy page applies frames later, and then all at once.
      scheduler: (deliver) =>
        pacing() < 0.6 ? deliver() : void clock.after(pacing() * 400, deliver),
      connect: (events) => wire.open(user, events, () => rooms.open(documentId)),
    });
  }

  async function act(kind: number): Promise<void> {
    if (kind < 0.42) return void wire.deliver();
    if (kind < 0.62) return type(any(pages));
    if (kind < 0.78) return disk.step();
    if (kind < 0.88) return clock.advance(random() * 400);
    if (hurt(kind)) faults += 1;
  }

  /** Injects a fault; returns true if it had an effect. */
  function hurt(kind: number): boolean {
    if (kind < 0.95) return isGentle ? wire.slow(random() < 0.7) : wire.disturb(isHonest);
    if (kind < 0.965) return disk.fail();
    if (kind >= 0.99) return wire.slow(random() < 0.5);
    if (kind < 0.98) reload(Math.floor(random() * pages.length));
    else restart();
    return true;
  }

  function countEdits(fate: 'stored'): number {
    return [...edited.values()].filter((each) => each === fate).length;
  }

  function type(page: Page): void {
    const { doc } = page;
    // A page writes edits under its even client id, and suggestions under the odd one after it.
    doc.clientID += random() < 0.5 ? (doc.clientID % 2 === 0 ? 1 : -1) : 0;
    if (!onlyTokens) return random() < 0.1 ? reject(page) : randomEdit(doc, random, page.user);
    const token = `⟦${page.user}:${tokens.length}⟧`;
    tokens.push(token);
    const { text } = rootsIn(doc);
    const blocks = placesOfBlocks(text);
    const at = blocks[Math.floor(random() * blocks.length)];
    // After a marker or at the end: never within the token of another page.
    if (at !== undefined && random() < 0.8)
      text.insert(random() < 0.5 ? at + 1 : text.length, token);
    else addBlock(doc, at ?? text.length, token);
  }

  /** Rejects one entry of a suggestion, and declares the decision. */
  function reject({ doc, link }: Page): void {
    const { suggestions } = rootsIn(doc);
    const entries = suggestions.toArray() as { kind: string; id?: string }[];
    const at = entries.findIndex(({ kind }) => kind === 'delete' || kind === 'change');
    const id = entries[at]?.id;
    if (id === undefined) return;
    link.together(() => {
      link.declare({ verdict: 'reject', ids: [id] });
      suggestions.delete(at, 1);
    });
  }

  function reload(index: number): void {
    const page = pages[index] as Page;
    page.link.close();
    pages[index] = openPage(page.user, page.outbox, page.copies);
  }

  /** Simulates kill -9: memory is lost, and pending writes may or may not have reached the disk. */
  function restart(): void {
    wire.cutAll();
    rooms = startServer();
    edits = editsOf(rooms);
  }

  /** [SIM3] */
  function prove(page: Page): void {
    if (page.link.state.saved.kind !== 'saved') return;
    for (const update of page.unproven) disk.demand(update, 'said to be saved');
    page.unproven = [];
  }

  /** Ends the faults and reconnects all clients. */
  async function heal(): Promise<void> {
    if (isGentle || isHonest) wire.slow(false);
    else wire.recover();
    for (let round = 0; round < 4_000; round += 1) {
      const moved = wire.deliver();
      disk.step();
      await settle();
      if (!moved && !disk.isBusy()) clock.advance(500);
      await settle();
      for (const page of pages) prove(page);
      if (round <= 20 || moved || disk.isBusy() || !pages.every(isQuiet)) continue;
      // Frames that arrived last may still wait for a busy page.
      clock.advance(500);
      return settle();
    }
    throw new Error(
      `seed ${seed}: not quiet: ${JSON.stringify(pages.map(({ link, outbox }) => ({ ...link.state, kept: outbox.size })))}`,
    );
  }

  function isQuiet(page: Page): boolean {
    return (
      page.link.state.connected && page.link.state.saved.kind === 'saved' && page.outbox.size === 0
    );
  }

  /** [SIM5] */
  function check(): void {
    const text = logText();
    for (const page of pages) {
      const replica = contentIn(page.doc);
      if (replica !== text)
        throw new Error(`seed ${seed}: ${page.user} has\n${replica}\nand the log\n${text}`);
    }
    checkAuthors(text);
    checkDecisions();
    if (onlyTokens) checkEdits(text);
    for (const token of tokens) {
      const count = text.split(token).length - 1;
      if (count !== 1) throw new Error(`seed ${seed}: ${token} is there ${count} times`);
    }
  }

  /** [SIM6] */
  function checkAuthors(text: string): void {
    if (text.includes('forged'))
      throw new Error(`seed ${seed}: somebody wrote in the name of another`);
    for (const { user, session, inserted } of disk.authorship())
      for (const { client } of inserted) {
        const owner = owners.get(client);
        // Server edits have a client id that no page has.
        if (owner === undefined ? session !== '' : owner !== user)
          throw new Error(`seed ${seed}: words of ${owner} are said to be by ${user}`);
      }
  }

  /** [SIM7] */
  function checkDecisions(): void {
    for (const { user, verdict, suggestions } of disk.decisions()) {
      decided += suggestions.length;
      if (suggestions.length === 0 || verdict !== 'reject' || user === 'mallory')
        throw new Error(
          `seed ${seed}: a decision that nobody made: ${JSON.stringify({ user, verdict, suggestions })}`,
        );
      for (const { id, author } of suggestions)
        if (!id.startsWith(`${author} `))
          throw new Error(`seed ${seed}: ${id} is said to be by ${author}`);
    }
  }

  function checkEdits(text: string): void {
    for (const [token, fate] of edited) {
      const count = text.split(token).length - 1;
      if (fate === 'lost')
        throw new Error(`seed ${seed}: ${token} was said to be stored, and was not`);
      if (count > 1 || (fate === 'stored' && count === 0))
        throw new Error(`seed ${seed}: ${token} is there ${count} times`);
    }
  }

  function any<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)] as T;
  }
}

/** Returns the positions of block markers in a text. */
function placesOfBlocks(text: Y.Text): number[] {
  const places: number[] = [];
  let at = 0;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (typeof insert !== 'string') places.push(at);
    at += typeof insert === 'string' ? insert.length : 1;
  }
  return places;
}

/** Runs all pending promise callbacks. */
async function settle(): Promise<void> {
  for (let i = 0; i < 24; i += 1) await Promise.resolve();
}
