import type { Authorship } from './authorship.ts';
import { createCommitter } from './commit.ts';
import { closeCodes } from './frame.ts';
import { createHistory } from './history.ts';
import type { Clock, Folder, Reach, UpdateLog } from './ports.ts';
import { createRoom } from './room.ts';
import type { Room, RoomLimits } from './room-types.ts';
import { NotStored } from './writer.ts';

/** When a tail is folded into the snapshot. Source: performance, What is known about getting there. */
export type FoldLimits = { readonly foldUpdates: number; readonly foldBytes: number };

/** The limits that are right for most. */
export const defaultLimits: RoomLimits & FoldLimits = {
  waitingUpdatesMax: 4_000,
  waitingBytesMax: 4_194_304,
  laggingBytes: 1_048_576,
  documentBytesMax: 134_217_728,
  awarenessBytes: 16_384,
  foldUpdates: 1_000,
  foldBytes: 65_536,
};

/** Trouble that somebody should look at. `fold` costs nothing but space; `store` made people wait or resend. */
export type Trouble = { readonly kind: 'store' | 'fold'; readonly documentId: string; readonly error: unknown };

/** All documents that somebody has open in this process. */
export type Rooms = {
  /** The room of a document, loaded if need be; null where there is no such document. Rejects where the log cannot be read. */
  open(documentId: string): Promise<Room | null>;
  /**
   * Works with the room of a document and keeps it open so long, whoever leaves; null where there is no such document. Rejects with
   * what the work rejects with, and with {@link NotStored} when the process is ending.
   */
  use<T>(documentId: string, work: (room: Room) => Promise<T>): Promise<T | null>;
  /** The room of a document that is open. */
  find(documentId: string): Room | null;
  list(): readonly Room[];
  /** Stores what waits, then ends all rooms. */
  close(): Promise<void>;
};

/**
 * Makes the rooms of one process. `changed` is told of every commit and who typed what of it, `loaded` of every document that is
 * opened with a tail, because whatever followed its last change may have been cut short, `released` when nobody has it open any more.
 */
export function createRooms(options: {
  log: UpdateLog;
  folder: Folder;
  clock: Clock;
  limits: RoomLimits & FoldLimits;
  reach: Reach;
  /** Tells whether the disk has room for more; without it, it always has. */
  hasRoom?: () => boolean;
  changed: (documentId: string, written: readonly Authorship[]) => void;
  loaded: (documentId: string) => void;
  released: (documentId: string) => void;
  report: (trouble: Trouble) => void;
}): Rooms {
  const { log, folder, limits, reach, report } = options;
  const open = new Map<string, Room>();
  const loading = new Map<string, Promise<Room | null>>();
  const folding = new Map<Room, Promise<void>>();
  /** Rooms that somebody works with who has no connection, and how many they are. */
  const used = new Map<Room, number>();
  /** Rooms whose fold failed, and the length of the tail at which it is tried again. */
  const foldAgainAt = new WeakMap<Room, number>();
  const committer = createCommitter({ log, reach });
  let closing = false;

  async function load(documentId: string): Promise<Room | null> {
    const stored = await log.load(documentId);
    if (stored === null) return null;
    const room = createRoom({
      documentId,
      history: createHistory(stored),
      clients: stored.clients,
      limits,
      clock: options.clock,
      reach,
      hasRoom: options.hasRoom ?? (() => true),
      submit: (changed) => committer.submit(changed),
      changed(changed, written) {
        options.changed(documentId, written);
        // Work with a room reads from its tail what came meanwhile.
        if (isLong(changed) && !used.has(changed)) void fold(changed);
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
    return (updates >= limits.foldUpdates || bytes >= limits.foldBytes) && updates >= (foldAgainAt.get(room) ?? 0);
  }

  /** Folds the tail of a room; never twice at once for one room, and never in the way of what is typed meanwhile. */
  function fold(room: Room): Promise<void> {
    const current = folding.get(room);
    if (current !== undefined) return current;
    const next = foldOnce(room).finally(() => folding.delete(room));
    folding.set(room, next);
    return next;
  }

  async function foldOnce(room: Room): Promise<void> {
    const { documentId, history } = room;
    try {
      reach('before-fold');
      const snapshot = await folder.fold(documentId, history.whole());
      reach('before-snapshot');
      if (await log.fold(documentId, snapshot)) history.fold(snapshot);
      reach('after-snapshot');
    } catch (error) {
      foldAgainAt.set(room, history.tail().updates + limits.foldUpdates);
      report({ kind: 'fold', documentId, error });
    }
  }

  /** The last person has left: fold, and forget the room unless somebody has come in or something came up meanwhile. */
  async function release(room: Room): Promise<void> {
    if (isNeeded(room) || closing) return;
    if (room.history.tail().updates > 0) await fold(room);
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
      await Promise.allSettled(folding.values());
      open.clear();
    },
  };
}
