import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPackage, prepareBinaries } from './binaries.ts';
import { AlreadyRunning, EmbeddedError } from './embedded-error.ts';
import { findRunning } from './leftover.ts';
import { openEmbedded, type Embedded, type OpenEmbedded } from './open.ts';
import { choosePlace } from './place.ts';

const program = {
  title: 'Longhand',
  name: 'longhand',
  dataFolderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};
const password = 'a password of this test';
const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;
const patience = { timeout: 180_000 };
const unprivileged = { uid: 65_534, gid: 65_534 };

let base: string;
let opened: Embedded[];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'longhand-embedded-'));
  await chmod(base, 0o755);
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.stop();
  await rm(base, { recursive: true, force: true });
});

async function folder(name: string, mode: number): Promise<string> {
  const path = join(base, name);
  await mkdir(path);
  await chmod(path, mode);
  return path;
}

async function open(given: Partial<OpenEmbedded> & { dataDir: string }): Promise<Embedded> {
  const system = { data: join(base, 'lib'), cache: join(base, 'cache') };
  const one = await openEmbedded({
    program,
    password,
    log,
    onLost: () => undefined,
    system,
    ...given,
  });
  opened.push(one);
  return one;
}

async function ask<R extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  question: string,
): Promise<R[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query<R>(question)).rows;
  } finally {
    await client.end();
  }
}

test(
  'the database accepts connections only through a protected socket and with the password',
  patience,
  async () => {
    const dataDir = await folder('data', 0o711);
    const { connection } = await open({ dataDir });
    expect((await stat(String(connection.host))).mode & 0o077).toBe(0);
    expect(await ask(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
  },
);

test(
  'the database stores durably, its role is not a superuser, and text comparison is fixed',
  patience,
  async () => {
    const { connection } = await open({ dataDir: await folder('data', 0o711) });
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'is_superuser',
      'server_encoding',
    ];
    const shown = await Promise.all(
      names.map((name) => ask<Record<string, string>>(connection, `show ${name}`)),
    );
    expect(shown.map((rows) => Object.values(rows[0] ?? {})[0])).toEqual([
      'on',
      'on',
      'on',
      'on',
      'off',
      'UTF8',
    ]);
    const role =
      'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user';
    expect(await ask(connection, role)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false },
    ]);
    expect(await ask(connection, `select lower('ÅÉ') as low, 'a' < 'B' as bytes`)).toEqual([
      { low: 'åé', bytes: false },
    ]);
  },
);

test('the database works with a data path that is too long for a socket', patience, async () => {
  const dataDir = await folder('d'.repeat(150), 0o711);
  const { connection } = await open({ dataDir });
  expect(Buffer.byteLength(String(connection.host))).toBeLessThan(80);
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test(
  'refuses a second process on the same folder, also while a killed database restarts',
  patience,
  async () => {
    const dataDir = await folder('data', 0o711);
    const reasons: Error[] = [];
    const first = await open({ dataDir, onLost: (reason) => reasons.push(reason) });
    await expect(open({ dataDir })).rejects.toThrow(AlreadyRunning);
    const postmaster = await findRunning((await choosePlace(dataDir, program)).cluster);
    process.kill(postmaster!.pid, 'SIGKILL');
    await expect(open({ dataDir })).rejects.toThrow(AlreadyRunning);
    await vi.waitFor(() => ask(first.connection, 'select 1'), { timeout: 60_000 });
    expect(reasons).toEqual([]);
    await first.stop();
    await open({ dataDir });
  },
);

test('a process that exits without stopping its server tells it to stop', patience, async () => {
  const dataDir = await folder('data', 0o711);
  const { stop } = await open({ dataDir });
  await stop();
  const own = { program, dataDir, password, system: { data: join(base, 'lib'), cache: base } };
  const code = `
      import { openEmbedded } from ${JSON.stringify(new URL('open.ts', import.meta.url).href)};
      const nothing = () => undefined;
      const log = { debug: nothing, warn: nothing, error: nothing };
      await openEmbedded({ ...${JSON.stringify(own)}, log, onLost: nothing });
      process.exit(3);`;
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  await expect(ended).rejects.toMatchObject({ code: 3 });
  const { cluster } = await choosePlace(dataDir, program);
  await expect.poll(() => findRunning(cluster), { timeout: 60_000 }).toBeNull();
  expect(await readFile(join(dataDir, 'database.log'), 'utf8')).toMatch(
    /received fast shutdown request\n.*(?:\n.*)*database system is shut down\n$/,
  );
});

test(
  'refuses to start beside a server of another container, whose process is not visible',
  patience,
  async () => {
    const dataDir = await folder('data', 0o711);
    const { connection, stop } = await open({ dataDir });
    await stop();
    const log = await readFile(join(dataDir, 'database.log'), 'utf8');
    const server = createServer().listen(join(String(connection.host), '.s.PGSQL.5432'));
    await once(server, 'listening');
    await expect(open({ dataDir })).rejects.toThrow(AlreadyRunning);
    expect(await readFile(join(dataDir, 'database.log'), 'utf8')).toBe(log);
    server.close();
    await once(server, 'close');
    await open({ dataDir });
  },
);

test.runIf(isRoot)(
  'places the cluster and programs where PostgreSQL can read them if the data folder is in a folder that only root may enter',
  patience,
  async () => {
    const home = await folder('root', 0o700);
    const dataDir = join(home, 'data');
    await mkdir(dataDir);
    const packageFolder = join(home, 'package');
    await cp(await findPackage(program), packageFolder, {
      recursive: true,
      verbatimSymlinks: true,
    });
    const first = await open({ dataDir, packageFolder });
    await ask(first.connection, 'create table kept (x int)');
    await first.stop();

    const place = (await readFile(join(dataDir, 'database.location'), 'utf8')).trim();
    expect(place.startsWith(join(base, 'lib'))).toBe(true);
    expect(await readdir(join(base, 'cache'))).toEqual([expect.stringMatching(/^postgres-18/)]);
    const second = await open({ dataDir, packageFolder });
    expect(await ask(second.connection, 'select count(*)::int as rows from kept')).toEqual([
      { rows: 0 },
    ]);
  },
);

test.runIf(isRoot)(
  'refuses a copy of a data folder whose cluster is outside of it, and accepts a moved one',
  patience,
  async () => {
    const home = await folder('root', 0o700);
    const system = { data: join(base, 'lib'), cache: join(base, 'cache') };
    const [dataDir, copy, moved] = [join(home, 'data'), join(home, 'copy'), join(home, 'moved')];
    await mkdir(dataDir);
    const place = await choosePlace(dataDir, program, system);
    await cp(dataDir, copy, { recursive: true });
    await expect(choosePlace(copy, program, system)).rejects.toThrow(`${copy} is a copy of it`);
    await rename(dataDir, moved);
    expect((await choosePlace(moved, program, system)).cluster).toBe(place.cluster);
  },
);

test.runIf(isRoot)(
  'refuses a cluster that has become unreachable, and names the folder that blocks it',
  patience,
  async () => {
    const home = await folder('open', 0o755);
    const dataDir = join(home, 'data');
    await mkdir(dataDir);
    await choosePlace(dataDir, program);
    await chmod(home, 0o700);
    await expect(choosePlace(dataDir, program)).rejects.toThrow(EmbeddedError);
    await expect(choosePlace(dataDir, program)).rejects.toThrow(`chmod o+x ${home}`);
  },
);

test('creates the symbolic links that npm has not created', patience, async () => {
  const packageFolder = join(base, 'package');
  await cp(await findPackage(program), packageFolder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(
    await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'),
  ) as { target: string }[];
  for (const { target } of links) await rm(join(packageFolder, target), { force: true });
  const runAs = isRoot ? unprivileged : null;
  const { postgres } = await prepareBinaries(packageFolder, runAs, join(base, 'cache'));
  for (const { target } of links)
    expect((await lstat(join(packageFolder, target))).isSymbolicLink()).toBe(true);
  const options = { ...runAs, env: {} };
  expect((await promisify(execFile)(postgres, ['--version'], options)).stdout).toContain(
    'PostgreSQL) 18',
  );
});
