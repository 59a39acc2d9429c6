import type { Kysely } from 'kysely';
import type { RequestFigures } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { addRoutes, type RoutesFigures } from '../../http/measure.ts';
import { addDurations, countOf, quantile, type Durations } from '../../platform/durations.ts';
import { overTime, together, type Sample } from './sample.ts';
import { kept, readStretches } from './store.ts';

/** Points of a curve: more of them nobody can see. */
const pointsMax = 360;

/** One point of a curve: what all processes measured in the same `seconds`, which end at `at`. */
export type Point = { readonly at: string; readonly data: Sample };

/** A curve. */
export type Curve = { readonly seconds: number; readonly points: readonly Point[] };

/** Adds to what is there under a key, or puts it there. */
function join<Key>(map: Map<Key, Sample>, key: Key, data: Sample, how: (a: Sample, b: Sample) => Sample): void {
  const before = map.get(key);
  map.set(key, before === undefined ? data : how(before, data));
}

/** What was measured in the last hours, from the finest rows that go back so far. */
export async function readCurve(db: Kysely<Schema>, { hours, now }: { hours: number; now: number }): Promise<Curve> {
  const { seconds: stored } = kept.find((one) => hours <= one.hours) ?? kept[2];
  const wanted = Math.ceil((hours * 3_600) / pointsMax);
  const seconds = Math.ceil(wanted / stored) * stored;
  const rows = await readStretches(db, { seconds: stored, since: new Date(now - hours * 3_600_000) });
  // First each process by itself, then all of them: sizes add up between processes and not over time.
  const slots = new Map<number, Map<string, Sample>>();
  for (const { processId, at, data } of rows) {
    const slot = Math.ceil(at.getTime() / (seconds * 1_000));
    const ofSlot = slots.get(slot) ?? new Map<string, Sample>();
    slots.set(slot, ofSlot);
    join(ofSlot, processId, data, overTime);
  }
  const points = [...slots].map(([slot, ofSlot]) => ({
    at: new Date(slot * seconds * 1_000).toISOString(),
    data: [...ofSlot.values()].reduce(together),
  }));
  return { seconds, points };
}

/** How many there were, and how long they took. */
export function timesOf(durations: Readonly<Durations>) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(durations, q));
  return { count: countOf(durations), p50: p50 ?? null, p95: p95 ?? null, p99: p99 ?? null };
}

function perSecond(count: number, seconds: number): number {
  return Math.round((count / seconds) * 1_000) / 1_000;
}

function allTimes(routes: Readonly<RoutesFigures>): Durations {
  const all: Durations = {};
  for (const { times } of Object.values(routes)) addDurations(all, times);
  return all;
}

function errorsIn(routes: Readonly<RoutesFigures>): number {
  const statuses = Object.values(routes).flatMap((route) => Object.entries(route.statuses));
  return statuses.reduce((sum, [status, count]) => (Number(status) >= 500 ? sum + count : sum), 0);
}

/** Calls over time, and by route, the most called first. */
export function requestsOf({ seconds, points }: Curve): RequestFigures {
  const all: RoutesFigures = {};
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
      return { at, perSecond: perSecond(taken.count, seconds), errors: errorsIn(data.routes), ...taken };
    }),
    routes: routes.toSorted((a, b) => b.count - a.count),
  };
}
