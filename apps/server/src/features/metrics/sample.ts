import { z } from 'zod';
import { addStatements, type SlowStatements } from '../../db/statement-times.ts';
import { addRoutes, type MetricsByRoute } from '../../http/measure.ts';
import { addLatencies, type LatencyHistogram } from '../../platform/latency-histogram.ts';

const histogram: z.ZodType<LatencyHistogram> = z.record(z.string(), z.number());

const memory = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  heapTotal: z.number(),
  external: z.number(),
});
const delay = z.object({ p50: z.number(), p99: z.number(), max: z.number() });
const routes: z.ZodType<MetricsByRoute> = z.record(
  z.string(),
  z.object({ statuses: z.record(z.string(), z.number()), times: histogram }),
);
const statements: z.ZodType<SlowStatements> = z.record(
  z.string(),
  z.object({ count: z.number(), totalMs: z.number(), maxMs: z.number() }),
);

/**
 * Schema of stored metrics of a process over a period. Parsed on reading, because another version
 * may have stored them.
 */
export const sample = z.object({
  memory,
  delay,
  routes,
  live: z.object({ rooms: z.number(), connections: z.number(), commits: histogram }),
  database: z.object({ bytes: z.number(), connections: z.number() }),
  statements,
});
/** See {@link sample}. */
export type MetricsSample = z.infer<typeof sample>;

type Join = (a: number, b: number) => number;

function joinNumbers<Numbers extends Record<string, number>>(
  a: Numbers,
  b: Numbers,
  join: Join,
): Numbers {
  return Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, join(value, b[name] ?? value)]),
  ) as Numbers;
}

function joined(a: MetricsSample, b: MetricsSample, size: Join): MetricsSample {
  const sum: MetricsSample = structuredClone(a);
  addRoutes(sum.routes, b.routes);
  addLatencies(sum.live.commits, b.live.commits);
  addStatements(sum.statements, b.statements);
  return {
    ...sum,
    memory: joinNumbers(a.memory, b.memory, size),
    delay: joinNumbers(a.delay, b.delay, Math.max),
    live: {
      ...sum.live,
      rooms: size(a.live.rooms, b.live.rooms),
      connections: size(a.live.connections, b.live.connections),
    },
    database: joinNumbers(a.database, b.database, Math.max),
  };
}

/** Joins two periods of one process: the maximum of sizes, the sum of counts. */
export function overTime(a: MetricsSample, b: MetricsSample): MetricsSample {
  return joined(a, b, Math.max);
}

/**
 * Joins several processes in the same period: the sum of sizes and counts. Database metrics are not
 * summed, since the database is shared.
 */
export function together(a: MetricsSample, b: MetricsSample): MetricsSample {
  return joined(a, b, (x, y) => x + y);
}
