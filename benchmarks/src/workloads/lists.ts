import type { Page } from '@playwright/test';
import { signUp, startProduct, type Product } from '@longhand/driver';
import { percentile } from '../measure/statistics.ts';
import { languages } from '../prepare/languages.ts';
import { fillLibrary } from '../prepare/library.ts';
import { seededRandom } from '../prepare/generated-history.ts';
import type { Bench } from './bench.ts';
import { openBrowser, signInAs } from './browser.ts';

/**
 * Duration from which a frame counts as late at 60 frames per second: one and a half frames (ms).
 */
const late = 25;
/** Maximum percentage of late frames. */
const lateMost = 1;
/** Pixels scrolled per frame, and number of measured frames. */
const step = 60;
const watched = 300;

async function createLibrary(
  bench: Bench,
  product: Product,
): Promise<{ cookie: string; documents: number }> {
  const documents = bench.isQuick ? 500 : 10_000;
  const reader = await signUp(product.url, 'reader');
  const { id } = await reader.call('createProject', { body: { name: 'Everything' } });
  const random = seededRandom(7);
  bench.say(`lists: writing ${documents} documents`);
  const project = { projects: [id, id] as const, few: 0, author: reader.user.id };
  await fillLibrary(product, { languages: languages(random), documents, words: 30, ...project });
  return { cookie: reader.cookie(), documents };
}

/** Scrolls down until the last line is rendered. Returns the duration (ms). */
async function reachEnd(page: Page, documents: number): Promise<number> {
  const from = performance.now();
  const last = page.locator(`li[aria-posinset="${documents}"]`);
  while ((await last.count()) === 0) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(30);
  }
  return performance.now() - from;
}

/**
 * Scrolls by `pixels` in every frame. Returns the durations of `frames` frames (ms). Runs in the
 * browser.
 */
function scrollFrames({ pixels, frames }: { pixels: number; frames: number }): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    const next = (now: number): void => {
      times.push(now);
      if (times.length > frames)
        return resolve(times.slice(1).map((time, at) => time - (times[at] ?? time)));
      window.scrollBy(0, pixels);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

async function measureRound(
  bench: Bench,
  page: Page,
  url: string,
  documents: number,
): Promise<void> {
  const size = `${documents.toLocaleString('en')} documents`;
  const add = (what: string, unit: string, value: number, atMost: number | null = null): void =>
    bench.figures.add(
      {
        workload: 'lists',
        size,
        what,
        unit,
        goal: atMost === null ? null : { of: 'value', atMost },
      },
      'longhand',
      value,
    );
  await page.goto(`${url}/documents`, { waitUntil: 'networkidle' });
  add('to the end of the list', 's', (await reachEnd(page, documents)) / 1_000);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 3));
  await page.waitForTimeout(500);
  const frames = await page.evaluate(scrollFrames, { pixels: step, frames: watched });
  const lateOnes = (frames.filter((each) => each > late).length / frames.length) * 100;
  add('frames that came late', '%', lateOnes, lateMost);
  add('a frame, 95 of 100', 'ms', percentile(frames, 0.95));
  add('the longest frame', 'ms', Math.max(...frames));
  add('lines on the page', 'count', await page.locator('li[aria-posinset]').count());
  bench.say(`lists: ${lateOnes.toFixed(1)} % late, longest ${Math.round(Math.max(...frames))} ms`);
}

/** Measures late frames while scrolling through a long list in Chromium. */
export async function runLists(bench: Bench): Promise<void> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const { cookie, documents } = await createLibrary(bench, product);
    for (let round = 0; round < bench.rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
      await signInAs(context, product.url, cookie);
      await measureRound(bench, await context.newPage(), product.url, documents);
      await context.close();
    }
  } finally {
    await browser.close();
    await product.close();
  }
}
