import type { Kysely } from 'kysely';
import type { RequestFigures } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { addRoutes, type MetricsByRoute } from '../../http/measure.ts';
import {
  addLatencies,
  countOf,
  quantile,
  type LatencyHistogram,
} from '../../platform/latency-histogram.ts';
import { overTime, together, type MetricsSample } from './sample.ts';
import { retention, readPeriods } from './store.ts';

/** Maximum number of points of a curve. More would not be visible. */
const pointsMax = 360;

/**
 * Point of a curve: the metrics of all processes in a period of `seconds` that ends at `at`.
 */
export type Point = { readonly at: string; readonly data: MetricsSample };

/** A series of metrics over time. */
export type Curve = { readonly seconds: number; readonly points: readonly Point[] };

/** Joins a value with the existing one of a key, or sets it. */
function join<Key>(
  map: Map<Key, MetricsSample>,
  key: Key,
  data: MetricsSample,
  how: (a: MetricsSample, b: MetricsSample) => MetricsSample,
): void {
  const before = map.get(key);
  map.set(key, before === undefined ? data : how(before, data));
}

/** Returns the metrics of the last hours, from the finest rows that cover them. */
export async function readCurve(
  db: Kysely<Schema>,
  { hours, now }: { hours: number; now: number },
): Promise<Curve> {
  const { seconds: stored } = retention.find((one) => hours <= one.hours) ?? retention[2];
  const wanted = Math.ceil((hours * 3_600) / pointsMax);
  const seconds = Math.ceil(wanted / stored) * stored;
  const rows = await readPeriods(db, {
    seconds: stored,
    since: new Date(now - hours * 3_600_000),
  });
  // First join each process over time, then all processes: sizes are summed between processes but
  // not over time.
  const slots = new Map<number, Map<string, MetricsSample>>();
  for (const { processId, at, data } of rows) {
    const slot = Math.ceil(at.getTime() / (seconds * 1_000));
    const ofSlot = slots.get(slot) ?? new Map<string, MetricsSample>();
    slots.set(slot, ofSlot);
    join(ofSlot, processId, data, overTime);
  }
  const points = [...slots].map(([slot, ofSlot]) => ({
    at: new Date(slot * seconds * 1_000).toISOString(),
    data: [...ofSlot.values()].reduce(together),
  }));
  return { seconds, points };
}

/** Returns the count and the quantiles of durations. */
export function timesOf(histogram: Readonly<LatencyHistogram>) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(histogram, q));
  return { count: countOf(histogram), p50: p50 ?? null, p95: p95 ?? null, p99: p99 ?? null };
}

function perSecond(count: number, seconds: number): number {
  return Math.round((count / seconds) * 1_000) / 1_000;
}

function allTimes(routes: Readonly<MetricsByRoute>): LatencyHistogram {
  const all: LatencyHistogram = {};
  for (const { times } of Object.values(routes)) addLatencies(all, times);
  return all;
}

function errorsIn(routes: Readonly<MetricsByRoute>): number {
  const statuses = Object.values(routes).flatMap((route) => Object.entries(route.statuses));
  return statuses.reduce((sum, [status, count]) => (Number(status) >= 500 ? sum + count : sum), 0);
}

/** Returns the calls over time and by route, most called first. */
export function requestsOf({ seconds, points }: Curve): RequestFigures {
  const all: MetricsByRoute = {};
  for (const { data } of points) addRoutes(all, data.routes);
  const measured = Math.max(1, points.length) * seconds;
  const routes = Object.entries(all).map(([route, { statuses, times }]) => {
    const taken = timesOf(times);
    return { route, perSecond: perSecond(taken.count, measured), ...taken, statuses };
  });
  return {
    seconds,
    points: points.map(({ at, data }) => {
      const taken = timesOf(allTimes(data.routes));
      return {
        at,
        perSecond: perSecond(taken.count, seconds),
        errors: errorsIn(data.routes),
        ...taken,
      };
    }),
    routes: routes.toSorted((a, b) => b.count - a.count),
  };
}
