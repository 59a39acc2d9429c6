import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { addStatements, type SlowStatements } from '../../db/statement-times.ts';
import type { Route } from '../../http/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Measured } from './measured.ts';
import { readCurve, requestsOf, timesOf } from './reading.ts';
import { listErrors, readDatabase } from './store.ts';
import { readWriting } from './writing.ts';

/** Dependencies of metrics. */
export type MetricsDeps = { db: Kysely<Schema>; clock: Clock; measured: Measured };

/** Maximum number of statements shown. */
const statementsShown = 20;

function slowest(all: Readonly<SlowStatements>) {
  return Object.entries(all)
    .map(([text, { count, totalMs, maxMs }]) => ({
      text,
      count,
      meanMs: Math.round(totalMs / count),
      maxMs,
    }))
    .toSorted((a, b) => b.meanMs * b.count - a.meanMs * a.count)
    .slice(0, statementsShown);
}

/** Registers the routes of the user's writing statistics and of the server's metrics. */
export function metricsRoutes(route: Route, { db, clock, measured }: MetricsDeps): void {
  const curve = (hours: number) => readCurve(db, { hours, now: clock.now() });

  route(endpoints.getWritingFigures, ({ user, query }) =>
    readWriting(db, user.id, { ...query, now: clock.now() }),
  );

  route(endpoints.getMemoryFigures, async ({ query }) => {
    const { seconds, points } = await curve(query.hours);
    return {
      seconds,
      points: points.map(({ at, data: { memory, delay } }) => ({
        at,
        ...memory,
        delayP50: delay.p50,
        delayP99: delay.p99,
        delayMax: delay.max,
      })),
    };
  });

  route(endpoints.getRequestFigures, async ({ query }) => requestsOf(await curve(query.hours)));

  route(endpoints.getErrorFigures, async ({ query }) => ({
    items: await listErrors(db, new Date(clock.now() - query.hours * 3_600_000)),
  }));

  route(endpoints.getDatabaseFigures, async ({ query }) => {
    const { seconds, points } = await curve(query.hours);
    const { bytes, active, idle, max } = await readDatabase(db);
    const statements: SlowStatements = {};
    for (const { data } of points) addStatements(statements, data.statements);
    return {
      seconds,
      points: points.map(({ at, data }) => ({ at, ...data.database })),
      bytes,
      connections: { active, idle, max },
      statements: slowest(statements),
    };
  });

  route(endpoints.getLiveFigures, async ({ query }) => {
    const { seconds, points } = await curve(query.hours);
    const { rooms, connections } = measured.live();
    return {
      seconds,
      points: points.map(({ at, data: { live } }) => ({
        at,
        ...live,
        commits: timesOf(live.commits),
      })),
      now: { rooms, connections },
    };
  });
}
