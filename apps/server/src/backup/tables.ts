import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo, type CopyStreamQuery } from 'pg-copy-streams';
import type { TableContent, TableShape } from './format.ts';

/** Schemas of the product. Tables elsewhere belong to other programs. */
export const ownSchemas: readonly string[] = ['jobs', 'public'];

/** Settings on which the text format of values depends. */
const textFormat = {
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // A scan that joins another one would begin in the middle of a table.
  synchronize_seqscans: 'off',
  statement_timeout: '0',
  lock_timeout: '30s',
};

/**
 * Sets what the text format of rows depends on, for this connection: equal rows give equal bytes on
 * all servers.
 */
export async function useTextFormat(client: pg.ClientBase): Promise<void> {
  for (const [name, value] of Object.entries(textFormat))
    await client.query('select set_config($1, $2, false)', [name, value]);
}

/** Lists the tables of the product with their stored columns, ordered by name. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and n.nspname = any($1)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by n.nspname, c.relname
      order by n.nspname collate "C", c.relname collate "C"`,
    [ownSchemas],
  );
  return rows;
}

const nameIn = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Returns the name of a table, followed by its columns, in SQL. */
function withColumns(table: TableShape): string {
  return `${nameIn(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/**
 * Reads all rows of a table in the text format of `COPY`.
 *
 * @param onChunk receives the bytes in pieces of some kilobytes, which end anywhere in a row
 */
export async function readRows(
  client: pg.ClientBase,
  table: TableShape,
  onChunk: (chunk: Buffer) => Promise<void> | void,
): Promise<TableContent> {
  const stream = client.query(copyTo(`copy ${withColumns(table)} to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    await onChunk(chunk);
  }
  // The number of rows follows the last of them. When another statement is done, it has arrived.
  await client.query('select');
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}

/** A table that receives rows. */
class OpenTable {
  readonly #stream: CopyStreamQuery;
  readonly #done: Promise<void>;

  constructor(client: pg.ClientBase, table: TableShape) {
    this.#stream = client.query(copyFrom(`copy ${withColumns(table)} from stdin`));
    this.#done = finished(this.#stream);
    // `write` and `end` report it.
    this.#done.catch(() => undefined);
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (!this.#stream.write(chunk)) await Promise.race([once(this.#stream, 'drain'), this.#done]);
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#done;
  }

  async abort(): Promise<void> {
    this.#stream.destroy();
    await this.#done.catch(() => undefined);
  }
}

/**
 * Writes rows into tables within the transaction of `client`, one table after the other. If `write`
 * throws, the table under way is given up, so that the transaction can be rolled back.
 *
 * @param tables tables of the backup; `add` names them by their index
 */
export async function writeTables<T>(
  client: pg.ClientBase,
  tables: readonly TableShape[],
  write: (add: (index: number, chunk: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const state: { at: number; open: OpenTable | null } = { at: -1, open: null };
  const close = async (): Promise<void> => {
    const { open } = state;
    state.open = null;
    await open?.end();
  };
  try {
    const result = await write(async (index, chunk) => {
      if (index !== state.at) {
        await close();
        state.open = new OpenTable(client, tables[index] as TableShape);
        state.at = index;
      }
      await state.open?.write(chunk);
    });
    await close();
    return result;
  } finally {
    await state.open?.abort();
  }
}

/** Removes all rows of the tables. */
export async function emptyTables(
  client: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<void> {
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameIn).join(', ')}`);
}
