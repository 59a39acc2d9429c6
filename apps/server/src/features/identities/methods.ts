import type { SignInMethods } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { leaveGroupsOf } from '../../domain/identity-groups.ts';
import { isPasswordHash } from '../../domain/passwords.ts';
import {
  findConfirmedUntil,
  getPasswordHash,
  requireOwner,
} from '../../domain/reauthentication.ts';
import { registering } from '../../domain/registration.ts';
import { isOnlyProvider } from '../../domain/sign-in-rule.ts';
import type { Session } from '../../http/session.ts';
import { identityUnlinkedMail } from '../../mail/account-mails.ts';
import { refuse } from '../../platform/refusal.ts';
import type { IdentitiesDeps } from './deps.ts';
import { endSessionsOf, getEnabledProvider, listEnabled } from './providers-store.ts';

type Db = Kysely<Schema>;

function identitiesOf(db: Db, userId: string) {
  return db
    .selectFrom('identities as i')
    .innerJoin('identity_providers as p', 'p.id', 'i.provider_id')
    .select(['i.id', 'i.email', 'i.created_at as createdAt', 'i.last_sign_in_at as lastSignInAt'])
    .select(['p.id as providerId', 'p.name as providerName', 'p.is_enabled as isEnabled'])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute();
}

/** Returns the ways in which a user may sign in, and the providers that the user may connect. */
export async function readMethods(
  deps: Pick<IdentitiesDeps, 'db' | 'clock'>,
  session: Session,
): Promise<SignInMethods> {
  const { db } = deps;
  const { user } = session;
  const [identities, enabled, hash, onlyProvider, until] = await Promise.all([
    identitiesOf(db, user.id),
    listEnabled(db),
    getPasswordHash(db, user.id),
    isOnlyProvider(db),
    findConfirmedUntil(deps, session),
  ]);
  const connected = new Set(identities.map(({ providerId }) => providerId));
  return {
    hasPassword: isPasswordHash(hash),
    passwordSignIn: !onlyProvider,
    confirmedUntil: until?.toISOString() ?? null,
    identities: identities.map((row) => ({
      id: row.id,
      provider: { id: row.providerId, name: row.providerName },
      email: row.email,
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    })),
    choices: enabled.filter(({ id }) => !connected.has(id)),
  };
}

/**
 * Checks that a user may connect an identity of a provider now. Refuses `demo_account`,
 * `not_found`, `identity_exists`, and as {@link requireOwner} does.
 */
export async function checkConnection(
  deps: IdentitiesDeps,
  session: Session,
  { providerId, password }: { providerId: string; password: string | undefined },
): Promise<void> {
  const { user } = session;
  if (user.demoUntil !== null || user.isGuest) refuse('demo_account');
  await getEnabledProvider(deps.db, providerId);
  const identities = await identitiesOf(deps.db, user.id);
  if (identities.some((row) => row.providerId === providerId)) refuse('identity_exists');
  await requireOwner(deps, session, password);
}

/**
 * Removes an identity from the user's account, and ends the other sessions that began through it.
 * Refuses `not_found`, `last_sign_in_method`, and as {@link requireOwner} does.
 */
export async function disconnect(
  deps: IdentitiesDeps,
  session: Session,
  { identityId, password }: { identityId: string; password: string | undefined },
): Promise<void> {
  const { user, sessionId } = session;
  const own = await identitiesOf(deps.db, user.id);
  if (!own.some(({ id }) => id === identityId)) refuse('not_found');
  await requireOwner(deps, session, password);
  const ended = await registering(deps.db, async (trx) => {
    const identities = await identitiesOf(trx, user.id);
    const removed = identities.find(({ id }) => id === identityId) ?? refuse('not_found');
    const isOther = identities.some(({ id, isEnabled }) => id !== identityId && isEnabled);
    const byPassword =
      isPasswordHash(await getPasswordHash(trx, user.id)) && !(await isOnlyProvider(trx));
    if (!isOther && !byPassword) refuse('last_sign_in_method');
    const sessions = await endSessionsOf(trx, { identityId }, sessionId);
    await trx.deleteFrom('identities').where('id', '=', identityId).execute();
    await leaveGroupsOf(trx, { userId: user.id, providerId: removed.providerId });
    await deps.audit(trx, {
      action: 'identity.unlinked',
      actorId: user.id,
      target: user.id,
      data: { provider: removed.providerName },
    });
    const url = deps.links.page('/settings?tab=security');
    const about = { name: user.name, provider: removed.providerName, url };
    await deps.mail.send(trx, { to: user.email, mail: identityUnlinkedMail(about) });
    return sessions;
  });
  for (const id of ended) deps.live.sessionEnded({ sessionId: id });
  deps.live.rightsChanged({ userIds: [user.id] });
  deps.mail.flush();
}
