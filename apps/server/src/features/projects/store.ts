import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Project } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleProjects } from '../../domain/membership.ts';
import { momentKey, momentKeyOf, momentOfKey, pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([momentKey, id]);

/** Projects as `userId` sees them, with all that the answer carries; the count is of active documents. */
function projectsFor(db: Db, userId: string) {
  return visibleProjects(db, userId)
    .select(['p.id as id', 'p.name as name', 'p.description as description', 'p.owner_id as ownerId'])
    .select(['p.created_at as createdAt', 'p.updated_at as updatedAt', 'p.archived_at as archivedAt'])
    .select(momentKeyOf('p.updated_at').as('updatedKey'))
    .select((eb) =>
      eb
        .selectFrom('documents as d')
        .whereRef('d.project_id', '=', 'p.id')
        .where('d.archived_at', 'is', null)
        .where('d.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('documentCount'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof projectsFor>['executeTakeFirstOrThrow']>>;

function present({ updatedKey: _, ...row }: Row): Project {
  return {
    ...row,
    documentCount: row.documentCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

/** The active projects in which a person has a role, last changed first. */
export async function listProjects(db: Db, userId: string, { limit, cursor }: PageAsked): Promise<Page<Project>> {
  const after = readCursor(cursorKeys, cursor);
  let query = projectsFor(db, userId).where('p.archived_at', 'is', null);
  if (after) query = query.where(sql<boolean>`(p.updated_at, p.id) < (${momentOfKey(after[0])}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.updatedKey, row.id], present });
}

/** One project as a person with a role in it sees it, or null. */
export async function findProject(db: Db, userId: string, projectId: string): Promise<Project | null> {
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

/** Renames or describes a project. */
export async function changeProject(
  db: Db,
  projectId: string,
  change: { name?: string; description?: string; updated_at: Date },
): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', projectId).execute();
}
