import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { relative } from 'node:path/posix';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scriptOf } from '../steps/install.mjs';
import { root } from '../steps/programs.mjs';
import { runChecks } from './checks.mjs';
import { findFileFaults } from './files.mjs';

// Verifies that each rule can fail: every rule runs on a small repository that violates it.

let house;
beforeEach(async () => {
  house = await mkdtemp(join(tmpdir(), 'longhand-house-'));
  for (const name of [
    'package.json',
    'tsconfig.base.json',
    '.dependency-cruiser.mjs',
    '.oxlintrc.json',
    'scripts',
    'node_modules',
  ]) {
    await symlink(join(root, name), join(house, name));
  }
});
afterEach(() => rm(house, { recursive: true, force: true }));

async function build(files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
}

function output(program, args) {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd: house }, (_error, out, err) =>
      done(`${out}${err}`),
    );
  });
}

/** Returns the broken rules of a repository as pairs of rule and importing file. */
async function floorFaults(files) {
  await build(files);
  const said = await output(scriptOf('dependency-cruiser', 'depcruise'), [
    '--config',
    '.dependency-cruiser.mjs',
    ...Object.keys(files),
  ]);
  return [...said.matchAll(/^\s*error ([\w-]+): (\S+)/gm)].map(([, rule, file]) => ({
    rule,
    file,
  }));
}

async function brokenFloors(files) {
  return [...new Set((await floorFaults(files)).map(({ rule }) => rule))].sort();
}

async function brokenLint(path, text) {
  await build({ [path]: text });
  const said = await output(scriptOf('oxlint'), ['--format=unix', path]);
  return [...said.matchAll(/\[Error\/[\w-]+\(([\w-]+)\)\]/g)].map(([, rule]) => rule);
}

const empty = 'export {};';
const server = 'apps/server/src';
const web = 'apps/web/src';

/** Imports: a name, the rules that are broken, the importing file and the imported file. */
const houses = [
  ['a house in order', [], `${server}/db/a.ts`, `${server}/platform/b.ts`],
  ['the platform climbs', ['server-0-platform'], `${server}/platform/a.ts`, `${server}/db/b.ts`],
  ['the database climbs', ['server-1-db'], `${server}/db/a.ts`, `${server}/http/b.ts`],
  ['neighbours on floor 2', ['server-2-services'], `${server}/http/a.ts`, `${server}/domain/b.ts`],
  ['two features', ['server-4-slices'], `${server}/features/x/a.ts`, `${server}/features/y/b.ts`],
  [
    'a feature and the live channel',
    ['server-4-slices'],
    `${server}/realtime/a.ts`,
    `${server}/features/y/b.ts`,
  ],
  [
    'somebody imports the process',
    ['server-5-app', 'server-7-main'],
    `${server}/app.ts`,
    `${server}/main.ts`,
  ],
  [
    'the live channel performs a task of a document itself',
    ['document-tasks-run-in-their-processes'],
    `${server}/realtime/a.ts`,
    `${server}/realtime/tasks.ts`,
  ],
  [
    'the live channel compares a working copy itself',
    ['document-tasks-run-in-their-processes'],
    `${server}/realtime/a.ts`,
    `${server}/realtime/copy-tasks.ts`,
  ],
  [
    'a backup command uses a feature',
    ['server-6-commands'],
    `${server}/backup/a.ts`,
    `${server}/features/search/b.ts`,
  ],
  ['a backup command uses the log', [], `${server}/backup/a.ts`, `${server}/realtime/b.ts`],
  [
    'a process performs tasks of documents',
    [],
    `${server}/realtime/document-process.ts`,
    `${server}/realtime/tasks.ts`,
  ],
  [
    'a package imports a package',
    ['packages-import-no-package'],
    'packages/sync/src/a.ts',
    'packages/contract/src/b.ts',
  ],
  [
    'a package imports an app',
    ['packages-import-no-package'],
    'packages/sync/src/a.ts',
    `${web}/api/b.ts`,
  ],
  ['an app imports an app', ['apps-import-no-app'], `${web}/api/a.ts`, `${server}/platform/b.ts`],
  [
    'past the door of a package',
    ['packages-have-one-door'],
    `${web}/api/a.ts`,
    'packages/sync/src/b.ts',
  ],
  [
    'the client of the engine imports its server',
    ['sync-sides-know-the-protocol-only'],
    'packages/sync/src/client/a.ts',
    'packages/sync/src/server/b.ts',
  ],
  [
    'the protocol imports a side',
    ['sync-sides-know-the-protocol-only'],
    'packages/sync/src/protocol/a.ts',
    'packages/sync/src/client/b.ts',
  ],
  [
    "a page imports the engine's server",
    ['pages-run-no-server'],
    `${web}/api/a.ts`,
    'packages/sync/src/server/index.ts',
  ],
  [
    "the server imports the engine's client",
    ['the-server-runs-no-page'],
    `${server}/realtime/a.ts`,
    'packages/sync/src/client/index.ts',
  ],
  [
    'the schema imports a format',
    ['document-schema-knows-no-format'],
    'packages/document/src/schema/a.ts',
    'packages/document/src/formats/b.ts',
  ],
  [
    'a format imports differences',
    ['document-schema-knows-no-format'],
    'packages/document/src/formats/a.ts',
    'packages/document/src/diff/b.ts',
  ],
  [
    'two features of the pages',
    ['web-4-features'],
    `${web}/features/x/a.tsx`,
    `${web}/features/y/b.tsx`,
  ],
  [
    'the editor imports a feature',
    ['web-3-editor'],
    `${web}/editor/a.tsx`,
    `${web}/features/x/b.tsx`,
  ],
  ['the outbox imports the session', ['web-1-device'], `${web}/device/a.ts`, `${web}/session/b.ts`],
  ['a part of the page climbs', ['web-0-ground'], `${web}/ui/a.tsx`, `${web}/session/b.tsx`],
  ['a page imports a layout', ['web-5-pages'], `${web}/pages/a.tsx`, `${web}/layouts/b.tsx`],
  [
    'a test is no part of the product',
    ['nothing-imports-a-test'],
    `${server}/db/a.ts`,
    `${server}/db/b.test.ts`,
  ],
];

/** Returns the specifier by which one file imports another. */
function specifierOf(from, to) {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * Returns the path of a sample file under a name of its own: all samples are checked in one run,
 * because starting the checker takes longer than checking.
 */
const numbered = (path, number) => path.replace(/(?<=\/)([ab])(?=(\.test)?\.tsx?$)/, `$1${number}`);

test('layers: each import in the wrong direction breaks its own rule and no other', async () => {
  const files = {};
  const wanted = houses.map(([name, rules, from, to], number) => {
    const file = numbered(from, number);
    const imported = numbered(to, number);
    files[file] = `import '${specifierOf(file, imported)}';`;
    files[imported] ??= empty;
    return { name, file, rules };
  });
  expect(new Set(wanted.map(({ file }) => file)).size).toBe(houses.length);
  const lost = `${server}/db/lost.ts`;
  files[lost] = `import './gone.ts';`;
  wanted.push({ name: 'what is not there', file: lost, rules: ['everything-resolves'] });
  const faults = await floorFaults(files);
  for (const { name, file, rules } of wanted) {
    const broken = faults.filter((fault) => fault.file === file).map(({ rule }) => rule);
    expect([...new Set(broken)].sort(), name).toEqual(rules);
  }
});

test('layers: type imports in every syntax are checked', async () => {
  const ways = [
    `import type { B } from '../db/b.ts';`,
    `export type { B } from '../db/b.ts';`,
    `type B = import('../db/b.ts').B;`,
    `export * from '../db/b.ts';`,
  ];
  const files = { [`${server}/db/b.ts`]: 'export type B = 1;' };
  ways.forEach((way, i) => (files[`${server}/platform/a${i}.ts`] = `${way}\nexport {};`));
  const faults = await floorFaults(files);
  expect(faults.toSorted((a, b) => a.file.localeCompare(b.file))).toEqual(
    ways.map((_, i) => ({ rule: 'server-0-platform', file: `${server}/platform/a${i}.ts` })),
  );
});

test('layers: a cycle of type imports alone is refused', async () => {
  const files = {
    [`${server}/db/a.ts`]: `import type { B } from './b.ts'; export type A = B;`,
    [`${server}/db/b.ts`]: `import type { A } from './a.ts'; export type B = A;`,
  };
  expect(await brokenFloors(files)).toEqual(['no-cycles']);
});

test('layers: packages cannot import Node modules, and the sync package no database or editor', async () => {
  const imported = ['node:fs', 'pg', '@tiptap/core', 'yjs'];
  const file = (name) => `packages/sync/src/${name.replace(/\W/g, '-')}.ts`;
  const faults = await floorFaults(
    Object.fromEntries(imported.map((name) => [file(name), `import '${name}';`])),
  );
  const broken = (name) =>
    faults.filter((fault) => fault.file === file(name)).map(({ rule }) => rule);
  expect(broken('node:fs')).toEqual(['packages-know-no-node']);
  expect(broken('pg')).toContain('sync-is-bytes-only');
  expect(broken('@tiptap/core')).toContain('sync-is-bytes-only');
  expect(broken('yjs')).not.toContain('sync-is-bytes-only');
});

test('lint: only the configuration module may read process.env', async () => {
  const text = 'export const port = process.env.PORT;\n';
  expect(await brokenLint(`${server}/http/a.ts`, text)).toEqual(['no-process-env']);
  expect(await brokenLint(`${server}/platform/config.ts`, text)).toEqual([]);
});

test.each([
  ['no-explicit-any', 'export const a: any = 1;\n'],
  ['no-empty', 'try { JSON.parse("1"); } catch {}\n'],
  ['no-barrel-file', `export * from '@longhand/contract';\n`],
  ['max-lines', 'export {};\n'.repeat(401)],
])('lint: %s', async (rule, text) => {
  expect(await brokenLint(`${server}/http/a.ts`, text)).toContain(rule);
});

test('files: refuses more than 400 lines, meaningless names, and names that are not kebab-case', async () => {
  await build({
    'a.css': 'x\n'.repeat(401),
    'b.sql': 'x\n'.repeat(400),
    'c/utils.ts': empty,
    'lib/d.ts': empty,
    'RoomManager.ts': empty,
    'useRoom.ts': empty,
    'use-room.test.ts': empty,
  });
  const names = [
    'a.css',
    'b.sql',
    'c/utils.ts',
    'lib/d.ts',
    'RoomManager.ts',
    'useRoom.ts',
    'use-room.test.ts',
  ];
  expect(findFileFaults(house, names).map((fault) => fault.replace(/ (has|is) .*/, ''))).toEqual([
    'a.css',
    'c/utils.ts',
    'lib/d.ts',
    'RoomManager.ts',
    'RoomManager.ts',
    'useRoom.ts',
  ]);
});

test('a check that throws is reported by name, and the other checks run', async () => {
  const broken = { name: 'broken', run: () => Promise.reject(new Error('cannot be loaded')) };
  const others = ['first', 'second'].map((name) => ({ name, run: async () => null }));
  const lines = [];
  const report = await runChecks(process.execPath, (line) => lines.push(line), [broken, ...others]);
  expect(report).toMatchObject({ passed: 2, failed: 1 });
  expect(report.said.join('\n')).toMatch(/^check: broken\n.*cannot be loaded/);
  expect(lines.filter((line) => line.startsWith('✓'))).toHaveLength(2);
});
