import { sql, type Kysely } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { hashOf } from '../platform/secrets.ts';
import { refuse } from '../platform/refusal.ts';
import type { Journal } from './journal.ts';

type Db = Kysely<Schema>;

/** An invitation that holds. */
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
 * The invitations that hold: neither ended nor too old, to a project that is not in the trash, by somebody who owns it still. Who
 * lost the right to share a project leaves no way into it behind. Source: reliability, promise 6.
 */
export function holdingInvitations(db: Db, now: number) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .innerJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'i.project_id').onRef('m.user_id', '=', 'i.created_by').on('m.role', '=', 'owner'),
    )
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', new Date(now))
    .where('p.deleted_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null);
}

/** What a secret invites to. Refuses `link_ended`. */
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

/** Whether somebody else has taken a person out of a project since `since`. */
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
 * Takes a person into the project that a secret invites to. Who is in it already keeps their role, and uses nothing up; whom an
 * owner has taken out since it was made does not come back by it. One that was mailed is good once, also for many at once. `joined` says whether they came in now. Refuses `link_ended`.
 */
export async function joinByInvitation(
  trx: Db,
  { token, userId, now, journal }: { token: string; userId: string; now: number; journal: Journal },
): Promise<{ projectId: string; role: Role; joined: boolean }> {
  // Changes to a project's people come one after the other; whoever waits here sees what the one before has left.
  const asked = await getOffer(trx, token, now);
  await trx.selectFrom('projects').select('id').where('id', '=', asked.projectId).forUpdate().execute();
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
  await journal(trx, { type: 'member.joined', actorId: userId, projectId, documentId: null, data: { role, projectName } });
  return { projectId, role, joined: true };
}
