import { sql, type Kysely } from 'kysely';
import type { AdminUser } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Selects users whose account is not deleted. */
function people(db: Db) {
  return db
    .selectFrom('users as u')
    .where('u.deleted_at', 'is', null)
    .where('u.is_guest', '=', false)
    .select([
      'u.id',
      'u.username',
      'u.name',
      'u.avatar_color as avatarColor',
      'u.email',
      'u.is_admin as isAdmin',
      'u.has_second_factor as hasSecondFactor',
    ])
    .select([
      'u.created_at as createdAt',
      'u.disabled_at as disabledAt',
      'u.demo_until as demoUntil',
    ])
    .select(momentKeyOf('u.created_at').as('createdKey'))
    .select((eb) =>
      eb
        .selectFrom('sessions as s')
        .select((se) => se.fn.max('s.last_seen_at').as('at'))
        .whereRef('s.user_id', '=', 'u.id')
        .as('lastSeenAt'),
    );
}

/** Row of a user for administrators. */
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

/** Returns a user's representation for administrators. */
export function presentUser(row: PersonRow): AdminUser {
  return {
    ...toPerson(row),
    email: row.email,
    isAdmin: row.isAdmin,
    isDemo: row.demoUntil !== null,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    hasSecondFactor: row.hasSecondFactor,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}

/** Returns users, newest first. `q`: substring of username, name or address. */
export async function listUsers(
  db: Db,
  { limit, cursor, q }: PageAsked & { q?: string | undefined },
): Promise<Page<AdminUser>> {
  let query = people(db);
  if (q) {
    query = query.where(
      sql<boolean>`position(lower(${q}) in lower(u.username || E'\n' || u.name || E'\n' || u.email)) > 0`,
    );
  }
  const rows = await newestFirst(query, { limit, cursor }, ['u.created_at', 'u.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present: presentUser });
}

/** Returns a user, or null if there is none. */
export async function findUser(db: Db, userId: string): Promise<PersonRow | null> {
  return (await people(db).where('u.id', '=', userId).executeTakeFirst()) ?? null;
}

/** Sets the administrator flag of a user. */
export async function setAdministrator(trx: Db, userId: string, isAdmin: boolean): Promise<void> {
  await trx.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', userId).execute();
}
