import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Returns a secret that all processes on an external database share. It is created by the first
 * one, and consists of 32 random bytes in base64url.
 */
export async function readOrCreateShared(db: Kysely<Schema>, name: string): Promise<string> {
  await db
    .insertInto('shared_secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('shared_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
