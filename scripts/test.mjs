import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runChecks } from './checks/checks.mjs';
import { ensureBrowser } from './steps/browser.mjs';
import { ensureDebootstrap } from './steps/debootstrap.mjs';
import { ensureEpubcheck } from './steps/epubcheck.mjs';
import { ensureFaketime } from './steps/faketime.mjs';
import { ensureInstalled, scriptOf } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { command, root, run, say } from './steps/programs.mjs';
import { ensureRedis } from './steps/redis.mjs';
import { formsIn, leftOut, readLong } from './testing/forms.mjs';

/** Returns the first 6 lines of a failure's messages, without terminal colours. */
function reason(messages) {
  const said = stripVTControlCharacters((messages ?? []).join('\n'));
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 6).map((line) => `    ${line.slice(0, 300)}`);
}

/**
 * Lists the failures in a Vitest report, each with its file and its reason. Printed at the end of
 * the run, where readers look for them.
 */
function failedUnits({ testResults }) {
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    if (failed.length === 0)
      return file.status === 'failed' ? [name, ...reason([file.message])] : [];
    return failed.flatMap(({ fullName, failureMessages }) => [
      `${name}: ${fullName}`,
      ...reason(failureMessages),
    ]);
  });
}

/**
 * Lists the tests that were not run in a Vitest report. Printed at the end of the run, because the
 * middle of a long output is not read.
 */
function skippedUnits({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `NOT TRIED on this machine: ${relative(root, name)}: ${fullName}`),
  );
}

/**
 * Returns the page snapshot that Playwright attaches to a failed journey (at most 80 lines). The
 * machine that ran it is often gone afterwards.
 */
function snapshotLines(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, snapshot = ''] = readFileSync(path, 'utf8').split('```yaml\n');
  const [tree = ''] = snapshot.split('```');
  const lines = tree.split('\n').filter((line) => /^\s*- /.test(line));
  return lines.slice(0, 80).map((line) => `      ${line.slice(0, 160)}`);
}

/**
 * Lists the journeys of a Playwright report that failed or passed only on retry, each with its
 * file, reason and page.
 */
function failedJourneys({ suites }) {
  const within = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(within)];
  return suites.flatMap(within).flatMap(({ file, title, tests }) => {
    const bad = tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .flatMap(({ results }) => results);
    const errors = bad.flatMap((result) => result.errors ?? []).map(({ message }) => message ?? '');
    const page = snapshotLines(bad.flatMap((result) => result.attachments ?? []));
    return bad.length === 0 ? [] : [`${file}: ${title}`, ...reason(errors), ...page];
  });
}

/**
 * Reads the counts of a report. A program that exited with an error but without a failed test, or
 * wrote no report, counts as one failure: missing output is never success.
 */
function counted(reportFile, code, read) {
  const report = existsSync(reportFile)
    ? read(JSON.parse(readFileSync(reportFile, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report;
}

async function unitTests(node, folder) {
  const report = join(folder, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(node, [scriptOf('vitest'), ...args], {
    env: forms,
    show: true,
    minutes: unitMinutes,
  });
  return counted(
    report,
    code,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, ...rest }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      said: [...failedUnits(rest), ...skippedUnits(rest)],
    }),
  );
}

async function browserTests(node, folder, browser) {
  const report = join(folder, 'playwright.json');
  const env = { ...forms, BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const args = ['test', '--reporter=list,json'];
  const { code } = await run(node, [scriptOf('@playwright/test', 'playwright'), ...args], {
    cwd: join(root, 'e2e'),
    env,
    show: true,
  });
  return counted(report, code, ({ stats, suites }) => ({
    passed: stats.expected,
    // A journey that passed only on retry counts as failed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    said: failedJourneys({ suites }),
  }));
}

async function guarded(name, tests) {
  say(`\n— ${name} —`);
  try {
    return await tests();
  } catch (error) {
    say(`${name}: ${error.stack ?? error}`);
    return { passed: 0, failed: 1 };
  }
}

/** The long tests that are included: none, all, or a part of them. */
const long = process.argv.includes('--long') ? process.env.LONG || '1' : undefined;
const selected = readLong(long);

/** Time limit of the unit tests (min): a test that hangs must not block the whole run. */
const unitMinutes = selected === null ? 30 : 45;

/** Environment of the tests. Without `LONG`, `*.short.…` run instead of `*.long.…`. */
const forms = { LONG: long };

/** Lists the long tests of the other parts, if a part is selected. */
function untriedLong() {
  if (selected === null || selected.parts === 1) return [];
  const untried = ['test', 'spec'].flatMap(
    (kind) => leftOut(formsIn(root, kind), selected).untried,
  );
  return [
    `NOT TRIED in this run: ${untried.length} files with long tests, which belong to other parts than ${long}:`,
    ...untried.map((file) => `    ${file}`),
  ];
}

// npm test: installs what is missing, the browser included, and runs all tests except the long
// ones.
// npm run test:long: includes the long tests. LONG=2/3 includes the second third of their files.
// The last line has the numbers of passed and failed tests.
await command(async () => {
  const node = await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'longhand-report-'));
  const parts = [];
  try {
    parts.push(await guarded('Checks', () => runChecks(node, say)));
    parts.push(
      await guarded('Pages', () => ensurePages(node).then(() => ({ passed: 1, failed: 0 }))),
    );
    await ensureEpubcheck();
    await ensureRedis(
      'Nodes ARE NOT TESTED WITH REDIS in this run: it is not installed, and cannot be installed here.',
    );
    await ensureFaketime(
      'A server with another clock IS NOT TESTED in this run: libfaketime is not installed.',
    );
    if (selected !== null) await ensureDebootstrap();
    parts.push(await guarded('Tests', () => unitTests(node, folder)));
    // If the checks or the pages failed, every journey would fail for the same reason.
    if (parts[0].failed === 0 && parts[1].failed === 0)
      parts.push(
        await guarded('Journeys', async () =>
          browserTests(node, folder, await ensureBrowser(node)),
        ),
      );
    else say('\nThe journeys were not run: the checks or the pages failed.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
  for (const line of [...parts.flatMap(({ said }) => said ?? []), ...untriedLong()])
    process.stdout.write(`${line}\n`);
  if (sum('skipped') > 0) process.stdout.write(`${sum('skipped')} were skipped\n`);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
});
