import { spreadOf, type Spread } from '../measure/statistics.ts';
import type { SideName } from '../wire/wire.ts';

/** What is asked of a figure: of Longhand's share of the peer's, round by round, or of Longhand's own value. Smaller is better. */
export type Goal = { readonly of: 'ratio' | 'value'; readonly atMost: number };

/** What is measured, and where. */
export type Measure = {
  readonly workload: string;
  readonly size: string;
  readonly what: string;
  readonly unit: string;
  readonly goal: Goal | null;
};

/** A measure with what came out: one value a round and side. */
export type Figure = Measure & { readonly values: Readonly<Record<SideName, readonly number[]>> };

/** Figures as they are collected. */
export type Figures = {
  add(measure: Measure, side: SideName, value: number): void;
  list(): readonly Figure[];
};

/** Makes an empty collection. */
export function createFigures(): Figures {
  const figures = new Map<string, Measure & { values: Record<SideName, number[]> }>();
  return {
    add(measure, side, value) {
      const key = [measure.workload, measure.size, measure.what].join('|');
      const figure = figures.get(key) ?? { ...measure, values: { longhand: [], hocuspocus: [], relay: [] } };
      figures.set(key, figure);
      figure.values[side].push(value);
    },
    list: () => [...figures.values()],
  };
}

/** Longhand's part of the peer's value, round by round; null where one of both was not measured, or the peer's is nothing. */
export function ratioOf({ values: { longhand, hocuspocus } }: Figure): Spread | null {
  const ratios = longhand.flatMap((ours, round) => {
    const theirs = hocuspocus[round];
    return theirs === undefined || theirs <= 0 ? [] : [ours / theirs];
  });
  return spreadOf(ratios);
}

/** Whether a goal is reached by the median; null where there is none, or nothing to judge by. */
export function isReached(figure: Figure): boolean | null {
  if (figure.goal === null) return null;
  const spread = figure.goal.of === 'ratio' ? ratioOf(figure) : spreadOf(figure.values.longhand);
  return spread === null ? null : spread.median <= figure.goal.atMost;
}
