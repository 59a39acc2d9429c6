import type { Value, Values } from './records.ts';

/** True if two values are equal; a missing one equals null. */
export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Returns values without null ones. */
export const without = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Returns the values to set so that `before` becomes `after`; null for removed ones. */
export function differing(before: Values, after: Values): Values {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => !isSame(before[name], after[name]))
      .map((name) => [name, after[name] ?? null]),
  );
}

/** Returns the values with these names. */
export function only(values: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
