import type { Kysely } from 'kysely';
import type { Collaborator, NewCollaborator, Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demand, demandKept, type Standing } from '../../domain/access.ts';
import type { Live } from '../../domain/live.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** What sharing stands on. */
export type CollaboratorsDeps = { db: Kysely<Schema>; clock: Clock; live: Live };

/** Whose place in which project. */
type Place = { projectId: string; userId: string };

/** Who works in a project; whoever can read it may know. */
export async function listCollaborators(
  { db }: CollaboratorsDeps,
  callerId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
): Promise<Page<Collaborator>> {
  demand(await getProjectAccess(db, callerId, projectId), 'read');
  return store.listMembers(db, projectId, asked);
}

/**
 * Runs a change to a project's people while no other such change runs, so that what it looks at stays true: the caller's own
 * role, and who else is an owner. Tells the live channel of `userId` after the commit.
 */
async function changePeople<Result>(
  { db, live }: CollaboratorsDeps,
  callerId: string,
  projectId: string,
  change: (trx: Kysely<Schema>, standing: Standing) => Promise<{ userId: string; result: Result }>,
): Promise<Result> {
  const { userId, result } = await db.transaction().execute(async (trx) => {
    await store.lockProject(trx, projectId);
    return change(trx, await getProjectAccess(trx, callerId, projectId));
  });
  live.rightsChanged({ userId, projectId });
  return result;
}

async function getMember(db: Kysely<Schema>, { projectId, userId }: Place): Promise<Collaborator> {
  return (await store.findMember(db, projectId, userId)) ?? refuse('not_found');
}

/** Before an owner goes or becomes less: somebody else has to own the project, and is handed it. Refuses `last_owner`. */
async function leaveToOthers(db: Kysely<Schema>, { projectId, userId }: Place): Promise<void> {
  const heir = (await store.findOtherOwner(db, projectId, userId)) ?? refuse('last_owner');
  await store.handOver(db, projectId, { from: userId, to: heir });
}

/** Shares a project. Refuses `not_found`, `not_allowed`, `user_not_found`, `already_collaborator`. */
export function addCollaborator(
  deps: CollaboratorsDeps,
  callerId: string,
  { projectId, usernameOrEmail, role }: NewCollaborator & { projectId: string },
): Promise<Collaborator> {
  return changePeople(deps, callerId, projectId, async (trx, standing) => {
    demandKept(standing, 'share');
    const userId = (await store.findUserId(trx, usernameOrEmail)) ?? refuse('user_not_found');
    const at = new Date(deps.clock.now());
    if (!(await store.addMember(trx, { projectId, userId, role, at }))) refuse('already_collaborator');
    return { userId, result: await getMember(trx, { projectId, userId }) };
  });
}

/** Gives a collaborator another role. Refuses `not_found`, `not_allowed`, `last_owner`. */
export function changeRole(
  deps: CollaboratorsDeps,
  callerId: string,
  { role, ...place }: Place & { role: Role },
): Promise<Collaborator> {
  return changePeople(deps, callerId, place.projectId, async (trx, standing) => {
    demandKept(standing, 'share');
    const before = await getMember(trx, place);
    if (before.role === 'owner' && role !== 'owner') await leaveToOthers(trx, place);
    await store.setRole(trx, place.projectId, place.userId, role);
    return { userId: place.userId, result: { ...before, role } };
  });
}

/** Takes a person out of a project, which owners may do, and each for themselves. Refuses as {@link changeRole}. */
export async function removeCollaborator(deps: CollaboratorsDeps, callerId: string, place: Place): Promise<void> {
  await changePeople(deps, callerId, place.projectId, async (trx, standing) => {
    if (place.userId !== callerId) demandKept(standing, 'share');
    const before = await getMember(trx, place);
    if (before.role === 'owner') await leaveToOthers(trx, place);
    await store.removeMember(trx, place.projectId, place.userId);
    return { userId: place.userId, result: undefined };
  });
}
