import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment } from './text.ts';
import { schemaMessage } from './field-messages.ts';

const count = z.number().int();
const ms = z.number();

/**
 * Query of server metrics: period in hours. Longer periods have a coarser resolution; metrics are
 * stored for thirty days.
 */
export const figuresAsked = z.object({
  hours: z.coerce.number().int().min(1).max(limits.figuresHoursMax).default(1),
});

/** Time series in a response: length of the interval of each point (seconds), and the points. */
const pointsOf = <Point extends z.ZodType>(point: Point) => ({
  seconds: count,
  points: z.array(point),
});

/** Memory (bytes) and event loop delay of the process (ms): median, 99th percentile and maximum. */
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

/**
 * Requests over time and by route. `errors`: responses with status 500 and above. `statuses`:
 * number of responses by status. Times in milliseconds.
 */
export const requestFigures = z
  .object({
    ...pointsOf(z.object({ at: moment, perSecond: z.number(), errors: count, ...times })),
    routes: z.array(
      z.object({
        route: z.string(),
        perSecond: z.number(),
        ...times,
        statuses: z.record(z.string(), count),
      }),
    ),
  })
  .meta({ id: 'RequestFigures' });
/** See {@link requestFigures}. */
export type RequestFigures = z.infer<typeof requestFigures>;

/**
 * Live channel: open documents, connections, and time until an update was on disk and could be
 * acknowledged.
 */
export const liveFigures = z
  .object({
    ...pointsOf(
      z.object({ at: moment, rooms: count, connections: count, commits: z.object(times) }),
    ),
    now: z.object({ rooms: count, connections: count }),
  })
  .meta({ id: 'LiveFigures' });

/** Database: size (bytes), connections, and slow statements without their parameters. */
export const databaseFigures = z
  .object({
    ...pointsOf(z.object({ at: moment, bytes: count, connections: count })),
    bytes: count,
    connections: z.object({ active: count, idle: count, max: count }),
    statements: z.array(z.object({ text: z.string(), count, meanMs: ms, maxMs: ms })),
  })
  .meta({ id: 'DatabaseFigures' });

/**
 * Errors grouped by fingerprint, with counts. `bug`: an error in our code; `fault`: an external
 * failure. `place`: location in the code. Error messages are not stored.
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
  // Offsets such as +01:00 have no daylight saving time, and are not names.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Query of writing statistics: number of days, and the IANA name of the time zone in which days
 * begin.
 */
export const writingAsked = z.object({
  days: z.coerce.number().int().min(1).max(limits.writingDaysMax).default(30),
  zone: z
    .string()
    .max(100)
    .refine(isZone, { error: schemaMessage('not_time_zone') })
    .default('UTC'),
});

const written = { wordsAdded: count, wordsRemoved: count };

/**
 * Writing statistics of the caller by day, newest first, including days without writing. `streak`:
 * number of consecutive days with writing up to today or yesterday; at most a year. `finished`:
 * number of documents written in by the caller that any user set to approved or published in this
 * period.
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
