/**
 * Durations, counted by how long they were: the key is the number of the first bound that they do not exceed. So many of them can be
 * put together, and asked for quantiles, however many there were.
 */
export type Durations = { [bound: string]: number };

/** Ten steps to a power of ten, each about a quarter more: a quantile is off by an eighth at most. Source: ISO 3, series R10. */
const steps = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8] as const;

/** Milliseconds, from a tenth of one to a hundred seconds; what is longer counts as that. */
export const bounds: readonly number[] = [0.1, 1, 10, 100, 1_000, 10_000].flatMap((power) => steps.map((step) => step * power));

/** Counts one duration, milliseconds. */
export function addDuration(durations: Durations, ms: number): void {
  const at = bounds.findIndex((bound) => ms <= bound);
  const key = String(at < 0 ? bounds.length - 1 : at);
  durations[key] = (durations[key] ?? 0) + 1;
}

/** Counts all of `more` too. */
export function addDurations(durations: Durations, more: Readonly<Durations>): void {
  for (const [key, count] of Object.entries(more)) durations[key] = (durations[key] ?? 0) + count;
}

/** How many there are. */
export function countOf(durations: Readonly<Durations>): number {
  return Object.values(durations).reduce((sum, count) => sum + count, 0);
}

/** The duration that the share `q` of all do not exceed, milliseconds; null where there are none. */
export function quantile(durations: Readonly<Durations>, q: number): number | null {
  const total = countOf(durations);
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * q));
  for (const [at, bound] of bounds.entries()) {
    const count = durations[String(at)] ?? 0;
    if (left <= count) {
      const from = bounds[at - 1] ?? 0;
      return Math.round((from + ((bound - from) * left) / count) * 100) / 100;
    }
    left -= count;
  }
  return bounds.at(-1) ?? null;
}
