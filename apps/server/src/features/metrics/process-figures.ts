import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Memory in bytes, and by how many milliseconds the process was late. */
export type ProcessNow = {
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number };
  delay: { p50: number; p99: number; max: number };
};

/** What the process itself can tell. */
export interface ProcessFigures {
  /** Memory as it is; delays since this was last asked. */
  take(): ProcessNow;
  stop(): void;
}

/** Milliseconds between two looks at how late the process is: twenty a second, which costs nothing that can be measured. */
const lookEvery = 50;

const nanosecondsPerMs = 1e6;

/** Begins to watch how late the process is. What is measured is the time between two looks, and being late is what is more. */
export function watchProcess(): ProcessFigures {
  const delays = monitorEventLoopDelay({ resolution: lookEvery });
  delays.enable();
  const late = (nanoseconds: number): number => Math.max(0, Math.round((nanoseconds / nanosecondsPerMs - lookEvery) * 100) / 100);
  return {
    take() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      const none = delays.count === 0;
      const at = (percent: number): number => (none ? 0 : late(delays.percentile(percent)));
      const delay = { p50: at(50), p99: at(99), max: none ? 0 : late(delays.max) };
      delays.reset();
      return { memory: { rss, heapUsed, heapTotal, external }, delay };
    },
    stop: () => void delays.disable(),
  };
}
