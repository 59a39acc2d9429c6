import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverCommand, settingNames, textOf } from './files.ts';

const run = promisify(execFile);
const analyze = '/usr/bin/systemd-analyze';
const unit = textOf('longhand.service');

/** Values of a directive of the unit. */
const valuesOf = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('deploy/longhand.service', () => {
  test('sets settings that exist', () => {
    const names = valuesOf('Environment').map((value) => value.split('=', 1)[0] ?? '');
    expect(names.filter((name) => !settingNames.has(name))).toEqual(['NODE_COMPILE_CACHE']);
  });

  test('starts the server as npm start does', () => {
    const node = '/opt/longhand/node_modules/.bin/node';
    expect(valuesOf('ExecStart')).toEqual([[node, ...serverCommand].join(' ')]);
  });

  test('lets the server stop PostgreSQL, and restarts a server that ended itself', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
    expect(valuesOf('Restart')).toEqual(['on-failure']);
    // The server sends no notifications.
    expect(valuesOf('WatchdogSec')).toEqual([]);
  });
});

describe.runIf(existsSync(analyze))('systemd-analyze', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longhand-unit-'));
    path = join(folder, 'longhand.service');
    // The program has to exist.
    await writeFile(
      path,
      unit.replaceAll('/opt/longhand/node_modules/.bin/node', process.execPath),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('finds no fault in deploy/longhand.service', async () => {
    const { stdout, stderr } = await run(analyze, ['verify', '--man=no', path]);
    expect(stdout + stderr).toBe('');
  });

  test('rates its exposure as OK', async () => {
    const args = ['security', '--offline=true', '--no-pager', '--threshold=15', path];
    const { stdout } = await run(analyze, args);
    expect(stdout).toMatch(/Overall exposure level for longhand\.service: 1\.\d OK/);
  });
});
