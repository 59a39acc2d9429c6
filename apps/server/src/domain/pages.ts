import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { refuse } from '../platform/refusal.ts';

/** Which part of a list is asked for, as the contract reads it from the query. */
export type PageAsked = { limit: number; cursor?: string | undefined };

/** A part of a list. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A moment in a cursor: whole microseconds since 1970, which is as exact as the database keeps it; a `Date` is not. */
export const momentKey = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The {@link momentKey} of a column. */
export function momentKeyOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}

/** The moment that a {@link momentKey} stands for, to be compared with a column. */
export function momentOfKey(key: number): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`;
}

/**
 * Where a page begins: after the row with these keys. Null for the first page. Cursors are opaque to callers, so one that was
 * altered is refused (`invalid`) and never reaches the database.
 */
export function readCursor<Keys extends z.ZodType>(keys: Keys, cursor: string | undefined): z.output<Keys> | null {
  if (cursor === undefined || cursor === '') return null;
  const result = keys.safeParse(parse(cursor));
  if (result.success) return result.data;
  refuse('invalid', { errors: [{ path: 'cursor', message: 'This is not a cursor that a list gave' }] });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Makes a page of `rows`, which were asked for with one row more than `limit`: that row says that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit, keysOf, present }: { limit: number; keysOf: (row: Row) => readonly unknown[]; present: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: shown.map(present),
    nextCursor: more ? Buffer.from(JSON.stringify(keysOf(last))).toString('base64url') : null,
  };
}
