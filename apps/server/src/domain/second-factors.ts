import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Stores whether a user has a second factor, after a change of the factors. Without one, the
 * recovery codes are deleted.
 *
 * @returns true if the user has one
 */
export async function updateHasFactor(trx: Kysely<Schema>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    update users set has_second_factor =
      exists (select from passkeys where user_id = ${userId})
      or exists (select from one_time_codes where user_id = ${userId} and activated_at is not null)
    where id = ${userId} returning has_second_factor as has`.execute(trx);
  const has = rows[0]?.has === true;
  if (!has) await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return has;
}

/** Ends the sign-ins of a user that wait for the second factor. */
export async function endPendingSignIns(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

/** Deletes all second factors and recovery codes of a user. */
export async function deleteFactors(trx: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ['passkeys', 'one_time_codes', 'pending_sign_ins'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await updateHasFactor(trx, userId);
}
