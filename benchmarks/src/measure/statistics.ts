/**
 * Returns the percentile `share` (0 to 1) of the values, or NaN if there are none. Sorts a copy.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Median and range of a few values. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/**
 * Returns the spread of the rounds of a measurement, or null if nothing was measured. For an even
 * count, the median is the mean of the two middle values.
 */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] as number;
  return { median: (lower + upper) / 2, min, max };
}
