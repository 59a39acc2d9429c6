import * as Y from 'yjs';
import { createMemoryCopies, createMemoryOutbox, type HeldClock } from './memory.ts';
import { addBlock, randomEdit } from './random-edit.ts';
import type { SimulatedDisk } from './simulation-disk.ts';
import type { SimulatedWire } from './simulation-wire.ts';
import { openLink } from '../client/link.ts';
import type { Link } from '../client/link-types.ts';
import type { CopyStore, Outbox } from '../client/ports.ts';
import { rootsIn } from '../protocol/roots.ts';
import type { Room } from '../server/room-types.ts';

/** A browser tab of a user. A reload creates a new one over the same outbox. */
export type Page = {
  readonly user: string;
  readonly outbox: Outbox & { readonly size: number };
  readonly copies: CopyStore;
  doc: Y.Doc;
  link: Link;
  /** Local updates that were not verified on disk yet, since the mark last said *saved*. */
  unproven: Uint8Array[];
};

/**
 * Parts of a simulation that its pages use. `random`, `keeping` and `pacing` return numbers in
 * [0, 1), each from its own sequence. `onlyTokens`: pages insert tokens and edit nothing else.
 */
export type SimulatedPagesOptions = {
  readonly disk: SimulatedDisk;
  readonly wire: SimulatedWire;
  readonly clock: HeldClock;
  readonly random: () => number;
  readonly keeping: () => number;
  readonly pacing: () => number;
  readonly room: () => Promise<Room | null>;
  readonly firstClient: number;
  readonly onlyTokens: boolean;
};

/** The pages of the users of a simulation. */
export class SimulatedPages {
  /** The present page of each user. */
  readonly list: Page[];
  /** Inserted tokens: each must be in the document exactly once. */
  readonly tokens: string[] = [];
  /** Owner of each client id. */
  readonly owners = new Map<number, string>();
  readonly #options: SimulatedPagesOptions;
  #clients: number;

  constructor(users: readonly string[], options: SimulatedPagesOptions) {
    this.#options = options;
    this.#clients = options.firstClient;
    this.list = users.map((user) => this.#open(user, createMemoryOutbox(), this.#someCopies()));
  }

  /** Makes a random change on a random page. */
  type(): void {
    const { random, onlyTokens } = this.#options;
    const page = this.list[Math.floor(random() * this.list.length)] as Page;
    const { doc } = page;
    // A page writes edits under its even client id, and suggestions under the odd one after it.
    doc.clientID += random() < 0.5 ? (doc.clientID % 2 === 0 ? 1 : -1) : 0;
    if (onlyTokens) this.#typeToken(page);
    else if (random() < 0.1) reject(page);
    else randomEdit(doc, random, page.user);
  }

  /** Closes a random page and opens it anew over what its device stored. */
  reload(): void {
    const index = Math.floor(this.#options.random() * this.list.length);
    const page = this.list[index] as Page;
    page.link.close();
    this.list[index] = this.#open(page.user, page.outbox, page.copies);
  }

  /** [SIM3] Checks that all local changes of a page that shows *saved* are on disk. */
  prove(): void {
    for (const page of this.list) {
      if (page.link.state.saved.kind !== 'saved') continue;
      for (const update of page.unproven) this.#options.disk.demand(update, 'said to be saved');
      page.unproven = [];
    }
  }

  /** True if all pages are connected and everything typed on them is saved. */
  areQuiet(): boolean {
    return this.list.every(
      ({ link, outbox }) =>
        link.state.connected && link.state.saved.kind === 'saved' && outbox.size === 0,
    );
  }

  #typeToken({ doc, user }: Page): void {
    const { random } = this.#options;
    const token = `⟦${user}:${this.tokens.length}⟧`;
    this.tokens.push(token);
    const { text } = rootsIn(doc);
    const blocks = placesOfBlocks(text);
    const at = blocks[Math.floor(random() * blocks.length)];
    // After a marker or at the end: never within the token of another page.
    if (at !== undefined && random() < 0.8)
      text.insert(random() < 0.5 ? at + 1 : text.length, token);
    else addBlock(doc, at ?? text.length, token);
  }

  #open(user: string, outbox: Page['outbox'], copies: CopyStore): Page {
    const doc = Object.assign(new Y.Doc(), { clientID: (this.#clients += 2) });
    for (const client of [doc.clientID, doc.clientID + 1]) this.owners.set(client, user);
    rootsIn(doc);
    const link = this.#linkOf(user, doc, this.#options.disk.watch(outbox), copies);
    const page: Page = { user, outbox, copies, doc, unproven: [], link };
    doc.on(
      'update',
      (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
        if (transaction.local) page.unproven.push(update);
      },
    );
    return page;
  }

  #linkOf(user: string, doc: Y.Doc, outbox: Outbox, copies: CopyStore): Link {
    const { clock, random, pacing, wire, room } = this.#options;
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
      connect: (events) => wire.open(user, events, room),
    });
  }

  /** Creates a copy store that fails at random, so that copies may be outdated or missing. */
  #someCopies(): CopyStore {
    const copies = createMemoryCopies();
    const isWilling = (): boolean => this.#options.keeping() < 0.6;
    return {
      load: async () =>
        isWilling() ? copies.load() : Promise.reject(new Error('the device is busy')),
      save: async (copy) =>
        isWilling() ? copies.save(copy) : Promise.reject(new Error('the device is full')),
      remove: () => copies.remove(),
    };
  }
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
