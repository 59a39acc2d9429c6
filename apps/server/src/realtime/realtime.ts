import type { Server } from 'node:http';
import type { Pool } from 'pg';
import type { Clock as EngineClock } from '@longhand/sync/protocol';
import {
  createRooms,
  defaultLimits,
  type Rooms,
  type Trouble,
  type UpdateLog,
} from '@longhand/sync/server';
import type { Live } from '../domain/live.ts';
import type { LiveNow } from '../domain/live-figures.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { addDuration, type Durations } from '../platform/durations.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createLive } from './live.ts';
import type { Admitted } from './open-connections.ts';
import { createRightsCheck } from './rights-check.ts';
import {
  createTextServices,
  type EngineParts,
  type TextServices,
  type TextServicesDeps,
} from './text-services.ts';
import { createUpdateLog } from './update-log.ts';
import { createVisitors, type Visitors } from './visitors.ts';
import { createLastSeenSnapshots, type LastSeenSnapshots } from './last-seen-snapshots.ts';
import { createVisits, type Visits } from './visits.ts';
import { createWorkers } from './workers.ts';

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

/** Dependencies and limits of the live channel. */
export type RealtimeDeps = TextServicesDeps & {
  pool: Pool;
  kill: KillPoints;
  publicUrl: string | null;
  limits: Config['live'];
  /** Checks that the disk has room for new text. */
  room: Pick<DiskRoom, 'hadLately'>;
  /** Maximum number of unread bytes for all connections of one session. */
  unreadOfSessionMax?: number;
};

/**
 * Creates the live channel from the engine and its ports: PostgreSQL, worker threads and
 * WebSockets.
 */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { db, log } = deps;
  const commits: Durations = {};
  const updates = timing(createUpdateLog(deps.pool), commits);
  const workers = createWorkers();
  const visitors = createVisitors(deps);
  const visits = createVisits({
    db,
    clock: deps.clock,
    report: (error) => log.warn({ err: error }, 'a visit could not be stored'),
  });
  const snapshots = createLastSeenSnapshots({
    db,
    workers,
    report: (error, documentId) =>
      log.warn({ err: error, documentId }, 'a last-seen snapshot could not be stored'),
  });
  const engine = { updates, workers, clock: engineClockOf(deps.clock) };
  const services = createTextServices(deps, { ...engine, rooms: () => rooms });
  const rooms = openRooms(deps, { ...engine, services });
  const gateway = openGateway(deps, { rooms, visitors, visits, snapshots });
  const seen = keepSeen(gateway, visits);

  return {
    live: createLive({
      gateway,
      rooms,
      texts: services.texts,
      recheck: createRightsCheck({ visitors, log }),
    }),
    figures: () => ({
      rooms: rooms.list().length,
      connections: gateway.connections(() => true).length,
      commits,
    }),
    attach: (server) => gateway.attach(server),
    async close() {
      seen.stop();
      gateway.close();
      services.workSessions.stop();
      await services.texts.idle();
      await rooms.close();
      await Promise.all([visits.idle(), snapshots.idle()]);
      await Promise.all([services.summaries.close(), services.searchIndexer.close()]);
      await workers.close();
    },
  };
}

/** Returns a clock as the engine expects it. */
function engineClockOf(clock: Clock): EngineClock {
  return {
    now: () => clock.now(),
    after(milliseconds: number, call: () => void) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

/** Opens the rooms of the engine. Stored changes are counted and indexed. */
function openRooms(
  { limits, kill, room, log }: RealtimeDeps,
  {
    updates,
    workers,
    clock,
    services: { summaries, searchIndexer },
  }: EngineParts & { services: TextServices },
): Rooms {
  return createRooms({
    log: updates,
    compactor: workers,
    clock,
    limits: {
      waitingUpdatesMax: limits.waitingUpdates,
      waitingBytesMax: limits.waitingBytes,
      laggingBytes: defaultLimits.laggingBytes,
      documentBytesMax: defaultLimits.documentBytesMax,
      awarenessBytes: limits.awarenessBytes,
      compactionUpdates: limits.compactUpdates,
      compactionBytes: limits.compactBytes,
    },
    reach: (moment) => kill.reach(moment),
    hasRoom: () => room.hadLately(),
    changed(documentId, written) {
      summaries.changed(documentId, written);
      searchIndexer.changed(documentId);
    },
    loaded: (documentId) => summaries.loaded(documentId),
    released: (documentId) => summaries.released(documentId),
    report: ({ kind, documentId, error }: Trouble) =>
      log.error({ err: error, documentId }, troubles[kind]),
  });
}

/** Opens the gateway to the rooms. Records which users opened and left a document. */
function openGateway(
  { limits, clock, log, ...deps }: RealtimeDeps,
  {
    rooms,
    visitors,
    visits,
    snapshots,
  }: { rooms: Rooms; visitors: Visitors; visits: Visits; snapshots: LastSeenSnapshots },
): Gateway {
  return createGateway({
    rooms,
    visitors,
    limits,
    unreadBytesMax: defaultLimits.laggingBytes * 4,
    unreadOfSessionMax: deps.unreadOfSessionMax ?? unreadOfSessionMax,
    opened: (userId, documentId) => visits.note(userId, documentId),
    left(userId, documentId, seq) {
      visits.seen(userId, documentId, seq);
      const room = rooms.find(documentId);
      // If no other user stays, the end of the work session stores a version instead.
      if (room && [...room.sessions].some(({ visitor }) => visitor.user !== userId))
        snapshots.keep(documentId, room.history.whole());
    },
    now: () => clock.now(),
    report: (error, documentId) =>
      log.error({ err: error, documentId }, 'a live connection failed'),
  });
}

/**
 * Periodically records the entries that connected users have, in case the process is killed. `stop`
 * records them once more.
 */
function keepSeen(gateway: Gateway, visits: Visits): { stop(): void } {
  const noted = new WeakMap<Admitted, number>();
  function noteSeen(): void {
    for (const entry of gateway.connections((each) => noted.get(each) !== each.seq())) {
      noted.set(entry, entry.seq());
      visits.seen(entry.connection.visitor.user, entry.documentId, entry.seq());
    }
  }
  const noting = setInterval(noteSeen, noteEvery);
  noting.unref();
  return {
    stop() {
      clearInterval(noting);
      noteSeen();
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

const troubles: Record<Trouble['kind'], string> = {
  store: 'updates of a document could not be stored; the clients send them again',
  compact: 'the log of a document could not be compacted; it stays as it is',
};
