import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Sealer } from '../../platform/sealing.ts';
import type { Provider } from './provider-requests.ts';

type Db = Kysely<Schema>;

/** Row of an identity provider. */
export type ProviderRow = Selectable<Schema['identity_providers']>;

/** Returns the context in which the client secret of a provider is sealed. */
export const secretContext = (providerId: string): string => `client secret of ${providerId}`;

/** Returns the provider of an id. Refuses `not_found`, also for a disabled one. */
export async function getEnabledProvider(db: Db, id: string): Promise<ProviderRow> {
  const row = await findProvider(db, id);
  return row?.is_enabled ? row : refuse('not_found');
}

/** Returns the provider of an id, or null. */
export async function findProvider(db: Db, id: string): Promise<ProviderRow | null> {
  const row = await db
    .selectFrom('identity_providers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a provider for its client. Refuses `provider_secret_lost`. */
export function openProvider(sealer: Sealer, row: ProviderRow): Provider {
  const { id, issuer, client_id: clientId, client_secret: sealed } = row;
  const clientSecret = sealed && sealer.open(sealed, secretContext(id));
  if (sealed !== null && clientSecret === null) refuse('provider_secret_lost');
  return { id, issuer, clientId, clientSecret, groupsClaim: row.groups_claim };
}

/** Returns the enabled providers, for the sign-in page, by name. */
export function listEnabled(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('identity_providers')
    .select(['id', 'name'])
    .where('is_enabled', '=', true)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Selects providers with the number of their identities. */
export function providersWithCounts(db: Db) {
  return db
    .selectFrom('identity_providers as p')
    .selectAll('p')
    .select(momentKeyOf('p.created_at').as('createdKey'))
    .select((eb) =>
      eb
        .selectFrom('identities as i')
        .select((ie) => ie.fn.countAll<number>().as('count'))
        .whereRef('i.provider_id', '=', 'p.id')
        .$asScalar()
        .as('identityCount'),
    );
}

/** True if another provider than `exceptId` is enabled. */
export async function hasOtherEnabled(trx: Db, exceptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('identity_providers')
    .select('id')
    .where('is_enabled', '=', true)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a session was begun through a provider that is enabled now. */
export async function isThroughProvider(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_sessions as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .innerJoin('identity_providers as p', 'p.id', 'i.provider_id')
    .select('p.id')
    .where('s.session_id', '=', sessionId)
    .where('p.is_enabled', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a provider. */
export async function changeProvider(
  trx: Db,
  id: string,
  change: Updateable<Schema['identity_providers']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await trx.updateTable('identity_providers').set(change).where('id', '=', id).execute();
}

/**
 * Ends the sessions that were begun through identities, except one. Returns their ids, for closing
 * their connections.
 */
export async function endSessionsOf(
  trx: Db,
  of: { identityId: string } | { providerId: string },
  exceptSessionId: string,
): Promise<string[]> {
  const through = trx
    .selectFrom('identity_sessions as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .select('s.session_id')
    .where((eb) =>
      'identityId' in of ? eb('i.id', '=', of.identityId) : eb('i.provider_id', '=', of.providerId),
    );
  const ended = await trx
    .deleteFrom('sessions')
    .where('id', 'in', through)
    .where('id', '!=', exceptSessionId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
