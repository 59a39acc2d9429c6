import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import { refuse } from '../platform/refusal.ts';

/** What a link into an account does: sets a new password, or confirms a new address. */
export type AccountLinkKind = 'password' | 'email';

const hour = 60 * 60 * 1_000;

/** Milliseconds for which a link is good. A confirmation may wait for somebody to read their mail. */
const goodFor = { password: hour, email: 24 * hour } as const satisfies Record<AccountLinkKind, number>;

/** Makes a link into an account, good once, and returns its secret, which is stored nowhere. `email`: the one to be confirmed. */
export async function addAccountLink(
  trx: Kysely<Schema>,
  { kind, userId, email = null, now }: { kind: AccountLinkKind; userId: string; email?: string | null; now: number },
): Promise<string> {
  const token = newToken();
  const row = { kind, user_id: userId, email, created_at: new Date(now), expires_at: new Date(now + goodFor[kind]) };
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashOf(token), ...row })
    .execute();
  return token;
}

/** Whose link this is, without using it; null where it has ended or its person may not sign in. */
export async function findAccountLink(
  db: Kysely<Schema>,
  { kind, token, now }: { kind: AccountLinkKind; token: string; now: number },
): Promise<{ userId: string; username: string; name: string; email: string } | null> {
  const row = await db
    .selectFrom('account_links as l')
    .innerJoin('users', 'users.id', 'l.user_id')
    .select(['users.id as userId', 'users.username', 'users.name', 'users.email'])
    .where('l.token_hash', '=', hashOf(token))
    .where('l.kind', '=', kind)
    .where('l.expires_at', '>', new Date(now))
    .where('users.disabled_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends all links into a person's account: what was mailed before a new password or address is good for nothing after it. */
export async function endAccountLinks(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
}

/**
 * Uses a link up, together with all others that its person has. Of several at once, one wins. Refuses `link_ended`.
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
