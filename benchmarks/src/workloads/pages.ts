import type { Browser, Page } from '@playwright/test';
import { signUp, startProduct, type Product } from '@longhand/driver';
import type { Goal } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { openBrowser, signInAs } from './browser.ts';

/** CPU throttling factor: a mid-range phone. */
const slowdown = 4;

/** Waiting time after the network has become idle, to include prefetches of the page (ms). */
const settle = 2_000;

/**
 * Measurements of one visit. Bytes are those of bodies as sent, and of inline scripts as they are
 * in the page.
 */
type Visit = {
  readonly scripts: number;
  readonly styles: number;
  readonly largestPaint: number;
  readonly shift: number;
};

/** A visited page, with its goals. */
type VisitedPage = {
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly goals: Partial<Record<keyof Visit, number>>;
};

const visitedPages: readonly VisitedPage[] = [
  { path: '/', isSignedIn: false, goals: { scripts: 115, largestPaint: 1_000, shift: 0.02 } },
  { path: '/dashboard', isSignedIn: true, goals: { scripts: 170, shift: 0.02 } },
];

const labels: Readonly<Record<keyof Visit, readonly [what: string, unit: string]>> = {
  scripts: ['JavaScript before anything is done', 'KB'],
  styles: ['styles', 'KB'],
  largestPaint: [`largest paint, processor ${slowdown} times slower`, 'ms'],
  shift: ['layout shift', 'sum'],
};

/** Reads the page's performance entries. Runs in the browser. */
function readPerformanceEntries(): Promise<Visit> {
  const bytes = (ending: string): number =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith(ending))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000;
  const inline =
    [...document.querySelectorAll<HTMLScriptElement>('script:not([src])')].reduce(
      (sum, { text }) => sum + text.length,
      0,
    ) / 1_000;
  const entries = (type: string): Promise<PerformanceEntryList> =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type,
        buffered: true,
      });
      // A page without layout shifts has no entries, and the observer is never called.
      setTimeout(() => resolve([]), 300);
    });
  return Promise.all([entries('largest-contentful-paint'), entries('layout-shift')]).then(
    ([paints, shifts]) => ({
      scripts: bytes('.js') + inline,
      styles: bytes('.css'),
      largestPaint: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce(
        (sum, shift) => sum + (shift as PerformanceEntry & { value: number }).value,
        0,
      ),
    }),
  );
}

async function visit(page: Page, url: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settle);
  return page.evaluate(readPerformanceEntries);
}

/** Returns the time from the first press on the page to the menu that it opens (ms). */
async function timeFirstPress(page: Page): Promise<number> {
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('pointerdown', () => (pressed ||= performance.now()), { capture: true });
        const toggled = ({ newState }: ToggleEvent): void => {
          if (newState === 'open') resolve(performance.now() - pressed);
        };
        addEventListener('toggle', toggled, { capture: true });
      }),
  );
  await page.getByRole('banner').getByRole('button', { name: /theme/i }).click();
  return answered;
}

/** Measures the first press on the page, and what the page fetches after the first user input. */
async function measurePress(bench: Bench, page: Page, path: string): Promise<void> {
  const add = (what: string, unit: string, value: number): void =>
    bench.figures.add({ workload: 'pages', size: path, what, unit, goal: null }, 'longhand', value);
  add(
    `a press as the first thing, until its menu is open, processor ${slowdown} times slower`,
    'ms',
    await timeFirstPress(page),
  );
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(settle);
  add(
    'JavaScript after the first user input and an opened menu',
    'KB',
    (await page.evaluate(readPerformanceEntries)).scripts,
  );
}

async function measurePage(
  bench: Bench,
  browser: Browser,
  product: Product,
  cookie: string,
  visited: VisitedPage,
): Promise<void> {
  // A new context has an empty cache.
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  if (visited.isSignedIn) await signInAs(context, product.url, cookie);
  const page = await context.newPage();
  const seen = await visit(page, product.url + visited.path);
  await measurePress(bench, page, visited.path);
  await context.close();
  for (const key of Object.keys(labels) as (keyof Visit)[]) {
    const [what, unit] = labels[key];
    const atMost = visited.goals[key];
    const goal: Goal | null = atMost === undefined ? null : { of: 'value', atMost };
    bench.figures.add(
      { workload: 'pages', size: visited.path, what, unit, goal },
      'longhand',
      seen[key],
    );
  }
  bench.say(
    `pages ${visited.path}: ${seen.scripts.toFixed(1)} KB, ${Math.round(seen.largestPaint)} ms`,
  );
}

/**
 * Measures a first visit in Chromium: bytes of scripts, largest contentful paint on a slow CPU, and
 * layout shift.
 */
export async function runPages(bench: Bench): Promise<void> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const cookie = (await signUp(product.url, 'reader')).cookie();
    // The first visit makes the server compress its responses.
    await warmUp(browser, product);
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const visited of visitedPages)
        await measurePage(bench, browser, product, cookie, visited);
    }
  } finally {
    await browser.close();
    await product.close();
  }
}

async function warmUp(browser: Browser, product: Product): Promise<void> {
  const page = await browser.newPage();
  await page.goto(product.url, { waitUntil: 'networkidle' });
  await page.close();
}
