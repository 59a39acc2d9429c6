import { accountColumns } from '../db/accounts.ts';
import { lacksFactor } from '../db/second-factor.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Session, SessionDeps } from './session.ts';

/** Prefix of access tokens, by which a leaked token is recognised. */
export const tokenPrefix = 'lh_';

/** Minimum time between two updates of the last use (ms). */
const touchEveryMs = 60_000;

/** Returns the token of an `Authorization: Bearer` header, or null if there is no such header. */
export function readBearer(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Returns the user of an access token, or null if it is unknown, ended or expired, or if the user
 * is disabled. The token's id is used as session id. The token of a user with an identity needs no
 * second factor, because its user may have signed in through the provider.
 */
export async function findBearer(
  { db, clock }: SessionDeps,
  token: string,
): Promise<Session | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'access_tokens.id as sessionId',
      'access_tokens.scopes as scopes',
      'access_tokens.last_used_at as lastUsedAt',
    ])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('identities').select('id').whereRef('user_id', '=', 'users.id'))
        .as('isOfProvider'),
    )
    .select(accountColumns)
    .where('access_tokens.token_hash', '=', hashOf(token))
    .where((eb) =>
      eb.or([
        eb('access_tokens.expires_at', 'is', null),
        eb('access_tokens.expires_at', '>', new Date(now)),
      ]),
    )
    .where('users.disabled_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, scopes, lastUsedAt, isOfProvider, ...user } = row;
  if (lastUsedAt === null || now - lastUsedAt.getTime() >= touchEveryMs) {
    await db
      .updateTable('access_tokens')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', sessionId)
      .execute();
  }
  const mustAddFactor = !isOfProvider && (await lacksFactor(db, user));
  return { sessionId, user, scopes, renewed: false, endsAt: null, mustAddFactor };
}
