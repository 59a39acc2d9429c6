import type { Server } from 'node:http';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { closeCodes, createRooms, defaultLimits, type Trouble, type UpdateLog } from '@longhand/sync';
import type { Schema } from '../db/schema.ts';
import type { Live } from '../domain/live.ts';
import type { LiveNow } from '../domain/live-figures.ts';
import type { Noticed } from '../domain/noticed.ts';
import type { Worked } from '../domain/work.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveLimits } from '../platform/config.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { addDuration, type Durations } from '../platform/durations.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import type { Log } from '../platform/log.ts';
import { createCounting } from './counting.ts';
import { createDigests } from './digests.ts';
import { createFinding } from './finding.ts';
import { createGateway, type Admitted } from './gateway.ts';
import { createStretches } from './stretches.ts';
import { createTexts } from './texts.ts';
import { createUpdateLog } from './update-log.ts';
import { createVisitors } from './visitors.ts';
import { createSights } from './sights.ts';
import { createVisits } from './visits.ts';
import { createWorkers } from './workers.ts';

/** Ten minutes of work are a stretch, in milliseconds, also where nobody leaves. Source: features, History. */
const longestStretch = 600_000;

/** Half of the largest document, for all connections of one session together. */
const unreadOfSessionMax = 67_108_864;

/** How often (ms) it is noted what those have who are in a document. */
const noteEvery = 60_000;

/** The live channel of one process. */
export type Realtime = {
  readonly live: Live;
  /** How it stands; `commits` since the process began. */
  figures(): LiveNow;
  /** Takes the upgrades of a server. */
  attach(server: Server): void;
  /** Stores what was received, tells everybody, closes. */
  close(): Promise<void>;
};

/** Makes the live channel from the engine and what it stands on here: PostgreSQL, worker threads, WebSockets. */
export function createRealtime(deps: {
  db: Kysely<Schema>;
  pool: Pool;
  clock: Clock;
  log: Log;
  kill: KillPoints;
  publicUrl: string | null;
  limits: LiveLimits;
  /** Tells whether the disk has room for what people type. */
  room: Pick<DiskRoom, 'hadLately'>;
  /** Is told of every stretch of work in a document when it ends. */
  worked: Worked;
  /** Is told whom a document names, and what became of suggestions. */
  noticed: Noticed;
  /** The longest stretch of work, milliseconds. */
  stretchMs?: number;
  /** Bytes that may wait for all connections of one session. */
  unreadOfSessionMax?: number;
}): Realtime {
  const { db, log, limits } = deps;
  const commits: Durations = {};
  const updates = timing(createUpdateLog(deps.pool), commits);
  const workers = createWorkers();
  const visitors = createVisitors(deps);
  const visits = createVisits({ db, clock: deps.clock, report: (error) => log.warn({ err: error }, 'a visit was not noted') });
  const sights = createSights({
    db,
    workers,
    report: (error, documentId) => log.warn({ err: error, documentId }, 'what somebody had seen of a document was not kept'),
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
    log.error({ err: error, documentId }, 'the words of a document could not be counted');
  const texts = createTexts({ updates, workers, rooms: () => rooms, clock: engineClock, random: Math.random });
  const stretches = createStretches({ db, clock: deps.clock, read: texts.findState, open, worked: deps.worked, report });
  const counting = createCounting({
    db,
    workers,
    whole: texts.findNewest,
    stretchMs: deps.stretchMs ?? longestStretch,
    noticed: deps.noticed,
  });
  const digests = createDigests({ counting, stretches, clock: deps.clock, isOpen, report });
  const unfound = (error: unknown, documentId: string): void =>
    log.error({ err: error, documentId }, 'the words of a document could not be kept for search');
  const finding = createFinding({ db, workers, clock: deps.clock, whole: texts.findNewest, report: unfound });
  const rooms = createRooms({
    log: updates,
    folder: workers,
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
    report: ({ kind, documentId, error }: Trouble) => log.error({ err: error, documentId }, troubles[kind]),
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
      // Where nobody stays, a version is kept of what it says.
      if (room && [...room.sessions].some(({ visitor }) => visitor.user !== userId))
        sights.keep(documentId, room.history.whole());
    },
    now: () => deps.clock.now(),
    report: (error, documentId) => log.error({ err: error, documentId }, 'a live connection failed'),
  });

  /** Notes from time to time that people who are here have what is there, in case this process ends without a word. */
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

  /** Reading stops while the role is looked up, so that nothing is judged by the old one. Of two checks at once the later one counts. */
  async function recheck(entry: Admitted): Promise<void> {
    const { connection, documentId } = entry;
    const check = Symbol('check');
    newestCheck.set(entry, check);
    entry.socket.hold('rights');
    try {
      const rights = await visitors.rights(connection.visitor.user, documentId);
      if (newestCheck.get(entry) !== check) return;
      if (rights === null) return connection.close(closeCodes.notAllowed, 'no longer shared with you');
      connection.setRole(rights.role, rights.right);
      entry.socket.release('rights');
    } catch (error) {
      // Without the database nobody's rights can be known: the page comes back, and is asked again.
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
    figures: () => ({ rooms: rooms.list().length, connections: gateway.connections(() => true).length, commits }),
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

/** The log of updates, and how long each commit took: after it the updates in it are acknowledged at once. */
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
 * Finds the connections whose rights have to be looked at again. Which documents a project has is not known here: all of a
 * person's are looked at.
 */
function affectedBy(change: Parameters<Live['rightsChanged']>[0]): (entry: Admitted) => boolean {
  if ('documentIds' in change) {
    const documentIds = new Set(change.documentIds);
    return (entry) => documentIds.has(entry.documentId);
  }
  const { userId, documentId } = change;
  return (entry) => entry.connection.visitor.user === userId && (documentId === undefined || entry.documentId === documentId);
}

const troubles: Record<Trouble['kind'], string> = {
  store: 'a document could not be stored; its pages send again',
  fold: 'a document could not be folded; its log stays as it is',
};
