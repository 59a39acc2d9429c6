import type { Browser, CDPSession, Page } from '@playwright/test';
import { startProduct, type Product } from '@longhand/driver';
import {
  openingTime,
  pauseTimings,
  readResourceUsage,
  scriptTimes,
  takeKeyTimings,
  recordTimings,
} from '../long/page-timings.ts';
import { openTypist, createTeam, createLongDocument, type Team } from '../long/team.ts';
import { percentile } from '../measure/statistics.ts';
import type { DocumentSize } from '../prepare/generated-document.ts';
import type { Goal } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { openBrowser, signInAs } from './browser.ts';

/** Time between two key presses, and from a change of conditions to the first key press (ms). */
const keyPause = 90;
const settle = 1_500;

const sizeOf = (name: string, blocks: number, words: number, notes: number): DocumentSize => ({
  name,
  blocks,
  words,
  suggestions: notes,
  comments: notes,
});

/** The devices: windows of a desktop and of a phone, whose processor is four times as slow. */
const devices = {
  desktop: { window: { viewport: { width: 1_440, height: 900 } }, slowness: 1 },
  phone: {
    window: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    },
    slowness: 4,
  },
} as const;

/**
 * A document and the device that it is opened on. `goal`: for a key press (ms, p95). `isFull`: it
 * is measured under all conditions.
 */
type Case = {
  readonly size: DocumentSize;
  readonly device: keyof typeof devices;
  readonly goal: number | null;
  readonly isFull: boolean;
};

const onDesktop = (size: DocumentSize, goal: number | null = null): Case => ({
  size,
  device: 'desktop',
  goal,
  isFull: goal !== null,
});

const cases: readonly Case[] = [
  onDesktop(sizeOf('an empty page', 1, 3, 0)),
  onDesktop(sizeOf('10,000 words, 140 blocks, 50 + 50', 140, 10_000, 50)),
  onDesktop(sizeOf('50,000 words, 700 blocks, 250 + 250', 700, 50_000, 250)),
  onDesktop(sizeOf('100,000 words, 1,400 blocks, 500 + 500', 1_400, 100_000, 500), 16),
  onDesktop(sizeOf('10,000 short blocks, 500 + 500', 10_000, 60_000, 500), 50),
  {
    size: sizeOf('20,000 words, 280 blocks, 100 + 100, on a phone', 280, 20_000, 100),
    device: 'phone',
    goal: 50,
    isFull: false,
  },
];
/** Goal for the time from the received bytes to the painted text (ms). */
const openingGoal = 250;
/**
 * Goal for the JavaScript time per character in 100,000 words, typed locally or remotely (ms, p95).
 */
const scriptGoal = 4;

type Conditions = { readonly mode: 'Editing' | 'Suggesting'; readonly panel: string | null };

/** The tab of the side panel with the most content. */
const panel = 'Comments & suggestions';

const alone: Conditions = { mode: 'Editing', panel: null };

const allConditions: readonly Conditions[] = [
  alone,
  { mode: 'Suggesting', panel: null },
  { mode: 'Editing', panel },
  { mode: 'Suggesting', panel },
];

type MeasuredPage = { readonly page: Page; readonly session: CDPSession; readonly add: Add };
type Add = (what: string, unit: string, value: number, goal?: number | null) => void;

/**
 * Measures typing in long documents with many suggestions and comments while two other users write.
 * Uses Chromium and the whole product.
 */
export async function runLong(bench: Bench): Promise<void> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const team = await createTeam(product);
    for (const each of bench.isQuick ? cases.slice(0, 2) : cases) {
      const { size } = each;
      bench.say(`long: writing ${size.name}`);
      const id = await createLongDocument(product, team, size);
      for (let round = 0; round < bench.rounds; round += 1) {
        bench.say(`long: ${size.name}, round ${round + 1}`);
        await measureRound(bench, { product, browser, team, id, ...each });
      }
    }
  } finally {
    await browser.close();
    await product.close();
  }
}

type Round = Case & {
  readonly product: Product;
  readonly browser: Browser;
  readonly team: Team;
  readonly id: string;
};

async function measureRound(
  bench: Bench,
  { product, browser, team, id, size, device, goal, isFull }: Round,
): Promise<void> {
  const add: Add = (what, unit, value, atMost = null) => {
    const judged: Goal | null = atMost === null ? null : { of: 'value', atMost };
    bench.figures.add(
      { workload: 'long', size: size.name, what, unit, goal: judged },
      'longhand',
      value,
    );
  };
  const { window, slowness } = devices[device];
  const context = await browser.newContext(window);
  await signInAs(context, product.url, team.reader.cookie());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.addInitScript(recordTimings);
  const measured: MeasuredPage = { page, session, add };
  await measureOpening(measured, `${product.url}/documents/${id}`, size);
  const [ben, cleo] = team.writers;
  const others = [
    await openTypist(product, ben, id, 0.3),
    await openTypist(product, cleo, id, 0.7),
  ] as const;
  await measureScript(measured, bench.isQuick ? 20 : 60, others[0].type, size);
  for (const other of others) other.start();
  const sent = (): number => others.reduce((sum, { typed }) => sum + typed(), 0);
  for (const conditions of isFull ? allConditions : allConditions.slice(0, 1)) {
    await measureTyping(measured, conditions, bench.isQuick ? 20 : 60, sent, goal);
  }
  for (const other of others) await other.stop();
  await context.close();
}

async function measureOpening(
  { page, session, add }: MeasuredPage,
  url: string,
  { blocks, words, name }: DocumentSize,
): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    (wanted) => window.recorded.shown.some((each) => each.blocks >= wanted),
    blocks,
    { timeout: 120_000 },
  );
  // Work after the text is rendered: comments, cards, counts.
  await page.waitForTimeout(settle * 2);
  const { long } = await takeKeyTimings(page);
  const isJudged = words >= 100_000 || name.includes('short');
  add(
    'opening: from its bytes to its text painted',
    'ms',
    await openingTime(page, blocks),
    isJudged ? openingGoal : null,
  );
  add('opening: the longest task', 'ms', Math.max(0, ...long));
  add('opening: CPU of the page, until all is there', 'ms', (await readResourceUsage(session)).cpu);
  await session.send('HeapProfiler.collectGarbage');
  const { heap, nodes } = await readResourceUsage(session);
  add('open: heap', 'MB', heap / 2 ** 20);
  add('open: nodes of the page', 'count', nodes);
}

/**
 * Types in the middle of the text, then has another user type, one at a time. Measures the
 * JavaScript time of each character.
 */
async function measureScript(
  { page, session, add }: MeasuredPage,
  count: number,
  typeElsewhere: () => void,
  size: DocumentSize,
): Promise<void> {
  const goal = size.words === 100_000 ? scriptGoal : null;
  await prepareConditions(page, alone);
  await pauseTimings(page, true);
  const own = await scriptTimes(session, count, keyPause, (i) =>
    page.keyboard.press(i % 6 === 5 ? 'Space' : 'x'),
  );
  const others = await scriptTimes(session, count, keyPause, typeElsewhere);
  await pauseTimings(page, false);
  await takeKeyTimings(page);
  for (const [what, times] of [
    ['alone: JavaScript for a key', own],
    ['alone: JavaScript for a letter of another person', others],
  ] as const) {
    add(`${what}, p50`, 'ms', percentile(times, 0.5));
    add(`${what}, p95`, 'ms', percentile(times, 0.95), goal);
  }
}

/**
 * Measures the cost of the other users' key presses, then types in the middle of the text and
 * measures its own.
 */
async function measureTyping(
  measured: MeasuredPage,
  conditions: Conditions,
  count: number,
  sent: () => number,
  goal: number | null,
): Promise<void> {
  const { page, session, add } = measured;
  const label = `${conditions.mode}, panel ${conditions.panel === null ? 'closed' : 'open'}`;
  await prepareConditions(page, conditions);
  await takeKeyTimings(page);
  const watched = { cpu: (await readResourceUsage(session)).cpu, sent: sent() };
  await page.waitForTimeout(keyPause * count);
  const idle = {
    cpu: (await readResourceUsage(session)).cpu - watched.cpu,
    sent: sent() - watched.sent,
  };
  add(`${label}: CPU per character of another user`, 'ms', idle.cpu / idle.sent);
  const whileWatching = await takeKeyTimings(page);
  add(
    `${label}: tasks over 50 ms while others type`,
    'a minute',
    (whileWatching.long.length * 60_000) / (keyPause * count),
  );
  const before = {
    cpu: (await readResourceUsage(session)).cpu,
    sent: sent(),
    at: performance.now(),
  };
  for (let i = 0; i < count; i += 1) {
    await page.keyboard.press(i % 6 === 5 ? 'Space' : 'x');
    await page.waitForTimeout(keyPause);
  }
  const cpu =
    (await readResourceUsage(session)).cpu -
    before.cpu -
    ((sent() - before.sent) * idle.cpu) / idle.sent;
  const minutes = (performance.now() - before.at) / 60_000;
  const { keys, long } = await takeKeyTimings(page);
  const times = (kind: 'paint' | 'work'): number[] => keys.map((each) => each[kind]);
  add(`${label}: key to next paint, p50`, 'ms', percentile(times('paint'), 0.5));
  add(`${label}: key to next paint, p95`, 'ms', percentile(times('paint'), 0.95), goal);
  add(
    `${label}: the same without waiting for the frame, p50`,
    'ms',
    percentile(times('work'), 0.5),
  );
  add(
    `${label}: the same without waiting for the frame, p95`,
    'ms',
    percentile(times('work'), 0.95),
  );
  add(`${label}: CPU for a key`, 'ms', cpu / keys.length);
  add(`${label}: tasks over 50 ms while all type`, 'a minute', long.length / minutes);
}

/**
 * Sets the mode by its shortcut, opens or closes the side panel, and puts the caret into the middle
 * of the text.
 */
async function prepareConditions(page: Page, { mode, panel }: Conditions): Promise<void> {
  await page.keyboard.press(mode === 'Editing' ? 'Control+Alt+E' : 'Control+Alt+S');
  const opener = page.getByRole('button', { name: /^Side panel/ });
  const isOpen = (await opener.getAttribute('aria-expanded')) === 'true';
  if (isOpen !== (panel !== null)) await opener.click();
  if (panel !== null) await page.getByRole('tab', { name: panel, exact: true }).click();
  const blocks = page.locator('.documentText .ProseMirror > :not(.ProseMirror-widget)');
  const middle = blocks.nth(Math.floor((await blocks.count()) / 2));
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  await page.keyboard.press('End');
  await page.waitForTimeout(settle);
}
