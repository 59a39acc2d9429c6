import { matchesGlob } from 'node:path';
import { parseSync, traverse } from '@babel/core';

/** What makes a test, and what gathers tests. */
const makers = new Set(['test', 'it', 'describe']);

/** By these a test is written down and not run, or counts where it fails. */
const unrun = new Set(['skip', 'todo', 'fails', 'fixme', 'fail', 'skipIf']);

/** The names along a callee, such as `test`, `each` of `test.each(table)`; empty for what is no such chain. */
function chainOf(node) {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return node.property.type === 'Identifier' ? [...chainOf(node.object), node.property.name] : [];
    case 'CallExpression':
      return chainOf(node.callee);
    case 'TaggedTemplateExpression':
      return chainOf(node.tag);
    default:
      return [];
  }
}

/** A title as it stands in the source, without its quotes; null for what is none. */
function titleOf(node, source) {
  if (node?.type !== 'StringLiteral' && node?.type !== 'TemplateLiteral') return null;
  return source.slice(node.start + 1, node.end - 1).replaceAll(/\\(['"`])/g, '$1');
}

/** What the rows of a table put into a title that has room for it: `test.each([['a row'], …])('%s', …)`. */
function rowsOf(callee, title, source) {
  const table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined;
  if (table?.type !== 'ArrayExpression' || !/[%$]/.test(title)) return [];
  const cells = table.elements.flatMap((row) => (row?.type === 'ArrayExpression' ? row.elements : [row]));
  return cells.map((cell) => titleOf(cell, source)).filter((text) => text !== null);
}

/**
 * The titles of the tests of a source that are run when its file is, with those of the groups in which one of them stands. A test that is
 * skipped, expected to fail or only planned is none, and no more is a title in a comment or in a string.
 */
export function runningTitles(source) {
  const plugins = ['typescript', 'jsx'];
  const tree = parseSync(source, { babelrc: false, configFile: false, sourceType: 'module', parserOpts: { plugins } });
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
          const said = [title, ...rowsOf(node.callee, title, source), ...groups.map((group) => group.title)];
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

/** Whether a runner takes a file, by the patterns of its projects. */
export function isRun(path, patterns) {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}
