import type { Kysely } from 'kysely';
import type { NewProject, Project, ProjectChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demandChange } from '../../domain/access.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { addProject, changeProject, findProject } from './store.ts';

/** What projects stand on. */
export type ProjectsDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids };

/** One project. Refuses `not_found` where the person has no role in it. */
export async function getProject({ db }: Pick<ProjectsDeps, 'db'>, userId: string, projectId: string): Promise<Project> {
  return (await findProject(db, userId, projectId)) ?? refuse('not_found');
}

/** Makes a project; whoever makes it owns it. */
export async function createProject({ db, clock, ids }: ProjectsDeps, userId: string, given: NewProject): Promise<Project> {
  const project = { id: ids.uuid(), name: given.name, description: given.description ?? '', ownerId: userId };
  return db.transaction().execute(async (trx) => {
    await addProject(trx, { ...project, at: new Date(clock.now()) });
    return getProject({ db: trx }, userId, project.id);
  });
}

/** Renames or describes a project, which is its owners'. Refuses `not_found`, `not_allowed`, `archived`. */
export async function updateProject(
  { db, clock }: ProjectsDeps,
  userId: string,
  { projectId, change }: { projectId: string; change: ProjectChange },
): Promise<Project> {
  return db.transaction().execute(async (trx) => {
    demandChange(await getProjectAccess(trx, userId, projectId), 'rename_project');
    const { name, description } = change;
    const named = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    if (Object.keys(named).length > 0) await changeProject(trx, projectId, { ...named, updated_at: new Date(clock.now()) });
    return getProject({ db: trx }, userId, projectId);
  });
}
