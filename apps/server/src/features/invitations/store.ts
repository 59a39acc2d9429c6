import type { Insertable, Kysely } from 'kysely';
import type { Invitation } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { isNotHeld } from '../../domain/holds.ts';
import { holdingInvitations } from '../../domain/invitations.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { emailKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Retention of ended invitations (ms), so that questions about them can be answered. */
const endedRetentionMs = 30 * 86_400_000;

/** Retention of accounts that require a confirmed address and have none (ms). */
const unconfirmedRetentionMs = 7 * 86_400_000;

function invitationsOf(db: Db, projectId: string, now: number) {
  return holdingInvitations(db, now)
    .where('i.project_id', '=', projectId)
    .select(['i.id', 'i.project_id as projectId', 'i.role', 'i.email', 'i.uses'])
    .select([
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
      momentKeyOf('i.created_at').as('createdKey'),
    ])
    .select([
      'u.id as byId',
      'u.username as byUsername',
      'u.name as byName',
      'u.avatar_color as byColor',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof invitationsOf>['executeTakeFirstOrThrow']>>;

function present({
  createdKey: _,
  byId,
  byUsername,
  byName,
  byColor,
  createdAt,
  expiresAt,
  ...row
}: Row): Invitation {
  const createdBy = { id: byId, username: byUsername, name: byName, avatarColor: byColor };
  return {
    ...row,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the valid invitations to a project, newest first. */
export async function listInvitations(
  db: Db,
  projectId: string,
  { limit, cursor, now }: PageAsked & { now: number },
): Promise<Page<Invitation>> {
  const query = invitationsOf(db, projectId, now);
  const rows = await newestFirst(query, { limit, cursor }, ['i.created_at', 'i.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** Returns an invitation that was just created. */
export async function getInvitation(
  db: Db,
  projectId: string,
  invitationId: string,
): Promise<Invitation> {
  return present(
    await invitationsOf(db, projectId, 0)
      .where('i.id', '=', invitationId)
      .executeTakeFirstOrThrow(),
  );
}

/** Stores an invitation. */
export async function addInvitation(
  trx: Db,
  row: Insertable<Schema['invitations']>,
): Promise<void> {
  await trx.insertInto('invitations').values(row).execute();
}

/** Ends an invitation. Returns false if there is none that has not ended. */
export async function endInvitation(
  trx: Db,
  { projectId, invitationId, now }: { projectId: string; invitationId: string; now: number },
): Promise<boolean> {
  const ended = await trx
    .updateTable('invitations')
    .set({ ended_at: new Date(now) })
    .where('id', '=', invitationId)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * True if the user with this address is a member of the project. `onlyConfirmed`: consider
 * confirmed addresses only.
 */
export async function isMember(
  db: Db,
  { projectId, email, onlyConfirmed }: { projectId: string; email: string; onlyConfirmed: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select('m.role')
    .where('m.project_id', '=', projectId)
    .where('users.email_key', '=', emailKey(email))
    .$if(onlyConfirmed, (query) => query.where('users.email_confirmed_at', 'is not', null))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the name of a project. */
export async function getProjectName(db: Db, projectId: string): Promise<string> {
  return (
    await db
      .selectFrom('projects')
      .select('name')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
  ).name;
}

/**
 * Removes old ended invitations, expired links into accounts, unhandled address requests, and
 * accounts whose required confirmation is missing.
 */
export async function removeEnded(db: Db, now: number): Promise<void> {
  const before = new Date(now - endedRetentionMs);
  await db
    .deleteFrom('invitations')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute();
  // Such an account could do nothing. It only occupies the address, which may be another user's.
  await db
    .deleteFrom('users')
    .where('must_confirm_email', '=', true)
    .where('is_admin', '=', false)
    .where('created_at', '<', new Date(now - unconfirmedRetentionMs))
    .where(isNotHeld('person', 'users.id'))
    .execute();
  await db.deleteFrom('account_links').where('expires_at', '<', new Date(now)).execute();
  await db.deleteFrom('address_requests').where('asked_at', '<', before).execute();
}
