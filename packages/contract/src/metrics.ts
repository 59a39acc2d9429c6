import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment } from './text.ts';

const count = z.number().int();
const ms = z.number();

/** Over how many hours figures are asked for. The further back, the coarser: they are kept for thirty days. */
export const figuresAsked = z.object({ hours: z.coerce.number().int().min(1).max(limits.figuresHoursMax).default(1) });

/** Every answer with figures says of how many seconds each of its points speaks. */
const pointsOf = <Point extends z.ZodType>(point: Point) => ({ seconds: count, points: z.array(point) });

/** Memory in bytes, and by how many milliseconds the process answered late: in half of all moments, in one of a hundred, at worst. */
export const memoryFigures = z
  .object(
    pointsOf(
      z.object({
        at: moment,
        rss: count,
        heapUsed: count,
        heapTotal: count,
        external: count,
        delayP50: ms,
        delayP99: ms,
        delayMax: ms,
      }),
    ),
  )
  .meta({ id: 'MemoryFigures' });

const times = { count, p50: ms.nullable(), p95: ms.nullable(), p99: ms.nullable() };

/** Calls, by time and by route; `errors` are answers of 500 and above. `statuses` counts answers by their status. Milliseconds. */
export const requestFigures = z
  .object({
    ...pointsOf(z.object({ at: moment, perSecond: z.number(), errors: count, ...times })),
    routes: z.array(z.object({ route: z.string(), perSecond: z.number(), ...times, statuses: z.record(z.string(), count) })),
  })
  .meta({ id: 'RequestFigures' });
/** See {@link requestFigures}. */
export type RequestFigures = z.infer<typeof requestFigures>;

/** The live channel: open documents, connections, and how long it took until what was typed was on disk, after which it is acknowledged. */
export const liveFigures = z
  .object({
    ...pointsOf(z.object({ at: moment, rooms: count, connections: count, commits: z.object(times) })),
    now: z.object({ rooms: count, connections: count }),
  })
  .meta({ id: 'LiveFigures' });

/** The database: bytes, connections, and the statements that took long, without what was in them. */
export const databaseFigures = z
  .object({
    ...pointsOf(z.object({ at: moment, bytes: count, connections: count })),
    bytes: count,
    connections: z.object({ active: count, idle: count, max: count }),
    statements: z.array(z.object({ text: z.string(), count, meanMs: ms, maxMs: ms })),
  })
  .meta({ id: 'DatabaseFigures' });

/**
 * Errors that are one and the same, counted: `bug` is ours, `fault` was outside. `place` is where in the code. Nothing is kept of what
 * they said.
 */
export const errorFigures = z
  .object({
    items: z.array(
      z.object({
        fingerprint: z.string(),
        kind: z.enum(['bug', 'fault']),
        name: z.string(),
        place: z.string(),
        count,
        firstSeen: moment,
        lastSeen: moment,
      }),
    ),
  })
  .meta({ id: 'ErrorFigures' });

function isZone(zone: string): boolean {
  // Offsets such as +01:00 know no summer time, and are no names.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How many days of one's own writing are asked for, and where the days begin: the IANA name of a time zone. */
export const writingAsked = z.object({
  days: z.coerce.number().int().min(1).max(limits.writingDaysMax).default(30),
  zone: z.string().max(100).refine(isZone, { error: 'This has to be a time zone such as Europe/Berlin' }).default('UTC'),
});

const written = { wordsAdded: count, wordsRemoved: count };

/**
 * What the caller has written, day by day, the newest first, days without writing among them. `streak` counts the days up to today, or
 * yesterday, on each of which something was written; at most a year. `finished` counts the documents that the caller wrote in and that became
 * approved or published in these days, by whomever.
 */
export const writingFigures = z
  .object({
    zone: z.string(),
    ...written,
    documents: count,
    finished: count,
    streak: count,
    days: z.array(z.object({ day: z.iso.date(), ...written, documentIds: z.array(id) })),
  })
  .meta({ id: 'WritingFigures' });
/** See {@link writingFigures}. */
export type WritingFigures = z.infer<typeof writingFigures>;
