import * as Y from 'yjs';
import { createMemoryRooms } from './memory-rooms.ts';
import type { HeldClock } from './memory.ts';
import { addBlock } from './random-edit.ts';
import { SkewedClock } from './simulation-clock.ts';
import type { Ending, SimulatedDisk } from './simulation-disk.ts';
import type { KilledWrites } from './simulation-writes.ts';
import { visitorOf } from './simulation-wire.ts';
import { writeFrame } from '../protocol/frame.ts';
import { buildDoc } from '../server/compact.ts';
import { connect } from '../server/connection.ts';
import type { Socket } from '../server/ports.ts';
import type { Room } from '../server/room-types.ts';
import { checkedAfter, type Rooms } from '../server/rooms.ts';
import { createServerEdits, type ComposeEdit, type ServerEdits } from '../server/server-edits.ts';

/**
 * Parts of a simulation that its server uses. `random`, `editing` and `forging` return numbers in
 * [0, 1), each from its own sequence.
 */
export type SimulatedServerOptions = {
  /** All documents. Server edits and forged updates are made in the first one. */
  readonly documents: readonly [string, ...string[]];
  readonly disk: SimulatedDisk;
  readonly clock: HeldClock;
  /** Offset of the server's clock (ms). */
  readonly offset: number;
  readonly random: () => number;
  readonly editing: () => number;
  readonly forging: () => number;
};

/** Time after which a node notices at the latest that another one has its documents (ms). */
const noticedAfter = checkedAfter - 1_000;

/**
 * The server half of a simulation, which is killed and started again. With a shared database,
 * another node may take over while the one before still has connections.
 */
export class SimulatedServer {
  /** The clock of all nodes. */
  readonly clock: SkewedClock;
  /** Number of commits. */
  stored = 0;
  /** Number of updates sent under the client id of another user. */
  forged = 0;
  /** Server edits by token, with their reported outcome. */
  readonly edited = new Map<string, 'unknown' | 'stored' | 'lost'>();
  readonly #options: SimulatedServerOptions;
  #rooms: Rooms;
  #edits: ServerEdits;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    this.clock = new SkewedClock(options.clock, options.offset);
    this.#rooms = this.#start();
    this.#edits = this.#editsOf(this.#rooms);
  }

  /** Returns the room of a document, loading it if necessary. */
  open(documentId: string): Promise<Room | null> {
    return this.#rooms.open(documentId);
  }

  /**
   * Kills the server: its memory is lost. Starts another one, after `meanwhile`. Returns what
   * became of the writes of the first.
   */
  async restart(ending?: Ending, meanwhile?: () => Promise<void>): Promise<KilledWrites> {
    const killed = this.#options.disk.kill(ending);
    if (meanwhile !== undefined) await meanwhile();
    this.takeOver(() => undefined);
    return killed;
  }

  /**
   * Starts a node beside the present one. New connections are to the new node. The present one goes
   * on until an append of it is in conflict, or until it notices: by default after a time.
   */
  takeOver(
    notice: (end: () => void) => void = (end) => this.#options.clock.after(noticedAfter, end),
  ): void {
    const before = this.#rooms;
    notice(() => {
      for (const documentId of this.#options.documents) before.lose(documentId);
    });
    this.#rooms = this.#start();
    this.#edits = this.#editsOf(this.#rooms);
  }

  /** Adds a paragraph as a server edit, as a restore does. After a kill its outcome is unknown. */
  edit(): void {
    const token = `⟦server:${this.edited.size}⟧`;
    this.edited.set(token, 'unknown');
    const compose: ComposeEdit = async (updates, client) => {
      const doc = Object.assign(buildDoc(updates), { clientID: client });
      const before = Y.encodeStateVector(doc);
      addBlock(doc, 0, token);
      return Y.encodeStateAsUpdate(doc, before);
    };
    const [documentId] = this.#options.documents;
    this.#edits.make(documentId, { user: 'ada', session: '' }, compose).then(
      () => {
        const isStored = this.logText(documentId).includes(token);
        this.edited.set(token, isStored ? 'stored' : 'lost');
      },
      () => undefined,
    );
  }

  /**
   * Continues the text of another page under its client id, as a user with the right to write and a
   * custom client.
   */
  async forge(): Promise<void> {
    const { disk, forging } = this.#options;
    const [documentId] = this.#options.documents;
    const appends = disk.record.appends(documentId);
    const written = appends.flatMap(({ authorship }) =>
      authorship.flatMap(({ inserted }) => inserted.map(({ client }) => client)),
    );
    const known = [...new Set(written)];
    const client = known[Math.floor(forging() * known.length)];
    // After a restore, ids may have no owner until their users return: SPEC.md, "Recovery".
    const owned = new Set(appends.flatMap(({ clients }) => clients.map((each) => each.client)));
    if (client === undefined || !owned.has(client)) return;
    const doc = Object.assign(buildDoc(disk.record.bytes(documentId)), { clientID: client });
    const before = Y.encodeStateVector(doc);
    addBlock(doc, 0, 'forged');
    const room = await this.open(documentId).catch(() => null);
    if (room === null) return;
    const connection = connect(room, visitorOf('mallory'), deafSocket, 'editor', 'write');
    connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc, before)));
    connection.closed();
    this.forged += 1;
  }

  /** Returns the content of a stored document. */
  logText(documentId: string): string {
    return this.#options.disk.record.described(documentId).text;
  }

  #start(): Rooms {
    const { disk, random } = this.#options;
    const log = disk.start();
    return createMemoryRooms({
      log,
      heads: log.heads ?? null,
      clock: this.clock,
      limits: {
        compactionUpdates: 1 + Math.floor(random() * 12),
        laggingBytes: 200,
      },
      changed: () => (this.stored += 1),
      report: () => undefined,
    });
  }

  #editsOf(rooms: Rooms): ServerEdits {
    return createServerEdits({ rooms, clock: this.clock, random: this.#options.editing });
  }
}

const nothing = (): void => undefined;

/** A socket whose client reads everything, and ignores it. */
export const deafSocket: Socket = {
  send: nothing,
  close: nothing,
  buffered: 0,
  pause: nothing,
  resume: nothing,
};
