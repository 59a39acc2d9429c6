import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { root } from '../steps/programs.mjs';
import { isRun, runningTitles } from './running-tests.mjs';

/** Test files of both runners: Vitest by its configuration, Playwright all journeys. */
const patterns = [
  ...vitestConfig.test.projects.flatMap((project) => project.test.include),
  'e2e/journeys/**/*.spec.ts',
];

/** Folders to which test paths in the documentation may be relative. */
const beginnings = [
  '',
  'apps/server/src',
  ...['', '/protocol', '/client', '/server', '/testing'].map((part) => `packages/sync/src${part}`),
];

/** Matches a test file, and the titles in “quotes” and marks in [brackets] that follow it. */
const cited = /`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`([^`|]*)/g;

/** Requirements of levels 1 and 2, by section. Source: OWASP ASVS 5.0.0. */
const asked =
  `1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3, 4.2 1, 4.3 2, 4.4 4,
  5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3,
  8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1,
  12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3, 15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3,
  16.5 3, 17.1 1, 17.2 4, 17.3 2`
    .split(',')
    .map((section) => section.trim().split(' '))
    .flatMap(([section, count]) =>
      Array.from({ length: Number(count) }, (_, at) => `V${section}.${at + 1}`),
    );

const page = (name) => readFileSync(join(root, 'docs', name), 'utf8');

/** Returns the path of a test in the repository for its shortened form in the documentation. */
function placeOf(path) {
  return beginnings
    .map((folder) => join(folder, path))
    .find((place) => existsSync(join(root, place)));
}

const titlesByPlace = new Map();

function titlesOf(place) {
  const found = titlesByPlace.get(place) ?? [
    ...runningTitles(readFileSync(join(root, place), 'utf8')),
  ];
  titlesByPlace.set(place, found);
  return found;
}

/** Returns the citations of a page that do not refer to a test that is run. */
function missing(text) {
  return [...text.matchAll(cited)].flatMap(([, path, after]) => {
    const place = placeOf(path);
    if (place === undefined || !isRun(place, patterns) || titlesOf(place).length === 0)
      return [path];
    const words = [...after.matchAll(/“([^”]+)”|(\[[A-Z]+\d+\])/g)].map(
      ([, title, mark]) => title ?? mark,
    );
    return words
      .filter((word) => !titlesOf(place).some((title) => title.includes(word)))
      .map((word) => `${path}: ${word}`);
  });
}

/**
 * Returns the rows of the requirement tables: their numbers, with ranges expanded, and the answer.
 */
function rows(text) {
  return text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, ids = '']) => /^V\d/.test(ids))
    .map(([, ids, , answer]) => ({
      answer,
      ids: ids.split(',').flatMap((part) => range(part.trim())),
    }));
}

function range(part) {
  const [, section, from, to = from] = /^(V\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(part) ?? [];
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, at) => `${section}.${Number(from) + at}`,
  );
}

test.each(['threats.md', 'asvs.md'])(
  'every test that docs/%s cites exists and runs under the cited title',
  (name) => {
    const text = page(name);
    expect([...text.matchAll(cited)].length).toBeGreaterThan(40);
    expect(missing(text)).toEqual([]);
  },
);

test('every requirement of levels 1 and 2 is answered once, by a test or a reason', () => {
  const answered = rows(page('asvs.md'));
  expect(asked).toHaveLength(253);
  expect(answered.flatMap(({ ids }) => ids).toSorted()).toEqual(asked.toSorted());
  const empty = answered.filter(
    ({ answer }) => !/\.test\.|_(?:Written|Does not apply|Exception):_/.test(answer),
  );
  expect(empty).toEqual([]);
});

test('reports a citation of a missing test file or title', () => {
  expect(missing('`scripts/checks/nowhere.test.mjs`')).toEqual(['scripts/checks/nowhere.test.mjs']);
  expect(missing(`\`scripts/checks/threats.test.mjs\` “${'no such'} title”`)).toEqual([
    `scripts/checks/threats.test.mjs: ${'no such'} title`,
  ]);
  expect(missing(`\`room.test.ts\` [ROOM1] “[ROOM9] is compacted and removed”`)).toEqual([]);
});

test('counts only tests that run: not in comments or strings, skipped, planned, expected to fail, or in unmatched files', () => {
  const source = `
    // test('commented out', () => {});
    const text = "test('in a string', () => {})";
    test('plain', () => {});
    test.each([['a row', 'of'], ['another']])('each %s', () => {});
    test.each(['no row of its title'])('each', () => {});
    test.runIf(isRoot)('where it can', () => {});
    describe('a group', () => { it("isn't lost", async () => {}); });
    describe.each([1])(\`many \${1}\`, () => { test('within', () => {}); });
    test.skip('skipped', () => {});
    test.todo('planned');
    test.fails('known', () => {});
    test.describe('journeys', () => { test.fixme('broken', () => {}); });
    describe.skip('all of it', () => { test('within what is skipped', () => {}); });
    describe('an empty group', () => {});
    expect(test('no body'));
  `;
  const titles = [...runningTitles(source)].toSorted();
  const run = [
    'a group',
    'a row',
    'another',
    'each',
    'each %s',
    'of',
    "isn't lost",
    'many ${1}',
    'plain',
    'where it can',
    'within',
  ];
  expect(titles).toEqual(run.toSorted());
  expect(isRun('apps/server/src/features/a.test.ts', patterns)).toBe(true);
  expect(isRun('e2e/journeys/sections/a.spec.ts', patterns)).toBe(true);
  for (const path of [
    'apps/server/test/a.test.ts',
    'apps/server/src/a.spec.ts',
    'e2e/journeys/a.test.ts',
  ]) {
    expect(isRun(path, patterns)).toBe(false);
  }
});
