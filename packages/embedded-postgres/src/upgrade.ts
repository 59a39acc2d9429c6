import { existsSync } from 'node:fs';
import { lstat, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { createClient, socketConnection, type Connection } from './connection.ts';
import { EmbeddedError } from './embedded-error.ts';
import { prepareFormer } from './former.ts';
import { createCluster } from './initialise.ts';
import { findKept, keptIn, readMajor } from './kept.ts';
import { endLeftover } from './leftover.ts';
import type { Logger } from './log.ts';
import { makeSocketFolder, type ClusterLocation } from './place.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';
import { ensureDatabase } from './roles.ts';

/** Steps of an upgrade, in their order, after which a test may end the process. */
export type UpgradeStep = 'upgrade-created' | 'upgrade-copied' | 'upgrade-kept' | 'upgrade-swapped';

/** The part of an upgrade that depends on the program. */
export type Upgrade = {
  /**
   * Copies all data from the database of the old server to the empty one of the new server, and
   * compares them. Neither has other sessions.
   */
  copy(from: Connection, to: Connection): Promise<void>;
  /** Free space that has to remain on the disk (bytes). */
  readonly spareBytes: number;
  onStep(step: UpgradeStep): void;
};

/** Space for the programs of both versions and for the WAL, beside the copied data (bytes). */
const otherBytes = 512 * 1024 * 1024;

const nextName = 'cluster.next';

/** Returns the location of the new cluster until it replaces the old one. */
const nextOf = (place: ClusterLocation): ClusterLocation => ({
  ...place,
  cluster: join(place.parent, nextName),
});

/**
 * Completes the upgrade of a process that was killed between its two renamings. The new cluster was
 * complete then.
 */
export async function completeUpgrade(place: ClusterLocation): Promise<void> {
  const next = nextOf(place).cluster;
  if (existsSync(place.cluster) || !existsSync(next)) return;
  if ((await findKept(place.parent)).length === 0) return;
  await rename(next, place.cluster);
  await syncFolder(place.parent);
}

/**
 * Upgrades a cluster of an earlier major version: runs it with its own programs, copies everything
 * into a new cluster beside it, and gives that one its name. The old cluster is kept unchanged as
 * `cluster-<major>`. After a kill the next start begins again or completes the upgrade. Does
 * nothing for a cluster of the present or of a later version, or none.
 *
 * @param programs programs of the present version
 * @throws `EmbeddedError` before anything is changed: without room, without the old programs, or
 *   beside another kept cluster
 */
export async function upgradeCluster(
  place: ClusterLocation,
  programs: Binaries,
  password: string,
  upgrade: Upgrade,
  log: Logger,
): Promise<void> {
  if (!existsSync(place.cluster)) return;
  const major = await readMajor(place.cluster);
  if (major >= programs.major) return;
  const kept = keptIn(place.parent, major);
  if (existsSync(kept))
    throw new EmbeddedError(
      `The database in ${place.cluster} cannot be upgraded, because ${kept} was kept by an earlier upgrade. Move it elsewhere first.`,
    );
  await discardNext(place, log);
  await expectRoom(place, upgrade.spareBytes);
  log.warn(
    `The database is upgraded from PostgreSQL ${major} to ${programs.major}. Do not start an earlier version meanwhile`,
  );
  const oldPrograms = await prepareFormer(place, major);
  const next = nextOf(place);
  await createCluster(next, programs, password);
  upgrade.onStep('upgrade-created');
  const old = { at: place, programs: oldPrograms, socket: 'socket' };
  const fresh = { at: next, programs, socket: 'socket.next' };
  const { name } = place.program;
  await withServer(old, { password, log }, (from) =>
    withServer(fresh, { password, log }, (to) => copyDatabase([from, to], name, upgrade)),
  );
  await syncFolder(place.parent);
  await rename(place.cluster, kept);
  await syncFolder(place.parent);
  upgrade.onStep('upgrade-kept');
  await rename(next.cluster, place.cluster);
  await syncFolder(place.parent);
  upgrade.onStep('upgrade-swapped');
  log.warn(`The database was upgraded to PostgreSQL ${programs.major}`);
}

/** Removes the new cluster of an upgrade that did not end. */
async function discardNext(place: ClusterLocation, log: Logger): Promise<void> {
  const next = nextOf(place);
  await endLeftover(next, log);
  await rm(next.cluster, { recursive: true, force: true });
}

async function expectRoom({ parent, cluster }: ClusterLocation, spare: number): Promise<void> {
  const needed = (await sizeOf(cluster)) + otherBytes + spare;
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
  throw new EmbeddedError(
    `The database cannot be upgraded: ${megabytes(needed)} of free space are needed on the disk of ${parent}, which has ${megabytes(bavail * bsize)}.`,
  );
}

async function sizeOf(path: string): Promise<number> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return stats.size;
  let size = 0;
  for (const name of await readdir(path)) size += await sizeOf(join(path, name));
  return size;
}

type Server = {
  readonly at: ClusterLocation;
  readonly programs: Binaries;
  /** Name of the socket's folder. */
  readonly socket: string;
};

/** Runs a server during `work`, which gets the connection of its superuser. */
async function withServer(
  { at, programs, socket }: Server,
  { password, log }: { password: string; log: Logger },
  work: (admin: Connection) => Promise<void>,
): Promise<void> {
  const folder = await makeSocketFolder(at, socket);
  const { pid } = await startPostmaster(at, programs, folder, log);
  try {
    await work(socketConnection(folder, 'postgres', password));
  } finally {
    await stopPostmaster(pid, log);
    if (at.cluster.endsWith(nextName)) await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the program's database between two servers, of which it gets the superusers. */
async function copyDatabase(
  [from, to]: readonly [Connection, Connection],
  name: string,
  upgrade: Upgrade,
): Promise<void> {
  for (const admin of [from, to]) await ensureDatabase(admin, name);
  const ofProgram = ({ host, password }: Connection): Connection =>
    socketConnection(host, name, password);
  await upgrade.copy(ofProgram(from), ofProgram(to));
  // Otherwise stopping the server would take as long as writing everything to disk.
  const client = createClient(to, 'upgrade');
  await client.connect();
  await client.query('checkpoint').finally(() => client.end());
  upgrade.onStep('upgrade-copied');
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
