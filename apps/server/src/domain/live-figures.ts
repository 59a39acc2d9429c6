import type { LatencyHistogram } from '../platform/latency-histogram.ts';

/**
 * Figures of the live channel of this process. `commits`: durations of its commits since the
 * process began.
 */
export type LiveNow = {
  readonly rooms: number;
  readonly connections: number;
  readonly commits: Readonly<LatencyHistogram>;
};
