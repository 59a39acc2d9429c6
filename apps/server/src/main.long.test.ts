import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isAlive } from '@longhand/embedded-postgres';
import { createEmptyDatabase } from './db/testing.ts';
import {
  addressOf,
  clear,
  fillFrom,
  isReady,
  newFolder,
  postmasterOf,
  startProcess,
  type Running,
  type StartOptions,
} from './process.testing.ts';
import { until } from './testing/until.ts';

const isRoot = process.getuid?.() === 0;
const patience = { timeout: 180_000 };

/** Runs a command with process ids and shared memory of its own, like another container. */
const inNamespaces = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const hasNamespaces = spawnSync(inNamespaces[0]!, [...inNamespaces.slice(1), 'true']).status === 0;

let place: Awaited<ReturnType<typeof newFolder>>;
let dataDir: string;
let running: Running[];

let template: Awaited<ReturnType<typeof newFolder>>;
beforeAll(async () => {
  template = await newFolder();
  const first = startProcess(join(template.folder, 'data'));
  await addressOf(first);
  first.child.kill('SIGTERM');
  await first.ended;
}, 180_000);
afterAll(() => template.remove());

/**
 * Fills the data folder for the next start from an orderly shutdown. This avoids creating a
 * database cluster, which takes longer than everything else.
 */
const filled = (): Promise<void> => fillFrom(join(template.folder, 'data'), dataDir);

beforeEach(async () => {
  place = await newFolder();
  dataDir = join(place.folder, 'data');
  running = [];
});
afterEach(async () => {
  await clear(running, dataDir);
  await place.remove();
}, 180_000);

/** Returns a port without a listener. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

function start(options: StartOptions = {}, folder = dataDir): Running {
  const one = startProcess(folder, options);
  running.push(one);
  return one;
}

async function register(address: string, username: string): Promise<number> {
  const given = await fetch(`${address}/api/v1/csrf-token`);
  const { csrfToken } = (await given.json()) as { csrfToken: string };
  const cookie = given.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = JSON.stringify({
    username,
    name: username,
    email: `${username}@example.org`,
    password: 'a-long-way-to-type',
  });
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': csrfToken, cookie };
  return (await fetch(`${address}/api/v1/register`, { method: 'POST', headers, body })).status;
}

test(
  'starts on an empty folder, prints its address on one line, and keeps data across a restart',
  patience,
  async () => {
    const first = start();
    const address = await addressOf(first);
    expect(await register(address, 'ada')).toBe(201);
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0, signal: null });
    expect(first.said.out).toBe(`Longhand is ready at ${address}\n`);
    expect(await register(await addressOf(start()), 'ada')).toBe(409);
  },
);

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s, even if sent twice, stops the server with exit code 0, and its database',
  patience,
  async (signal) => {
    await filled();
    const one = start();
    await addressOf(one);
    const postmaster = await postmasterOf(dataDir);
    one.child.kill(signal);
    one.child.kill(signal);
    expect((await one.ended).code).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
    const log = await readFile(join(dataDir, 'database.log'), 'utf8');
    expect(log.trimEnd().endsWith('database system is shut down')).toBe(true);
  },
);

test(
  'a second process on the same data folder exits with an error, and the first keeps running',
  patience,
  async () => {
    await filled();
    const first = start();
    const address = await addressOf(first);
    const postmaster = await postmasterOf(dataDir);
    const second = start();
    expect((await second.ended).code).toBe(1);
    expect(second.said.err).toContain(
      `Another Longhand process uses this data folder (${dataDir})`,
    );
    expect(await isReady(address)).toBe(true);
    expect(await postmasterOf(dataDir)).toBe(postmaster);
    expect(await register(address, 'grace')).toBe(201);
  },
);

test.runIf(hasNamespaces)(
  'a process of another container on the same data folder exits before it touches the database',
  patience,
  async () => {
    await filled();
    const address = await addressOf(start());
    const postmaster = await postmasterOf(dataDir);
    const log = await readFile(join(dataDir, 'database.log'), 'utf8');
    const second = start({ through: inNamespaces });
    expect((await second.ended).code).toBe(1);
    expect(second.said.err).toContain('Another Longhand process uses');
    expect(await readFile(join(dataDir, 'database.log'), 'utf8')).toBe(log);
    expect(await postmasterOf(dataDir)).toBe(postmaster);
    expect(await register(address, 'grace')).toBe(201);
  },
);

test('of two concurrent first starts exactly one keeps running', patience, async () => {
  const both = [start(), start()];
  const ended = await Promise.race(both.map(async (one, index) => (await one.ended, index)));
  expect((await both[ended]!.ended).code).toBe(1);
  expect(await isReady(await addressOf(both[1 - ended]!))).toBe(true);
});

test(
  'after kill -9, the next start stops the orphaned database and loses no data',
  patience,
  async () => {
    await filled();
    const first = start();
    expect(await register(await addressOf(first), 'ada')).toBe(201);
    const postmaster = await postmasterOf(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(postmaster)).toBe(true);
    const address = await addressOf(start());
    expect(isAlive(postmaster)).toBe(false);
    expect(await register(address, 'ada')).toBe(409);
  },
);

test(
  'after kill -9 of the process and the database, the next start recovers the data',
  patience,
  async () => {
    await filled();
    const first = start();
    expect(await register(await addressOf(first), 'ada')).toBe(201);
    const postmaster = await postmasterOf(dataDir);
    first.child.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await first.ended;
    expect(await register(await addressOf(start()), 'ada')).toBe(409);
  },
);

test('restarts the database after kill -9 of it, twice', patience, async () => {
  await filled();
  const one = start();
  const address = await addressOf(one);
  for (const name of ['ada', 'grace']) {
    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, 'SIGKILL');
    await until(
      async () =>
        (await postmasterOf(dataDir).catch(() => postmaster)) !== postmaster &&
        (await isReady(address)),
    );
    expect(await register(address, name)).toBe(201);
  }
  expect(one.child.exitCode).toBe(null);
  expect((await startAndEnd()).said.err).toContain('Another Longhand process uses');
});

async function startAndEnd(options: StartOptions = {}): Promise<Running & { code: number | null }> {
  const one = start(options);
  return { ...one, code: (await one.ended).code };
}

test(
  'ignores a stale postmaster.pid whose process id now belongs to another program',
  patience,
  async () => {
    await filled();
    const first = start();
    await addressOf(first);
    const pidFile = join(dataDir, 'database/cluster/postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    first.child.kill('SIGTERM');
    await first.ended;
    await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)));
    expect(await isReady(await addressOf(start()))).toBe(true);
  },
);

test('exits with a readable error when the data folder is not writable', patience, async () => {
  await writeFile(dataDir, 'a file');
  const { code, said } = await startAndEnd();
  expect(code).toBe(1);
  expect(said.err).toBe(
    `The data folder ${dataDir} is not writable: the path is a file. Set DATA_DIR to a writable folder.\n`,
  );
  const elsewhere = startProcess('/proc/longhand');
  expect((await elsewhere.ended).code).toBe(1);
  expect(elsewhere.said.err).toMatch(/^The data folder \/proc\/longhand is not writable: .*\.\n$/);
});

test(
  'exits with a readable error when the port is in use, and stops the database',
  patience,
  async () => {
    await filled();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const bound = taken.address();
    const port = typeof bound === 'object' && bound !== null ? String(bound.port) : '';
    const { code, said } = await startAndEnd({ env: { PORT: port } });
    taken.close();
    expect(code).toBe(1);
    // The data folder is a copy, which the server logs before.
    expect(said.err.trimEnd().split('\n').at(-1)).toBe(
      `Another process already listens on port ${port} on 127.0.0.1. Stop it, or set PORT to another port.`,
    );
    await expect(postmasterOf(dataDir)).rejects.toThrow('ENOENT');
  },
);

test('reports all invalid settings at once, and creates no files', patience, async () => {
  const { code, said } = await startAndEnd({
    env: { PORT: 'x', LOG_LEVEL: 'loud', MAX_UPDATE_BYTES: '0' },
  });
  expect(code).toBe(1);
  for (const name of ['PORT', 'LOG_LEVEL', 'MAX_UPDATE_BYTES'])
    expect(said.err).toContain(`  ${name} has to be `);
  expect(await readdir(place.folder)).toEqual([]);
});

test(
  'serves only metrics and health on the admin port, and no metrics on the public port',
  patience,
  async () => {
    await filled();
    const port = await freePort();
    const one = start({ env: { ADMIN_PORT: String(port) } });
    const address = await addressOf(one);
    const inside = `http://127.0.0.1:${port}`;
    expect(await isReady(inside)).toBe(true);
    expect(await (await fetch(`${inside}/metrics`)).text()).toContain(
      'longhand_live_connections 0',
    );
    expect((await fetch(`${inside}/api/v1/csrf-token`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    const second = start({ env: { ADMIN_PORT: String(port) } }, join(place.folder, 'other'));
    expect((await second.ended).code).toBe(1);
    expect(second.said.err).toContain(`Another process already listens on port ${port}`);
    expect(second.said.err).toContain('ADMIN_PORT');
  },
);

test('the watchdog ends a process whose event loop is blocked', patience, async () => {
  const block = encodeURIComponent("process.on('SIGUSR2', () => { for (;;); })");
  const blocked = start({
    env: { STALLED_SECONDS: '5', NODE_OPTIONS: `--import=data:text/javascript,${block}` },
  });
  await addressOf(blocked);
  blocked.child.kill('SIGUSR2');
  expect(await blocked.ended).toMatchObject({ signal: 'SIGABRT' });
  expect(blocked.said.err).toContain('did not respond for 5 seconds');
});

test('after a kill during the migration, the next start completes it', patience, async () => {
  const dying = start({ env: { KILL_AT: 'while-migrating:1' } });
  expect((await dying.ended).signal).toBe('SIGKILL');
  expect(await register(await addressOf(start()), 'ada')).toBe(201);
});

test.runIf(isRoot)(
  'starts as an unprivileged user who owns the data folder',
  patience,
  async () => {
    const user = { uid: 65_534, gid: 65_534 };
    await mkdir(dataDir);
    await chown(dataDir, user.uid, user.gid);
    const address = await addressOf(start({ user }));
    expect(await register(address, 'ada')).toBe(201);
  },
);

test.runIf(isRoot)(
  'exits with advice if its user is unknown to the system, which initdb refuses',
  patience,
  async () => {
    const user = { uid: 54_321, gid: 54_321 };
    await mkdir(dataDir);
    await chown(dataDir, user.uid, user.gid);
    const { code, said } = await startAndEnd({ user });
    expect(code).toBe(1);
    expect(said.err).toMatch(
      /user does not exist\. Add this user to \/etc\/passwd, or set DATABASE_URL\.\n$/,
    );
  },
);

test(
  'with DATABASE_URL, uses that server, starts none, and shares it with a second process',
  patience,
  async () => {
    const external = await createEmptyDatabase();
    try {
      const env = { DATABASE_URL: external.url };
      const [one, two] = [start({ env }), start({ env }, join(place.folder, 'other'))];
      const [first, second] = [await addressOf(one), await addressOf(two)];
      expect(await register(first, 'ada')).toBe(201);
      expect(await register(second, 'ada')).toBe(409);
      expect(await readdir(dataDir)).not.toContain('database');
      for (const { child, ended } of [one, two]) {
        child.kill('SIGTERM');
        expect((await ended).code).toBe(0);
      }
    } finally {
      await external.drop();
    }
  },
);

test('exits with a readable error when DATABASE_URL has a wrong password', patience, async () => {
  const external = await createEmptyDatabase();
  const wrong = external.url.replace(/:[^:@/]*@/, ':wrong@');
  const { code, said } = await startAndEnd({ env: { DATABASE_URL: wrong } });
  await external.drop();
  expect(code).toBe(1);
  expect(said.err).toContain('The database cannot be used:');
  expect(said.err).toContain('Check DATABASE_URL.');
});
