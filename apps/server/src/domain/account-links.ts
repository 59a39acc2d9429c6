import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import { refuse } from '../platform/refusal.ts';

/**
 * Purpose of a link into an account: setting a new password, confirming a new address, or
 * downloading the data of the user.
 */
export type AccountLinkKind = 'password' | 'email' | 'data';

const hour = 60 * 60 * 1_000;

/**
 * Lifetime of a link (ms). A confirmation link lasts longer, because users may not read their mail
 * at once, and a link to the data even longer, because it may be used several times.
 */
export const accountLinkMs = {
  password: hour,
  email: 24 * hour,
  data: 7 * 24 * hour,
} as const satisfies Record<AccountLinkKind, number>;

/**
 * Creates a link into an account and returns its secret, of which only the hash is stored. `email`:
 * the address to confirm.
 */
export async function addAccountLink(
  trx: Kysely<Schema>,
  {
    kind,
    userId,
    email = null,
    now,
  }: { kind: AccountLinkKind; userId: string; email?: string | null; now: number },
): Promise<string> {
  const token = newToken();
  const row = {
    kind,
    user_id: userId,
    email,
    created_at: new Date(now),
    expires_at: new Date(now + accountLinkMs[kind]),
  };
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashOf(token), ...row })
    .execute();
  return token;
}

/**
 * Returns the user of a link without using it. Returns null if the link has expired, or the user
 * may not sign in, which a link to the data does not need.
 */
export async function findAccountLink(
  db: Kysely<Schema>,
  { kind, token, now }: { kind: AccountLinkKind; token: string; now: number },
): Promise<{ userId: string; username: string; name: string; email: string } | null> {
  let query = db
    .selectFrom('account_links as l')
    .innerJoin('users', 'users.id', 'l.user_id')
    .select(['users.id as userId', 'users.username', 'users.name', 'users.email'])
    .where('l.token_hash', '=', hashOf(token))
    .where('l.kind', '=', kind)
    .where('l.expires_at', '>', new Date(now))
    .where('users.deleted_at', 'is', null);
  if (kind !== 'data') query = query.where('users.disabled_at', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Deletes all links into a user's account. Links mailed before a change of password or address must
 * not work after it.
 */
export async function endAccountLinks(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
}

/**
 * Uses a link and deletes all other links of its user. Of several concurrent calls, one succeeds.
 * Refuses `link_ended`.
 */
export async function useAccountLink(
  trx: Kysely<Schema>,
  { kind, token, now }: { kind: AccountLinkKind; token: string; now: number },
): Promise<{ userId: string; email: string | null }> {
  const used = await trx
    .deleteFrom('account_links')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date(now))
    .returning(['user_id as userId', 'email'])
    .executeTakeFirst();
  if (!used) refuse('link_ended');
  await endAccountLinks(trx, used.userId);
  return used;
}
