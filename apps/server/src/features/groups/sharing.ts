import type { Kysely } from 'kysely';
import type { ActivityEvent, GroupAccess, GroupRole } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireNotTrashed, requireRole, type AccessState } from '../../domain/access.ts';
import { withDocument } from '../../domain/document-tx.ts';
import { memberIdsOf } from '../../domain/groups.ts';
import { getDocumentAccess, getProjectAccess, lockProject } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import type { GroupsDeps } from './service.ts';
import * as store from './sharing-store.ts';
import { findGroup } from './store.ts';

type Db = Kysely<Schema>;
type Shared = store.Shared;

/**
 * Returns the groups with a role in a project or document. Requires read access. Refuses
 * `not_found`.
 */
export async function listAccesses(
  { db }: GroupsDeps,
  callerId: string,
  { kind, objectId, ...asked }: PageAsked & Shared,
): Promise<Page<GroupAccess>> {
  const getAccess = kind === 'project' ? getProjectAccess : getDocumentAccess;
  requireRole(await getAccess(db, callerId, objectId), 'read');
  return store.listAccesses(db, { kind, objectId }, asked);
}

/** A transaction that has locked a shared object, with the caller's access and its names. */
type SharedTx = {
  readonly trx: Db;
  readonly access: AccessState;
  readonly projectId: string | null;
  readonly names: { readonly title?: string };
};

/** Runs a change to the groups of an object, which is locked so that changes are serialized. */
async function withShared<Result>(
  { db }: GroupsDeps,
  callerId: string,
  { kind, objectId }: Shared,
  change: (tx: SharedTx) => Promise<Result>,
): Promise<Result> {
  if (kind === 'document')
    return withDocument(db, { userId: callerId, documentId: objectId }, ({ trx, access, info }) =>
      change({ trx, access, projectId: access.projectId, names: { title: info.title } }),
    );
  return db.transaction().execute(async (trx) => {
    await lockProject(trx, objectId);
    const access = await getProjectAccess(trx, callerId, objectId);
    return change({ trx, access, projectId: objectId, names: {} });
  });
}

/** Activity of a change, without the names of the object. */
type Entry = ActivityEvent<'group.shared' | 'group.role_changed' | 'group.unshared'>;

/**
 * Shares an object with a group, or changes the role of the group. Refuses `not_found`,
 * `not_allowed`, `archived`, `group_not_found`, `too_many_groups`.
 */
export async function putAccess(
  deps: GroupsDeps,
  caller: Pick<Account, 'id' | 'demoUntil'>,
  { groupId, role, ...shared }: Shared & { groupId: string; role: GroupRole },
): Promise<GroupAccess> {
  const { result, userIds } = await withShared(deps, caller.id, shared, async (tx) => {
    const { trx, access, names } = tx;
    requireNotTrashed(access, 'share');
    const group = caller.demoUntil === null ? await findGroup(trx, groupId) : null;
    if (group === null) refuse('group_not_found');
    const from = await store.findRole(trx, shared, groupId);
    if (from === null && (await store.hasMaximum(trx, shared))) refuse('too_many_groups');
    await store.putRole(trx, shared, { groupId, role, at: new Date(deps.clock.now()) });
    const about = { groupId, groupName: group.name, ...names };
    if (from === null)
      await record(deps, tx, caller.id, shared, {
        type: 'group.shared',
        data: { ...about, role },
      });
    else if (from !== role)
      await record(deps, tx, caller.id, shared, {
        type: 'group.role_changed',
        data: { ...about, from, role },
      });
    const found = (await store.findAccess(trx, shared, groupId)) ?? refuse('not_found');
    return { result: found, userIds: await memberIdsOf(trx, groupId) };
  });
  deps.live.rightsChanged({ userIds });
  return result;
}

/**
 * Stops sharing an object with a group. Refuses `not_found` (also if the group has its role through
 * the project only), `not_allowed`, `archived`.
 */
export async function removeAccess(
  deps: GroupsDeps,
  callerId: string,
  { groupId, ...shared }: Shared & { groupId: string },
): Promise<void> {
  const userIds = await withShared(deps, callerId, shared, async (tx) => {
    const { trx, access, names } = tx;
    requireNotTrashed(access, 'share');
    const from = (await store.findRole(trx, shared, groupId)) ?? refuse('not_found');
    const group = (await findGroup(trx, groupId)) ?? refuse('not_found');
    await store.removeRole(trx, shared, groupId);
    const data = { groupId, groupName: group.name, ...names, from };
    await record(deps, tx, callerId, shared, { type: 'group.unshared', data });
    return memberIdsOf(trx, groupId);
  });
  deps.live.rightsChanged({ userIds });
}

/** Records the activity of a change in its transaction. */
function record(
  { recordActivity }: GroupsDeps,
  { trx, projectId }: SharedTx,
  actorId: string,
  { kind, objectId }: Shared,
  entry: Entry,
): Promise<void> {
  const documentId = kind === 'document' ? objectId : null;
  return recordActivity(trx, { ...entry, actorId, projectId, documentId });
}
