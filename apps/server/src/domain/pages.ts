import { sql, type RawBuilder, type SelectQueryBuilder, type StringReference } from 'kysely';
import { z } from 'zod';
import { id, wrongField } from '@longhand/contract';
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
  refuse('invalid', { errors: [wrongField('cursor', 'wrong_cursor')] });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Columns by which a list is ordered: a time and, for rows of the same time, an id. */
type MomentOrder<Tables, Table extends keyof Tables> = readonly [
  moment: StringReference<Tables, Table>,
  id: StringReference<Tables, Table>,
];

const byMoment = z.tuple([momentKey, id]);

function byColumns<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { limit, cursor }: PageAsked,
  { columns, order }: { columns: MomentOrder<Tables, Table>; order: 'asc' | 'desc' },
): SelectQueryBuilder<Tables, Table, Row> {
  const [moment, rowId] = [sql.ref(columns[0]), sql.ref(columns[1])];
  const after = readCursor(byMoment, cursor);
  const comesAfter = order === 'asc' ? sql`>` : sql`<`;
  const last = after && sql`(${momentOfKey(after[0])}, ${after[1]}::uuid)`;
  const rest = last
    ? query.where(sql<boolean>`(${moment}, ${rowId}) ${comesAfter} ${last}`)
    : query;
  return rest
    .orderBy(moment, order)
    .orderBy(rowId, order)
    .limit(limit + 1);
}

/**
 * Restricts a query to one page, latest row first, and to one row more for {@link pageOf}. Its
 * `keysOf` returns the {@link momentKeyOf} the time, and the id.
 */
export function newestFirst<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  asked: PageAsked,
  columns: MomentOrder<Tables, Table>,
): SelectQueryBuilder<Tables, Table, Row> {
  return byColumns(query, asked, { columns, order: 'desc' });
}

/** Restricts a query to one page like {@link newestFirst}, earliest row first. */
export function oldestFirst<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  asked: PageAsked,
  columns: MomentOrder<Tables, Table>,
): SelectQueryBuilder<Tables, Table, Row> {
  return byColumns(query, asked, { columns, order: 'asc' });
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
