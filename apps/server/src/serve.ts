import { tmpdir } from 'node:os';
import { flushCompileCache } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { composeSendTextNotifications, composeActivityRecorder } from './app-events.ts';
import { createAdminApp } from './app-admin.ts';
import { createApp } from './app.ts';
import { createLineageCheck } from './db/lineage.ts';
import { openHints, type Hints, type HintsRedis } from './db/hints.ts';
import type { Database } from './db/open.ts';
import { readOrCreateShared } from './db/shared-secret.ts';
import type { StatementTimes } from './db/statement-times.ts';
import type { Measured } from './features/metrics/measured.ts';
import { createResources, type Resources } from './features/metrics/resources.ts';
import { createWorkSessionRecorder } from './features/versions/saving.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { createRequestMetrics } from './http/measure.ts';
import { openSharedCounts, type SharedCounts } from './http/shared-counts.ts';
import { openJobs } from './jobs/jobs.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { createDiskRoom } from './platform/disk-room.ts';
import type { ErrorStats } from './platform/error-stats.ts';
import { createIds, type Ids } from './platform/ids.ts';
import type { KillPoints } from './platform/kill-points.ts';
import type { Logger } from './platform/log.ts';
import type { Tracing } from './platform/tracing.ts';
import { engineClockOf } from './realtime/engine-clock.ts';
import { openNodes } from './realtime/nodes/nodes.ts';
import type { Sharing } from './realtime/nodes/shared-channel.ts';
import { journalIn, openOwnLog, openSharedLog, type OpenLog } from './realtime/open-log.ts';
import { createRealtime, type Realtime, type RealtimeDeps } from './realtime/realtime.ts';
import { createWorkers, type Workers } from './realtime/workers.ts';

/** A cleanup for the end of the process. Cleanups run in reverse order of registration. */
export type Cleanup = { readonly what: string; readonly run: () => Promise<unknown> };

/**
 * The log, errors and traces of this process. `about`: its version, and the id of the node, which
 * is null for a single process. `tracing`: null for none.
 */
export type Observers = {
  readonly log: Logger;
  readonly errors: ErrorStats;
  readonly about: Pick<Measured, 'version' | 'nodeId'>;
  readonly tracing: Tracing | null;
};

/** Returns the URL of the server for a browser on this machine. */
function addressOf(config: Config, port: number): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host =
    everywhere[config.host] ?? (config.host.includes(':') ? `[${config.host}]` : config.host);
  return `http://${host}:${port}`;
}

/** Opens the port for metrics and health, if one is set. */
async function openAdminPort(
  { admin: { host, port } }: Config,
  deps: Parameters<typeof createAdminApp>[0],
  cleanups: Cleanup[],
): Promise<void> {
  if (port === null) return;
  const inside = createAdminApp(deps);
  cleanups.push({ what: 'The metrics port', run: () => inside.close() });
  await inside.listen({ host, port });
}

/**
 * Opens the log of updates. A journal precedes the embedded database, to which only this process
 * writes.
 */
function openLog(
  { databaseUrl, dataDir }: Config,
  { pool, log, kill }: { pool: Pool; log: Logger; kill: KillPoints },
): Promise<OpenLog> {
  if (databaseUrl !== null) return openSharedLog(dataDir, pool, log);
  return openOwnLog(dataDir, { pool, log, kill, clock: engineClockOf(systemClock) });
}

/**
 * Parts that a process shares with others. `sharing` and `counts` are null on the embedded
 * database.
 */
type Shared = {
  readonly hints: Hints;
  readonly sharing: Sharing | null;
  readonly counts: SharedCounts | null;
};

/**
 * Opens what this process shares with others on an external database. Only one process uses the
 * embedded one.
 */
async function openShared(
  { databaseUrl, redisUrl }: Config,
  database: Database,
  { nodeId, log }: { nodeId: string | null; log: Logger },
  cleanups: Cleanup[],
): Promise<Shared> {
  const redis = redisUrl === null ? null : await findRedis(redisUrl, database);
  const hints = openHints(database, log, redis);
  cleanups.push({ what: 'The connection for hints', run: () => hints.stop() });
  if (databaseUrl === null || nodeId === null) return { hints, sharing: null, counts: null };
  const secret = await readOrCreateShared(database.kysely, 'nodes');
  const lineage = createLineageCheck(database.pool, log);
  await lineage.run();
  const nodes = openNodes({ pool: database.pool, id: nodeId, log, lineage });
  const sharing = { nodes, hints, secret };
  return { hints, sharing, counts: openSharedCounts(hints, nodes.id, log) };
}

/** Returns the Redis for hints. Its client is loaded here. */
async function findRedis(url: string, { kysely }: Database): Promise<HintsRedis> {
  const { openRedisRelay: open } = await import('./db/redis-relay.ts');
  return { url, prefix: await readOrCreateShared(kysely, 'redis'), open };
}

/** Returns the end of the server: with other nodes, it serves calls a little longer. */
function endOf(
  app: FastifyInstance,
  { realtime, workers }: { realtime: Realtime; workers: Workers },
  drain: Drain | null,
): Cleanup {
  return {
    what: 'The server',
    async run() {
      await drain?.run();
      // Closing HTTP stops listening at once, then waits for the sockets that the live channel
      // closes meanwhile. Calls whose document takes long end with the processes for documents.
      await Promise.all([app.close(), realtime.close().then(() => workers.close())]);
    },
  };
}

/** Opens the metrics of the resources of this process. */
function openResources({ databaseUrl, dataDir, minFreeBytes }: Config, pool: Pool): Resources {
  return createResources({
    pool,
    folders: { data: dataDir, temporary: tmpdir() },
    reserve: minFreeBytes,
    journal: databaseUrl === null ? journalIn(dataDir) : null,
  });
}

/** Opens the live channel over the log of updates. */
function openRealtime(
  { publicUrl, live: limits }: Config,
  deps: Pick<
    RealtimeDeps,
    'room' | 'db' | 'updates' | 'workers' | 'clock' | 'log' | 'kill' | 'sharing' | 'tracing'
  > & { ids: Ids },
): Realtime {
  return createRealtime({
    ...deps,
    publicUrl,
    limits,
    onWorkSessionEnd: createWorkSessionRecorder({
      ...deps,
      recordActivity: composeActivityRecorder(deps),
    }),
    sendTextNotifications: composeSendTextNotifications(deps),
  });
}

/** An open database and what observes the process, for {@link serve}. */
export type Serving = Observers & {
  readonly config: Config;
  readonly database: Database;
  readonly statements: StatementTimes;
  readonly kill: KillPoints;
};

/**
 * Starts everything in order over an open database: log of updates, live channel, jobs, HTTP.
 * Prints one line with the address. The cleanups of what was started are added to `cleanups`.
 */
export async function serve(
  { config, database, statements, kill, log, errors, about, tracing }: Serving,
  cleanups: Cleanup[],
): Promise<void> {
  const clock = systemClock;
  const ids = createIds(clock);
  const { kysely: db, pool } = database;
  const room = createDiskRoom({ path: config.dataDir, floor: config.minFreeBytes, clock, log });
  const temporaryRoom = createDiskRoom({ path: tmpdir(), floor: config.minFreeBytes, clock, log });
  const updates = await openLog(config, { pool, log, kill });
  cleanups.push({ what: 'The log of updates', run: () => updates.close() });
  const { nodeId } = about;
  const { hints, sharing, counts } = await openShared(config, database, { nodeId, log }, cleanups);
  const shared = { room, db, clock, ids, log };
  const workers = createWorkers();
  const realtime = openRealtime(config, { ...shared, updates, workers, kill, sharing, tracing });
  const jobs = await openJobs({ pool, db, log, clock, alone: config.databaseUrl === null });
  cleanups.push({ what: 'The job queue', run: () => jobs.stop() });
  let address = addressOf(config, config.port);
  const baseUrl = () => config.publicUrl ?? address;
  const drain = createDrain();
  const resources = openResources(config, pool);
  const requests = createRequestMetrics();
  const live = realtime.metrics;
  const measured = { ...about, requests, statements, errors, live, resources };
  const app = await createApp({
    ...shared,
    config,
    database,
    live: realtime.live,
    temporaryRoom,
    jobs,
    baseUrl,
    measured,
    hints,
    drain,
    counts,
    nodeSecret: sharing?.secret ?? null,
    tracing,
  });
  cleanups.push(endOf(app, { realtime, workers }, sharing && drain));
  await realtime.serve(app);
  realtime.attach(app.server);
  await app.listen({ host: config.host, port: config.port });
  await openAdminPort(config, { log, ids, db, measured, drain }, cleanups);
  const bound = app.server.address();
  if (typeof bound === 'object' && bound !== null) address = addressOf(config, bound.port);
  await realtime.join(config.nodeUrl ?? address);
  const published = config.publicUrl === null ? '' : `, published as ${config.publicUrl}`;
  jobs.start();
  process.stdout.write(`Longhand is ready at ${address}${published}\n`);
  // Otherwise the compile cache for the next start would be written only at an orderly exit.
  flushCompileCache();
}
