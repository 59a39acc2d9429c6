import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Schema } from '../db/schema.ts';

/** Lets pg-boss work through our pool. Several statements at once give several results, which it knows how to read. */
export function poolExecutor(pool: pg.Pool): PgBoss.Db {
  return { executeSql: (text, values) => pool.query(text, values) };
}

/** Lets pg-boss work within a transaction of ours. */
export function executorOf(trx: Kysely<Schema>): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
