import type { Authorship } from './authorship.ts';
import { createCommitter, type Committer } from './commit.ts';
import { closeCodes } from '../protocol/frame.ts';
import { createCommittedLog } from './committed-log.ts';
import {
  createCompaction,
  type Compaction,
  type CompactionLimits,
  type Trouble,
} from './compaction.ts';
import type { Clock } from '../protocol/clock.ts';
import type { RefusalReason } from '../protocol/refused.ts';
import type { Compactor, ReachFaultPoint, UpdateLog } from './ports.ts';
import { createRoom } from './room.ts';
import type { Room, RoomLimits } from './room-types.ts';
import { createSlices, type Later, type Slices } from './slices.ts';
import type { Follow } from './trail.ts';
import { NotStored } from './writer.ts';

/** Default limits. */
export const defaultLimits: RoomLimits & CompactionLimits = {
  waitingUpdatesMax: 4_000,
  waitingBytesMax: 4_194_304,
  laggingBytes: 1_048_576,
  documentBytesMax: 134_217_728,
  awarenessBytes: 16_384,
  compactionUpdates: 1_000,
  compactionBytes: 65_536,
};

/**
 * Time after which a room on a shared log checks whether it lacks entries (ms). The process that
 * had the document before may have stored some after the room was loaded, until it noticed that it
 * has lost the document: half a second after others may take over. Source: `goneAfter` in
 * `apps/server/src/realtime/nodes/nodes.ts`.
 */
export const checkedAfter = 5_000;

/** Shortest time between two such checks of a room (ms). */
const checkedEvery = 200;

/** All open documents of this process. */
export type Rooms = {
  /**
   * Returns the room of a document, loading it if necessary; null if there is no such document.
   * Rejects if the log cannot be read.
   */
  open(documentId: string): Promise<Room | null>;
  /**
   * Runs `work` with the room of a document and keeps it open meanwhile, even without connections.
   * Returns null if there is no such document. Rejects with the error of `work`, or with
   * {@link NotStored} when the process is ending.
   */
  use<T>(documentId: string, work: (room: Room) => Promise<T>): Promise<T | null>;
  /** Returns the room of a document if it is open. */
  find(documentId: string): Room | null;
  /**
   * Compacts the tail of an open room, so that deleted text loses its content. Does nothing while
   * the room is in use, or if no room is open: that of a closed document is compacted.
   */
  compact(documentId: string): Promise<void>;
  list(): readonly Room[];
  /**
   * Ends the room of a document that another process serves now: its pages return to that process.
   * Server writes that are not being stored fail with {@link NotStored}.
   */
  lose(documentId: string): void;
  /** Stores pending updates, then ends all rooms. */
  close(): Promise<void>;
};

/**
 * Options of {@link createRooms}. `changed` is called for every commit, with its authorship.
 * `loaded` is called for every document opened with a tail, because processing after its last
 * change may have been interrupted. `released` is called when a document is not open any more.
 * `follow` decides which updates are followed; default: none. `heads` returns the numbers of the
 * last entries of documents, given if other processes may write to the log: [ROOM22].
 */
export type RoomsOptions = {
  readonly log: UpdateLog;
  readonly compactor: Compactor;
  readonly clock: Clock;
  readonly limits: RoomLimits & CompactionLimits;
  readonly reach: ReachFaultPoint;
  /** True if the disk has space for more; default: always true. */
  readonly hasDiskSpace?: () => boolean;
  readonly changed: (documentId: string, written: readonly Authorship[]) => void;
  readonly loaded: (documentId: string) => void;
  readonly released: (documentId: string) => void;
  readonly report: (trouble: Trouble) => void;
  /** Called with the reason of each refused update. */
  readonly refused?: (reason: RefusalReason) => void;
  /** Continues long checks, such as `setImmediate`. */
  readonly later: Later;
  readonly follow?: Follow;
  readonly heads?:
    ((documentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>) | null;
};

/** Creates the rooms of one process. */
export function createRooms(options: RoomsOptions): Rooms {
  return new OpenRooms(options);
}

class OpenRooms implements Rooms {
  readonly #options: RoomsOptions;
  readonly #committer: Committer;
  readonly #compaction: Compaction;
  readonly #slices: Slices;
  readonly #open = new Map<string, Room>();
  readonly #loading = new Map<string, Promise<Room | null>>();
  /** Rooms in use by server work without a connection, with the number of such uses. */
  readonly #used = new Map<Room, number>();
  /** Rooms whose head is compared with the log now, or was a short time ago. */
  readonly #checked = new Map<Room, Promise<boolean>>();
  #isClosing = false;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#committer = createCommitter(options);
    this.#compaction = createCompaction(options);
    this.#slices = createSlices(options.later);
  }

  async open(documentId: string): Promise<Room | null> {
    const here = this.#open.get(documentId);
    if (here !== undefined) return here;
    let promise = this.#loading.get(documentId);
    if (promise === undefined) {
      promise = this.#load(documentId).finally(() => this.#loading.delete(documentId));
      this.#loading.set(documentId, promise);
    }
    return promise;
  }

  async use<T>(documentId: string, work: (room: Room) => Promise<T>): Promise<T | null> {
    if (this.#isClosing) throw new NotStored('ended');
    const room = await this.open(documentId);
    if (room === null) return null;
    this.#used.set(room, (this.#used.get(room) ?? 0) + 1);
    try {
      return await work(room);
    } finally {
      const others = (this.#used.get(room) ?? 1) - 1;
      if (others > 0) this.#used.set(room, others);
      else this.#used.delete(room);
      void this.#release(room);
    }
  }

  find(documentId: string): Room | null {
    return this.#open.get(documentId) ?? null;
  }

  async compact(documentId: string): Promise<void> {
    const room = this.#open.get(documentId);
    if (room === undefined) return;
    // A compaction that runs now may have begun before the last change.
    for (let runs = 0; runs < 2; runs += 1) {
      if (room.log.tail().updates === 0 || this.#used.has(room)) return;
      await this.#compaction.run(room);
    }
  }

  list(): readonly Room[] {
    return [...this.#open.values()];
  }

  lose(documentId: string): void {
    const room = this.#open.get(documentId);
    // Removed, so that a server edit that is tried again does not find its own unstored try here.
    this.#open.delete(documentId);
    room?.end(closeCodes.tryAgain, 'another node serves this document');
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const room of this.#open.values()) {
      room.announce({ kind: 'going_away' });
      for (const session of room.sessions) session.socket.pause();
    }
    await this.#slices.idle();
    await this.#committer.idle();
    const ended = [...this.#open.values()];
    this.#open.clear();
    for (const room of ended) {
      room.end(closeCodes.goingAway, 'the server is going away');
      // Another node may serve the document before this one has compacted it.
      this.#options.released(room.documentId);
    }
    await this.#compaction.idle();
  }

  async #load(documentId: string): Promise<Room | null> {
    const { log, limits, clock, reach, hasDiskSpace, loaded, heads } = this.#options;
    const stored = await log.load(documentId);
    if (stored === null) return null;
    const room = createRoom({
      documentId,
      log: createCommittedLog(stored),
      clients: stored.clients,
      limits,
      clock,
      reach,
      hasDiskSpace: hasDiskSpace ?? (() => true),
      submit: (changed) => this.#committer.submit(changed),
      changed: (changed, written) => this.#changed(changed, written),
      emptied: (empty) => void this.#release(empty),
      failed: (broken, error) => this.#failed(broken, error),
      slices: this.#slices,
      refused: (reason) => this.#options.refused?.(reason),
      unchecked: (_, error, by) => this.#options.report({ kind: 'check', documentId, error, by }),
      follow: this.#options.follow ?? (() => null),
      checkHead: () => this.#checkHead(room),
    });
    this.#open.set(documentId, room);
    if (heads) clock.after(checkedAfter, () => void this.#checkHead(room));
    if (stored.entries.length > 0) loaded(documentId);
    return room;
  }

  #changed(room: Room, written: readonly Authorship[]): void {
    this.#options.changed(room.documentId, written);
    if (room.sessions.size === 0) void this.#release(room);
    // Not while the room is in use: that work reads concurrent updates from the tail.
    else if (this.#compaction.isDue(room) && !this.#used.has(room)) void this.#compaction.run(room);
  }

  #failed(room: Room, error: unknown): void {
    const { documentId } = room;
    if (this.#open.get(documentId) === room) this.#open.delete(documentId);
    this.#options.report({ kind: 'store', documentId, error });
  }

  /**
   * [ROOM22] Ends a room that lacks entries of the log: another process has stored them. Checks at
   * most once within {@link checkedEvery}, because a client may ask for it.
   *
   * @returns true if the room goes on
   */
  #checkHead(room: Room): Promise<boolean> {
    const { heads, clock, report } = this.#options;
    const { documentId } = room;
    if (!heads || this.#open.get(documentId) !== room) return Promise.resolve(true);
    const check = async (): Promise<boolean> => {
      try {
        const head = (await heads([documentId])).get(documentId) ?? 0;
        // During a commit, the log may have an entry of this room; a conflict would end it.
        if (head <= room.log.seq() || !room.settled()) return true;
        room.conflicted();
        return false;
      } catch (error) {
        report({ kind: 'store', documentId, error });
        return true;
      }
    };
    const checked = this.#checked.get(room) ?? check();
    if (!this.#checked.has(room)) {
      this.#checked.set(room, checked);
      clock.after(checkedEvery, () => this.#checked.delete(room));
    }
    return checked;
  }

  /** Compacts and closes a room after its last connection, unless it is in use again by then. */
  async #release(room: Room): Promise<void> {
    const { documentId } = room;
    if (this.#isNeeded(room) || this.#isClosing) return;
    if (room.log.tail().updates > 0) await this.#compaction.run(room);
    if (this.#isNeeded(room) || this.#open.get(documentId) !== room) return;
    this.#open.delete(documentId);
    room.end(closeCodes.normal, 'empty');
    this.#options.released(documentId);
  }

  #isNeeded(room: Room): boolean {
    return room.sessions.size > 0 || this.#used.has(room) || !room.settled();
  }
}
