import { sql, type Kysely } from 'kysely';
import type { Account } from '../../db/accounts.ts';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of deleting an account. */
export type RemovalDeps = ReauthenticationDeps & { audit: Audit };

type Db = Kysely<Schema>;

/** True if the user is the only owner of a project that is not in the trash. */
async function isLastOwner(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.id')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as o')
            .select('o.user_id')
            .whereRef('o.project_id', '=', 'm.project_id')
            .where('o.role', '=', 'owner')
            .where('o.user_id', '!=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

async function isLastAdministrator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('id', '!=', userId)
    .executeTakeFirst();
  return row === undefined;
}

/** Tables from which a user's rows are deleted. Their texts are not among them. */
const tables = [
  'sessions',
  'access_tokens',
  'account_links',
  'identities',
  'passkeys',
  'one_time_codes',
  'recovery_codes',
  'pending_sign_ins',
  'project_members',
  'document_members',
  'group_members',
  'document_visits',
  'favourites',
] as const;

/**
 * Deletes a user's account and returns the guests removed with the user's links. The caller must
 * close their sockets.
 *
 * Contributions in projects remain and refer to an anonymized author. Personal drafts go to the
 * trash. Username and address become available again. Refuses `wrong_password`,
 * `sign_in_again`, `last_owner_somewhere`, `last_administrator`.
 */
export async function removeAccount(
  deps: RemovalDeps,
  session: { sessionId: string; user: Account },
  password: string,
): Promise<string[]> {
  const { user: account } = session;
  const { id: userId } = account;
  await requireOwner(deps, session, password);
  const now = new Date(deps.clock.now());
  const gone = `deleted-${userId}`;
  return deps.db.transaction().execute(async (trx) => {
    const [space, lock] = advisoryLocks.registration;
    await sql`select pg_advisory_xact_lock(${space}::integer, ${lock}::integer)`.execute(trx);
    // Changes of a project's members lock the project, so the ownership checked here remains valid.
    await sql`select from projects where id in (select project_id from project_members where user_id = ${userId}) order by id for no key update`.execute(
      trx,
    );
    if (await isLastOwner(trx, userId)) refuse('last_owner_somewhere');
    if (account.isAdmin && (await isLastAdministrator(trx, userId))) refuse('last_administrator');
    await sql`update projects p set owner_id = (select o.user_id from project_members o where o.project_id = p.id
        and o.role = 'owner' and o.user_id <> ${userId} order by o.added_at, o.user_id limit 1)
      where p.owner_id = ${userId} and exists (select from project_members o where o.project_id = p.id
        and o.role = 'owner' and o.user_id <> ${userId})`.execute(trx);
    await sql`update documents set deleted_at = ${now}
      where project_id is null and deleted_at is null and coalesce(owner_id, created_by) = ${userId}`.execute(
      trx,
    );
    for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
    await deps.audit(trx, { action: 'account.deleted', actorId: userId, target: userId });
    const nameless = {
      username: gone,
      username_key: gone,
      username_skeleton: null,
      name: 'Deleted person',
      email: `${gone}@deleted.invalid`,
    };
    await trx
      .updateTable('users')
      .set({
        ...nameless,
        email_key: `${gone}@deleted.invalid`,
        password_hash: '!',
        preferences: '{}',
      })
      .set({ is_admin: false, has_second_factor: false, disabled_at: now, deleted_at: now })
      .where('id', '=', userId)
      .execute();
    return endLinksWithoutRight(trx, deps, { makerId: userId, actorId: userId });
  });
}
