import { align } from './align.ts';

/**
 * Comparison of items: `same` matches an item in another list, `exact` detects whether it is
 * unchanged.
 */
export type Keys<Item> = {
  readonly same: (item: Item) => string;
  readonly exact: (item: Item) => string;
};

/**
 * Merges three lists; `both` merges what both sides changed between two common items. Null if
 * `both` returns null.
 */
export function mergeLists<Item>(
  [base, ours, theirs]: readonly [readonly Item[], readonly Item[], readonly Item[]],
  { same, exact }: Keys<Item>,
  both: (
    was: readonly Item[],
    we: readonly Item[],
    they: readonly Item[],
  ) => readonly Item[] | null,
): Item[] | null {
  const keys = base.map(same);
  const inOurs = new Map(align(keys, ours.map(same)));
  const inTheirs = new Map(align(keys, theirs.map(same)));
  const merged: Item[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const isSame = (a: readonly Item[], b: readonly Item[]): boolean =>
    a.length === b.length && a.every((item, i) => exact(item) === exact(b[i] as Item));
  const settle = (to: typeof at): boolean => {
    const [was, we, they] = [
      base.slice(at.base, to.base),
      ours.slice(at.ours, to.ours),
      theirs.slice(at.theirs, to.theirs),
    ];
    const settled =
      isSame(we, was) || isSame(we, they) ? they : isSame(they, was) ? we : both(was, we, they);
    if (settled !== null) merged.push(...settled);
    return settled !== null;
  };
  for (let place = 0; place < base.length; place += 1) {
    const [we, they] = [inOurs.get(place), inTheirs.get(place)];
    if (we === undefined || they === undefined) continue;
    if (!settle({ base: place, ours: we, theirs: they })) return null;
    const [was, mine, other] = [base[place], ours[we], theirs[they]] as [Item, Item, Item];
    merged.push(exact(other) === exact(was) ? mine : other);
    at = { base: place + 1, ours: we + 1, theirs: they + 1 };
  }
  return settle({ base: base.length, ours: ours.length, theirs: theirs.length }) ? merged : null;
}
