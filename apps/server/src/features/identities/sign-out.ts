import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Session } from '../../http/session.ts';
import type { IdentitiesDeps } from './deps.ts';
import type { SignOutOrder } from './logout-token.ts';
import { clockToleranceSeconds } from './provider-requests.ts';
import { findProvider, getEnabledProvider, openProvider } from './providers-store.ts';

/** Returns the context in which the ID token of a session is sealed. */
export const idTokenContext = (sessionId: string): string => `ID token of ${sessionId}`;

/**
 * Returns the address that signs the user of a session out at its provider, or null. Call it before
 * the session ends; it never fails because of the provider.
 */
export async function findSignOutUrl(
  deps: Pick<IdentitiesDeps, 'db' | 'sealer' | 'client' | 'links'>,
  session: Pick<Session, 'sessionId'> | null,
): Promise<string | null> {
  if (session === null) return null;
  const { db, sealer, client, links } = deps;
  const { sessionId } = session;
  const found = await db
    .selectFrom('identity_sessions as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .select(['s.id_token as idToken', 'i.provider_id as providerId'])
    .where('s.session_id', '=', sessionId)
    .executeTakeFirst();
  const row = found && (await findProvider(db, found.providerId));
  const idToken = found && sealer.open(found.idToken, idTokenContext(sessionId));
  if (!row || !idToken) return null;
  const provider = { ...openProvider(sealer, { ...row, client_secret: null }) };
  return client.signOutUrl(provider, { idToken, afterSignOutUri: links.home() });
}

/**
 * Ends the sessions that a logout token names: by the session at the provider, otherwise all of the
 * person that began before the token was issued, so that a repeated token ends no later ones.
 */
export async function signOutByProvider(
  deps: IdentitiesDeps,
  providerId: string,
  token: string,
): Promise<void> {
  const row = await getEnabledProvider(deps.db, providerId);
  const provider = openProvider(deps.sealer, { ...row, client_secret: null });
  const order = await deps.client.verifySignOut(provider, token);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const sessions = await endNamed(trx, providerId, order);
    for (const { userId } of sessions)
      await deps.audit(trx, {
        action: 'session.ended',
        actorId: userId,
        target: userId,
        data: { provider: row.name },
      });
    return sessions;
  });
  for (const { id } of ended) deps.live.sessionEnded({ sessionId: id });
}

async function endNamed(
  trx: Kysely<Schema>,
  providerId: string,
  { sid, subject, issuedAt }: SignOutOrder,
): Promise<{ id: string; userId: string }[]> {
  const latest = new Date(issuedAt.getTime() + clockToleranceSeconds * 1_000);
  let named = trx
    .selectFrom('identity_sessions as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .select('s.session_id')
    .where('i.provider_id', '=', providerId)
    .where('s.created_at', '<=', latest);
  if (subject !== null) named = named.where('i.subject', '=', subject);
  if (sid !== null) named = named.where('s.sid', '=', sid);
  return trx
    .deleteFrom('sessions')
    .where('id', 'in', named)
    .returning(['id', 'user_id as userId'])
    .execute();
}
