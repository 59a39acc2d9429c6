import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Time within which a page must answer, in ms. */
const limit = 10_000;

/**
 * Returns a line for each page that does not answer, with the processor time that the browser's
 * processes used meanwhile: a busy process runs a script without end, idle ones are a fault of the
 * browser.
 *
 * @param pages the pages of a journey, closed ones included
 */
export async function describeUnresponsive(pages: readonly Page[]): Promise<string[]> {
  const before = ticksOfBrowser();
  const answers = await Promise.all(pages.map((page) => page.isClosed() || doesAnswer(page)));
  const silent = pages.filter((_page, i) => !answers[i]);
  if (silent.length === 0) return [];
  const used = [...ticksOfBrowser()]
    .map(([pid, ticks]) => ({ pid, ticks: ticks - (before.get(pid) ?? 0) }))
    .filter(({ ticks }) => ticks > 0)
    .map(({ pid, ticks }) => `process ${pid}: ${ticks * 10} ms`);
  const processes = `processor time in ${limit} ms: ${used.join(', ') || 'none'}`;
  return silent.map((page) => `The page ${page.url()} does not answer (${processes}).`);
}

async function doesAnswer(page: Page): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const answer = page.evaluate(() => true).catch(() => true);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Returns the processor time of all browser processes of the machine, in ticks of 10 ms. */
function ticksOfBrowser(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      if (!/^\d+ \((?:chrom|headless)/.test(stat)) continue;
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      found.set(Number(name), Number(fields[11]) + Number(fields[12]));
    } catch {
      // The process has ended.
    }
  }
  return found;
}
