import type { Verdict } from '../deciding.ts';
import type { IdRange } from '../ids.ts';
import type { Person } from './person.ts';

/** Index of the user who may only suggest. The others edit, suggest and decide. */
export const reviewer = 2;

/** Suggestions to decide. `from` and `to` are positions in thousandths of the text. */
export type Choice = {
  readonly verdict: Verdict;
  readonly by: 'one' | 'person' | 'all' | 'selection';
  readonly which: number;
  readonly from: number;
  readonly to: number;
};

/** A decision for a replica; `letters`: the characters of its units, if it is partial. */
export type Meant = {
  readonly ids: readonly string[];
  readonly units?: readonly IdRange[];
  readonly letters: ReadonlySet<string> | null;
};

/** Returns the suggestions and units of a choice. A reviewer only decides about own suggestions. */
export function meant({ who, editor }: Person, { by, which, from, to }: Choice): Meant {
  const { records, blocks } = editor.replica.reading;
  const all = [...records.abouts].filter(
    ([, about]) => who !== reviewer || about.by === String(who),
  );
  const author = who === reviewer ? who : which % 3;
  if (by === 'person')
    return {
      ids: all.filter(([, about]) => about.by === String(author)).map(([id]) => id),
      letters: null,
    };
  if (by === 'one')
    return {
      ids: all
        .slice(which % Math.max(1, all.length))
        .slice(0, 1)
        .map(([id]) => id),
      letters: null,
    };
  const ids = all.map(([id]) => id);
  if (by === 'all') return { ids, letters: null };
  const units = blocks.flatMap(({ marker, pieces }): IdRange[] => [
    ...(marker === null ? [] : [[marker.client, marker.clock, 1] as const]),
    ...pieces.map(({ client, clock, length }) => [client, clock, length] as const),
  ]);
  const single = units.flatMap(([client, clock, length]) =>
    Array.from({ length }, (_, i): IdRange => [client, clock + i, 1]),
  );
  const [first, last] = [Math.min(from, to), Math.max(from, to)].map((place) =>
    Math.floor((place / 1000) * single.length),
  );
  const stretch = single.slice(first, last);
  return {
    ids,
    units: stretch,
    letters: new Set(stretch.map(([client, clock]) => `${client}:${clock}`)),
  };
}
