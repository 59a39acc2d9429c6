import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOf } from '../steps/install.mjs';
import { root, run } from '../steps/programs.mjs';
import { findCommentFaults } from './comments.mjs';
import { findFileFaults, sourceFiles } from './files.mjs';
import { findGlossaryFaults } from './glossary.mjs';
import { findForeignFormats } from './locales.mjs';
import { findRuleFaults } from './rules.mjs';
import { findStyleFaults } from './styles.mjs';

const workspaces = [
  'packages/contract',
  'packages/document',
  'packages/embedded-postgres',
  'packages/sync',
  'packages/text',
  'apps/server',
  'apps/web',
  'driver',
  'e2e',
  'benchmarks',
];

/** Creates a check that runs a script of a package. It passes if the script exits with code 0. */
function program(name, packageName, commandName, args, cwd = root) {
  return {
    name,
    async run(node) {
      const { code, output } = await run(node, [scriptOf(packageName, commandName), ...args], {
        cwd,
      });
      return code === 0 ? null : output;
    },
  };
}

/** Creates the type check of one workspace. */
const types = (workspace) =>
  program(`types of ${workspace}`, 'typescript', 'tsc', ['-p', workspace]);

/**
 * True if the workspace has sources and a `tsconfig.json`. TypeScript reports an error without
 * them.
 */
function hasSource(workspace, files) {
  return (
    files.some((file) => file.startsWith(`${workspace}/`) && /\.tsx?$/.test(file)) &&
    existsSync(join(root, workspace, 'tsconfig.json'))
  );
}

/**
 * Returns all checks, each counted as one. `run` returns null if the check passes, otherwise the
 * fault.
 */
export function allChecks() {
  const files = sourceFiles(root);
  const modules = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  return [
    ...workspaces.filter((workspace) => hasSource(workspace, files)).map(types),
    program('lint', 'oxlint', 'oxlint', ['--deny-warnings']),
    program('floors and cycles', 'dependency-cruiser', 'depcruise', [
      '--config',
      '.dependency-cruiser.mjs',
      ...modules,
    ]),
    {
      name: 'length and names of files',
      run: async () => findFileFaults(root, files).join('\n') || null,
    },
    { name: 'comments', run: async () => findCommentFaults(root, files).join('\n') || null },
    { name: 'style sheets', run: async () => findStyleFaults(root, files).join('\n') || null },
    { name: 'terms', run: async () => findGlossaryFaults(root, files).join('\n') || null },
    {
      name: 'rules of the live channel',
      run: async () => findRuleFaults(root, files).join('\n') || null,
    },
    {
      name: 'language of dates and numbers',
      run: async () => findForeignFormats(root, files).join('\n') || null,
    },
    {
      name: 'texts and translations',
      async run(node) {
        const program = join(root, 'scripts/checks/check-texts.mjs');
        const { code, output } = await run(node, [program]);
        return code === 0 ? null : output;
      },
    },
    {
      name: 'patterns in linear time',
      async run(node) {
        // Imported lazily: `npm test` imports this module before it has installed the packages of
        // the analysis.
        const { findSlowPatterns, productSources } = await import('./patterns.mjs');
        return (await findSlowPatterns(root, productSources(files), node)).join('\n') || null;
      },
    },
    {
      name: 'no internals of libraries',
      async run() {
        // Imported lazily, for the same reason.
        const { findInternals } = await import('./internals.mjs');
        return findInternals(root, files).join('\n') || null;
      },
    },
    program('format', 'prettier', 'prettier', ['--check', '--log-level', 'warn', '.']),
  ];
}

/**
 * Runs a check. Returns null if it passes, otherwise the fault. A check that throws counts as
 * failed.
 */
async function faultOf(check, node) {
  try {
    return await check.run(node);
  } catch (error) {
    return `the check could not be run: ${error.stack ?? error}`;
  }
}

/**
 * Runs checks, two at a time, and reports each one as it ends.
 *
 * @param node path of the Node that runs the programs
 * @param say receives a line for each check
 * @param waiting the checks to run
 * @returns the numbers of passed and failed checks; `said` has the names of the failed ones, each
 *   with the first 20 lines of its fault
 */
export async function runChecks(node, say, waiting = allChecks()) {
  const queue = [...waiting];
  const report = { passed: 0, failed: 0, said: [] };
  async function work() {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const fault = await faultOf(check, node);
      report[fault === null ? 'passed' : 'failed'] += 1;
      say(fault === null ? `✓ ${check.name}` : `✗ ${check.name}\n${fault.trim()}\n`);
      if (fault !== null)
        report.said.push(`check: ${check.name}`, ...fault.trim().split('\n').slice(0, 20));
    }
  }
  await Promise.all([work(), work()]);
  return report;
}
