import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Ids } from '../platform/ids.ts';
import { groupHandle } from './groups.ts';

type Db = Kysely<Schema>;

/** Returns the value of `groups.managed_by` for the groups of an identity provider. */
export const managedByProvider = (providerId: string): string => `provider:${providerId}`;

/**
 * Makes a user a member of exactly those groups of a provider that it sent at this sign-in. A group
 * that is not known is created. Call `live.rightsChanged` for the user after the commit.
 *
 * @param names distinct names; empty if the provider sent none
 */
export async function onIdentityGroups(
  trx: Db,
  { ids, now }: { readonly ids: Pick<Ids, 'uuid'>; readonly now: number },
  { userId, providerId, names }: { userId: string; providerId: string; names: readonly string[] },
): Promise<void> {
  const managedBy = managedByProvider(providerId);
  for (const name of names) await ensureGroup(trx, { id: ids.uuid(), managedBy, name });
  await sql`delete from group_members m using groups g
    where m.group_id = g.id and m.user_id = ${userId} and g.managed_by = ${managedBy}
      and not g.external_id = any(${names}::text[])`.execute(trx);
  await sql`insert into group_members (group_id, user_id, added_at)
    select g.id, ${userId}, ${new Date(now)} from groups g
    where g.managed_by = ${managedBy} and g.external_id = any(${names}::text[])
    on conflict do nothing`.execute(trx);
}

/**
 * Removes a user from the groups of a provider, which no longer vouches for the user. Call
 * `live.rightsChanged` for the user after the commit.
 */
export async function leaveGroupsOf(
  trx: Db,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  await trx
    .deleteFrom('group_members as m')
    .using('groups as g')
    .whereRef('g.id', '=', 'm.group_id')
    .where('m.user_id', '=', userId)
    .where('g.managed_by', '=', managedByProvider(providerId))
    .execute();
}

/** Turns the groups of a provider into groups that administrators maintain. */
export async function releaseGroups(trx: Db, providerId: string): Promise<void> {
  await trx
    .updateTable('groups')
    .set({ managed_by: null, external_id: null })
    .where('managed_by', '=', managedByProvider(providerId))
    .execute();
}

/** Creates a group of a provider, unless there is one with this name at the provider. */
async function ensureGroup(
  trx: Db,
  { id, managedBy, name }: { id: string; managedBy: string; name: string },
): Promise<void> {
  const known = await trx
    .selectFrom('groups')
    .select('id')
    .where('managed_by', '=', managedBy)
    .where('external_id', '=', name)
    .executeTakeFirst();
  if (known !== undefined) return;
  const shown = [...name].slice(0, limits.nameMax).join('');
  await trx
    .insertInto('groups')
    .values({
      id,
      name: shown,
      handle: await freeHandle(trx, groupHandle(shown) || 'group', id),
      managed_by: managedBy,
      external_id: name,
    })
    .onConflict((conflict) => conflict.columns(['managed_by', 'external_id']).doNothing())
    .execute();
}

/** Returns a handle that neither a user nor another group has: with the end of the id if needed. */
export async function freeHandle(trx: Db, handle: string, id: string): Promise<string> {
  const { rows } = await sql`
    select from users where username_key = ${handle}
    union all select from groups where handle = ${handle}`.execute(trx);
  return rows.length === 0 ? handle : `${handle}-${id.slice(-6)}`;
}
