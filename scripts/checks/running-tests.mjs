import { matchesGlob } from 'node:path';
import { parseSync, traverse } from '@babel/core';

/** Functions that define a test or a group of tests. */
const makers = new Set(['test', 'it', 'describe']);

/** Modifiers with which a test is not run, or passes if it fails. */
const unrun = new Set(['skip', 'todo', 'fails', 'fixme', 'fail', 'skipIf']);

/**
 * Returns the names of a callee chain, for example `test` and `each` of `test.each(table)`. Returns
 * an empty list for other expressions.
 */
function chainOf(node) {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return node.property.type === 'Identifier'
        ? [...chainOf(node.object), node.property.name]
        : [];
    case 'CallExpression':
      return chainOf(node.callee);
    case 'TaggedTemplateExpression':
      return chainOf(node.tag);
    default:
      return [];
  }
}

/**
 * Returns a title as written in the source, without its quotes, or null if the node is not a
 * string.
 */
function titleOf(node, source) {
  if (node?.type !== 'StringLiteral' && node?.type !== 'TemplateLiteral') return null;
  return source.slice(node.start + 1, node.end - 1).replaceAll(/\\(['"`])/g, '$1');
}

/**
 * Returns the texts that the rows of a table insert into a title with placeholders:
 * `test.each([['a row'], …])('%s', …)`.
 */
function rowsOf(callee, title, source) {
  const table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined;
  if (table?.type !== 'ArrayExpression' || !/[%$]/.test(title)) return [];
  const cells = table.elements.flatMap((row) =>
    row?.type === 'ArrayExpression' ? row.elements : [row],
  );
  return cells.map((cell) => titleOf(cell, source)).filter((text) => text !== null);
}

/**
 * Returns the titles of the tests that run with a source file, and of the groups that contain them.
 * Tests that are skipped, planned or expected to fail are left out, as are titles in comments and
 * strings.
 */
export function runningTitles(source) {
  const plugins = ['typescript', 'jsx'];
  const tree = parseSync(source, {
    babelrc: false,
    configFile: false,
    sourceType: 'module',
    parserOpts: { plugins },
  });
  const titles = new Set();
  const groups = [];
  traverse(tree, {
    CallExpression: {
      enter({ node }) {
        const [maker, ...how] = chainOf(node.callee);
        const title = titleOf(node.arguments[0], source);
        if (!makers.has(maker) || title === null || node.arguments.length < 2) return;
        const isRun = !how.some((name) => unrun.has(name)) && groups.every((group) => group.isRun);
        if (maker === 'describe' || how.includes('describe')) groups.push({ node, title, isRun });
        else if (isRun) {
          const said = [
            title,
            ...rowsOf(node.callee, title, source),
            ...groups.map((group) => group.title),
          ];
          for (const one of said) titles.add(one);
        }
      },
      exit({ node }) {
        if (groups.at(-1)?.node === node) groups.pop();
      },
    },
  });
  return titles;
}

/** True if a runner includes the file, according to the patterns of its projects. */
export function isRun(path, patterns) {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}
