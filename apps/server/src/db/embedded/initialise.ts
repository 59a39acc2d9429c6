import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isNodeError } from '../../platform/node-error.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Place } from './place.ts';
import { isAlive } from './processes.ts';
import { spawnAs, type RunAs } from './run-as.ts';

/** The major version whose files the programs can read. */
const majorVersion = '18';

const draftPrefix = 'cluster.new-';

/** A file that the user who runs `initdb` can read and nobody else; never through a link that somebody put there. */
async function writeOwned(path: string, content: string, runAs: RunAs): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    if (runAs !== null) await file.chown(runAs.uid, runAs.gid);
  } finally {
    await file.close();
  }
}

async function runInitdb(place: Place, binaries: Binaries, draft: string, passwordFile: string): Promise<void> {
  const args = [
    ...['--pgdata', draft, '--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    // The same order and the same upper and lower case on every machine, whatever its locales are.
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    '--no-instructions',
  ];
  const child = spawnAs(place.runAs, binaries.initdb, args, place.parent, ['ignore', 'ignore', 'pipe']);
  const exited = once(child, 'exit');
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const [code] = (await exited) as [number | null];
  if (code === 0) return;
  const reason = (await said).trim();
  // So it is in containers that run under a number without a name.
  const remedy = /could not look up effective user ID/.test(reason) ? ' Add this user to /etc/passwd, or set DATABASE_URL.' : '';
  throw new EmbeddedError(`PostgreSQL could not make a database in ${place.parent}: ${reason}.${remedy}`);
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(draftPrefix) ? Number(name.slice(draftPrefix.length)) : Number.NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function make(place: Place, binaries: Binaries, password: string): Promise<void> {
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
 * Makes the cluster at the first start: under another name first, then renamed, so that a kill leaves no half one, and of two
 * starts at once one wins. Throws {@link EmbeddedError}, also where the cluster is of another major version.
 */
export async function initialise(place: Place, binaries: Binaries, password: string): Promise<void> {
  if (!existsSync(place.cluster)) await make(place, binaries, password);
  const version = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion) {
    throw new EmbeddedError(
      `The database in ${place.cluster} was made by PostgreSQL ${version}, and this version of Longhand has PostgreSQL ` +
        `${majorVersion}. docs/operations.md describes how to move it.`,
    );
  }
}
