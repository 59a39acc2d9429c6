import type { Authorship } from './authorship.ts';
import { createCommitter } from './commit.ts';
import { closeCodes } from '../protocol/frame.ts';
import { createCommittedLog } from './committed-log.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Compactor, ReachFaultPoint, UpdateLog } from './ports.ts';
import { createRoom } from './room.ts';
import type { Room, RoomLimits } from './room-types.ts';
import { NotStored } from './writer.ts';

/**
 * Size of the tail at which it is merged into the snapshot. Source: performance, What is known
 * about getting there.
 */
export type CompactionLimits = {
  readonly compactionUpdates: number;
  readonly compactionBytes: number;
};

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
 * An error to report to the operator. `compact` costs only disk space; `store` made users wait or
 * resend.
 */
export type Trouble = {
  readonly kind: 'store' | 'compact';
  readonly documentId: string;
  readonly error: unknown;
};

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
  list(): readonly Room[];
  /** Stores pending updates, then ends all rooms. */
  close(): Promise<void>;
};

/**
 * Creates the rooms of one process. `changed` is called for every commit, with its authorship.
 * `loaded` is called for every document opened with a tail, because processing after its last
 * change may have been interrupted. `released` is called when a document is not open any more.
 */
export function createRooms(options: {
  log: UpdateLog;
  compactor: Compactor;
  clock: Clock;
  limits: RoomLimits & CompactionLimits;
  reach: ReachFaultPoint;
  /** True if the disk has space for more; default: always true. */
  hasRoom?: () => boolean;
  changed: (documentId: string, written: readonly Authorship[]) => void;
  loaded: (documentId: string) => void;
  released: (documentId: string) => void;
  report: (trouble: Trouble) => void;
}): Rooms {
  const { log, compactor, limits, reach, report } = options;
  const open = new Map<string, Room>();
  const loading = new Map<string, Promise<Room | null>>();
  const compacting = new Map<Room, Promise<void>>();
  /** Rooms in use by server work without a connection, with the number of such uses. */
  const used = new Map<Room, number>();
  /** Rooms whose compaction failed, with the length of the tail at which it is retried. */
  const compactAgainAt = new WeakMap<Room, number>();
  const committer = createCommitter({ log, reach });
  let closing = false;

  async function load(documentId: string): Promise<Room | null> {
    const stored = await log.load(documentId);
    if (stored === null) return null;
    const room = createRoom({
      documentId,
      history: createCommittedLog(stored),
      clients: stored.clients,
      limits,
      clock: options.clock,
      reach,
      hasRoom: options.hasRoom ?? (() => true),
      submit: (changed) => committer.submit(changed),
      changed(changed, written) {
        options.changed(documentId, written);
        // Not while the room is in use: that work reads concurrent updates from the tail.
        if (isLong(changed) && !used.has(changed)) void compact(changed);
        else if (changed.sessions.size === 0) void release(changed);
      },
      emptied: (empty) => void release(empty),
      failed(broken, error) {
        if (open.get(documentId) === broken) open.delete(documentId);
        report({ kind: 'store', documentId, error });
      },
    });
    open.set(documentId, room);
    if (stored.entries.length > 0) options.loaded(documentId);
    return room;
  }

  function isLong(room: Room): boolean {
    const { updates, bytes } = room.history.tail();
    return (
      (updates >= limits.compactionUpdates || bytes >= limits.compactionBytes) &&
      updates >= (compactAgainAt.get(room) ?? 0)
    );
  }

  /**
   * Compacts the tail of a room, at most once at a time per room. Does not block concurrent edits.
   */
  function compact(room: Room): Promise<void> {
    const current = compacting.get(room);
    if (current !== undefined) return current;
    const next = compactOnce(room).finally(() => compacting.delete(room));
    compacting.set(room, next);
    return next;
  }

  async function compactOnce(room: Room): Promise<void> {
    const { documentId, history } = room;
    try {
      reach('before-compaction');
      const snapshot = await compactor.compact(documentId, history.whole());
      reach('before-snapshot');
      if (await log.compact(documentId, snapshot)) history.compact(snapshot);
      reach('after-snapshot');
    } catch (error) {
      compactAgainAt.set(room, history.tail().updates + limits.compactionUpdates);
      report({ kind: 'compact', documentId, error });
    }
  }

  /** Compacts and closes a room after its last connection, unless it is in use again by then. */
  async function release(room: Room): Promise<void> {
    if (isNeeded(room) || closing) return;
    if (room.history.tail().updates > 0) await compact(room);
    if (isNeeded(room) || open.get(room.documentId) !== room) return;
    open.delete(room.documentId);
    room.end(closeCodes.normal, 'empty');
    options.released(room.documentId);
  }

  function isNeeded(room: Room): boolean {
    return room.sessions.size > 0 || used.has(room) || !room.settled();
  }

  async function openRoom(documentId: string): Promise<Room | null> {
    const here = open.get(documentId);
    if (here !== undefined) return here;
    let promise = loading.get(documentId);
    if (promise === undefined) {
      promise = load(documentId).finally(() => loading.delete(documentId));
      loading.set(documentId, promise);
    }
    return promise;
  }

  return {
    open: openRoom,
    async use(documentId, work) {
      if (closing) throw new NotStored('ended');
      const room = await openRoom(documentId);
      if (room === null) return null;
      used.set(room, (used.get(room) ?? 0) + 1);
      try {
        return await work(room);
      } finally {
        const others = (used.get(room) ?? 1) - 1;
        if (others > 0) used.set(room, others);
        else used.delete(room);
        void release(room);
      }
    },
    find: (documentId) => open.get(documentId) ?? null,
    list: () => [...open.values()],
    async close() {
      closing = true;
      for (const room of open.values()) {
        room.announce({ kind: 'going_away' });
        for (const session of room.sessions) session.socket.pause();
      }
      await committer.idle();
      for (const room of open.values()) room.end(closeCodes.goingAway, 'the server is going away');
      await Promise.allSettled(compacting.values());
      open.clear();
    },
  };
}
