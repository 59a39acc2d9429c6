import { backUpBeforeUpgrade } from './backup/before-upgrade.ts';
import { copyDatabase } from './backup/copy-database.ts';
import { EmbeddedError } from '@longhand/embedded-postgres';
import type { ServerUpgrade } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { openDatabase, type Database, type OpenDatabase } from './db/open.ts';
import { createStatementTimes, type StatementTimes } from './db/statement-times.ts';
import { traceStatement } from './db/trace-statement.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { DataFolderError } from './platform/data-folder.ts';
import { createErrorStats } from './platform/error-stats.ts';
import { Fault } from './platform/fault.ts';
import { createIds } from './platform/ids.ts';
import { createKillPoints, type KillPoints } from './platform/kill-points.ts';
import { createLog, type Logger } from './platform/log.ts';
import { isNodeError } from './platform/node-error.ts';
import { openTracing } from './platform/open-tracing.ts';
import type { Tracing } from './platform/tracing.ts';
import { readVersion } from './platform/version.ts';
import { startWatchdog, type Watchdog } from './platform/watchdog.ts';
import type { Cleanup, Observers } from './serve.ts';

const oldestNode = 24;
const closeWithinMs = 9_500;

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

/**
 * Opens the database, and loads the rest of the server meanwhile: its code takes as long. `stop` is
 * called with the reason if the database is lost, `loaded` when all code is loaded.
 */
async function start(
  config: Config,
  observers: Observers,
  cleanups: Cleanup[],
  { stop, loaded }: { stop: (reason: Error) => void; loaded: () => void },
): Promise<void> {
  const { log, tracing } = observers;
  const kill = createKillPoints(config.killAt);
  const statements = createStatementTimes();
  const heard = hearStatements(statements, tracing);
  const opening = openMigrated(config, { log, kill, onLost: stop, heard }).then((database) => {
    cleanups.push({ what: 'The database', run: () => database.stop() });
    return database;
  });
  const [database, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  loaded();
  await serve({ config, database, statements, kill, ...observers }, cleanups);
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
    const { stalledMs } = (config = readConfig());
    const observers = await openObservers(config, cleanups);
    ({ log } = observers);
    await start(config, observers, cleanups, {
      stop: fail,
      // Not before: on a busy machine, loading blocks the event loop for longer than is allowed.
      loaded: () => (watchdog = startWatchdog(stalledMs)),
    });
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
