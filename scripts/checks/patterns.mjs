import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync, traverse } from '@babel/core';
import { RegExpParser } from '@eslint-community/regexpp';
import { check } from 'recheck';
import { analyse } from 'scslre';

/**
 * Limits of the analysis of one pattern: at most 120 s. A pattern that takes longer is too
 * complicated to be known as safe. The attack phase is limited by the characters that it reads and
 * not by time, so that a busy machine finds the same.
 */
const patience = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };

/** Filters the sources that run in the product. Tests, builds and tools read only our own text. */
export function productSources(files) {
  return files.filter(
    (file) =>
      /^(?:apps|packages)\/[a-z]+\/src\/.*\.tsx?$/.test(file) &&
      !/\.(?:test|testing|rules|d)\.tsx?$|\/testing\//.test(file),
  );
}

/**
 * Finds the regular expressions of a source with their lines. `pattern` is undefined for those
 * created by the constructor.
 */
export function patternsIn(source, file) {
  const plugins = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
  const tree = parseSync(source, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins },
  });
  const found = [];
  traverse(tree, {
    RegExpLiteral({ node: { pattern, flags, loc } }) {
      found.push({ pattern, flags, place: `${file}:${loc.start.line}` });
    },
    'NewExpression|CallExpression'({ node: { callee, loc } }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        found.push({ place: `${file}:${loc.start.line}` });
    },
  });
  return found;
}

/**
 * Files whose functions create regular expressions from their arguments, with the reason why their
 * time is bounded. Any other regular expression that is not a literal must be created while its
 * module loads, where it can be analysed.
 */
export const madeInFunctions = new Map([
  [
    'apps/server/src/http/methods.ts',
    'of the paths of the contract: parts without a slash, between slashes',
  ],
  [
    'apps/web/src/features/comments/mentions.ts',
    'of user names, escaped, as alternatives: no repetition',
  ],
  [
    'apps/web/src/features/find/matches.ts',
    'the pattern that a person looks for, in that person’s own browser and text',
  ],
]);

/**
 * Loads the modules that create regular expressions, in a separate process. Returns the
 * expressions.
 */
async function madeBy(root, files, node) {
  if (files.length === 0) return [];
  const script = join(import.meta.dirname, 'made-patterns.mjs');
  const { stdout } = await promisify(execFile)(node, [script, root, ...files], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/**
 * Returns the reason why the matching time of a pattern may grow faster than the text, or null.
 * `recheck` does not know the syntax of flag v; there `scslre` decides, which finds less.
 */
async function faultOf({ pattern, flags }) {
  // Without an unbounded repetition, the time is limited by the longest match.
  if (!/[*+]|\{\d+,\}/.test(pattern)) return null;
  const { status, complexity, error } = await check(pattern, flags, patience);
  if (status === 'safe') return null;
  if (status === 'vulnerable') return complexity.summary;
  if (error.kind !== 'invalid') return `not known: ${error.kind}`;
  const literal = new RegExpParser().parseLiteral(`/${pattern}/${flags}`);
  const { reports } = analyse({ pattern: literal.pattern, flags: literal.flags });
  return reports.length === 0 ? null : `repetitions that exchange characters (${reports[0].type})`;
}

/**
 * Finds regular expressions with superlinear matching time, and those that cannot be analysed
 * because they are created after loading.
 *
 * @param root folder of the repository
 * @param files paths of sources, relative to `root`
 * @param node the Node that reads TypeScript
 * @returns a sentence for each fault: its location, and how its time grows
 */
export async function findSlowPatterns(root, files, node = process.execPath) {
  const faults = [];
  const found = files.flatMap((file) => patternsIn(readFileSync(join(root, file), 'utf8'), file));
  const dynamic = found.filter(
    ({ pattern, place }) => pattern === undefined && !madeInFunctions.has(fileOf(place)),
  );
  const made = await madeBy(root, [...new Set(dynamic.map(({ place }) => fileOf(place)))], node);
  for (const { place } of dynamic) {
    if (!made.some((each) => each.place === place))
      faults.push(`${place}: made in a function, of text that is not known here`);
  }
  for (const each of [...found.filter(({ pattern }) => pattern !== undefined), ...made]) {
    const fault = await faultOf(each);
    if (fault !== null) faults.push(`${each.place} /${each.pattern}/${each.flags}: ${fault}`);
  }
  return faults;
}

const fileOf = (place) => place.slice(0, place.lastIndexOf(':'));
