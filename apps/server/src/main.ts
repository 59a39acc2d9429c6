import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { composeSendTextNotifications, composeActivityRecorder } from './app-events.ts';
import { createAdminApp } from './app-admin.ts';
import { createApp } from './app.ts';
import { backUpBeforeUpgrade } from './backup/before-upgrade.ts';
import { copyDatabase } from './backup/copy-database.ts';
import { EmbeddedError } from '@longhand/embedded-postgres';
import { openHints, type Hints, type HintsRedis } from './db/hints.ts';
import type { ServerUpgrade } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { openDatabase, type Database, type OpenDatabase } from './db/open.ts';
import { readOrCreateShared } from './db/shared-secret.ts';
import { createStatementTimes, type StatementTimes } from './db/statement-times.ts';
import { traceStatement } from './db/trace-statement.ts';
import type { Measured } from './features/metrics/measured.ts';
import { createWorkSessionRecorder } from './features/versions/saving.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { createResources, type Resources } from './features/metrics/resources.ts';
import { createRequestMetrics } from './http/measure.ts';
import { openSharedCounts, type SharedCounts } from './http/shared-counts.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { createDiskRoom } from './platform/disk-room.ts';
import { DataFolderError } from './platform/data-folder.ts';
import { Fault } from './platform/fault.ts';
import { createErrorStats, type ErrorStats } from './platform/error-stats.ts';
import { createIds, type Ids } from './platform/ids.ts';
import { createKillPoints, type KillPoints } from './platform/kill-points.ts';
import { createLog, type Logger } from './platform/log.ts';
import { isNodeError } from './platform/node-error.ts';
import { openTracing } from './platform/open-tracing.ts';
import type { Tracing } from './platform/tracing.ts';
import { readVersion } from './platform/version.ts';
import { startWatchdog, type Watchdog } from './platform/watchdog.ts';
import { openJobs } from './jobs/jobs.ts';
import { engineClockOf } from './realtime/engine-clock.ts';
import { openNodes } from './realtime/nodes/nodes.ts';
import type { Sharing } from './realtime/nodes/shared-channel.ts';
import { journalIn, openJournaledLog, openSharedLog, type OpenLog } from './realtime/open-log.ts';
import { createRealtime, type Realtime, type RealtimeDeps } from './realtime/realtime.ts';

const oldestNode = 24;
const closeWithinMs = 9_500;

/** A cleanup for the end of the process. Cleanups run in reverse order of registration. */
type Cleanup = { readonly what: string; readonly run: () => Promise<unknown> };

/** Returns the URL of the server for a browser on this machine. */
function addressOf(config: Config, port: number): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host =
    everywhere[config.host] ?? (config.host.includes(':') ? `[${config.host}]` : config.host);
  return `http://${host}:${port}`;
}

/** Returns the message for the operator if the error is one they can resolve, otherwise null. */
function sentenceFor(error: unknown, config: Config | null): string | null {
  const kinds = [ConfigError, DataFolderError, EmbeddedError, MigrationError, Fault];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  if (!isNodeError(error) || error.syscall !== 'listen' || config === null) return null;
  const isAdminPort = 'port' in error && error.port === config.admin.port;
  const [port, setting] = isAdminPort ? [config.admin.port, 'ADMIN_PORT'] : [config.port, 'PORT'];
  const where = `port ${port} on ${config.host}`;
  if (error.code === 'EADDRINUSE')
    return `Another process already listens on ${where}. Stop it, or set ${setting} to another port.`;
  if (error.code === 'EACCES')
    return `This user is not allowed to listen on ${where}. Set ${setting} to 1024 or more.`;
  return `Longhand cannot listen on ${where} (${error.code}). Check HOST and ${setting}.`;
}

/** Runs the cleanups. An error is logged and does not prevent the others. */
async function undo(cleanups: readonly Cleanup[], log: Logger): Promise<void> {
  for (const { what, run } of cleanups.toReversed()) {
    try {
      await run();
    } catch (error) {
      log.error({ err: error }, `${what} did not close cleanly`);
    }
  }
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
  return openJournaledLog(dataDir, { pool, log, kill, clock: engineClockOf(systemClock) });
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
  const nodes = openNodes({ pool: database.pool, id: nodeId, log });
  const sharing = { nodes, hints, secret };
  return { hints, sharing, counts: openSharedCounts(hints, nodes.id, log) };
}

/** Returns the Redis for hints. Its client is loaded here. */
async function findRedis(url: string, { kysely }: Database): Promise<HintsRedis> {
  const { openRedisRelay: open } = await import('./db/redis-relay.ts');
  return { url, prefix: await readOrCreateShared(kysely, 'redis'), open };
}

/** Returns the end of the server: with other nodes, it serves calls a little longer. */
function endOf(app: FastifyInstance, realtime: Realtime, drain: Drain | null): Cleanup {
  return {
    what: 'The server',
    async run() {
      await drain?.run();
      // Closing HTTP stops listening at once, then waits for the sockets that the live channel
      // closes meanwhile.
      await Promise.all([app.close(), realtime.close()]);
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
    'room' | 'db' | 'updates' | 'clock' | 'log' | 'kill' | 'sharing' | 'tracing'
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

/** Returns the upgrade of an embedded PostgreSQL of an earlier major version. */
const createUpgrade = (config: Config, log: Logger, kill: KillPoints): ServerUpgrade => ({
  copy: (from, to) =>
    copyDatabase(from, to, () => backUpBeforeUpgrade(config, log, from, 'new-postgresql')),
  spareBytes: config.minFreeBytes,
  onStep: (step) => kill.reach(step),
});

/** Opens the database after a backup of its old state, if it is upgraded. */
function openMigrated(
  config: Config,
  deps: Pick<OpenDatabase, 'onLost' | 'heard'> & { log: Logger; kill: KillPoints },
): Promise<Database> {
  const { log, kill } = deps;
  return openDatabase({
    ...deps,
    config,
    upgrade: createUpgrade(config, log, kill),
    beforeMigrating: (...database) => backUpBeforeUpgrade(config, log, ...database),
  });
}

/** Returns a receiver of statements for the metrics and, if there are any, the traces. */
function hearStatements(
  statements: StatementTimes,
  tracing: Tracing | null,
): NonNullable<OpenDatabase['heard']> {
  if (tracing === null) return statements.heard;
  return (text, ms, isFailed) => {
    statements.heard(text, ms);
    traceStatement(text, ms, isFailed);
  };
}

/**
 * The log, errors and traces of this process. `about`: its version, and the id of the node, which
 * is null for a single process. `tracing`: null for none.
 */
type Observers = {
  readonly log: Logger;
  readonly errors: ErrorStats;
  readonly about: Pick<Measured, 'version' | 'nodeId'>;
  readonly tracing: Tracing | null;
};

/** Opens the log with the id of this node, and the traces. */
async function openObservers(config: Config, cleanups: Cleanup[]): Promise<Observers> {
  const errors = createErrorStats(systemClock.now);
  const nodeId = config.databaseUrl === null ? null : createIds(systemClock).uuid();
  const plain = createLog(config.logLevel, undefined, errors.note);
  const log = nodeId === null ? plain : plain.child({ nodeId });
  const about = { version: readVersion(), nodeId };
  const tracing = await openTracing(config.tracing, { log, ...about });
  if (tracing !== null) cleanups.push({ what: 'The traces', run: () => tracing.close() });
  return { log, errors, about, tracing };
}

/** Starts everything in order: database, live channel, HTTP. Prints one line with the address. */
async function start(
  config: Config,
  { log, errors, about, tracing }: Observers,
  cleanups: Cleanup[],
  stop: (reason: Error) => void,
): Promise<void> {
  const kill = createKillPoints(config.killAt);
  const clock = systemClock;
  const ids = createIds(clock);
  const statements = createStatementTimes();
  const heard = hearStatements(statements, tracing);
  const database = await openMigrated(config, { log, kill, onLost: stop, heard });
  cleanups.push({ what: 'The database', run: () => database.stop() });
  const { kysely: db, pool } = database;
  const room = createDiskRoom({ path: config.dataDir, floor: config.minFreeBytes, clock, log });
  const temporaryRoom = createDiskRoom({ path: tmpdir(), floor: config.minFreeBytes, clock, log });
  const updates = await openLog(config, { pool, log, kill });
  cleanups.push({ what: 'The log of updates', run: () => updates.close() });
  const { nodeId } = about;
  const { hints, sharing, counts } = await openShared(config, database, { nodeId, log }, cleanups);
  const shared = { room, db, clock, ids, log };
  const realtime = openRealtime(config, { ...shared, updates, kill, sharing, tracing });
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
  cleanups.push(endOf(app, realtime, sharing && drain));
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

/** Runs the process: start, wait for a signal or an uncaught error, close in order, exit. */
async function main(): Promise<void> {
  const cleanups: Cleanup[] = [];
  let config: Config | null = null;
  let log = createLog('warn');
  let ending: Promise<void> | undefined;
  let watchdog: Watchdog | undefined;
  let starting = Promise.resolve();

  async function close(code: number): Promise<void> {
    // Open sockets and a hanging disk must not delay the exit: acknowledged data is already stored.
    setTimeout(() => process.exit(1), closeWithinMs).unref();
    watchdog?.endWithin(closeWithinMs + 500);
    await starting.catch(() => undefined);
    await undo(cleanups, log);
    process.exit(code);
  }
  const end = (code: number) => void (ending ??= close(code));
  const fail = (error: unknown) => {
    const sentence = sentenceFor(error, config);
    if (sentence === null) log.fatal({ err: error }, 'Uncaught error, the process exits');
    else process.stderr.write(`${sentence}\n`);
    end(1);
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  // The parent process with the IPC channel has ended.
  process.on('disconnect', () => end(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  async function begin(): Promise<void> {
    config = readConfig();
    watchdog = startWatchdog(config.stalledMs);
    const observers = await openObservers(config, cleanups);
    ({ log } = observers);
    await start(config, observers, cleanups, fail);
  }
  starting = begin();
  await starting.catch(fail);
}

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  process.stderr.write(
    `Longhand requires Node ${oldestNode}, but this is Node ${process.version}. npm start uses the right version.\n`,
  );
  process.exit(1);
}
await main();
