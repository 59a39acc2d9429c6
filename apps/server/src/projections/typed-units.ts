import type { Authorship } from '@longhand/sync/server';

/**
 * Writing of one user since the last projection: first and last time (ms since 1970), and amount in
 * clock units.
 */
export type TypedUnits = { readonly first: number; readonly last: number; readonly units: number };

/**
 * Changes of a document since its last projection. `last`: ms since 1970. `by`: authors in the
 * order of their last change, latest last. Excludes changes made by the server itself.
 */
export type Changes = { last: number; readonly by: Map<string, TypedUnits> };

/** Returns an empty set of changes. */
export const unchanged = (): Changes => ({ last: 0, by: new Map() });

/** Joins two sets of changes, `later` after `earlier`. */
export function joinChanges(earlier: Changes, later: Changes): Changes {
  const by = new Map(earlier.by);
  for (const [user, written] of later.by) {
    const before = by.get(user);
    by.delete(user);
    by.set(user, {
      ...written,
      first: before?.first ?? written.first,
      units: (before?.units ?? 0) + written.units,
    });
  }
  return { last: Math.max(earlier.last, later.last), by };
}

/** Adds authors, times and amounts of `written` to the changes. */
export function note({ by }: Changes, written: readonly Authorship[]): void {
  for (const { user, at, inserted } of written) {
    const units = inserted.reduce((sum, { from, to }) => sum + to - from, 0);
    const before = by.get(user);
    by.delete(user);
    by.set(user, { first: before?.first ?? at, last: at, units: (before?.units ?? 0) + units });
  }
}

/**
 * Divides a whole number in proportion to `parts`, without a remainder.
 *
 * Units that do not divide go to the largest fractions, later ones first. If all parts are 0, the
 * last one gets everything.
 */
export function apportion(total: number, parts: readonly number[]): number[] {
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
