import { resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { EmbeddedError } from '@longhand/embedded-postgres';
import { connectionDefaults } from '../db/connection.ts';
import { openOwnServer } from '../db/embedded.ts';
import { MigrationError } from '../db/migrate.ts';
import { openFiles } from '../files/open.ts';
import { systemClock } from '../platform/clock.ts';
import { ConfigError, readConfig, type Config } from '../platform/config.ts';
import { DataFolderError } from '../platform/data-folder.ts';
import { createDiskRoom } from '../platform/disk-room.ts';
import { Fault } from '../platform/fault.ts';
import { createIds } from '../platform/ids.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { readBackup, type BackupInfo } from './read.ts';
import { filesIn, makeBackup, rowsIn } from './make.ts';
import { recordAttempt, recordVerified } from './records.ts';
import { beginRestore, endRestore, restoreBackup } from './restore.ts';
import { runScheduledBackup } from './scheduled.ts';
import { findInstallation, openInstallation } from './source.ts';
import { verifyBackup } from './verify.ts';

const usage = `Usage:
  npm run backup -- FILE [--keys] [--without-files]
  npm run verify -- FILE [--into postgres://user:password@host/empty]
  npm run restore -- FILE
`;

/** Arguments of a command. */
type Given = {
  readonly file: string;
  readonly keys: boolean;
  readonly withoutFiles: boolean;
  readonly into: string | null;
};

/**
 * Throws if the process was asked to end. Commands call it between two entries, so that they remove
 * what they have begun.
 */
type Check = () => void;

type Command = (given: Given, config: Config, log: Logger, check: Check) => Promise<void>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the contents of a backup as part of a sentence. */
function contentsOf(loaded: BackupInfo): string {
  const parts = [
    plural(rowsIn(loaded, 'documents'), 'document'),
    plural(rowsIn(loaded, 'users'), 'account'),
    loaded.header.withFiles ? plural(filesIn(loaded), 'file') : 'no files',
  ];
  return `${parts[0]}, ${parts[1]} and ${parts[2]}`;
}

/** Prints the size every two seconds, if a user is looking. */
function progressTo(stream: NodeJS.WriteStream): (bytes: number) => void {
  let last = performance.now();
  return (bytes) => {
    if (!stream.isTTY || performance.now() - last < 2_000) return;
    last = performance.now();
    stream.write(`${(bytes / 1e6).toFixed(0)} MB so far\n`);
  };
}

const backup: Command = async ({ file, keys, withoutFiles }, config, log, check) => {
  const show = progressTo(process.stderr);
  const startedAt = systemClock.now();
  const installation = await openInstallation(config, log);
  try {
    const id = createIds(systemClock).uuid();
    const made = await makeBackup(file, config, installation, {
      id,
      withKeys: keys,
      withFiles: !withoutFiles,
      onProgress: (bytes) => {
        check();
        show(bytes);
      },
    });
    const { bytes } = made;
    await recordAttempt(installation.client, {
      id,
      name: file.slice(file.lastIndexOf('/') + 1),
      isScheduled: false,
      startedAt,
      result: { bytes, isVerified: false, error: null },
    });
    const seconds = ((systemClock.now() - startedAt) / 1_000).toFixed(1);
    say(`${file} has ${contentsOf(made)}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s.`);
    const { missingFiles } = made.manifest;
    if (missingFiles.length > 0)
      say(`The file store does not have ${plural(missingFiles.length, 'file')} of the database.`);
    say(`To verify it: npm run verify -- ${file}`);
  } finally {
    await installation.stop();
  }
};

const verify: Command = async ({ file, into }, config, log, check) => {
  const floor = config.minFreeBytes;
  const room = createDiskRoom({ path: tmpdir(), floor, clock: systemClock, log });
  const loaded = await verifyBackup(file, { log, databaseUrl: into, room, check });
  say(`${file} was restored in a scratch place, and has ${contentsOf(loaded)}.`);
  say(`It was made at ${loaded.header.createdAt} by version ${loaded.header.version}.`);
  const installation = await findInstallation(config, log);
  if (installation === null) return;
  try {
    await recordVerified(installation.client, loaded.header.id);
  } finally {
    await installation.stop();
  }
};

const restore: Command = async ({ file }, config, log, check) => {
  const { dataDir, databaseUrl } = config;
  const { header } = await readBackup(file, { onProgress: async () => check() });
  await beginRestore(dataDir);
  const server =
    databaseUrl === null
      ? await openOwnServer(dataDir, log, (reason) => log.fatal(reason))
      : {
          poolConfig: { ...connectionDefaults(), connectionString: databaseUrl },
          stop: () => Promise.resolve(),
        };
  try {
    const floor = config.minFreeBytes;
    const room = createDiskRoom({ path: dataDir, floor, clock: systemClock, log });
    const files = await openFiles(config, systemClock.now(), room);
    const loaded = await restoreBackup(file, header, {
      dataDir,
      connection: server.poolConfig,
      files,
      log,
      onProgress: async () => {
        check();
        if (!(await room.has()))
          throw new Fault(`The disk of ${dataDir} has less free space than MIN_FREE_BYTES.`);
      },
    });
    say(`${dataDir} has ${contentsOf(loaded)}, as of ${loaded.header.createdAt}.`);
    say('To start the server: npm start');
  } finally {
    await server.stop();
  }
  await endRestore(dataDir);
};

const scheduled: Command = (_, config, log, check) => runScheduledBackup(config, log, check);

const commands: Readonly<Record<string, Command>> = { backup, verify, restore };

/** Returns the command and its arguments, or null if they are not understood. */
function parse(args: readonly string[]): { run: Command; given: Given } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'boolean', default: false },
        'without-files': { type: 'boolean', default: false },
        into: { type: 'string' },
        scheduled: { type: 'boolean', default: false },
        'working-folder': { type: 'string', default: '.' },
      },
    });
    const [name = '', file, ...more] = positionals;
    const run = values.scheduled && name === 'backup' ? scheduled : commands[name];
    const hasFile = file !== undefined || values.scheduled;
    if (run === undefined || !hasFile || more.length > 0) return null;
    const given = {
      file: resolve(values['working-folder'], file ?? ''),
      keys: values.keys,
      withoutFiles: values['without-files'],
      into: values.into ?? null,
    };
    return { run, given };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Returns the message for the operator, or the stack of an unexpected error. */
function sentenceFor(error: unknown): string {
  const kinds = [ConfigError, DataFolderError, EmbeddedError, MigrationError, Fault];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns a {@link Check} for the signals to this process, and for the end of its parent. */
function checkSignals(): Check {
  let isEnding = false;
  const end = (): void => void (isEnding = true);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end);
  // The listener would keep the process alive after the command.
  process.channel?.unref();
  return () => {
    if (isEnding) throw new Fault('Interrupted.');
  };
}

const parsed = parse(process.argv.slice(2));
if (parsed === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    await parsed.run(parsed.given, readConfig(), createLog('error'), checkSignals());
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exitCode = 1;
  }
}
