import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operate, type Person, signIn, signUp, startProduct, until } from '@longhand/driver';

let folder: string;
let dataDir: string;
let file: string;

const branding = {
  name: 'Backed-up Press',
  accent: { light: '#1c6e8c', dark: '#7fb2d8' },
  imprintUrl: 'https://example.org/imprint',
  privacyUrl: 'https://example.org/privacy',
  signInNotice: 'For members of the press',
};

/** A picture of one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Sets the logo of the light theme. */
async function sendLogo(url: string, ada: Person): Promise<void> {
  const cookie = ada.cookie();
  const form = new FormData();
  form.append('file', new Blob([logo], { type: 'image/png' }), 'logo.png');
  const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '');
  const headers = { cookie, origin: url, 'x-xsrf-token': token };
  const address = `${url}/api/v1/admin/branding/logos/light`;
  const { status } = await fetch(address, { method: 'POST', headers, body: form });
  if (status !== 200) throw new Error(`The logo was answered with ${status}`);
}

/** A stopped installation with one account, one document and a branding, and its backup. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-commands-'));
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
  file = join(folder, 'backup.tar');
  const product = await startProduct({ dataDir });
  const ada = await signUp(product.url, 'ada');
  await ada.call('createDocument', { body: { title: 'Commands' } });
  await ada.call('setBranding', { body: branding });
  await sendLogo(product.url, ada);
  await product.kill('SIGKILL');
  await operate(['backup', file, '--keys'], { DATA_DIR: dataDir });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Failed = { code: number; stdout: string; stderr: string };

/** Runs a command that fails, and returns its exit code and what it said. */
async function fails(args: readonly string[], env: Record<string, string>): Promise<Failed> {
  const failed = await operate(args, env).then(
    () => null,
    (error: unknown) => error as Failed,
  );
  if (failed === null) throw new Error(`${args.join(' ')} did not fail`);
  return failed;
}

test('a backup of a stopped installation, whose process was killed, is restored and starts', async () => {
  const restored = join(folder, 'restored');
  const said = await operate(['restore', file], { DATA_DIR: restored });
  expect(said).toContain('1 document, 1 account and 0 files');
  const product = await startProduct({ dataDir: restored });
  const ada = await signIn(product.url, 'ada');
  const { items } = await ada.call('listDocuments', {});
  expect(items.map(({ title }) => title)).toEqual(['Commands']);
  const shown = await ada.call('getBranding', {});
  expect(shown).toMatchObject(branding);
  const bytes = await fetch(new URL(shown.logos.light ?? '', product.url));
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(logo);
  const page = await (await fetch(`${product.url}/auth`)).text();
  expect(page).toContain('Backed-up Press');
  await product.close();
  expect(await readFile(join(restored, 'csrf.key'))).toEqual(
    await readFile(join(dataDir, 'csrf.key')),
  );
});

test('npm run backup takes a path relative to the folder of the user, and ends', async () => {
  const root = join(import.meta.dirname, '../../..');
  const script = join(root, 'scripts/server-command.mjs');
  const args = [script, '--paths', 'apps/server/src/backup/command.ts', 'backup', 'relative.tar'];
  const env = { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder };
  await promisify(execFile)(process.execPath, args, { env, cwd: root, timeout: 60_000 });
  expect(await readdir(folder)).toContain('relative.tar');
});

test.each<[string, readonly string[]]>([
  ['no command', []],
  ['no file', ['backup']],
  ['an unknown command', ['explode', 'a.tar']],
  ['two files', ['backup', 'a.tar', 'b.tar']],
  ['an unknown option', ['backup', 'a.tar', '--all']],
])('wrong arguments print the usage and do nothing: %s', async (_, args) => {
  const { code, stderr } = await fails(args, { DATA_DIR: dataDir });
  expect(code).toBe(2);
  expect(stderr).toContain('npm run backup -- FILE');
});

test('a data folder without a database, and one that does not exist, are refused', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  for (const place of [empty, join(folder, 'none')]) {
    const { code, stderr } = await fails(['backup', join(folder, 'b.tar')], { DATA_DIR: place });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `The data folder ${place} has no database. Set DATA_DIR to the data folder of your server.\n`,
    );
  }
  expect(await readdir(empty)).toEqual([]);
});

test('a restore changes no folder that has anything in it, and no process starts on an interrupted one', async () => {
  const full = join(folder, 'full');
  await mkdir(full);
  await writeFile(join(full, 'note'), 'precious');
  expect((await fails(['restore', file], { DATA_DIR: full })).stderr).toContain('is not empty');
  expect(await readdir(full)).toEqual(['note']);
  const partial = join(folder, 'partial');
  const damaged = join(folder, 'damaged.tar');
  await writeFile(damaged, (await readFile(file)).subarray(0, 8_000));
  const { stderr } = await fails(['restore', damaged], { DATA_DIR: partial });
  expect(stderr).toContain('is no backup, or it is damaged');
  expect(await readdir(folder)).not.toContain('partial');
  await mkdir(partial);
  await writeFile(join(partial, 'restoring'), '');
  for (const again of [
    () => operate(['restore', file], { DATA_DIR: partial }),
    () => startProduct({ dataDir: partial }),
  ])
    await expect(again()).rejects.toThrow('was interrupted, or is still running');
});

test('a verification that is interrupted leaves nothing behind', async () => {
  const scratch = join(folder, 'scratch');
  await mkdir(scratch);
  await chmod(scratch, 0o711);
  const env = { DATA_DIR: join(folder, 'none'), TMPDIR: scratch };
  const running = operate(['verify', file], env).then(
    () => 'verified',
    (error: unknown) => (error as Failed).stderr,
  );
  await until('it has begun', async () => (await readdir(scratch)).length > 0);
  await signalCommand(file, 'SIGTERM');
  expect(['Interrupted.\n', 'verified']).toContain(await running);
  expect(await readdir(scratch)).toEqual([]);
});

/** Sends a signal to the process of a backup command about a file. */
async function signalCommand(about: string, signal: NodeJS.Signals): Promise<void> {
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `command.ts verify ${about}`]);
  for (const pid of stdout.trim().split('\n')) process.kill(Number(pid), signal);
}

test('scheduled backups are made, verified, listed for administrators, and removed when there are more than are kept', async () => {
  const target = join(folder, 'target');
  const env = { BACKUP_TO: target, BACKUP_HOURS: '1', BACKUP_KEEP: '1', TMPDIR: folder };
  const product = await startProduct({ dataDir, env });
  const ada = await signIn(product.url, 'ada');
  const state = async () => (await ada.call('getOverview', {})).backup;
  await until('a backup is verified', async () => (await state()).verifiedAt !== null);
  expect(await state()).toMatchObject({ isScheduled: true, isDue: false, failure: null });
  const [name = '', ...more] = await readdir(target);
  expect(more).toEqual([]);
  expect(name).toMatch(/^longhand-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  await operate(['backup', '--scheduled'], { ...env, DATA_DIR: dataDir });
  const [second = '', ...others] = await readdir(target);
  expect(others).toEqual([]);
  expect(second > name).toBe(true);
  await rm(target, { recursive: true });
  await writeFile(target, 'no folder');
  const failed = await fails(['backup', '--scheduled'], { ...env, DATA_DIR: dataDir });
  expect(failed.stderr).toContain('BACKUP_TO cannot be created');
  expect((await state()).failure?.error).toContain('BACKUP_TO cannot be created');
  await product.close();
});
