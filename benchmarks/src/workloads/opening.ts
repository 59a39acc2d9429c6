import type { Browser, Page } from '@playwright/test';
import { startProduct, type Product } from '@longhand/driver';
import { createLongDocument, createTeam, type Team } from '../long/team.ts';
import type { Goal } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { openBrowser, signInAs } from './browser.ts';

/** Waiting time after the network has become idle, to include prefetches of the page (ms). */
const settle = 1_500;

/** Mean number of words of a block. */
const wordsPerBlock = 70;

/** Emulated network: bits per second and round trip (ms); null for loopback as it is. */
type Network = { readonly name: string; readonly slow: { bits: number; roundTrip: number } | null };

const networks: readonly Network[] = [
  { name: 'loopback', slow: null },
  { name: '10 Mbit/s, 50 ms', slow: { bits: 10_000_000, roundTrip: 50 } },
];

/** A visited page. `done`: selector of the element that ends the measurement. */
type VisitedPage = {
  readonly name: string;
  readonly path: string;
  readonly done: string;
  /** Goals in ms: cold and warm, for each network. */
  readonly goals: readonly (readonly [cold: number | null, warm: number | null])[];
};

/** Time and loaded resources of a page when it can be used. Sizes are those of sent bodies (KB). */
type Opened = { readonly time: number; readonly requests: number; readonly scripts: number };

/**
 * Records the moment at which an element appears, with what was loaded until then. Runs in the
 * browser, before the page.
 */
function recordOpening(selector: string): void {
  const look = (): void => {
    if (document.querySelector(selector) === null) return void requestAnimationFrame(look);
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    Object.assign(window, {
      opened: {
        time: performance.now(),
        requests: loaded.length + 1,
        scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
      },
    });
  };
  look();
}

async function open(page: Page, url: string): Promise<Opened> {
  await page.goto(url, { waitUntil: 'commit' });
  const opened = await page.waitForFunction(() => (window as { opened?: Opened }).opened);
  const result = (await opened.jsonValue()) as Opened;
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(settle);
  return result;
}

/** Opens a page with an empty cache, and again with a full one. */
async function measure(
  bench: Bench,
  { browser, product, cookie }: { browser: Browser; product: Product; cookie: string },
  visited: VisitedPage,
): Promise<void> {
  for (const [i, { name, slow }] of networks.entries()) {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await signInAs(context, product.url, cookie);
    const page = await context.newPage();
    await page.addInitScript(recordOpening, visited.done);
    if (slow !== null) {
      const session = await context.newCDPSession(page);
      const bytes = slow.bits / 8;
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.roundTrip,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      });
    }
    const size = `${visited.name}, ${name}`;
    const add = (what: string, unit: string, value: number, goal: Goal | null): void =>
      bench.figures.add({ workload: 'opening', size, what, unit, goal }, 'longhand', value);
    const [cold, warm] = visited.goals[i] ?? [null, null];
    const first = await open(page, product.url + visited.path);
    const again = await open(page, product.url + visited.path);
    await context.close();
    add('cold cache, until it can be used', 'ms', first.time, atMost(cold));
    add('warm cache, until it can be used', 'ms', again.time, atMost(warm));
    add('requests until then, cold', '', first.requests, null);
    add('JavaScript until then, cold', 'KB', first.scripts, null);
    bench.say(`opening ${size}: ${Math.round(first.time)} ms, ${Math.round(again.time)} ms`);
  }
}

function atMost(value: number | null): Goal | null {
  return value === null ? null : { of: 'value', atMost: value };
}

/**
 * Creates the documents of the visited pages, and returns the pages: the dashboard, a project, a
 * short and a long document.
 */
async function createVisitedPages(
  product: Product,
  team: Team,
  isQuick: boolean,
): Promise<VisitedPage[]> {
  const { reader, projectId } = team;
  const params = { id: projectId };
  const { id } = await reader.call('createProjectDocument', { params, body: { title: 'Short' } });
  const words = isQuick ? 5_000 : 100_000;
  const blocks = Math.round(words / wordsPerBlock);
  const long = { name: 'Long', blocks, words, comments: 1, suggestions: 1 };
  const longId = await createLongDocument(product, team, long);
  const text = '.documentText [contenteditable="true"][role="textbox"]';
  const row = `main a[href="/documents/${id}"]`;
  const list = [[null, 300] as const, [null, null] as const];
  const document = [[500, 300] as const, [1_500, 800] as const];
  return [
    { name: 'dashboard', path: '/dashboard', done: row, goals: list },
    { name: 'project', path: `/projects/${projectId}`, done: row, goals: list },
    { name: 'empty document', path: `/documents/${id}`, done: text, goals: document },
    {
      name: `${words.toLocaleString('en')} words`,
      path: `/documents/${longId}`,
      done: text,
      goals: [],
    },
  ];
}

/**
 * Measures the time from a visit until the page can be used, in Chromium: a document until its text
 * is editable, a list until it is shown.
 */
export async function runOpening(bench: Bench): Promise<void> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const team = await createTeam(product);
    const visitedPages = await createVisitedPages(product, team, bench.isQuick);
    const cookie = team.reader.cookie();
    // The first visit makes the server compress its responses.
    for (const visited of visitedPages)
      await warmUp(browser, product, { cookie, path: visited.path });
    for (let round = 0; round < bench.rounds; round += 1)
      for (const visited of visitedPages)
        await measure(bench, { browser, product, cookie }, visited);
  } finally {
    await browser.close();
    await product.close();
  }
}

async function warmUp(
  browser: Browser,
  product: Product,
  { cookie, path }: { cookie: string; path: string },
): Promise<void> {
  const context = await browser.newContext();
  await signInAs(context, product.url, cookie);
  const page = await context.newPage();
  await page.goto(product.url + path, { waitUntil: 'networkidle' });
  await context.close();
}
