import type { Kysely } from 'kysely';
import type { ActivityEvent, NewProject, Project, ProjectChange } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import { readRules } from '../../db/rules.ts';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange, requireNotTrashed } from '../../domain/access.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Live } from '../../domain/live.ts';
import { getProjectAccess, lockProject } from '../../domain/membership.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** Dependencies of projects. */
export type ProjectsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  recordActivity: RecordActivity;
};

type Db = Kysely<Schema>;

/** Returns one project. Refuses `not_found` without a role in it. */
export async function getProject(
  { db }: Pick<ProjectsDeps, 'db'>,
  userId: string,
  projectId: string,
): Promise<Project> {
  return (await store.findProject(db, userId, projectId)) ?? refuse('not_found');
}

/** Refuses `projects_by_administrators` if the rules of the server forbid a user to create one. */
export async function requireCreator(
  { db }: Pick<ProjectsDeps, 'db'>,
  { isAdmin }: Pick<Account, 'isAdmin'>,
): Promise<void> {
  const { projectCreators } = await readRules(db);
  if (projectCreators === 'administrators' && !isAdmin) refuse('projects_by_administrators');
}

/** Creates a project owned by its creator. */
export async function createProject(
  deps: ProjectsDeps,
  userId: string,
  given: NewProject,
): Promise<Project> {
  const project = {
    id: deps.ids.uuid(),
    name: given.name,
    description: given.description ?? '',
    ownerId: userId,
  };
  return deps.db.transaction().execute(async (trx) => {
    await store.addProject(trx, { ...project, at: new Date(deps.clock.now()) });
    await record(deps, trx, {
      type: 'project.created',
      userId,
      projectId: project.id,
      data: { name: project.name },
    });
    return getProject({ db: trx }, userId, project.id);
  });
}

function record(
  { recordActivity }: ProjectsDeps,
  trx: Db,
  { userId, projectId, ...event }: ActivityEvent & { userId: string; projectId: string },
): Promise<void> {
  return recordActivity(trx, { ...event, actorId: userId, projectId, documentId: null });
}

/**
 * Changes the name or description of a project. Requires the owner role. Refuses `not_found`,
 * `not_allowed`, `archived`.
 */
export async function updateProject(
  deps: ProjectsDeps,
  userId: string,
  { projectId, change }: { projectId: string; change: ProjectChange },
): Promise<Project> {
  return deps.db.transaction().execute(async (trx) => {
    requireChange(await getProjectAccess(trx, userId, projectId), 'rename_project');
    const before = await getProject({ db: trx }, userId, projectId);
    const {
      name = before.name,
      description = before.description,
      exportsAllowed = before.exportsAllowed,
    } = change;
    if (
      name === before.name &&
      description === before.description &&
      exportsAllowed === before.exportsAllowed
    )
      return before;
    await store.changeProject(trx, projectId, {
      name,
      description,
      exports_allowed: exportsAllowed,
      updated_at: new Date(deps.clock.now()),
    });
    if (name !== before.name) {
      await record(deps, trx, {
        type: 'project.renamed',
        userId,
        projectId,
        data: { from: before.name, name },
      });
    }
    return getProject({ db: trx }, userId, projectId);
  });
}

/** Target state of a project, and the type of the activity. */
type Move = {
  type: 'project.archived' | 'project.restored' | 'project.deleted';
  archived: boolean;
  deleted: boolean;
};

/**
 * Changes the state of a project and records an activity. Notifies the live channel after the
 * commit, because the rights to its documents change.
 */
async function put(
  deps: ProjectsDeps,
  userId: string,
  projectId: string,
  { type, archived, deleted }: Move,
): Promise<Project> {
  const at = new Date(deps.clock.now());
  const { project, documentIds } = await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const access = await getProjectAccess(trx, userId, projectId);
    checkMove(access, type);
    const isThere =
      (access.archivedAt !== null) === archived && (access.deletedAt !== null) === deleted;
    if (isThere)
      return { project: await getProject({ db: trx }, userId, projectId), documentIds: [] };
    await store.changeProject(trx, projectId, {
      archived_at: archived ? (access.archivedAt ?? at) : null,
      deleted_at: deleted ? at : null,
      updated_at: at,
    });
    const after = await getProject({ db: trx }, userId, projectId);
    await record(deps, trx, { type, userId, projectId, data: { name: after.name } });
    return { project: after, documentIds: await store.documentIdsOf(trx, projectId) };
  });
  if (documentIds.length > 0) deps.live.rightsChanged({ documentIds });
  return project;
}

function checkMove(access: Awaited<ReturnType<typeof getProjectAccess>>, type: Move['type']): void {
  if (type === 'project.archived') return requireNotTrashed(access, 'archive_project');
  if (type === 'project.restored') return requireRole(access, 'archive_project');
  requireNotTrashed(access, 'delete_project');
  if (access.archivedAt === null) refuse('not_archived');
}

/**
 * Archives a project with its documents, which become read-only. Refuses `not_found`,
 * `not_allowed`, `archived` (in the trash).
 */
export function archiveProject(
  deps: ProjectsDeps,
  userId: string,
  projectId: string,
): Promise<Project> {
  return put(deps, userId, projectId, { type: 'project.archived', archived: true, deleted: false });
}

/**
 * Restores a project with its documents from the archive or the trash. Refuses `not_found`,
 * `not_allowed`.
 */
export function restoreProject(
  deps: ProjectsDeps,
  userId: string,
  projectId: string,
): Promise<Project> {
  return put(deps, userId, projectId, {
    type: 'project.restored',
    archived: false,
    deleted: false,
  });
}

/**
 * Moves an archived project to the trash. Refuses `not_found`, `not_allowed`, `not_archived`,
 * `archived` (in the trash already).
 */
export function deleteProject(
  deps: ProjectsDeps,
  userId: string,
  projectId: string,
): Promise<Project> {
  return put(deps, userId, projectId, { type: 'project.deleted', archived: true, deleted: true });
}

/**
 * Transfers a project: a member becomes an owner and its `ownerId`. The previous owner remains an
 * owner, and can leave. Refuses `not_found`, `not_allowed`, `archived`, `user_not_found` if the
 * user is not a member.
 */
export async function handOverProject(
  deps: ProjectsDeps,
  userId: string,
  { projectId, newOwnerId }: { projectId: string; newOwnerId: string },
): Promise<Project> {
  const project = await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    requireNotTrashed(await getProjectAccess(trx, userId, projectId), 'hand_over');
    if (!(await store.makeOwner(trx, projectId, newOwnerId))) refuse('user_not_found');
    await store.changeProject(trx, projectId, {
      owner_id: newOwnerId,
      updated_at: new Date(deps.clock.now()),
    });
    const after = await getProject({ db: trx }, userId, projectId);
    await record(deps, trx, {
      type: 'project.handed_over',
      userId,
      projectId,
      data: { name: after.name, userId: newOwnerId },
    });
    return after;
  });
  deps.live.rightsChanged({ userId: newOwnerId, projectId });
  return project;
}
