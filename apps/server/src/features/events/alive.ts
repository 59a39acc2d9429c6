import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** True if a session or access token is still valid and its user is active. */
export async function isAlive(db: Kysely<Schema>, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`
    select exists (
      select from users u where u.disabled_at is null and u.deleted_at is null and (
        u.id = (select user_id from sessions where id = ${sessionId} and expires_at > ${now})
        or u.id = (select user_id from access_tokens where id = ${sessionId} and (expires_at is null or expires_at > ${now}))
      )
    ) as alive`.execute(db);
  return rows[0]?.alive === true;
}
