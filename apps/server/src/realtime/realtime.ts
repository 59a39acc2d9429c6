import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { closeCodes, refusalReasons, type Clock as EngineClock } from '@longhand/sync/protocol';
import {
  createRooms,
  defaultLimits,
  type Rooms,
  type Trouble,
  type UpdateLog,
} from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import { logFailure } from '../db/log-failure.ts';
import type { Live } from '../domain/live.ts';
import type { LiveMetrics } from '../domain/live-metrics.ts';
import type { SendTextNotifications } from '../domain/text-notifications.ts';
import type { OnWorkSessionEnd } from '../domain/work-session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { addLatency, type LatencyHistogram } from '../platform/latency-histogram.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import type { Logger } from '../platform/log.ts';
import type { Tracing } from '../platform/tracing.ts';
import { onOwnBehalf } from '../platform/work.ts';
import { createProjections, type Projections } from '../projections/projections.ts';
import { engineClockOf } from './engine-clock.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createLive } from './live.ts';
import { openSharedChannel, type SharedChannel, type Sharing } from './nodes/shared-channel.ts';
import type { Admitted } from './open-connections.ts';
import type { OpenLog } from './open-log.ts';
import { createRightsCheck } from './rights-check.ts';
import { createRoomChanges, type RoomChanges } from './room-changes.ts';
import { createTexts, type Texts } from './texts.ts';
import { createTrails, type Trails } from './trails.ts';
import { createVisitors, type Visitors } from './visitors.ts';
import { createVisits, type Visits } from './visits.ts';
import type { Workers } from './workers.ts';

/**
 * Maximum number of unread bytes for all connections of one session: half of the largest document.
 */
const unreadOfSessionMax = 67_108_864;

/** Time between two pings of a connection (ms). */
const usualPingEvery = 30_000;

/** Maximum length of a work session, even if no user leaves: ten minutes (ms). */
const usualMaxWorkSessionMs = 600_000;

/** Time between two records of the entries that connected users have (ms). */
const noteEvery = 60_000;

/** The live channel of one process. */
export type Realtime = {
  readonly live: Live;
  /** Returns the current metrics. `commits` and `refused` count since the process began. */
  metrics(): LiveMetrics;
  /** Handles the upgrades of a server. */
  attach(server: Server): void;
  /** Serves calls of other nodes. Called before the server listens. */
  serve(app: FastifyInstance): Promise<void>;
  /** Registers this process for other nodes. `url`: its address for them. */
  join(url: string): Promise<void>;
  /** Stores received updates, notifies the clients, and closes. */
  close(): Promise<void>;
};

/** Dependencies and limits of the live channel. */
export type RealtimeDeps = {
  db: Kysely<Schema>;
  /** The log of updates. The caller closes it after this channel. */
  updates: Pick<OpenLog, 'updates' | 'heads' | 'store' | 'settle'>;
  /** The processes for documents. The caller closes them after this channel. */
  workers: Workers;
  clock: Clock;
  log: Logger;
  /** Called at the end of each work session in a document. */
  onWorkSessionEnd: OnWorkSessionEnd;
  /** Called with newly mentioned users and with decisions about suggestions. */
  sendTextNotifications: SendTextNotifications;
  /** Maximum length of a work session (ms). */
  maxWorkSessionMs?: number;
  kill: KillPoints;
  publicUrl: string | null;
  limits: Config['live'];
  /** Checks that the disk has room for new text. */
  room: Pick<DiskRoom, 'hadLately'>;
  /** Maximum number of unread bytes for all connections of one session. */
  unreadOfSessionMax?: number;
  /** Time between two pings of a connection (ms); default: 30 s. */
  pingEvery?: number;
  /** Other processes on the database; null for a single process. */
  sharing?: Sharing | null;
  /** By default null: nothing is traced. */
  tracing?: Tracing | null;
};

/** Parts on which the engine runs. */
type EngineParts = {
  updates: UpdateLog;
  workers: Workers;
  clock: EngineClock;
  /** Null if nothing is traced. */
  trails: Trails | null;
};

/**
 * Creates the live channel from the engine and its ports: PostgreSQL, processes for documents and
 * WebSockets.
 */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { db, log, workers } = deps;
  const commits: LatencyHistogram = {};
  const refused: Record<string, number> = Object.fromEntries(
    Object.keys(refusalReasons).map((reason) => [reason, 0]),
  );
  const updates = timing(deps.updates.updates, commits);
  const visitors = createVisitors(deps);
  const visits = createVisits({
    db,
    clock: deps.clock,
    report: (error) => log.warn({ err: error }, 'a visit could not be stored'),
  });
  const trails = deps.tracing ? createTrails(deps.tracing, deps.updates.store) : null;
  const engine = { updates, workers, clock: engineClockOf(deps.clock), trails };
  const { settle } = deps.updates;
  const changes = createRoomChanges();
  const rooms = openRooms(deps, { ...engine, changes, refused });
  const texts = createTexts({ ...engine, settle, rooms, random: Math.random });
  const projections = openProjections(deps, { workers, texts, rooms });
  changes.follow(projections);
  const gateway = openGateway(deps, { rooms, visitors, visits, projections });
  const seen = recordSeenEntries(gateway, visits);

  const recheck = createRightsCheck({ visitors, log });
  const here = createLive({ gateway, texts, settle, recheck });
  const shared = share(deps, { here, rooms, gateway, changes });

  return {
    live: { ...here, ...shared?.live },
    metrics: () => ({
      rooms: rooms.list().length,
      connections: gateway.connections(() => true).length,
      commits,
      refused,
    }),
    attach: (server) => gateway.attach(server),
    serve: async (app) => shared?.serve(app),
    join: async (url) => shared?.join(url),
    async close() {
      seen.stop();
      gateway.close();
      await texts.idle();
      await rooms.close();
      trails?.close();
      await shared?.stop();
      await Promise.all([visits.idle(), projections.close()]);
    },
  };
}

/** Shares the live channel with other processes on the database, if there may be any. */
function share(
  { sharing = null, log }: RealtimeDeps,
  parts: { here: Live; rooms: Rooms; gateway: Gateway; changes: RoomChanges },
): SharedChannel | null {
  if (sharing === null) return null;
  const { here, rooms, gateway, changes } = parts;
  const isOpen = (documentId: string): boolean => rooms.find(documentId) !== null;
  changes.follow({
    changed: () => undefined,
    loaded: () => undefined,
    released: (documentId) => sharing.nodes.release(documentId, () => isOpen(documentId)),
  });
  const closeAll = (reason: string): void => {
    for (const { connection } of gateway.connections(() => true))
      connection.close(closeCodes.tryAgain, reason);
  };
  return openSharedChannel(here, sharing, {
    log,
    // The connections are checked anew when their pages return.
    missed: () => closeAll('changes of rights may have been missed; try again'),
    lost(documentIds) {
      for (const documentId of documentIds) rooms.lose(documentId);
    },
    interrupted() {
      for (const { documentId } of rooms.list()) rooms.lose(documentId);
      closeAll('the database continues another history; try again');
    },
    isolated() {
      closeAll('this node does not reach the database; try again');
      gateway.closeForwarded();
    },
  });
}

/** Creates the projections of the texts. */
function openProjections(
  { db, clock, log, ...deps }: RealtimeDeps,
  { workers, texts, rooms }: { workers: Workers; texts: Texts; rooms: Rooms },
): Projections {
  return createProjections({
    db,
    clock,
    settle: deps.updates.settle,
    project: workers.project,
    findNewest: texts.findNewest,
    open: () => rooms.list().map(({ documentId }) => documentId),
    isOpen: (documentId) => rooms.find(documentId) !== null,
    maxWorkSessionMs: deps.maxWorkSessionMs ?? usualMaxWorkSessionMs,
    onWorkSessionEnd: deps.onWorkSessionEnd,
    sendTextNotifications: deps.sendTextNotifications,
    report: (error, documentId) =>
      logFailure(log, error, 'a document could not be projected', { documentId }),
    reportSweep: (error) =>
      log.warn({ err: error }, 'documents that are behind could not be found; tried again later'),
  });
}

/**
 * Opens the rooms of the engine. `changes` receives what happens in them, `refused` the numbers of
 * refused updates by reason.
 */
function openRooms(
  { limits, kill, room, log, updates: { heads } }: RealtimeDeps,
  {
    updates,
    workers,
    clock,
    trails,
    changes,
    refused,
  }: EngineParts & { changes: RoomChanges; refused: Record<string, number> },
): Rooms {
  return createRooms({
    log: updates,
    heads,
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
    hasDiskSpace: () => room.hadLately(),
    refused: (reason) => (refused[reason] = (refused[reason] ?? 0) + 1),
    // A commit serves many calls and connections: what follows it belongs to none of them.
    changed: (documentId, written) => onOwnBehalf(() => changes.changed(documentId, written)),
    loaded: (documentId) => onOwnBehalf(() => changes.loaded(documentId)),
    released: (documentId) => onOwnBehalf(() => changes.released(documentId)),
    report: ({ kind, documentId, error, by }: Trouble) =>
      onOwnBehalf(
        () => logFailure(log, error, troubles[kind], { documentId }),
        by?.connection === undefined ? {} : { connectionId: by.connection },
      ),
    later: setImmediate,
    ...(trails && { follow: trails.follow }),
  });
}

/** Opens the gateway to the rooms. Records which users opened and left a document. */
function openGateway(
  { limits, clock, log, ...deps }: RealtimeDeps,
  {
    rooms,
    visitors,
    visits,
    projections,
  }: { rooms: Rooms; visitors: Visitors; visits: Visits; projections: Projections },
): Gateway {
  return createGateway({
    rooms,
    visitors,
    limits,
    unreadBytesMax: defaultLimits.laggingBytes * 4,
    unreadOfSessionMax: deps.unreadOfSessionMax ?? unreadOfSessionMax,
    pingEvery: deps.pingEvery ?? usualPingEvery,
    opened: (userId, documentId) => visits.note(userId, documentId),
    left(userId, documentId, seq) {
      visits.seen(userId, documentId, seq);
      const room = rooms.find(documentId);
      // If no other user stays, the end of the work session stores a version instead.
      if (room && [...room.sessions].some(({ visitor }) => visitor.user !== userId))
        projections.left(documentId, room.log.whole());
    },
    now: () => clock.now(),
    nodes: deps.sharing?.nodes ?? null,
    report: (error, documentId) =>
      logFailure(log, error, 'a live connection failed', { documentId }),
  });
}

/**
 * Periodically records the entries that connected users have, in case the process is killed. `stop`
 * records them once more.
 */
function recordSeenEntries(gateway: Gateway, visits: Visits): { stop(): void } {
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
function timing(updates: UpdateLog, commits: LatencyHistogram): UpdateLog {
  return {
    load: (documentId) => updates.load(documentId),
    compact: (documentId, snapshot) => updates.compact(documentId, snapshot),
    async append(batch) {
      const began = performance.now();
      const appended = await updates.append(batch);
      addLatency(commits, performance.now() - began);
      return appended;
    },
  };
}

const troubles: Record<Trouble['kind'], string> = {
  store: 'updates of a document could not be stored; the clients send them again',
  check: 'an update could not be checked; its connection was closed',
  compact: 'the log of a document could not be compacted; it stays as it is',
};
