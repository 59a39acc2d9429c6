import * as Y from 'yjs';
import { createMemoryRooms } from './memory-rooms.ts';
import type { HeldClock } from './memory.ts';
import { addBlock } from './random-edit.ts';
import type { SimulatedDisk } from './simulation-disk.ts';
import { writeFrame } from '../protocol/frame.ts';
import { contentIn } from '../protocol/roots.ts';
import { buildDoc } from '../server/compact.ts';
import { connect } from '../server/connection.ts';
import type { Room } from '../server/room-types.ts';
import type { Rooms } from '../server/rooms.ts';
import { createServerEdits, type ComposeEdit, type ServerEdits } from '../server/server-edits.ts';

/**
 * Parts of a simulation that its server uses. `random`, `editing` and `forging` return numbers in
 * [0, 1), each from its own sequence.
 */
export type SimulatedServerOptions = {
  readonly documentId: string;
  readonly disk: SimulatedDisk;
  readonly clock: HeldClock;
  readonly random: () => number;
  readonly editing: () => number;
  readonly forging: () => number;
};

/** The server half of a simulation, which is killed and started again. */
export class SimulatedServer {
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
    this.#rooms = this.#start();
    this.#edits = this.#editsOf(this.#rooms);
  }

  /** Returns the room of the document, loading it if necessary. */
  open(): Promise<Room | null> {
    return this.#rooms.open(this.#options.documentId);
  }

  /** Starts another server, after the memory of the present one was lost. */
  restart(): void {
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
    this.#edits.make(this.#options.documentId, { user: 'ada', session: '' }, compose).then(
      () => {
        this.edited.set(token, this.logText().includes(token) ? 'stored' : 'lost');
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
    const known = [
      ...new Set(disk.authorship().flatMap(({ inserted }) => inserted.map(({ client }) => client))),
    ];
    const client = known[Math.floor(forging() * known.length)];
    if (client === undefined) return;
    const doc = Object.assign(buildDoc(disk.bytes()), { clientID: client });
    const before = Y.encodeStateVector(doc);
    addBlock(doc, 0, 'forged');
    const room = await this.open().catch(() => null);
    if (room === null) return;
    const nothing = (): void => undefined;
    const socket = { send: nothing, close: nothing, buffered: 0, pause: nothing, resume: nothing };
    const card = { id: 'mallory', name: 'mallory', color: '#000000' };
    const visitor = { user: 'mallory', session: 'mallory', card, speaksLonghand: true };
    const connection = connect(room, visitor, socket, 'editor', 'write');
    connection.receive(writeFrame(1, Y.encodeStateAsUpdate(doc, before)));
    connection.closed();
    this.forged += 1;
  }

  /** Returns the content of the stored document. */
  logText(): string {
    return contentIn(buildDoc(this.#options.disk.bytes()));
  }

  #start(): Rooms {
    const { disk, clock, random } = this.#options;
    const generation = disk.start();
    return createMemoryRooms({
      log: generation,
      clock,
      limits: {
        compactionUpdates: 1 + Math.floor(random() * 12),
        laggingBytes: 200,
      },
      changed: () => (this.stored += 1),
      report: () => undefined,
    });
  }

  #editsOf(rooms: Rooms): ServerEdits {
    const { clock, editing } = this.#options;
    return createServerEdits({ rooms, clock, random: editing });
  }
}
