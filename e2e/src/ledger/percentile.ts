/**
 * Returns the percentile of numbers by nearest rank. `part` is 0 to 1. Returns NaN if there are no
 * numbers.
 */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ??
    Number.NaN
  );
}
