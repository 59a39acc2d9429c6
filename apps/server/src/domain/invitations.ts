import { sql, type Kysely } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { hashOf } from '../platform/secrets.ts';
import { refuse } from '../platform/refusal.ts';
import type { RecordActivity } from './record-activity.ts';

type Db = Kysely<Schema>;

/** A valid invitation. */
export type Offer = {
  id: string;
  projectId: string;
  projectName: string;
  inviterName: string;
  email: string | null;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Selects valid invitations: neither ended nor expired, for a project not in the trash, and created
 * by a current owner. Losing the right to share a project invalidates the user's invitations.
 */
export function holdingInvitations(db: Db, now: number) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .innerJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'i.project_id')
        .onRef('m.user_id', '=', 'i.created_by')
        .on('m.role', '=', 'owner'),
    )
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', new Date(now))
    .where('p.deleted_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null);
}

/** Returns the invitation of a secret. Refuses `link_ended`. */
export async function getOffer(db: Db, token: string, now: number): Promise<Offer> {
  const row = await holdingInvitations(db, now)
    .select([
      'i.id',
      'i.role',
      'i.email as email',
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
      'p.id as projectId',
      'p.name as projectName',
      'u.name as inviterName',
    ])
    .where('i.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row ?? refuse('link_ended');
}

/** True if another user has removed a user from a project since `since`. */
async function wasRemoved(
  trx: Db,
  { projectId, userId, since }: { projectId: string; userId: string; since: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('activities')
    .select('id')
    .where('project_id', '=', projectId)
    .where('type', '=', 'member.removed')
    .where('actor_id', '!=', userId)
    .where(sql<boolean>`data ->> 'userId' = ${userId}`)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds a user to the project of an invitation. Refuses `link_ended`.
 *
 * Members keep their role, and no use is counted. A user whom an owner has removed since the
 * invitation was created cannot rejoin with it. An invitation sent by mail works once, also under
 * concurrency. `joined`: true if the user was added now.
 */
export async function joinByInvitation(
  trx: Db,
  {
    token,
    userId,
    now,
    recordActivity,
  }: { token: string; userId: string; now: number; recordActivity: RecordActivity },
): Promise<{ projectId: string; role: Role; joined: boolean }> {
  // Changes to a project's members are serialized. The second look-up sees the result of earlier
  // ones.
  const asked = await getOffer(trx, token, now);
  await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', asked.projectId)
    .forNoKeyUpdate()
    .execute();
  const { id, projectId, projectName, role, createdAt } = await getOffer(trx, token, now);
  const member = await trx
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (member) return { projectId, role: member.role, joined: false };
  if (await wasRemoved(trx, { projectId, userId, since: createdAt })) refuse('link_ended');
  await trx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role, added_at: new Date(now) })
    .execute();
  await trx
    .updateTable('invitations')
    .set({
      uses: sql<number>`uses + 1`,
      ended_at: sql<Date | null>`case when email is null then ended_at else ${new Date(now)}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute();
  await recordActivity(trx, {
    type: 'member.joined',
    actorId: userId,
    projectId,
    documentId: null,
    data: { role, projectName },
  });
  return { projectId, role, joined: true };
}
