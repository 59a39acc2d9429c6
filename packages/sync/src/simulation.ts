import * as Y from 'yjs';
import { createHeldClock, createMemoryFolder, createMemoryCopies, createMemoryOutbox } from './memory.ts';
import { addBlock, chance, scribble } from './scribble.ts';
import { createSimulatedDisk } from './simulation-disk.ts';
import { createSimulatedWire } from './simulation-wire.ts';
import type { Link } from './link-types.ts';
import { openLink } from './link.ts';
import { createEdits, type Compose, type Edits } from './edits.ts';
import { connect } from './connection.ts';
import { writeFrame } from './frame.ts';
import { createRooms, defaultLimits, type Rooms } from './rooms.ts';
import { buildDoc } from './fold.ts';
import { contentIn, rootsIn } from './roots.ts';
import type { CopyStore, Outbox } from './ports.ts';

export { chance };

/** The report of a run of the simulation; for people who want to know that it did something. */
export type SimulationReport = {
  readonly seed: number;
  readonly steps: number;
  readonly typed: number;
  readonly stored: number;
  /** Faults that did something. */
  readonly faults: number;
  /** Changes of the server's own that it was told are on disk. */
  readonly edited: number;
  /** Words that somebody sent in the name of another. */
  readonly forged: number;
  /** Suggestions about which pages decided. */
  readonly decided: number;
};

const documentId = 'the-document';

/** A page: a person's browser tab. A reload makes a new one over the same outbox. */
type Page = {
  readonly user: string;
  readonly outbox: Outbox & { readonly size: number };
  readonly copies: CopyStore;
  doc: Y.Doc;
  link: Link;
  /** Updates typed and not yet found on the disk while the mark said *saved*. */
  unproven: Uint8Array[];
};

/**
 * The server half, three pages, the disk, the clock and the network in one process, driven by a seed: people type, frames are
 * delivered, lost, doubled, swapped, cut off and replaced by garbage, connections break, pages are reloaded over what their
 * device kept, the disk fails or is slow, the server is killed and started again, documents are folded at any moment. Fails where
 * one of these does not hold:
 *
 * [SIM1] what is acknowledged is on disk; [SIM2] what anyone is shown is on disk; [SIM3] *saved* is said only when everything typed
 * here is on disk; [SIM4] every update is in the log exactly once; [SIM5] when the faults end, all replicas and the log are equal,
 * nothing typed is missing or doubled, and the outboxes are empty; [SIM6] all words are theirs whose page typed them, though somebody
 * sends words in the names of others; [SIM7] every stored decision was declared by a page, which is never refused for one.
 * `withEdits`: the server writes too; what it writes is there once at most, and at least once where it was said to be stored.
 */
export async function simulate(seed: number, steps = 220, withEdits = false): Promise<SimulationReport> {
  const random = chance(seed);
  const clock = createHeldClock();
  const disk = createSimulatedDisk(documentId, random);
  const wire = createSimulatedWire(random, disk);
  const onlyTokens = seed % 2 === 0;
  // Without broken connections everyone has to catch up by themselves: slow readers above all.
  const isGentle = seed % 8 >= 6;
  // A network like TCP: connections break, and what arrives is whole. Everyone comes to rest without another reconnect.
  const isHonest = seed % 8 === 4 || seed % 8 === 5;
  const tokens: string[] = [];
  let clients = seed * 100;
  let faults = 0;
  let stored = 0;
  let rooms = startServer();
  /** The changes of the server's own: whether each was said to be on disk. */
  const edited = new Map<string, 'unknown' | 'stored' | 'lost'>();
  const editing = chance(seed + 1);
  const keeping = chance(seed + 2);
  const pacing = chance(seed + 3);
  let edits = editsOf(rooms);
  const forging = chance(seed + 4);
  /** The owner of the page of each client id. */
  const owners = new Map<number, string>();
  let forged = 0;
  let decided = 0;
  const pages = ['ada', 'ben', 'cyd'].map((user) => openPage(user, createMemoryOutbox(), someCopies()));

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
  return { seed, steps, typed: tokens.length, stored, faults, edited: countEdits('stored'), forged, decided };

  function startServer(): Rooms {
    const generation = disk.start();
    return createRooms({
      log: generation,
      folder: createMemoryFolder(),
      clock,
      limits: { ...defaultLimits, foldUpdates: 1 + Math.floor(random() * 12), laggingBytes: 200 },
      reach: () => undefined,
      changed: () => (stored += 1),
      loaded: () => undefined,
      released: () => undefined,
      report: () => undefined,
    });
  }

  function editsOf(server: Rooms): Edits {
    return createEdits({ rooms: server, clock, random: editing });
  }

  /** The server adds a paragraph of its own, as a restore does. Whether a killed one was stored is nobody's to know. */
  function edit(): void {
    const token = `⟦server:${edited.size}⟧`;
    edited.set(token, 'unknown');
    const compose: Compose = async (updates, client) => {
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

  /** Has somebody who may write, with a client of their own making, go on where another page stopped. */
  async function forge(): Promise<void> {
    const known = [...new Set(disk.authorship().flatMap(({ inserted }) => inserted.map(({ client }) => client)))];
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

  /** A device that keeps what it likes of the text: also what is old by now, also nothing. */
  function someCopies(): CopyStore {
    const copies = createMemoryCopies();
    const isWilling = (): boolean => keeping() < 0.6;
    return {
      load: async () => (isWilling() ? copies.load() : Promise.reject(new Error('the device is busy'))),
      save: async (copy) => (isWilling() ? copies.save(copy) : Promise.reject(new Error('the device is full'))),
      remove: () => copies.remove(),
    };
  }

  function openPage(user: string, outbox: Page['outbox'], copies: CopyStore): Page {
    const doc = Object.assign(new Y.Doc(), { clientID: (clients += 2) });
    for (const client of [doc.clientID, doc.clientID + 1]) owners.set(client, user);
    rootsIn(doc);
    const page: Page = { user, outbox, copies, doc, unproven: [], link: linkOf(user, doc, disk.watch(outbox), copies) };
    doc.on('update', (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (transaction.local) page.unproven.push(update);
    });
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
      // A page that is busy takes what arrives later, and then all of it at once.
      pace: (deliver) => (pacing() < 0.6 ? deliver() : void clock.after(pacing() * 400, deliver)),
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

  /** Does something bad; answers whether it did anything. */
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
    if (!onlyTokens) return random() < 0.1 ? reject(page) : scribble(doc, random, page.user);
    const token = `⟦${page.user}:${tokens.length}⟧`;
    tokens.push(token);
    const { text } = rootsIn(doc);
    const blocks = placesOfBlocks(text);
    const at = blocks[Math.floor(random() * blocks.length)];
    // Behind a marker or at the end: never within the token of another.
    if (at !== undefined && random() < 0.8) text.insert(random() < 0.5 ? at + 1 : text.length, token);
    else addBlock(doc, at ?? text.length, token);
  }

  /** Rejects what one entry asks for, and says so. */
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

  /** kill -9: what was in memory is gone, what was on its way to the disk may have arrived or not. */
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

  /** The faults end, and everyone comes back. */
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
      // Frames that arrived at the last moment may be waiting for a busy page.
      clock.advance(500);
      return settle();
    }
    throw new Error(
      `seed ${seed}: not quiet: ${JSON.stringify(pages.map(({ link, outbox }) => ({ ...link.state, kept: outbox.size })))}`,
    );
  }

  function isQuiet(page: Page): boolean {
    return page.link.state.connected && page.link.state.saved.kind === 'saved' && page.outbox.size === 0;
  }

  /** [SIM5] */
  function check(): void {
    const text = logText();
    for (const page of pages) {
      const replica = contentIn(page.doc);
      if (replica !== text) throw new Error(`seed ${seed}: ${page.user} has\n${replica}\nand the log\n${text}`);
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
    if (text.includes('forged')) throw new Error(`seed ${seed}: somebody wrote in the name of another`);
    for (const { user, session, inserted } of disk.authorship())
      for (const { client } of inserted) {
        const owner = owners.get(client);
        // Changes of the server's own have a client that no page has.
        if (owner === undefined ? session !== '' : owner !== user)
          throw new Error(`seed ${seed}: words of ${owner} are said to be by ${user}`);
      }
  }

  /** [SIM7] */
  function checkDecisions(): void {
    for (const { user, verdict, suggestions } of disk.decisions()) {
      decided += suggestions.length;
      if (suggestions.length === 0 || verdict !== 'reject' || user === 'mallory')
        throw new Error(`seed ${seed}: a decision that nobody made: ${JSON.stringify({ user, verdict, suggestions })}`);
      for (const { id, author } of suggestions)
        if (!id.startsWith(`${author} `)) throw new Error(`seed ${seed}: ${id} is said to be by ${author}`);
    }
  }

  function checkEdits(text: string): void {
    for (const [token, fate] of edited) {
      const count = text.split(token).length - 1;
      if (fate === 'lost') throw new Error(`seed ${seed}: ${token} was said to be stored, and was not`);
      if (count > 1 || (fate === 'stored' && count === 0)) throw new Error(`seed ${seed}: ${token} is there ${count} times`);
    }
  }

  function any<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)] as T;
  }
}

/** Where the markers of blocks stand in a text. */
function placesOfBlocks(text: Y.Text): number[] {
  const places: number[] = [];
  let at = 0;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (typeof insert !== 'string') places.push(at);
    at += typeof insert === 'string' ? insert.length : 1;
  }
  return places;
}

/** Lets everything that waits for nothing but promises happen. */
async function settle(): Promise<void> {
  for (let i = 0; i < 24; i += 1) await Promise.resolve();
}
