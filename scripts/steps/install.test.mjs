import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isInstalled } from './install.mjs';
import { root, run } from './programs.mjs';

const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The files of `scripts/` behind the commands of `package.json`, each once. */
const programs = [
  ...new Set(
    Object.values(scripts).flatMap((line) => /^node (scripts\/\S+)/.exec(line)?.[1] ?? []),
  ),
];

/** The programs that run on servers, where packages for development and tests are not installed. */
const onServers = ['scripts/build.mjs', 'scripts/start.mjs', 'scripts/server-command.mjs'];

/** Copies the programs to a folder without `node_modules`, with a fake `npm` that fails. */
async function freshClone() {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-clone-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'bin'));
  await writeFile(
    join(folder, 'bin/npm'),
    '#!/bin/sh\necho "this npm installs nothing: $*"\nexit 1\n',
  );
  await chmod(join(folder, 'bin/npm'), 0o755);
  return folder;
}

test('finds the scripts behind the commands of package.json', () => {
  expect(programs).toContain('scripts/start.mjs');
  expect(programs).toContain('scripts/test.mjs');
});

test.each(programs)(
  '%s installs in a fresh clone before it imports a package, without install scripts',
  async (program) => {
    const folder = await freshClone();
    const path = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(
      delimiter,
    );
    const { code, output } = await run(process.execPath, [join(folder, program), 'a-file.ts'], {
      cwd: folder,
      env: { PATH: path },
    });
    const group = onServers.includes(program) ? '--omit=dev' : '--include=dev';
    expect(output).toContain(
      `this npm installs nothing: ci ${group} --include=optional --ignore-scripts `,
    );
    expect(code).toBe(1);
  },
);

const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages;
const installed = Object.entries(lock).filter(([path]) => path.includes('node_modules/'));
const forServers = installed.filter(([, entry]) => !entry.dev && !entry.devOptional);

/** Writes npm's list of installed packages. */
const writeInstalled = (folder, entries) =>
  writeFile(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(entries) }),
  );

/**
 * Creates a folder with the repository's lockfile, in which npm has installed the given entries.
 */
async function folderWith(entries) {
  const folder = await freshClone();
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  await mkdir(join(folder, 'node_modules'));
  await writeInstalled(folder, entries);
  return folder;
}

test('a server is installed without development packages, but accepts them', async () => {
  const server = await folderWith(forServers);
  expect([isInstalled(server, { dev: false }), isInstalled(server)]).toEqual([true, false]);
  const all = await folderWith(installed);
  expect([isInstalled(all, { dev: false }), isInstalled(all)]).toEqual([true, true]);
  const without = await folderWith(forServers.filter(([path]) => path !== 'node_modules/fastify'));
  expect(isInstalled(without, { dev: false })).toBe(false);
});

test('compiled code for this machine must be installed, that for other machines may be absent', async () => {
  expect(isInstalled()).toBe(true);
  const here = JSON.parse(
    await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8'),
  ).packages;
  const platform = `${process.platform}-${process.arch}`;
  const compiled = Object.keys(here).filter((path) => path.includes(`-${platform}`));
  expect(compiled.length).toBeGreaterThan(3);
  const folder = await folderWith([]);
  for (const gone of compiled) {
    await writeInstalled(
      folder,
      Object.entries(here).filter(([path]) => path !== gone),
    );
    expect([gone, isInstalled(folder)]).toEqual([gone, false]);
  }
});

test('a start that installs keeps development packages that were installed before', async () => {
  const some = installed.filter(([path]) => path !== 'node_modules/fastify');
  const folder = await folderWith(some);
  const path = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const program = join(folder, 'scripts/start.mjs');
  const { output } = await run(process.execPath, [program], { cwd: folder, env: { PATH: path } });
  expect(output).toContain('this npm installs nothing: ci --include=dev ');
});

test('packages only for tests, benchmarks and types are not installed on servers', () => {
  const names = [
    's3rver',
    'koa',
    'smtp-server',
    'vitest',
    'fast-check',
    'oxlint',
    '@playwright/test',
    'unpdf',
    '@hocuspocus/server',
  ];
  const paths = names.map((name) => `node_modules/${name}`);
  expect(paths.filter((path) => lock[path] === undefined)).toEqual([]);
  expect(forServers.map(([path]) => path).filter((path) => paths.includes(path))).toEqual([]);
});

test('all packages that build and serve the pages are installed on servers', async () => {
  const folders = [
    'apps/server',
    'apps/web',
    'packages/contract',
    'packages/document',
    'packages/sync',
    'packages/text',
  ];
  const files = (await Promise.all(folders.map((folder) => glob(folder)))).flat();
  const own = new Set(forServers.map(([path]) => path.slice('node_modules/'.length)));
  const missing = new Set();
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, name] of text.matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from '((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?';/gm,
    ))
      if (!own.has(name) && !name.startsWith('@longhand/')) missing.add(`${file}: ${name}`);
  }
  expect([...missing]).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

/** Returns the source files of a folder that run in the product, relative to the root. */
async function glob(folder) {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .map((name) => `${folder}/${name}`)
    .filter(
      (name) =>
        /\.[jt]sx?$/.test(name) &&
        !/\.(?:test|testing|rules|d)\.|vitest\.config|\/(?:testing|node_modules|build)\/|testing\./.test(
          name,
        ),
    );
}
