import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Reads the selection of long tests, the value of the environment variable `LONG`.
 *
 * @param {string | undefined} value without it, no long test is selected; `1` selects all of them,
 *   `2/3` the second of three parts
 * @returns {{ part: number, parts: number } | null} the selected part, from 1; null for none
 * @throws {Error} if the value is of neither form
 * @example
 *   readLong('2/3'); // { part: 2, parts: 3 }
 */
export function readLong(value) {
  if (value === undefined || value === '') return null;
  if (value === '1') return { part: 1, parts: 1 };
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
  if (part < 1 || part > parts) throw new Error(`LONG is 1, or a part as in 2/3, not ${value}`);
  return { part, parts };
}

/**
 * Returns the test files that a selection leaves out. Some tests have a short form and a long form
 * (`NAME.short.test.ts`, `NAME.long.test.ts`), of which one runs; others only have a long one. Long
 * files are assigned to the parts in turn.
 *
 * @param {readonly string[]} files names of test files
 * @param {ReturnType<typeof readLong>} selected the selected long tests
 * @returns {{ excluded: string[], untried: string[] }} all files that do not run, and those of them
 *   that are long
 */
export function leftOut(files, selected) {
  const long = files.filter((file) => file.includes('.long.')).toSorted();
  const isSelected = (_, index) =>
    selected !== null && index % selected.parts === selected.part - 1;
  const played = new Set(long.filter(isSelected));
  const untried = long.filter((file) => !played.has(file));
  const short = files.filter((file) => played.has(file.replace('.short.', '.long.')));
  return { excluded: [...untried, ...short.filter((file) => !played.has(file))], untried };
}

/** Folders of the unit tests and of the journeys. */
const folders = {
  test: ['apps/server/src', 'apps/web/src', 'packages', 'e2e/src', 'driver/src', 'benchmarks/src'],
  spec: ['e2e/journeys'],
};

/**
 * Finds the test files with a short or a long form.
 *
 * @param {string} root folder of the project
 * @param {'test' | 'spec'} kind tests of Vitest or journeys
 * @returns {string[]} their paths, relative to `root`
 */
export function formsIn(root, kind) {
  const ending = new RegExp(`\\.(short|long)\\.${kind}\\.ts$`);
  return folders[kind]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((path) => ending.test(path) && !path.includes('node_modules'))
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}
