import type { LatencyHistogram } from '../platform/latency-histogram.ts';

/**
 * Metrics of the live channel of this process. `commits`: durations of its commits, and `refused`:
 * numbers of refused updates by reason, both since the process began.
 */
export type LiveMetrics = {
  readonly rooms: number;
  readonly connections: number;
  readonly commits: Readonly<LatencyHistogram>;
  readonly refused: Readonly<Record<string, number>>;
};
