/** The value below which a share (0 to 1) of the values lies; not a number where there is none. Sorts a copy. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle of a few values and how far they spread. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** The spread of the rounds of a measurement; null where nothing was measured. An even count has the mean of both middles. */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] as number;
  return { median: (lower + upper) / 2, min, max };
}
