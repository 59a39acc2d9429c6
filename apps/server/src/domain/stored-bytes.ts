import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Returns the total size of a user's stored files (bytes): pictures, attachments, and files of
 * unfinished imports. Locks the user's row, so that two files cannot use the same remaining space.
 * Typing is not blocked: the update log only requires that the user's key stays.
 */
export async function sizeOfAll(trx: Kysely<Schema>, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ size: number }>`
    select (
      (select coalesce(sum(size), 0) from files where created_by = ${userId})
      + (select coalesce(sum(f.size), 0) from import_files f join imports i on i.id = f.import_id
         where i.user_id = ${userId} and i.ended_at is null)
    )::bigint as size`.execute(trx);
  return rows[0]?.size ?? 0;
}
