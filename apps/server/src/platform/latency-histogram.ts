/**
 * Histogram of durations. The key is the index of the smallest bound that is not exceeded.
 * Histograms can be added up and give quantiles for any number of values.
 */
export type LatencyHistogram = { [bound: string]: number };

/**
 * Ten steps per power of ten, each about 25 % larger: the error of a quantile is at most an eighth.
 * Source: ISO 3, series R10.
 */
const steps = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8] as const;

/** Upper bounds (ms), from 0.1 ms to 100 s. Longer durations are counted in the last one. */
export const bounds: readonly number[] = [0.1, 1, 10, 100, 1_000, 10_000].flatMap((power) =>
  steps.map((step) => step * power),
);

/** Counts one duration (ms). */
export function addLatency(histogram: LatencyHistogram, ms: number): void {
  const at = bounds.findIndex((bound) => ms <= bound);
  const key = String(at < 0 ? bounds.length - 1 : at);
  histogram[key] = (histogram[key] ?? 0) + 1;
}

/** Adds all counts of `more`. */
export function addLatencies(histogram: LatencyHistogram, more: Readonly<LatencyHistogram>): void {
  for (const [key, count] of Object.entries(more)) histogram[key] = (histogram[key] ?? 0) + count;
}

/** Returns the number of durations. */
export function countOf(histogram: Readonly<LatencyHistogram>): number {
  return Object.values(histogram).reduce((sum, count) => sum + count, 0);
}

/** Returns the duration that the share `q` does not exceed (ms), or null if there are none. */
export function quantile(histogram: Readonly<LatencyHistogram>, q: number): number | null {
  const total = countOf(histogram);
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * q));
  for (const [at, bound] of bounds.entries()) {
    const count = histogram[String(at)] ?? 0;
    if (left <= count) {
      const from = bounds[at - 1] ?? 0;
      return Math.round((from + ((bound - from) * left) / count) * 100) / 100;
    }
    left -= count;
  }
  return bounds.at(-1) ?? null;
}
