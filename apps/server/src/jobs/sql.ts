import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Schema } from '../db/schema.ts';

/**
 * Runs the queries of pg-boss through our pool. Several statements in one query return several
 * results, which pg-boss supports.
 */
export function poolExecutor(pool: pg.Pool): PgBoss.Db {
  return { executeSql: (text, values) => pool.query(text, values) };
}

/** Runs the queries of pg-boss within one of our transactions. */
export function executorOf(trx: Kysely<Schema>): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
