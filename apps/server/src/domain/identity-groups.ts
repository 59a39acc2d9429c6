import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Stores the names of the groups that a provider sent for a user at this sign-in, in place of those
 * of the last one.
 *
 * @param names distinct names; empty if the provider sent none
 */
export async function onIdentityGroups(
  trx: Kysely<Schema>,
  userId: string,
  providerId: string,
  names: readonly string[],
): Promise<void> {
  const identity = await trx
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('identity_groups').where('identity_id', '=', identity.id).execute();
  if (names.length === 0) return;
  await trx
    .insertInto('identity_groups')
    .values(names.map((name) => ({ identity_id: identity.id, name })))
    .execute();
}
