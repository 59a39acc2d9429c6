import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isNodeError } from './node-error.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import { findKept, readMajor } from './kept.ts';
import type { ClusterLocation } from './place.ts';
import { isAlive } from './processes.ts';
import { spawnAs, type RunAs } from './run-as.ts';

const draftPrefix = 'cluster.new-';

/** Creates a file that only the user of `initdb` can read. Never follows an existing link. */
async function writeOwned(path: string, content: string, runAs: RunAs): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    if (runAs !== null) await file.chown(runAs.uid, runAs.gid);
  } finally {
    await file.close();
  }
}

async function runInitdb(
  place: ClusterLocation,
  binaries: Binaries,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    ...[
      '--pgdata',
      draft,
      '--username',
      'postgres',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
    ],
    // Same collation and case mapping on every machine, independent of its locales.
    ...[
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
    ],
    '--no-instructions',
  ];
  const child = spawnAs(place.runAs, binaries.initdb, args, place.parent, [
    'ignore',
    'ignore',
    'pipe',
  ]);
  const exited = once(child, 'exit');
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const [code] = (await exited) as [number | null];
  if (code === 0) return;
  const reason = (await said).trim();
  // This happens in containers that run under a user id without a name.
  const remedy = /could not look up effective user ID/.test(reason)
    ? ` Add this user to /etc/passwd, or set ${place.program.serverSetting}.`
    : '';
  throw new EmbeddedError(
    `PostgreSQL could not create a database in ${place.parent}: ${reason}.${remedy}`,
  );
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(draftPrefix) ? Number(name.slice(draftPrefix.length)) : Number.NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Creates a cluster under a temporary name that is then renamed. So a kill leaves no partial
 * cluster, and of two concurrent starts one wins.
 *
 * @throws `EmbeddedError` if `initdb` fails
 */
export async function createCluster(
  place: ClusterLocation,
  binaries: Binaries,
  password: string,
): Promise<void> {
  await removeAbandoned(place.parent);
  const draft = join(place.parent, `${draftPrefix}${process.pid}`);
  const passwordFile = join(place.parent, `.password-${process.pid}`);
  await rm(passwordFile, { force: true });
  try {
    await writeOwned(passwordFile, password, place.runAs);
    await runInitdb(place, binaries, draft, passwordFile);
    await rename(draft, place.cluster);
  } catch (error) {
    const another = isNodeError(error) && ['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '');
    if (!another) throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Creates the cluster at the first start. Throws {@link EmbeddedError}, also for a cluster of
 * another major version, and if there is only one that was kept by an upgrade.
 */
export async function initialise(
  place: ClusterLocation,
  binaries: Binaries,
  password: string,
): Promise<void> {
  const { cluster, parent, program } = place;
  if (!existsSync(cluster)) {
    const [kept] = await findKept(parent);
    if (kept !== undefined)
      throw new EmbeddedError(
        `There is no database in ${cluster}, but ${kept} was kept by an upgrade. ${program.upgradePage} describes the way back.`,
      );
    await createCluster(place, binaries, password);
  }
  const major = await readMajor(cluster);
  if (major === binaries.major) return;
  const remedy =
    major > binaries.major
      ? `Start the version of ${program.title} that created it, or a later one.`
      : `npm start upgrades it; ${program.upgradePage} describes how.`;
  throw new EmbeddedError(
    `The database in ${cluster} was created by PostgreSQL ${major}, but this version of ` +
      `${program.title} has PostgreSQL ${binaries.major}. ${remedy}`,
  );
}
