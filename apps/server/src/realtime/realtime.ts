import type { Server } from 'node:http';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { closeCodes } from '@longhand/sync/protocol';
import { createRooms, defaultLimits, type Trouble, type UpdateLog } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import type { Live } from '../domain/live.ts';
import type { LiveNow } from '../domain/live-figures.ts';
import type { NotifyOfText } from '../domain/text-news.ts';
import type { OnWorkSessionEnd } from '../domain/work-session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { addDuration, type Durations } from '../platform/durations.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import type { Log } from '../platform/log.ts';
import { createCounting } from './summarizing.ts';
import { createSummaries } from './summaries.ts';
import { createSearchIndexer } from './search-indexer.ts';
import { createGateway, type Admitted } from './gateway.ts';
import { createWorkSessions } from './work-sessions.ts';
import { createTexts } from './texts.ts';
import { createUpdateLog } from './update-log.ts';
import { createVisitors } from './visitors.ts';
import { createLastSeenSnapshots } from './last-seen-snapshots.ts';
import { createVisits } from './visits.ts';
import { createWorkers } from './workers.ts';

/**
 * Maximum length of a stretch of work, even if no user leaves: ten minutes (ms). Source: features,
 * History.
 */
const longestStretch = 600_000;

/**
 * Maximum number of unread bytes for all connections of one session: half of the largest document.
 */
const unreadOfSessionMax = 67_108_864;

/** Time between two records of the entries that connected users have (ms). */
const noteEvery = 60_000;

/** The live channel of one process. */
export type Realtime = {
  readonly live: Live;
  /** Returns the current figures. `commits` counts since the process began. */
  figures(): LiveNow;
  /** Handles the upgrades of a server. */
  attach(server: Server): void;
  /** Stores received updates, notifies the clients, and closes. */
  close(): Promise<void>;
};

/**
 * Creates the live channel from the engine and its ports: PostgreSQL, worker threads and
 * WebSockets.
 */
export function createRealtime(deps: {
  db: Kysely<Schema>;
  pool: Pool;
  clock: Clock;
  log: Log;
  kill: KillPoints;
  publicUrl: string | null;
  limits: Config['live'];
  /** Checks that the disk has room for new text. */
  room: Pick<DiskRoom, 'hadLately'>;
  /** Called at the end of each stretch of work in a document. */
  worked: OnWorkSessionEnd;
  /** Called with newly mentioned users and with decisions about suggestions. */
  noticed: NotifyOfText;
  /** Maximum length of a stretch of work (ms). */
  stretchMs?: number;
  /** Maximum number of unread bytes for all connections of one session. */
  unreadOfSessionMax?: number;
}): Realtime {
  const { db, log, limits } = deps;
  const commits: Durations = {};
  const updates = timing(createUpdateLog(deps.pool), commits);
  const workers = createWorkers();
  const visitors = createVisitors(deps);
  const visits = createVisits({
    db,
    clock: deps.clock,
    report: (error) => log.warn({ err: error }, 'a visit could not be stored'),
  });
  const sights = createLastSeenSnapshots({
    db,
    workers,
    report: (error, documentId) =>
      log.warn({ err: error, documentId }, 'a last-seen snapshot could not be stored'),
  });
  const engineClock = {
    now: () => deps.clock.now(),
    after(milliseconds: number, call: () => void) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const open = (): string[] => rooms.list().map(({ documentId }) => documentId);
  const isOpen = (documentId: string): boolean => rooms.find(documentId) !== null;
  const report = (error: unknown, documentId: string): void =>
    log.error({ err: error, documentId }, 'the word count of a document could not be updated');
  const texts = createTexts({
    updates,
    workers,
    rooms: () => rooms,
    clock: engineClock,
    random: Math.random,
  });
  const stretches = createWorkSessions({
    db,
    clock: deps.clock,
    read: texts.findState,
    open,
    worked: deps.worked,
    report,
  });
  const counting = createCounting({
    db,
    workers,
    whole: texts.findNewest,
    stretchMs: deps.stretchMs ?? longestStretch,
    noticed: deps.noticed,
  });
  const digests = createSummaries({ counting, stretches, clock: deps.clock, isOpen, report });
  const unfound = (error: unknown, documentId: string): void =>
    log.error({ err: error, documentId }, 'a document could not be indexed for search');
  const finding = createSearchIndexer({
    db,
    workers,
    clock: deps.clock,
    whole: texts.findNewest,
    report: unfound,
  });
  const rooms = createRooms({
    log: updates,
    compactor: workers,
    clock: engineClock,
    limits: {
      waitingUpdatesMax: limits.waitingUpdates,
      waitingBytesMax: limits.waitingBytes,
      laggingBytes: defaultLimits.laggingBytes,
      documentBytesMax: defaultLimits.documentBytesMax,
      awarenessBytes: limits.awarenessBytes,
      foldUpdates: limits.foldUpdates,
      foldBytes: limits.foldBytes,
    },
    reach: (moment) => deps.kill.reach(moment),
    hasRoom: () => deps.room.hadLately(),
    changed(documentId, written) {
      digests.changed(documentId, written);
      finding.changed(documentId);
    },
    loaded: (documentId) => digests.loaded(documentId),
    released: (documentId) => digests.released(documentId),
    report: ({ kind, documentId, error }: Trouble) =>
      log.error({ err: error, documentId }, troubles[kind]),
  });
  const gateway = createGateway({
    rooms,
    visitors,
    limits,
    unreadBytesMax: defaultLimits.laggingBytes * 4,
    unreadOfSessionMax: deps.unreadOfSessionMax ?? unreadOfSessionMax,
    opened: (userId, documentId) => visits.note(userId, documentId),
    left(userId, documentId, seq) {
      visits.seen(userId, documentId, seq);
      const room = rooms.find(documentId);
      // If no other user stays, the end of the stretch of work stores a version instead.
      if (room && [...room.sessions].some(({ visitor }) => visitor.user !== userId))
        sights.keep(documentId, room.history.whole());
    },
    now: () => deps.clock.now(),
    report: (error, documentId) =>
      log.error({ err: error, documentId }, 'a live connection failed'),
  });

  /** Periodically records the entries that connected users have, in case the process is killed. */
  const noted = new WeakMap<Admitted, number>();
  function noteSeen(): void {
    for (const entry of gateway.connections((each) => noted.get(each) !== each.seq())) {
      noted.set(entry, entry.seq());
      visits.seen(entry.connection.visitor.user, entry.documentId, entry.seq());
    }
  }
  const noting = setInterval(noteSeen, noteEvery);
  noting.unref();

  const newestCheck = new WeakMap<Admitted, symbol>();

  /**
   * Checks the rights of a connection again. Reading stops meanwhile, so that no update is judged
   * by the old role. Of two concurrent checks, the later one wins.
   */
  async function recheck(entry: Admitted): Promise<void> {
    const { connection, documentId } = entry;
    const check = Symbol('check');
    newestCheck.set(entry, check);
    entry.socket.hold('rights');
    try {
      const rights = await visitors.rights(connection.visitor.user, documentId);
      if (newestCheck.get(entry) !== check) return;
      if (rights === null)
        return connection.close(closeCodes.notAllowed, 'no longer shared with you');
      connection.setRole(rights.role, rights.right);
      entry.socket.release('rights');
    } catch (error) {
      // Rights are unknown without the database: the page reconnects and is checked again.
      log.error({ err: error, documentId }, 'rights could not be checked');
      connection.close(closeCodes.tryAgain, 'your rights could not be checked; try again');
    }
  }

  const live: Live = {
    rightsChanged(change) {
      gateway.doubt();
      const affected = gateway.connections(affectedBy(change));
      for (const entry of affected) void recheck(entry);
    },
    sessionEnded(change) {
      gateway.doubt();
      const affected = gateway.connections(({ connection: { visitor } }) =>
        'sessionId' in change
          ? visitor.session === change.sessionId
          : visitor.user === change.userId && visitor.session !== change.exceptSessionId,
      );
      for (const { connection } of affected) connection.close(closeCodes.notSignedIn, 'signed out');
    },
    renamed({ documentId, title, by }) {
      rooms.find(documentId)?.announce({ kind: 'renamed', title, by });
    },
    commentsChanged({ documentId, threadId, by }) {
      rooms.find(documentId)?.announce({ kind: 'comments', threadId, by });
    },
    readContent: texts.readContent,
    readState: texts.readState,
    contentOf: texts.contentOf,
    differences: texts.differences,
    compareCopy: texts.compareCopy,
    mergeCopy: texts.mergeCopy,
    edit: texts.edit,
  };

  return {
    live,
    figures: () => ({
      rooms: rooms.list().length,
      connections: gateway.connections(() => true).length,
      commits,
    }),
    attach: (server) => gateway.attach(server),
    async close() {
      clearInterval(noting);
      noteSeen();
      gateway.close();
      stretches.stop();
      await texts.idle();
      await rooms.close();
      await Promise.all([visits.idle(), sights.idle()]);
      await Promise.all([digests.close(), finding.close()]);
      await workers.close();
    },
  };
}

/** Measures the duration of each commit. Its updates are acknowledged immediately after it. */
function timing(updates: UpdateLog, commits: Durations): UpdateLog {
  return {
    ...updates,
    async append(batch) {
      const began = performance.now();
      const appended = await updates.append(batch);
      addDuration(commits, performance.now() - began);
      return appended;
    },
  };
}

/**
 * Returns a predicate for the connections whose rights must be checked again. The documents of a
 * project are unknown here, so all connections of the user match.
 */
function affectedBy(change: Parameters<Live['rightsChanged']>[0]): (entry: Admitted) => boolean {
  if ('documentIds' in change) {
    const documentIds = new Set(change.documentIds);
    return (entry) => documentIds.has(entry.documentId);
  }
  const { userId, documentId } = change;
  return (entry) =>
    entry.connection.visitor.user === userId &&
    (documentId === undefined || entry.documentId === documentId);
}

const troubles: Record<Trouble['kind'], string> = {
  store: 'updates of a document could not be stored; the clients send them again',
  fold: 'the log of a document could not be compacted; it stays as it is',
};
