import type pg from 'pg';
import { ownSchemas } from './tables.ts';

/** A statement that removes something from a schema, and the one that adds it again. */
type Removable = { readonly drop: string; readonly add: string };

/** Foreign keys, except those that belong to one of a partitioned table. */
const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as add
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)
  order by conrelid::regclass::text, conname`;

/** Indexes that belong to no constraint and to no index of a partitioned table. */
const indexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace::regnamespace::text = any($1) and not c.relispartition
    and c.relkind = 'i'
    and not exists (select from pg_constraint where conindid = i.indexrelid)
  order by indexrelid::regclass::text`;

const triggers = (state: 'disable' | 'enable'): string => `
  select format('alter table %s ${state} trigger %I', tgrelid::regclass, tgname) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and c.relnamespace::regnamespace::text = any($1)
  order by tgrelid::regclass::text, tgname`;

/**
 * Runs `work` while the schema has no foreign keys, no triggers and no indexes beside those of
 * primary keys and unique constraints: tables may be filled in any order, and no trigger changes
 * rows. Adding the foreign keys again checks all rows.
 *
 * @throws the error of PostgreSQL if rows violate a foreign key
 */
export async function withoutConstraints<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  const read = async (sql: string): Promise<Removable[]> =>
    (await client.query<Removable>(sql, [ownSchemas])).rows;
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await client.query(statement);
  };
  const removed = [...(await read(indexes)), ...(await read(foreignKeys))];
  await runTriggers(client, 'disable');
  // Foreign keys may depend on a unique index: they are removed first and added last.
  await run(removed.toReversed().map(({ drop }) => drop));
  const result = await work();
  await run(removed.map(({ add }) => add));
  await runTriggers(client, 'enable');
  return result;
}

async function runTriggers(client: pg.ClientBase, state: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(triggers(state), [ownSchemas]);
  for (const { statement } of rows) await client.query(statement);
}
