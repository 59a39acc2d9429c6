import { formerMemberName } from '@longhand/contract';
import { sql, type Kysely } from 'kysely';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import type { Audit } from './audit.ts';
import { endLinksWithoutRight } from './guest-links.ts';
import { requireNotHeld } from './holds.ts';

type Db = Kysely<Schema>;

/** Form in which comments mention deleted and erased users, without the at sign. */
const formerMemberHandle = 'former-member';

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
  'notifications',
  'notification_settings',
  'watches',
  'access_requests',
  'address_requests',
] as const;

/**
 * Begins the removal of a user: takes the lock of administrators, locks the user's projects, whose
 * ownership therefore remains as it is, and refuses `on_hold`, and `last_administrator`.
 */
export async function beginRemoval(trx: Db, userId: string): Promise<void> {
  const [space, lock] = advisoryLocks.registration;
  await sql`select pg_advisory_xact_lock(${space}::integer, ${lock}::integer)`.execute(trx);
  await sql`select from projects where id in (select project_id from project_members where user_id = ${userId}) order by id for no key update`.execute(
    trx,
  );
  await requireNotHeld(trx, 'person', [userId]);
  const { rows } = await sql`
    select from users where id = ${userId} and is_admin and not exists (
      select from users o where o.is_admin and o.disabled_at is null and o.id <> ${userId})`.execute(
    trx,
  );
  if (rows.length > 0) refuse('last_administrator');
}

/** A project whose only owner is a user. `successorId`: the member who would follow; null: none. */
export type OnlyOwned = { readonly projectId: string; readonly successorId: string | null };

/**
 * Returns the projects whose only owner is the user and that are not in the trash. The successor is
 * the member with the highest role, of those the one who was added first.
 */
export async function findOnlyOwned(db: Db, userId: string): Promise<OnlyOwned[]> {
  const { rows } = await sql<OnlyOwned>`
    select m.project_id as "projectId", (
      select r.user_id from project_roles r
      join users u on u.id = r.user_id and u.disabled_at is null and not u.is_guest
      left join project_members o on o.project_id = r.project_id and o.user_id = r.user_id
      where r.project_id = m.project_id and r.user_id <> ${userId}
      order by array_position(array['owner', 'editor', 'reviewer', 'viewer'], r.role), o.added_at nulls last, r.user_id
      limit 1) as "successorId"
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.role = 'owner' and p.deleted_at is null
      and not exists (select from project_members o
        where o.project_id = m.project_id and o.role = 'owner' and o.user_id <> ${userId})
    order by m.project_id`.execute(db);
  return rows;
}

/** Dependencies of {@link removePerson}. */
export type PersonRemovalDeps = { clock: Clock; audit: Audit };

/**
 * Removes a user in a transaction that {@link beginRemoval} has begun. Contributions remain under
 * {@link formerMemberName}. Personal drafts go to the trash. Returns the guests removed with the
 * user's links; the caller must close their sockets and those of the user.
 */
export async function removePerson(
  trx: Db,
  deps: PersonRemovalDeps,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<string[]> {
  const now = new Date(deps.clock.now());
  const gone = `deleted-${userId}`;
  await sql`update projects p set owner_id = (select o.user_id from project_members o where o.project_id = p.id
      and o.role = 'owner' and o.user_id <> ${userId} order by o.added_at, o.user_id limit 1)
    where p.owner_id = ${userId} and exists (select from project_members o where o.project_id = p.id
      and o.role = 'owner' and o.user_id <> ${userId})`.execute(trx);
  await sql`update documents set deleted_at = ${now}
    where project_id is null and deleted_at is null and coalesce(owner_id, created_by) = ${userId}`.execute(
    trx,
  );
  await removeTraces(trx, userId, now);
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx
    .updateTable('users')
    .set({
      username: gone,
      username_key: gone,
      username_skeleton: null,
      name: formerMemberName,
      email: `${gone}@deleted.invalid`,
      email_key: `${gone}@deleted.invalid`,
      email_confirmed_at: null,
      password_hash: '!',
      preferences: '{}',
      page_language: null,
    })
    .set({ is_admin: false, has_second_factor: false, disabled_at: now, deleted_at: now })
    .where('id', '=', userId)
    .execute();
  return endLinksWithoutRight(trx, deps, { makerId: userId, actorId });
}

/** Returns the text as part of a regular expression of PostgreSQL that matches it literally. */
const literally = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');

/**
 * Removes the user's name, username and address from where they are stored besides the account:
 * mail, messages of visitors, invitations, stored responses, the search index, and mentions in
 * comments. Mail that waits for its delivery is sent.
 */
async function removeTraces(trx: Db, userId: string, now: Date): Promise<void> {
  const { username, name, email, emailKey } = await trx
    .selectFrom('users')
    .select(['username', 'name', 'email', 'email_key as emailKey'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const words = [username, name, email]
    .filter((word) => word !== '')
    .map((word) => `(?<!\\w)${literally(word)}(?!\\w)`)
    .join('|');
  await sql`delete from mail_outbox where lower(recipient) = ${emailKey}
    or (state <> 'queued' and concat_ws(E'\n', subject, body_text, body_html) ~* ${words})`.execute(
    trx,
  );
  await sql`delete from messages where user_id = ${userId} or lower(email) = ${emailKey}`.execute(
    trx,
  );
  await sql`delete from address_requests where email_key = ${emailKey}`.execute(trx);
  await sql`delete from invitations where lower(email) = ${emailKey}`.execute(trx);
  await sql`update invitations set ended_at = ${now} where created_by = ${userId} and ended_at is null`.execute(
    trx,
  );
  await sql`delete from idempotency_answers where caller = ${userId} or answer ~* ${words}`.execute(
    trx,
  );
  await sql`delete from search_entries where kind = 'person' and id = ${userId}`.execute(trx);
  await sql`update comments set body = regexp_replace(body, ${`(?<![\\w.@-])@${literally(username)}(?![\\w-])`}, ${`@${formerMemberHandle}`}, 'gi')
    where id in (select comment_id from comment_mentions where user_id = ${userId})`.execute(trx);
}
