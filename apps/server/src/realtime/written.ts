import type { Authorship } from '@longhand/sync';

/** The writing of one person since the last count: from when to when (ms since 1970), and how much, in units of clock. */
export type Written = { readonly first: number; readonly last: number; readonly units: number };

/**
 * The changes of a document since its words were counted last. `last`: ms since 1970. `by`: who typed, in the order of their last
 * words, the latest last; not what the server wrote by itself, which is nobody's writing.
 */
export type Changes = { last: number; readonly by: Map<string, Written> };

/** Both, `later` after `earlier`. */
export function joinChanges(earlier: Changes, later: Changes): Changes {
  const by = new Map(earlier.by);
  for (const [user, written] of later.by) {
    const before = by.get(user);
    by.delete(user);
    by.set(user, { ...written, first: before?.first ?? written.first, units: (before?.units ?? 0) + written.units });
  }
  return { last: Math.max(earlier.last, later.last), by };
}

/** Adds to `changes` who wrote, from when to when, and how much. */
export function note({ by }: Changes, written: readonly Authorship[]): void {
  for (const { user, at, inserted } of written) {
    const units = inserted.reduce((sum, { from, to }) => sum + to - from, 0);
    const before = by.get(user);
    by.delete(user);
    by.set(user, { first: before?.first ?? at, last: at, units: (before?.units ?? 0) + units });
  }
}

/**
 * Divides a whole number among people in proportion to what each did, without a rest: what does not divide goes to those with the
 * largest fractions, the later ones first. Where nobody did anything that counts, all of it is the last one's.
 */
export function shareOut(total: number, parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum === 0) return parts.map((_, i) => (i === parts.length - 1 ? total : 0));
  const exact = parts.map((part) => (total * part) / sum);
  const shares = exact.map(Math.floor);
  const rest = total - shares.reduce((all, share) => all + share, 0);
  const byFraction = exact.map((share, i) => ({ i, fraction: share - Math.floor(share) }));
  byFraction.sort((a, b) => b.fraction - a.fraction || b.i - a.i);
  for (const { i } of byFraction.slice(0, rest)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}
