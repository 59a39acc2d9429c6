import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Memory (bytes) and event loop delay (ms). */
export type ProcessSample = {
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number };
  delay: { p50: number; p99: number; max: number };
};

/** Metrics of the process itself. */
export interface ProcessMetrics {
  /** Returns current memory, and delays since the last call. */
  take(): ProcessSample;
  stop(): void;
}

/**
 * Sampling interval of the event loop delay (ms). Twenty samples per second have no measurable
 * cost.
 */
const checkEvery = 50;

const nanosecondsPerMs = 1e6;

/** Starts measuring the event loop delay: the time between two samples minus the interval. */
export function watchProcess(): ProcessMetrics {
  const delays = monitorEventLoopDelay({ resolution: checkEvery });
  delays.enable();
  const late = (nanoseconds: number): number =>
    Math.max(0, Math.round((nanoseconds / nanosecondsPerMs - checkEvery) * 100) / 100);
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
