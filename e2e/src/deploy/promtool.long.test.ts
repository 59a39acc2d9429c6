import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hasDebianPackages, unpackedPackage } from '../image/debian-package.ts';
import { root } from './files.ts';

describe.runIf(hasDebianPackages)('promtool', () => {
  test('finds no fault in deploy/monitoring/alerts.yaml', async () => {
    const promtool = join(await unpackedPackage('prometheus'), 'usr/bin/promtool');
    const file = join(root, 'deploy/monitoring/alerts.yaml');
    const { stdout } = await promisify(execFile)(promtool, ['check', 'rules', file]);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });
});
