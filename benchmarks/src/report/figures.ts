import { spreadOf, type Spread } from '../measure/statistics.ts';
import type { ServerName } from '../wire/wire.ts';

/**
 * Goal of a figure, per ratio of Longhand to the peer in each round, or per Longhand's own value.
 * Smaller is better.
 */
export type Goal = { readonly of: 'ratio' | 'value'; readonly atMost: number };

/** Identity and unit of a measurement. */
export type Measure = {
  readonly workload: string;
  readonly size: string;
  readonly what: string;
  readonly unit: string;
  readonly goal: Goal | null;
};

/** A measure with its results: one value per round and server. */
export type Figure = Measure & { readonly values: Readonly<Record<ServerName, readonly number[]>> };

/** A collection of figures. */
export type FigureCollection = {
  add(measure: Measure, server: ServerName, value: number): void;
  list(): readonly Figure[];
};

/** Creates an empty collection. */
export function createFigures(): FigureCollection {
  const figures = new Map<string, Measure & { values: Record<ServerName, number[]> }>();
  return {
    add(measure, server, value) {
      const key = [measure.workload, measure.size, measure.what].join('|');
      const figure = figures.get(key) ?? {
        ...measure,
        values: { longhand: [], hocuspocus: [], relay: [] },
      };
      figures.set(key, figure);
      figure.values[server].push(value);
    },
    list: () => [...figures.values()],
  };
}

/**
 * Returns the ratio of Longhand's value to the peer's, per round. Null if one of them was not
 * measured, or the peer's is 0.
 */
export function ratioOf({ values: { longhand, hocuspocus } }: Figure): Spread | null {
  const ratios = longhand.flatMap((ours, round) => {
    const theirs = hocuspocus[round];
    return theirs === undefined || theirs <= 0 ? [] : [ours / theirs];
  });
  return spreadOf(ratios);
}

/** True if the median reaches the goal; null without a goal or without values. */
export function isReached(figure: Figure): boolean | null {
  if (figure.goal === null) return null;
  const spread = figure.goal.of === 'ratio' ? ratioOf(figure) : spreadOf(figure.values.longhand);
  return spread === null ? null : spread.median <= figure.goal.atMost;
}
