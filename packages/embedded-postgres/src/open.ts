import { findPackage, prepareBinaries, type Binaries } from './binaries.ts';
import { socketConnection, type Connection } from './connection.ts';
import { AlreadyRunning, alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { initialise } from './initialise.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { endLeftover } from './leftover.ts';
import { findKept } from './kept.ts';
import type { Logger } from './log.ts';
import {
  choosePlace,
  makeSocketFolder,
  type ClusterLocation,
  type SystemFolders,
} from './place.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import type { Program } from './program.ts';
import { ensureDatabase } from './roles.ts';
import { supervise } from './supervise.ts';
import { completeUpgrade, upgradeCluster, type Upgrade } from './upgrade.ts';

/** A running embedded PostgreSQL. */
export type Embedded = {
  /** Connection of the program's role to its database. */
  readonly connection: Connection;
  /** Returns the paths of the clusters that upgrades have kept. */
  findKept(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Options of {@link openEmbedded}. The last two differ only in tests. */
export type OpenEmbedded = {
  readonly program: Program;
  /** Absolute path of an existing folder. */
  readonly dataDir: string;
  /** Password of the superuser and of the program's role. It stays the same for a data folder. */
  readonly password: string;
  readonly log: Logger;
  /** Receives the reason if another process has taken over the data folder. */
  readonly onLost: (reason: Error) => void;
  /** Upgrades a cluster of an earlier major version, which is refused otherwise. */
  readonly upgrade?: Upgrade;
  readonly system?: SystemFolders;
  readonly packageFolder?: string;
};

type Prepared = {
  place: ClusterLocation;
  binaries: Binaries;
  /** Connection of the superuser. */
  admin: Connection;
};

async function prepare({
  program,
  dataDir,
  password,
  log,
  upgrade,
  system,
  packageFolder,
}: OpenEmbedded): Promise<Prepared> {
  const place = await choosePlace(dataDir, program, system);
  const binaries = await prepareBinaries(
    packageFolder ?? (await findPackage(program)),
    place.runAs,
    place.cacheFolder,
  );
  await completeUpgrade(place);
  await endLeftover(place, log);
  if (upgrade !== undefined) await upgradeCluster(place, binaries, password, upgrade, log);
  await initialise(place, binaries, password);
  const socketFolder = await makeSocketFolder(place);
  return { place, binaries, admin: socketConnection(socketFolder, 'postgres', password) };
}

const tries = 5;

/**
 * Starts the server. Ends a leftover server that is in the way. It may appear only now, if a
 * process was killed while it restarted its database.
 */
async function startFirst({ place, binaries, admin }: Prepared, log: Logger): Promise<Postmaster> {
  for (let left = tries; ; left -= 1) {
    try {
      return await startPostmaster(place, binaries, admin.host, log);
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || left === 1) throw error;
      await endLeftover(place, log);
    }
  }
}

/**
 * Runs PostgreSQL on the data folder: creates the cluster at the first start, ends a leftover
 * server, and restarts it after a crash. A lock refuses a second process on the same folder before
 * it reads the cluster.
 *
 * @throws `EmbeddedError` with a message for the operator
 */
export async function openEmbedded(open: OpenEmbedded): Promise<Embedded> {
  const lock = await lockDataFolder(open);
  try {
    const { connection, findKept, stop } = await run(open);
    return {
      connection,
      findKept,
      async stop() {
        await stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockDataFolder({ dataDir, program }: OpenEmbedded): Promise<FolderLock> {
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedError(
      `The data folder ${dataDir} cannot be locked: ${reason}. Its file system must have Unix sockets and hard links. Choose another folder with ${program.dataFolderSetting}.`,
      { cause: error },
    );
  });
  if (lock === null) throw alreadyRunning(program, dataDir);
  return lock;
}

/** Does the work of {@link openEmbedded} in a folder that this process holds. */
async function run(open: OpenEmbedded): Promise<Embedded> {
  const { log, program, password } = open;
  const prepared = await prepare(open);
  const { place, binaries, admin } = prepared;
  const first = await startFirst(prepared, log);
  const server = supervise(
    first,
    () => startPostmaster(place, binaries, admin.host, log),
    log,
    () => open.onLost(alreadyRunning(program, place.dataDir)),
  );
  try {
    await ensureDatabase(admin, program.name);
    for (const path of await findKept(place.parent))
      log.warn({ path }, 'An upgrade of PostgreSQL has kept the database as it was before');
    return {
      connection: socketConnection(admin.host, program.name, password),
      findKept: () => findKept(place.parent),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
