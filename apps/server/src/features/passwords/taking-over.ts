import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { leaveGroupsOf } from '../../domain/identity-groups.ts';
import { deleteFactors } from '../../domain/second-factors.ts';

/**
 * Removes the second factors, identities and groups of providers that were added to an account
 * before its address was confirmed: until then, any person may have registered the address of
 * another one. Call it before the address is confirmed.
 *
 * @returns true if the account had any
 */
export async function removeUnconfirmedMethods(
  trx: Kysely<Schema>,
  audit: Audit,
  userId: string,
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select(['email_confirmed_at as confirmedAt', 'has_second_factor as hasFactor'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.confirmedAt !== null) return false;
  await deleteFactors(trx, userId);
  const identities = await trx
    .deleteFrom('identities as i')
    .using('identity_providers as p')
    .whereRef('p.id', '=', 'i.provider_id')
    .where('i.user_id', '=', userId)
    .returning(['p.id', 'p.name'])
    .execute();
  const removed = { actorId: null, target: userId };
  if (user.hasFactor)
    await audit(trx, { ...removed, action: 'factor.removed', data: { kind: 'all', by: 'link' } });
  for (const { id, name } of identities) {
    await leaveGroupsOf(trx, { userId, providerId: id });
    await audit(trx, {
      ...removed,
      action: 'identity.unlinked',
      data: { provider: name, by: 'link' },
    });
  }
  return user.hasFactor || identities.length > 0;
}
