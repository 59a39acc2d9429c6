import type { Kysely, Updateable } from 'kysely';
import type { Project } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { rightsOnProject } from '../../domain/access.ts';
import { visibleProjects } from '../../domain/membership.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

/**
 * Selects projects as visible to `userId`, with all fields of the response. The counts are of
 * active documents.
 */
function projectsFor(db: Db, userId: string) {
  return visibleProjects(db, userId)
    .select([
      'p.id as id',
      'p.name as name',
      'p.description as description',
      'p.owner_id as ownerId',
      'p.exports_allowed as exportsAllowed',
    ])
    .select([
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'p.archived_at as archivedAt',
      'p.deleted_at as deletedAt',
    ])
    .select(momentKeyOf('p.updated_at').as('updatedKey'))
    .select((eb) =>
      eb
        .selectFrom('documents as d')
        .whereRef('d.project_id', '=', 'p.id')
        .where('d.archived_at', 'is', null)
        .where('d.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('documentCount'),
    )
    .select((eb) =>
      eb
        .selectFrom('documents as d')
        .whereRef('d.project_id', '=', 'p.id')
        .where('d.archived_at', 'is', null)
        .where('d.deleted_at', 'is', null)
        .where('d.status', 'in', ['approved', 'published'])
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('finishedCount'),
    )
    .select((eb) =>
      eb
        .selectFrom('project_members as o')
        .whereRef('o.project_id', '=', 'p.id')
        .where('o.role', '=', 'owner')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('ownerCount'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof projectsFor>['executeTakeFirstOrThrow']>>;

function present({ updatedKey: _, ...row }: Row): Project {
  return {
    ...row,
    rights: rightsOnProject(row),
    ownerCount: row.ownerCount ?? 0,
    documentCount: row.documentCount ?? 0,
    finishedCount: row.finishedCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

async function listOf(
  query: ReturnType<typeof projectsFor>,
  { limit, cursor }: PageAsked,
): Promise<Page<Project>> {
  const rows = await newestFirst(query, { limit, cursor }, ['p.updated_at', 'p.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.updatedKey, row.id], present });
}

/** Returns the active projects in which a user has a role, last changed first. */
export function listProjects(db: Db, userId: string, asked: PageAsked): Promise<Page<Project>> {
  return listOf(
    projectsFor(db, userId).where('p.archived_at', 'is', null).where('p.deleted_at', 'is', null),
    asked,
  );
}

/**
 * Returns the archived projects in which a user has a role, and trashed ones they own, last changed
 * first.
 */
export function listArchivedProjects(
  db: Db,
  userId: string,
  asked: PageAsked,
): Promise<Page<Project>> {
  const isAway = projectsFor(db, userId).where((eb) =>
    eb.or([eb('p.archived_at', 'is not', null), eb('p.deleted_at', 'is not', null)]),
  );
  return listOf(isAway, asked);
}

/** Returns one project as visible to a user with a role in it, or null. */
export async function findProject(
  db: Db,
  userId: string,
  projectId: string,
): Promise<Project | null> {
  const row = await projectsFor(db, userId).where('p.id', '=', projectId).executeTakeFirst();
  return row ? present(row) : null;
}

/** Adds a project with its first owner. */
export async function addProject(
  db: Db,
  project: { id: string; name: string; description: string; ownerId: string; at: Date },
): Promise<void> {
  const { id: projectId, name, description, ownerId, at } = project;
  await db
    .insertInto('projects')
    .values({ id: projectId, name, description, owner_id: ownerId, created_at: at, updated_at: at })
    .execute();
  await db
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: ownerId, role: 'owner', added_at: at })
    .execute();
}

/** Changes columns of a project. */
export async function changeProject(
  db: Db,
  projectId: string,
  change: Updateable<Schema['projects']>,
): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', projectId).execute();
}

/** Returns all documents of a project in any state. */
export async function documentIdsOf(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map(({ id: documentId }) => documentId);
}

/** Gives a member the owner role. Returns false if the user is not an active member. */
export async function makeOwner(db: Db, projectId: string, userId: string): Promise<boolean> {
  const changed = await db
    .updateTable('project_members')
    .set({ role: 'owner' })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where('disabled_at', 'is', null),
      ),
    )
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}
