import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { refuse } from '../platform/refusal.ts';

/** Page request of a list, as parsed from the query. */
export type PageAsked = { limit: number; cursor?: string | undefined };

/** One page of a list. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/**
 * A time in a cursor: whole microseconds since 1970. This is the precision of the database, which
 * `Date` does not have.
 */
export const momentKey = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Returns the {@link momentKey} of a column. */
export function momentKeyOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}

/** Converts a {@link momentKey} to a timestamp for comparison with a column. */
export function momentOfKey(key: number): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`;
}

/**
 * Parses the cursor of a page: the keys of the row before it. Returns null for the first page.
 * Cursors are opaque to callers: a modified one is refused (`invalid`) and never reaches the
 * database.
 */
export function readCursor<Keys extends z.ZodType>(
  keys: Keys,
  cursor: string | undefined,
): z.output<Keys> | null {
  if (cursor === undefined || cursor === '') return null;
  const result = keys.safeParse(parse(cursor));
  if (result.success) return result.data;
  refuse('invalid', { errors: [{ path: 'cursor', message: 'Invalid cursor' }] });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Creates a page from `rows`, which were queried with one row more than `limit`. The extra row
 * shows that there is a next page.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  {
    limit,
    keysOf,
    present,
  }: { limit: number; keysOf: (row: Row) => readonly unknown[]; present: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: shown.map(present),
    nextCursor: more ? Buffer.from(JSON.stringify(keysOf(last))).toString('base64url') : null,
  };
}
