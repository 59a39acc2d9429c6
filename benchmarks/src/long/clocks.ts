import type { CDPSession, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the page notes while it is measured: see {@link watchOpening} and {@link watchKeys}. Runs in the browser. */
type Noted = {
  /** When messages of the live channel came, and how many bytes they had. */
  bytes: { at: number; size: number }[];
  /** When so many blocks stood in the text and had been painted. */
  shown: { at: number; blocks: number }[];
  /** Milliseconds from each key to the paint after it, and how much of it was no waiting for a frame. */
  keys: { paint: number; work: number }[];
  /** Lengths of the tasks that took longer than 50 ms. */
  long: number[];
};

declare global {
  interface Window {
    noted: Noted;
  }
}

/** Notes when bytes come over the live channel and when blocks of text have been painted. Before anything of the page runs. */
export function watchOpening(): void {
  const noted: Noted = { bytes: [], shown: [], keys: [], long: [] };
  window.noted = noted;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const size = data instanceof ArrayBuffer ? data.byteLength : data instanceof Blob ? data.size : 0;
        noted.bytes.push({ at: performance.now(), size });
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
    const blocks = document.querySelector('.documentText .ProseMirror')?.childElementCount ?? 0;
    if (blocks === seen || isWaiting) return;
    isWaiting = true;
    painted(() => {
      isWaiting = false;
      seen = document.querySelector('.documentText .ProseMirror')?.childElementCount ?? 0;
      noted.shown.push({ at: performance.now(), blocks: seen });
    });
  }).observe(document, { childList: true, subtree: true });
  addEventListener(
    'keydown',
    ({ timeStamp, key }) => {
      if (key.length !== 1) return;
      let done = 0;
      soon(() => (done = performance.now()));
      painted((began) => {
        const end = performance.now();
        // What the key did before the frame began, and the frame.
        noted.keys.push({ paint: end - timeStamp, work: (done === 0 || done > began ? began : done) - timeStamp + end - began });
      });
    },
    { capture: true },
  );
  new PerformanceObserver((list) => noted.long.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
}

/** Milliseconds from the last large message of the live channel to the paint of a text of so many blocks. */
export function openingTime(page: Page, blocks: number): Promise<number> {
  return page.evaluate((wanted) => {
    const { bytes, shown } = window.noted;
    const whole = shown.find((each) => each.blocks >= wanted)?.at ?? Number.NaN;
    const largest = bytes.filter(({ at }) => at < whole).toSorted((a, b) => b.size - a.size)[0];
    return whole - (largest?.at ?? Number.NaN);
  }, blocks);
}

/** Takes what was noted of keys and long tasks since the last time. */
export function takeKeys(page: Page): Promise<Pick<Noted, 'keys' | 'long'>> {
  return page.evaluate(() => {
    const { keys, long } = window.noted;
    return { keys: keys.splice(0), long: long.splice(0) };
  });
}

/** What the page's main thread and heap have used, as Chromium counts it. */
export type Use = { readonly cpu: number; readonly script: number; readonly heap: number; readonly nodes: number };

/** Reads {@link Use}: milliseconds of CPU of the main thread and of its JavaScript (not of the clock), bytes, nodes of the page. */
export async function readUse(session: CDPSession): Promise<Use> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const [cpu, script] = [of('ThreadTime') * 1_000, of('ScriptDuration') * 1_000];
  return { cpu, script, heap: of('JSHeapUsedSize'), nodes: of('Nodes') };
}

/** Does something `count` times, with a rest after each. Answers the JavaScript of the page for each, in milliseconds of CPU. */
export async function scriptTimes(
  session: CDPSession,
  count: number,
  rest: number,
  act: (i: number) => unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const { script } = await readUse(session);
    await act(i);
    await sleep(rest);
    times.push((await readUse(session)).script - script);
  }
  return times;
}
