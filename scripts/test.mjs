import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runChecks } from './checks/checks.mjs';
import { ensureBrowser } from './steps/browser.mjs';
import { ensureEpubcheck } from './steps/epubcheck.mjs';
import { ensureInstalled, scriptOf } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { command, root, run, say } from './steps/programs.mjs';

/** The first lines of what was said when a test failed, without the colours of a terminal. */
function reason(messages) {
  const said = stripVTControlCharacters((messages ?? []).join('\n'));
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 6).map((line) => `    ${line.slice(0, 300)}`);
}

/** What failed in a report of Vitest, each with its file and its reason: the end of a long run is where one looks for it. */
function failedUnits({ testResults }) {
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    if (failed.length === 0) return file.status === 'failed' ? [name, ...reason([file.message])] : [];
    return failed.flatMap(({ fullName, failureMessages }) => [`${name}: ${fullName}`, ...reason(failureMessages)]);
  });
}

/** What was not tried in a report of Vitest: the end of a long run says it, for nobody reads the middle. */
function skippedUnits({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `NOT TRIED on this machine: ${relative(root, name)}: ${fullName}`),
  );
}

/** The page as it was when a journey failed, which Playwright attaches: the machine that ran it is often gone afterwards. */
function snapshotLines(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, snapshot = ''] = readFileSync(path, 'utf8').split('# Page snapshot');
  const lines = snapshot
    .split('# Test source')[0]
    .split('\n')
    .filter((line) => /^\s*- /.test(line));
  return lines.slice(0, 80).map((line) => `      ${line.slice(0, 160)}`);
}

/** What failed, or passed only the second time, in a report of Playwright, each with its file, its reason and its page. */
function failedJourneys({ suites }) {
  const within = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(within)];
  return suites.flatMap(within).flatMap(({ file, title, tests }) => {
    const bad = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').flatMap(({ results }) => results);
    const errors = bad.flatMap((result) => result.errors ?? []).map(({ message }) => message ?? '');
    const page = snapshotLines(bad.flatMap((result) => result.attachments ?? []));
    return bad.length === 0 ? [] : [`${file}: ${title}`, ...reason(errors), ...page];
  });
}

/**
 * Reads what a program counted. One that ended badly without a failed test of its own (it crashed, or never wrote its report) counts
 * as one failure: silence is never success.
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
  const { code } = await run(node, [scriptOf('vitest'), ...args], { env: forms, show: true, minutes: unitMinutes });
  return counted(report, code, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, ...rest }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    said: [...failedUnits(rest), ...skippedUnits(rest)],
  }));
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
    // A journey that passed only the second time did not pass.
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

/** Minutes after which the unit tests are ended: a test that waits for ever must not take the time of all. */
const unitMinutes = process.argv.includes('--long') ? 45 : 30;

/** `LONG` runs tests in `*.long.test.ts` and `*.long.spec.ts`, and leaves out those in `*.short.…`, which try fewer cases of the same. */
const forms = process.argv.includes('--long') ? { LONG: '1' } : {};

// npm test: installs what is missing, the browser included, and runs all tests but the long ones. npm run test:long: these too. The last
// line says how many passed and failed.
await command(async () => {
  const node = await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'longhand-report-'));
  const parts = [];
  try {
    parts.push(await guarded('Checks', () => runChecks(node, say)));
    parts.push(await guarded('Pages', () => ensurePages(node).then(() => ({ passed: 1, failed: 0 }))));
    await ensureEpubcheck();
    parts.push(await guarded('Tests', () => unitTests(node, folder)));
    // Without checks and pages that pass, every journey would fail for the same reason.
    if (parts[0].failed === 0 && parts[1].failed === 0)
      parts.push(await guarded('Journeys', async () => browserTests(node, folder, await ensureBrowser(node))));
    else say('\nThe journeys were not run: the checks or the pages failed.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
  for (const line of parts.flatMap(({ said }) => said ?? [])) process.stdout.write(`${line}\n`);
  if (sum('skipped') > 0) process.stdout.write(`${sum('skipped')} were skipped\n`);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
});
