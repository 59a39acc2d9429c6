import type { CDPSession, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Measurements inside the page: see {@link recordTimings}. Runs in the browser. */
type RecordedTimings = {
  /** Arrival time and size (bytes) of each message of the live channel. */
  bytes: { at: number; size: number }[];
  /** Number of blocks in the text, with the time at which they had been painted. */
  shown: { at: number; blocks: number }[];
  /**
   * Time from each key press to the next paint (ms), and the part of it that was not waiting for a
   * frame.
   */
  keys: { paint: number; work: number }[];
  /** Durations of tasks longer than 50 ms. */
  long: number[];
  /** True while keys are not timed, because the timing itself takes JavaScript time. */
  isPaused: boolean;
};

declare global {
  interface Window {
    recorded: RecordedTimings;
  }
}

/**
 * Records when messages of the live channel arrive and when blocks are painted. Must run before the
 * page's scripts.
 */
export function recordTimings(): void {
  const recorded: RecordedTimings = { bytes: [], shown: [], keys: [], long: [], isPaused: false };
  window.recorded = recorded;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const size =
          data instanceof ArrayBuffer ? data.byteLength : data instanceof Blob ? data.size : 0;
        recorded.bytes.push({ at: performance.now(), size });
      });
    }
  };
  const soon = (then: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  };
  const painted = (then: (began: number) => void): void =>
    void requestAnimationFrame(() => {
      const began = performance.now();
      soon(() => then(began));
    });
  let [seen, isWaiting] = [0, false];
  new MutationObserver(() => {
    if (recorded.isPaused) return;
    const blocks = document.querySelector('.documentText .ProseMirror')?.childElementCount ?? 0;
    if (blocks === seen || isWaiting) return;
    isWaiting = true;
    painted(() => {
      isWaiting = false;
      seen = document.querySelector('.documentText .ProseMirror')?.childElementCount ?? 0;
      recorded.shown.push({ at: performance.now(), blocks: seen });
    });
  }).observe(document, { childList: true, subtree: true });
  addEventListener(
    'keydown',
    ({ timeStamp, key }) => {
      if (key.length !== 1 || recorded.isPaused) return;
      let done = 0;
      soon(() => (done = performance.now()));
      painted((began) => {
        const end = performance.now();
        // The work before the frame began, plus the frame.
        recorded.keys.push({
          paint: end - timeStamp,
          work: (done === 0 || done > began ? began : done) - timeStamp + end - began,
        });
      });
    },
    { capture: true },
  );
  new PerformanceObserver((list) =>
    recorded.long.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
  });
}

/**
 * Returns the time from the largest message of the live channel to the paint of at least `blocks`
 * blocks (ms).
 */
export function openingTime(page: Page, blocks: number): Promise<number> {
  return page.evaluate((wanted) => {
    const { bytes, shown } = window.recorded;
    const whole = shown.find((each) => each.blocks >= wanted)?.at ?? Number.NaN;
    const largest = bytes.filter(({ at }) => at < whole).toSorted((a, b) => b.size - a.size)[0];
    return whole - (largest?.at ?? Number.NaN);
  }, blocks);
}

/** Returns and clears the recorded keys and long tasks. */
export function takeKeyTimings(page: Page): Promise<Pick<RecordedTimings, 'keys' | 'long'>> {
  return page.evaluate(() => {
    const { keys, long } = window.recorded;
    return { keys: keys.splice(0), long: long.splice(0) };
  });
}

/** Stops or continues the timing of keys and blocks. */
export function pauseTimings(page: Page, isPaused: boolean): Promise<void> {
  return page.evaluate((paused) => {
    window.recorded.isPaused = paused;
  }, isPaused);
}

/** Resources used by the page's main thread and heap, as measured by Chromium. */
export type ResourceUsage = {
  readonly cpu: number;
  readonly script: number;
  readonly heap: number;
  readonly nodes: number;
};

/**
 * Reads {@link ResourceUsage}: CPU time of the main thread and of its JavaScript (ms of CPU, not
 * wall time), heap bytes and DOM nodes.
 */
export async function readResourceUsage(session: CDPSession): Promise<ResourceUsage> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const [cpu, script] = [of('ThreadTime') * 1_000, of('ScriptDuration') * 1_000];
  return { cpu, script, heap: of('JSHeapUsedSize'), nodes: of('Nodes') };
}

/**
 * Runs `act` `count` times, with a pause of `rest` ms after each. Returns the CPU time of the
 * page's JavaScript for each (ms).
 */
export async function scriptTimes(
  session: CDPSession,
  count: number,
  rest: number,
  act: (i: number) => unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const { script } = await readResourceUsage(session);
    await act(i);
    await sleep(rest);
    times.push((await readResourceUsage(session)).script - script);
  }
  return times;
}
