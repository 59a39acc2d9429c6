import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { root, run, Trouble } from './programs.mjs';

/**
 * The headless shell comes first: without a window to draw, journeys take about 1/7 less processor
 * time.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApps = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
];

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return (
    [...candidates, ...macApps.map((app) => join('/Applications', app))].find(existsSync) ?? null
  );
}

async function playwrightsOwn(node) {
  const ask = `import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))`;
  const { code, output } = await run(node, ['-e', ask], { cwd: join(root, 'e2e') });
  const path = output.trim().split('\n').at(-1) ?? '';
  return code === 0 && existsSync(path) ? path : null;
}

/**
 * Returns the path of Chromium for the journeys. Tries BROWSER_PATH, an installed one, Playwright's
 * own, and Debian's package.
 *
 * @throws {Trouble} if none is found, or BROWSER_PATH does not exist
 */
export async function ensureBrowser(node) {
  const named = process.env.BROWSER_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Trouble(`BROWSER_PATH names ${named}, and there is nothing.`);
  }
  const found = installed() ?? (await playwrightsOwn(node));
  if (found !== null) return found;
  await installDebianPackages(['chromium-headless-shell']);
  const fromDebian = installed();
  if (fromDebian !== null) return fromDebian;
  throw new Trouble(
    'The journeys need Chromium, and there is none: install Chromium or Chrome, or set BROWSER_PATH, or run npx playwright install chromium.',
  );
}
