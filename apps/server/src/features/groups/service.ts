import type { Kysely } from 'kysely';
import {
  wrongField,
  type Group,
  type GroupChange,
  type GroupMember,
  type NewGroup,
} from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { findUser } from '../../domain/find-user.ts';
import { groupHandle, memberIdsOf } from '../../domain/groups.ts';
import type { Live } from '../../domain/live.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Dependencies of groups. */
export type GroupsDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  live: Live;
  audit: Audit;
  recordActivity: RecordActivity;
};

/** Returns the groups of this server. Users of a demo get none: they see only each other. */
export function listGroups(
  { db }: GroupsDeps,
  caller: Pick<Account, 'demoUntil'>,
  asked: PageAsked & { q?: string | undefined },
): Promise<Page<Group>> {
  if (caller.demoUntil !== null) return Promise.resolve({ items: [], nextCursor: null });
  return store.listGroups(db, asked);
}

/** Returns the handle of a name. Refuses `group_exists` if a user or another group has it. */
async function takeHandle(trx: Db, name: string, groupId: string): Promise<string> {
  const handle = groupHandle(name);
  if (handle === '')
    refuse('invalid', {
      errors: [wrongField('name', 'group_name_signs')],
    });
  if (await store.isHandleTaken(trx, handle, groupId)) refuse('group_exists');
  return handle;
}

/** Creates a group. Refuses `group_exists`. */
export function createGroup(
  { db, clock, ids, audit }: GroupsDeps,
  callerId: string,
  { name, description }: NewGroup,
): Promise<Group> {
  const groupId = ids.uuid();
  return db.transaction().execute(async (trx) => {
    const handle = await takeHandle(trx, name, groupId);
    const at = new Date(clock.now());
    await store.addGroup(trx, { id: groupId, name, handle, description, at });
    await audit(trx, { action: 'group.created', actorId: callerId, target: groupId });
    return (await store.findGroup(trx, groupId)) ?? refuse('not_found');
  });
}

/**
 * Runs a change to a group, which is locked. Refuses `not_found`, and `group_managed` if an
 * identity provider maintains it.
 */
async function changeLocked<Result>(
  db: Db,
  groupId: string,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    if (!(await store.lockGroup(trx, groupId))) refuse('not_found');
    const { managedBy } = (await store.findGroup(trx, groupId)) ?? refuse('not_found');
    if (managedBy !== null) refuse('group_managed');
    return change(trx);
  });
}

/**
 * Changes the name or the description of a group. Refuses as {@link changeLocked}, `group_exists`.
 */
export function updateGroup(
  { db, audit }: GroupsDeps,
  callerId: string,
  { groupId, change }: { groupId: string; change: GroupChange },
): Promise<Group> {
  return changeLocked(db, groupId, async (trx) => {
    const { name, description } = change;
    const values = {
      ...(name !== undefined && { name, handle: await takeHandle(trx, name, groupId) }),
      ...(description !== undefined && { description }),
    };
    if (Object.keys(values).length > 0) {
      await store.changeGroup(trx, groupId, values);
      await audit(trx, { action: 'group.changed', actorId: callerId, target: groupId });
    }
    return (await store.findGroup(trx, groupId)) ?? refuse('not_found');
  });
}

/** Deletes a group. Its members lose the access that they had through it. */
export async function deleteGroup(
  { db, live, audit }: GroupsDeps,
  callerId: string,
  groupId: string,
): Promise<void> {
  const userIds = await changeLocked(db, groupId, async (trx) => {
    const members = await memberIdsOf(trx, groupId);
    await store.deleteGroup(trx, groupId);
    await audit(trx, { action: 'group.deleted', actorId: callerId, target: groupId });
    return members;
  });
  live.rightsChanged({ userIds });
}

/**
 * Returns the members of a group. Refuses `not_found`, and `not_allowed` for users who are neither
 * a member nor an administrator.
 */
export async function listMembers(
  { db }: GroupsDeps,
  caller: Pick<Account, 'id' | 'isAdmin'>,
  { groupId, ...asked }: PageAsked & { groupId: string },
): Promise<Page<GroupMember>> {
  if ((await store.findGroup(db, groupId)) === null) refuse('not_found');
  if (!caller.isAdmin && (await store.findMember(db, groupId, caller.id)) === null)
    refuse('not_allowed');
  return store.listMembers(db, groupId, asked);
}

/**
 * Adds a user to a group. Refuses `not_found`, `group_managed`, `user_not_found`, `demo_person`,
 * `already_member`.
 */
export async function addMember(
  { db, clock, live, audit }: GroupsDeps,
  callerId: string,
  { groupId, usernameOrEmail }: { groupId: string; usernameOrEmail: string },
): Promise<GroupMember> {
  const member = await changeLocked(db, groupId, async (trx) => {
    const { userId } =
      (await findUser(trx, callerId, { usernameOrEmail, onlyConfirmed: false })) ??
      refuse('user_not_found');
    const at = new Date(clock.now());
    if (!(await store.addMember(trx, { groupId, userId, at }))) refuse('already_member');
    await audit(trx, {
      action: 'group.member_added',
      actorId: callerId,
      target: userId,
      data: { groupId },
    });
    return (await store.findMember(trx, groupId, userId)) ?? refuse('not_found');
  });
  live.rightsChanged({ userIds: [member.user.id] });
  return member;
}

/** Removes a user from a group. Refuses `not_found`, `group_managed`. */
export async function removeMember(
  { db, live, audit }: GroupsDeps,
  callerId: string,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<void> {
  await changeLocked(db, groupId, async (trx) => {
    if (!(await store.removeMember(trx, groupId, userId))) refuse('not_found');
    await audit(trx, {
      action: 'group.member_removed',
      actorId: callerId,
      target: userId,
      data: { groupId },
    });
  });
  live.rightsChanged({ userIds: [userId] });
}
