import { join } from 'node:path';
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { keepSecret } from '../../platform/secret-file.ts';
import { connectionDefaults } from '../connection.ts';
import { findPackage, prepareBinaries, type Binaries } from './binaries.ts';
import { AlreadyRunning, alreadyRunning } from './embedded-error.ts';
import { initialise } from './initialise.ts';
import { endLeftover } from './leftover.ts';
import {
  choosePlace,
  makeSocketFolder,
  systemFolders,
  type Place,
  type SystemFolders,
} from './place.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { holdProcessLock } from './process-lock.ts';
import { ensureDatabase } from './roles.ts';
import { supervise } from './supervise.ts';

/** A running embedded PostgreSQL. */
export type Embedded = {
  /** Connection settings for the application's role and database. */
  readonly poolConfig: pg.PoolConfig;
  stop(): Promise<void>;
};

/** Options of the embedded PostgreSQL. The last two differ only in tests. */
export type OpenEmbedded = {
  readonly dataDir: string;
  readonly log: Log;
  readonly onLost: (reason: Error) => void;
  readonly system?: SystemFolders;
  readonly packageFolder?: string;
};

type Prepared = {
  place: Place;
  binaries: Binaries;
  socketFolder: string;
  admin: pg.PoolConfig;
  password: string;
};

async function prepare({ dataDir, log, system, packageFolder }: OpenEmbedded): Promise<Prepared> {
  const place = await choosePlace(dataDir, system ?? systemFolders);
  const password = await keepSecret(join(place.dataDir, 'database.password'));
  const admin = {
    ...connectionDefaults(),
    user: 'postgres',
    database: 'postgres',
    password,
    port: 5432,
    ssl: false,
  };
  const binaries = await prepareBinaries(
    packageFolder ?? (await findPackage()),
    place.runAs,
    place.cacheFolder,
  );
  await initialise(place, binaries, password);
  await endLeftover(place, admin, log);
  const socketFolder = await makeSocketFolder(place);
  return { place, binaries, socketFolder, admin: { ...admin, host: socketFolder }, password };
}

const tries = 5;

/**
 * Starts the server. Ends a leftover server that is in the way. It may appear only now, if a
 * process was killed while it restarted its database.
 */
async function startFirst(
  { place, binaries, socketFolder, admin }: Prepared,
  log: Log,
): Promise<Postmaster> {
  for (let left = tries; ; left -= 1) {
    try {
      return await startPostmaster(place, binaries, socketFolder, log);
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || left === 1) throw error;
      await endLeftover(place, admin, log);
    }
  }
}

/**
 * Runs PostgreSQL on the data folder: creates the cluster at the first start, ends a leftover
 * server, and restarts it after a crash. A lock refuses a second process on the same folder. Throws
 * `EmbeddedError`.
 */
export async function openEmbedded(open: OpenEmbedded): Promise<Embedded> {
  const { log } = open;
  const prepared = await prepare(open);
  const { place, binaries, socketFolder, admin, password } = prepared;
  const lost = () => open.onLost(alreadyRunning(place.dataDir));
  const first = await startFirst(prepared, log);
  const server = supervise(
    first,
    () => startPostmaster(place, binaries, socketFolder, log),
    log,
    lost,
  );
  try {
    const lock = await holdProcessLock(admin, log, lost);
    if (lock === null) throw alreadyRunning(place.dataDir);
    const poolConfig = await ensureDatabase(admin, password);
    const stop = async () => {
      server.expectEnd();
      await lock.release();
      await server.stop();
    };
    return { poolConfig, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
