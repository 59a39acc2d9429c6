import * as Y from 'yjs';
import type { HeldClock } from './memory.ts';
import { addBlock, randomEdit } from './random-edit.ts';
import { SkewedClock } from './simulation-clock.ts';
import { SimulatedDevice } from './simulation-device.ts';
import type { DurableRecord } from './simulation-record.ts';
import { SimulatedTokens } from './simulation-tokens.ts';
import { never } from './simulation-writes.ts';
import type { SimulatedWire } from './simulation-wire.ts';
import { openLink } from '../client/link.ts';
import type { Link } from '../client/link-types.ts';
import type { Outbox } from '../client/ports.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import type { Room } from '../server/room-types.ts';

/** A browser tab of a user. A reload creates a new one over the same device. */
export type Page = {
  readonly user: string;
  readonly documentId: string;
  readonly device: SimulatedDevice;
  readonly clock: SkewedClock;
  readonly doc: Y.Doc;
  readonly link: Link;
  /** Ends the page as a browser does: nothing of it runs any more. */
  readonly close: () => void;
  /** Local updates that were not verified on disk yet, since the mark last said *saved*. */
  unproven: Uint8Array[];
};

/**
 * Parts of a simulation that its pages use. `random`, `keeping` and `pacing` return numbers in
 * [0, 1), each from its own sequence. `onlyTokens`: pages insert tokens and edit nothing else.
 */
export type SimulatedPagesOptions = {
  readonly record: DurableRecord;
  readonly wire: SimulatedWire;
  readonly clock: HeldClock;
  readonly random: () => number;
  readonly keeping: () => number;
  readonly pacing: () => number;
  readonly room: (documentId: string) => Promise<Room | null>;
  /** Returns the offset of the clock of a new page (ms). */
  readonly offset: () => number;
  readonly firstClient: number;
  readonly onlyTokens: boolean;
};

/** The users of a document. */
export type Users = { readonly documentId: string; readonly users: readonly string[] };

/** The pages of the users of a simulation. */
export class SimulatedPages {
  /** The present page of each user of the first document. */
  readonly main: Page[];
  /** The present page of each user of the other documents. */
  readonly others: Page[];
  /** Further tabs of users with a page. */
  readonly tabs: Page[] = [];
  readonly devices: SimulatedDevice[] = [];
  readonly tokens = new SimulatedTokens();
  /** Owner of each client id. */
  readonly owners = new Map<number, string>();
  readonly #options: SimulatedPagesOptions;
  #clients: number;
  #isRestored = false;

  constructor([first, ...others]: readonly [Users, ...Users[]], options: SimulatedPagesOptions) {
    this.#options = options;
    this.#clients = options.firstClient;
    this.main = this.#openAll(first);
    this.others = others.flatMap((users) => this.#openAll(users));
  }

  /** All open pages. */
  get list(): readonly Page[] {
    return [...this.main, ...this.others, ...this.tabs];
  }

  /** Makes a random change on a random page. */
  type(pages: readonly Page[] = this.main, random = this.#options.random): void {
    const page = pages[Math.floor(random() * pages.length)];
    if (page === undefined) return;
    const { doc } = page;
    // A page writes edits under its even client id, and suggestions under the odd one after it.
    doc.clientID += random() < 0.5 ? (doc.clientID % 2 === 0 ? 1 : -1) : 0;
    if (this.#options.onlyTokens) this.#typeToken(page, random);
    else if (random() < 0.1) reject(page);
    else randomEdit(doc, random, page.user);
  }

  /** Closes a random page and opens it anew over what its device stored. */
  reload(pages: Page[] = this.main, random = this.#options.random): void {
    const index = Math.floor(random() * pages.length);
    const page = pages[index];
    if (page === undefined) return;
    this.#drop(page);
    pages[index] = this.#open(page.device);
  }

  /** Reloads a random page whose device has lost everything that it stored meanwhile. */
  lose(random: () => number): boolean {
    const pages = random() < 0.5 ? this.main : this.others;
    const index = Math.floor(random() * pages.length);
    const page = pages[index];
    if (page === undefined || this.tabs.some(({ device }) => device === page.device)) return false;
    const hadUnsent = page.device.size > 0;
    page.close();
    page.device.lose();
    this.#drop(page);
    pages[index] = this.#open(page.device);
    return hadUnsent;
  }

  /** Opens another tab of a random page, over the same device. */
  openTab(random: () => number): void {
    const pages = [...this.main, ...this.others];
    const page = pages[Math.floor(random() * pages.length)];
    if (page === undefined) return;
    page.device.hasHadTabs = true;
    this.tabs.push(this.#open(page.device));
  }

  /** Marks what a restored backup does not have, unless a page or a device has it. */
  afterRestore(): void {
    this.#isRestored = true;
    for (const documentId of new Set(this.list.map((page) => page.documentId)))
      this.release(documentId);
  }

  /** Closes the tab that was opened first. */
  closeTab(): void {
    const page = this.tabs.shift();
    if (page !== undefined) this.#drop(page);
  }

  /** Opens a page for each device whose outbox has updates of closed pages. Returns the number. */
  openLeftBehind(): number {
    const left = this.devices.filter(({ size }) => size > 0);
    for (const device of left) this.tabs.push(this.#open(device));
    return left.length;
  }

  /**
   * Marks the tokens of a document that neither the log, a device nor a page other than `closed`
   * has any more.
   */
  release(documentId: string, closed: Page | null = null): void {
    const { record, onlyTokens } = this.#options;
    if (!onlyTokens) return;
    const texts = this.list
      .filter((page) => page.documentId === documentId && page !== closed)
      .map(({ doc }) => contentIn(doc));
    const devices = this.devices.filter((device) => device.documentId === documentId);
    this.tokens.release(
      documentId,
      (token) =>
        record.mentions(documentId, token) ||
        texts.some((text) => text.includes(token)) ||
        devices.some((device) => device.mentions(token)),
    );
  }

  /**
   * [SIM3], [SIM13] Checks that all local changes of a page that shows *saved*, or whose changes
   * are all acknowledged, are on disk, and that those of a page whose mark says that they are on
   * the device are in its outbox.
   */
  prove(): void {
    for (const page of this.list) {
      const { saved } = page.link.state;
      if (saved.kind === 'offline' || isSaidToBeKept(saved)) this.#proveKept(page, saved.kind);
      // Acknowledged changes are proven now: a restore may come before the mark says *saved*.
      if (saved.kind !== 'saved' && page.link.pendingUpdates().length > 0) continue;
      for (const update of page.unproven)
        this.#options.record.demand(page.documentId, update, 'said to be saved');
      page.unproven = [];
    }
  }

  /**
   * Another tab may have sent an update of the page, and removed it. If a restore then loses it,
   * the page cannot know; it sends the update again.
   */
  #proveKept({ link, device, user, documentId }: Page, kind: string): void {
    if (this.#isRestored && device.hasHadTabs) return;
    const kept = new Set(device.updates());
    for (const update of link.pendingUpdates())
      if (!kept.has(update))
        this.#options.record.demand(documentId, update, `shown as ${kind} to ${user}, not kept`);
  }

  #typeToken({ doc, user, documentId }: Page, random: () => number): void {
    const token = this.tokens.create(user, documentId);
    const { text } = rootsIn(doc);
    const blocks = placesOfBlocks(text);
    const at = blocks[Math.floor(random() * blocks.length)];
    // After a marker or at the end: never within the token of another page.
    if (at !== undefined && random() < 0.8)
      text.insert(random() < 0.5 ? at + 1 : text.length, token);
    else addBlock(doc, at ?? text.length, token);
  }

  /** Closes a page. Tokens that only this page had may be missing from now on. */
  #drop(page: Page): void {
    page.close();
    this.release(page.documentId, page);
  }

  #openAll({ documentId, users }: Users): Page[] {
    return users.map((user) => {
      const mayKeep = (): boolean => this.#options.keeping() < 0.6;
      const device = new SimulatedDevice(user, documentId, mayKeep);
      this.devices.push(device);
      return this.#open(device);
    });
  }

  #open(device: SimulatedDevice): Page {
    const { user, documentId } = device;
    const doc = Object.assign(new Y.Doc({ guid: documentId }), { clientID: (this.#clients += 2) });
    for (const client of [doc.clientID, doc.clientID + 1]) this.owners.set(client, user);
    rootsIn(doc);
    const clock = new SkewedClock(this.#options.clock, this.#options.offset());
    const { outbox, end } = outboxOfPage(this.#options.record.watch(documentId, device));
    const link = this.#linkOf(device, outbox, doc, clock);
    const close = (): void => {
      link.close();
      end();
    };
    const page: Page = { user, documentId, device, clock, doc, unproven: [], link, close };
    doc.on(
      'update',
      (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
        if (transaction.local) page.unproven.push(update);
      },
    );
    return page;
  }

  #linkOf(
    { user, documentId, copies }: SimulatedDevice,
    outbox: Outbox,
    doc: Y.Doc,
    clock: SkewedClock,
  ): Link {
    const { random, pacing, wire, room } = this.#options;
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
      connect: (events) => wire.open({ user, documentId, room: () => room(documentId) }, events),
    });
  }
}

/** Returns an outbox that a page uses until `end` is called. */
function outboxOfPage(outbox: Outbox): { outbox: Outbox; end: () => void } {
  let isOpen = true;
  const ifOpen = <T>(act: () => Promise<T>): Promise<T> => (isOpen ? act() : never());
  return {
    outbox: {
      load: () => ifOpen(() => outbox.load()),
      add: (update, declaration) => ifOpen(() => outbox.add(update, declaration)),
      remove: (keys) => ifOpen(() => outbox.remove(keys)),
    },
    end: () => void (isOpen = false),
  };
}

/** True if the mark says that the unsent text is on this device. */
function isSaidToBeKept(saved: Link['state']['saved']): boolean {
  return saved.kind === 'not_saved' && saved.reason.includes('kept on this device');
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
