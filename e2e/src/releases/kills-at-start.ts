import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signUp, startProduct } from '@longhand/driver';
import type { Contents } from './contents.ts';
import { checkContents } from './check-contents.ts';
import { fillInterrupted, stopDatabase } from './interrupted.ts';
import { createVersionWith } from './other-versions.ts';

/** Named points at which the upgrade of an embedded PostgreSQL can be killed. */
export const upgradePoints = [
  'upgrade-created',
  'upgrade-copied',
  'upgrade-kept',
  'upgrade-swapped',
] as const;

/** A named point and its time, such as `while-migrating:3`. */
type KillAt = `${string}:${number}`;

/** Starts a product that kills itself at a point. Returns false if it does not reach the point. */
async function isKilledAt(dataDir: string, killAt: KillAt): Promise<boolean> {
  try {
    const product = await startProduct({ dataDir, env: { KILL_AT: killAt } });
    await product.close();
    return false;
  } catch (error) {
    if (String(error).includes('SIGKILL')) return true;
    throw error;
  }
}

/** Creates a folder that the user of the database may enter. */
async function createScratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-start-'));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Kills the first start of an installation at the n-th migration, and the next one at another, if
 * that is given. Checks that the start after that completes the data folder.
 *
 * @returns false if there are fewer migrations
 * @throws if the data folder is not usable
 */
export async function killWhileMigrating(time: number, again: number | null): Promise<boolean> {
  const dataDir = await createScratch();
  try {
    if (!(await isKilledAt(dataDir, `while-migrating:${time}`))) return false;
    // A data folder that is closed in order is opened again like one that is not.
    if (again !== null) await isKilledAt(dataDir, `while-migrating:${again}`);
    const product = await startProduct({ dataDir });
    try {
      const ada = await signUp(product.url, 'ada');
      assert.deepEqual((await ada.call('listProjects')).items, [], `migration ${time}`);
    } finally {
      await product.close();
    }
    return true;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** An installation of a version with an earlier PostgreSQL. */
export type EarlierInstallation = {
  /** Path of the sources of that version. */
  readonly sources: string;
  readonly contents: Contents;
  /** Copies its data folder, and returns the path of the copy. */
  copy(name: string): Promise<string>;
  remove(): Promise<void>;
};

/**
 * Creates a data folder of a version that has PostgreSQL 17, which npm installs. The product was
 * killed, so that its journal has text that its database lacks.
 */
export async function createEarlierInstallation(): Promise<EarlierInstallation> {
  const scratch = await createScratch();
  const dataDir = join(scratch, 'data');
  const sources = await createVersionWith(join(scratch, 'earlier'), '17.10.0-beta.17');
  const contents = await fillInterrupted({ dataDir, main: join(sources, 'main.ts') });
  await stopDatabase(dataDir);
  return {
    sources,
    contents,
    async copy(name) {
      const copied = join(scratch, name);
      await promisify(execFile)('cp', ['-a', dataDir, copied]);
      return copied;
    },
    remove: () => rm(scratch, { recursive: true, force: true }),
  };
}

/**
 * Kills the upgrade of a copy of the database at a point for the n-th time, and the next start at
 * another point, if that is given. Checks that the start after that has the contents.
 *
 * @returns false if the point is not reached so often
 * @throws if contents are missing
 */
export async function killWhileUpgrading(
  installation: EarlierInstallation,
  killAt: KillAt,
  again: KillAt | null,
): Promise<boolean> {
  const dataDir = await installation.copy(`${killAt} ${again ?? ''}`.replace(/\W+/g, '-'));
  try {
    if (!(await isKilledAt(dataDir, killAt))) return false;
    if (again !== null) await isKilledAt(dataDir, again);
    const product = await startProduct({ dataDir });
    try {
      await checkContents(product, installation.contents);
      assert.deepEqual(await readdir(join(dataDir, 'database')), ['cluster', 'cluster-17']);
      assert.ok(!(await readdir(dataDir)).includes('socket.next'));
    } finally {
      await product.close();
    }
    return true;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
