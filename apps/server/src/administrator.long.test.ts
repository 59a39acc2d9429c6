import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '@longhand/contract';
import { isAlive } from '@longhand/embedded-postgres';
import {
  addressOf,
  clear,
  newFolder,
  postmasterOf,
  startProcess,
  type Running,
} from './process.testing.ts';

const patience = { timeout: 180_000 };
const program = join(import.meta.dirname, 'administrator.ts');
const password = 'a-long-way-to-type';

let place: Awaited<ReturnType<typeof newFolder>>;
let dataDir: string;
const running: Running[] = [];
beforeAll(async () => {
  place = await newFolder();
  dataDir = join(place.folder, 'data');
});
afterAll(async () => {
  await clear(running, dataDir);
  await place.remove();
}, 30_000);

type Ended = { code: number; stdout: string; stderr: string };

/** Runs the command as an operator does. */
async function run(args: readonly string[], folder = dataDir): Promise<Ended> {
  const env = { DATA_DIR: folder, PUBLIC_URL: 'https://write.example.org' };
  try {
    return {
      code: 0,
      ...(await promisify(execFile)(process.execPath, [program, ...args], { env })),
    };
  } catch (error) {
    return error as Ended;
  }
}

/** Registers or signs in, and returns the user. */
async function enter(
  address: string,
  path: 'register' | 'login',
  username: string,
  secret = password,
): Promise<User & { status: number }> {
  const given = await fetch(`${address}/api/v1/csrf-token`);
  const { csrfToken } = (await given.json()) as { csrfToken: string };
  const cookie = given.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const more = path === 'register' ? { name: username, email: `${username}@example.org` } : {};
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': csrfToken, cookie };
  const body = JSON.stringify({ username, password: secret, ...more });
  const answer = await fetch(`${address}/api/v1/${path}`, { method: 'POST', headers, body });
  return { ...((await answer.json()) as User), status: answer.status };
}

test(
  'makes a user an administrator while the server runs and while it does not',
  patience,
  async () => {
    const first = startProcess(dataDir);
    running.push(first);
    const address = await addressOf(first);
    for (const username of ['ada', 'eve', 'tom'])
      expect((await enter(address, 'register', username)).status).toBe(201);
    expect(await run(['eve'])).toMatchObject({
      code: 0,
      stdout: 'eve is an administrator.\n',
      stderr: '',
    });
    expect((await enter(address, 'login', 'eve')).isAdmin).toBe(true);
    expect(await run(['eve'])).toMatchObject({ code: 0 });
    expect(await run(['nobody'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('No account has'),
    });

    const postmaster = await postmasterOf(dataDir);
    first.child.kill('SIGTERM');
    await first.ended;
    const { code, stdout } = await run(['TOM@example.org', '--link']);
    expect(code).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
    const token = /^https:\/\/write\.example\.org\/auth\/reset-password#token=([\w-]+)$/m.exec(
      stdout,
    )?.[1];
    expect(token).toBeTypeOf('string');

    const second = startProcess(dataDir);
    running.push(second);
    expect((await enter(await addressOf(second), 'login', 'tom')).isAdmin).toBe(true);
    expect((await enter(await addressOf(second), 'login', 'ada')).isAdmin).toBe(true);
  },
);

test('allows passwords again, also without a name', patience, async () => {
  expect(await run(['--allow-passwords'])).toMatchObject({
    code: 0,
    stdout: 'Sign-in with passwords is allowed.\n',
  });
});

test('removes the second factors of a user', patience, async () => {
  expect(await run(['ada', '--remove-factors'])).toMatchObject({
    code: 0,
    stdout: 'ada has no second factors any more.\nada is an administrator.\n',
  });
});

test.each([[[]], [['a', 'b']], [['--help']], [['--link']], [['--remove-factors']]])(
  'exits with code 2 and prints its usage for the arguments %j',
  patience,
  async (args) => {
    expect(await run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run administrator'),
    });
  },
);

test(
  'exits with an error and creates no data folder if the folder does not exist',
  patience,
  async () => {
    const elsewhere = join(place.folder, 'elsewhere');
    expect(await run(['ada'], elsewhere)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(existsSync(elsewhere)).toBe(false);
  },
);
