import type { Kysely } from 'kysely';
import type {
  ActivityEvent,
  AddedCollaborator,
  Collaborator,
  NewCollaborator,
  Role,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireNotTrashed, type AccessState } from '../../domain/access.ts';
import type { Audit } from '../../domain/audit.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import { findUser, type Named } from '../../domain/find-user.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Live } from '../../domain/live.ts';
import { getProjectAccess, lockProject } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/**
 * Dependencies of sharing. `asking`: rate limit of look-ups by mail address. `onlyConfirmed`: only
 * confirmed addresses identify accounts; used if there is a mail server.
 */
export type CollaboratorsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  live: Live;
  recordActivity: RecordActivity;
  audit: Audit;
  asking: SlidingWindow;
  onlyConfirmed: boolean;
};

/** A user's membership in a project. */
type MemberRef = { projectId: string; userId: string };

/** Returns the members of a project. Requires read access. */
export async function listCollaborators(
  { db }: CollaboratorsDeps,
  callerId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
): Promise<Page<Collaborator>> {
  requireRole(await getProjectAccess(db, callerId, projectId), 'read');
  return store.listMembers(db, projectId, asked);
}

/** Activity of a change. */
type Entry = ActivityEvent<'member.added' | 'member.role_changed' | 'member.removed'>;

/**
 * Runs a change to a project's members. The project is locked, so the caller's role and the other
 * owners remain valid.
 *
 * Records an activity, and notifies the live channel after the commit. Guest links of users who
 * lost the right to share end.
 */
async function changePeople<Result>(
  deps: CollaboratorsDeps,
  callerId: string,
  projectId: string,
  change: (
    trx: Kysely<Schema>,
    standing: AccessState,
  ) => Promise<{ userId: string; result: Result; entry: Entry }>,
): Promise<Result> {
  const { db, live, recordActivity } = deps;
  const { userId, result, guests } = await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const changed = await change(trx, await getProjectAccess(trx, callerId, projectId));
    await recordActivity(trx, { ...changed.entry, actorId: callerId, projectId, documentId: null });
    const ended = await endLinksWithoutRight(trx, deps, {
      makerId: changed.userId,
      actorId: callerId,
    });
    return { ...changed, guests: ended };
  });
  live.rightsChanged({ userId, projectId });
  for (const guestId of guests) live.sessionEnded({ userId: guestId });
  return result;
}

async function getMember(
  db: Kysely<Schema>,
  { projectId, userId }: MemberRef,
): Promise<Collaborator> {
  return (await store.findMember(db, projectId, userId)) ?? refuse('not_found');
}

/**
 * Transfers the project before an owner leaves or loses the role. Refuses `last_owner` if there is
 * no other owner.
 */
async function leaveToOthers(db: Kysely<Schema>, { projectId, userId }: MemberRef): Promise<void> {
  const heir = (await store.findOtherOwner(db, projectId, userId)) ?? refuse('last_owner');
  await store.handOver(db, projectId, { from: userId, to: heir });
}

/**
 * Finds a user by username or address. Look-ups by address are rate limited, because the response
 * reveals which addresses have accounts. Refuses `user_not_found`, `too_many`.
 */
export async function findNamed(
  { asking, onlyConfirmed }: CollaboratorsDeps,
  trx: Kysely<Schema>,
  callerId: string,
  usernameOrEmail: string,
): Promise<Named> {
  const retryAfterSeconds = usernameOrEmail.includes('@') ? asking.take(callerId) : 0;
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
  return (
    (await findUser(trx, callerId, { usernameOrEmail, onlyConfirmed })) ?? refuse('user_not_found')
  );
}

/**
 * Adds a member to a project. Refuses `not_found`, `not_allowed`, `user_not_found`,
 * `already_collaborator`, `too_many`.
 */
export function addCollaborator(
  deps: CollaboratorsDeps,
  callerId: string,
  { projectId, usernameOrEmail, role }: NewCollaborator & { projectId: string },
): Promise<AddedCollaborator> {
  return changePeople(deps, callerId, projectId, async (trx, standing) => {
    requireNotTrashed(standing, 'share');
    const { userId, addressUnconfirmed } = await findNamed(deps, trx, callerId, usernameOrEmail);
    const at = new Date(deps.clock.now());
    if (!(await store.addMember(trx, { projectId, userId, role, at })))
      refuse('already_collaborator');
    const result = { ...(await getMember(trx, { projectId, userId })), addressUnconfirmed };
    return { userId, result, entry: { type: 'member.added', data: { userId, role } } };
  });
}

/** Changes the role of a member. Refuses `not_found`, `not_allowed`, `last_owner`. */
export function changeRole(
  deps: CollaboratorsDeps,
  callerId: string,
  { role, ...member }: MemberRef & { role: Role },
): Promise<Collaborator> {
  return changePeople(deps, callerId, member.projectId, async (trx, standing) => {
    requireNotTrashed(standing, 'share');
    const before = await getMember(trx, member);
    if (before.role === 'owner' && role !== 'owner') await leaveToOthers(trx, member);
    await store.setRole(trx, member.projectId, member.userId, role);
    const data = { userId: member.userId, from: before.role, role };
    return {
      userId: member.userId,
      result: { ...before, role },
      entry: { type: 'member.role_changed', data },
    };
  });
}

/**
 * Removes a member from a project. Allowed for owners, and for the member. Refuses as
 * {@link changeRole}.
 */
export async function removeCollaborator(
  deps: CollaboratorsDeps,
  callerId: string,
  member: MemberRef,
): Promise<void> {
  await changePeople(deps, callerId, member.projectId, async (trx, standing) => {
    if (member.userId !== callerId) requireNotTrashed(standing, 'share');
    const before = await getMember(trx, member);
    if (before.role === 'owner') await leaveToOthers(trx, member);
    await store.removeMember(trx, member.projectId, member.userId);
    const data = { userId: member.userId, from: before.role };
    return { userId: member.userId, result: undefined, entry: { type: 'member.removed', data } };
  });
}
