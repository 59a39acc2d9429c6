import type { Kysely } from 'kysely';
import { activityEventOf, activityType, type Activity } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { findPaths } from '../../domain/document-path.ts';
import { isInBranch } from '../../domain/document-tree.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/**
 * Selects activities as readable by `userId`. Project names are visible to project members only:
 * users with a single shared document do not learn its project.
 */
function activities(db: Db, userId: string) {
  const projects = visibleProjects(db, userId).clearSelect().select('p.id');
  return db
    .selectFrom('activities as a')
    .innerJoin('users', 'users.id', 'a.actor_id')
    .select([
      'a.id as id',
      'a.type as type',
      'a.project_id as projectId',
      'a.document_id as documentId',
      'a.data as data',
    ])
    .select((eb) => eb('a.project_id', 'in', projects).as('seesProject'))
    .select(['a.created_at as createdAt', momentKeyOf('a.created_at').as('createdKey')])
    .select([
      'users.id as actorId',
      'users.username as username',
      'users.name as name',
      'users.avatar_color as avatarColor',
    ]);
}

type Query = ReturnType<typeof activities>;
type Row = Awaited<ReturnType<Query['executeTakeFirstOrThrow']>>;

function present(row: Row): Activity {
  const seesNames = row.documentId === null || row.seesProject === true;
  const seen = seesNames ? row.data : withoutProjectName(row.data);
  return {
    id: row.id,
    actor: toPerson({ ...row, id: row.actorId }),
    projectId: row.projectId,
    documentId: row.documentId,
    ...activityEventOf(activityType.parse(row.type), seen),
    createdAt: row.createdAt.toISOString(),
  };
}

function withoutProjectName({ projectName: _, ...data }: Row['data']): Row['data'] {
  return data;
}

/** Returns the latest activities, with the paths of their documents. */
async function latestOf(
  db: Db,
  userId: string,
  query: Query,
  { limit, cursor }: PageAsked,
): Promise<Page<Activity>> {
  const rows = await newestFirst(query, { limit, cursor }, ['a.created_at', 'a.id']).execute();
  const page = pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
  const documentIds = page.items.flatMap(({ documentId }) => documentId ?? []);
  const paths = await findPaths(db, userId, [...new Set(documentIds)]);
  const items = page.items.map((activity) => {
    const path = activity.documentId === null ? undefined : paths.get(activity.documentId);
    return path === undefined ? activity : { ...activity, path };
  });
  return { ...page, items };
}

/**
 * Restricts a query to activities visible to a user. These concern a document that the user sees
 * now. They can also concern a visible project, if the document is permanently removed or the
 * project itself changed. A document moved to another project takes its activities along.
 */
function visibleTo(query: Query, db: Db, userId: string): Query {
  const documents = visibleDocuments(db, userId).clearSelect().select('d.id');
  const projects = visibleProjects(db, userId).clearSelect().select('p.id');
  return query.where((eb) =>
    eb.or([
      eb('a.document_id', 'in', documents),
      eb.and([eb('a.document_id', 'is', null), eb('a.project_id', 'in', projects)]),
    ]),
  );
}

/** Returns the activities of a project, newest first. */
export function listInProject(
  db: Db,
  userId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
) {
  const query = activities(db, userId).where('a.project_id', '=', projectId);
  return latestOf(db, userId, visibleTo(query, db, userId), asked);
}

/** Returns the activities of a document, with `below` also of those inside it, newest first. */
export function listOfDocument(
  db: Db,
  userId: string,
  { documentId, below, ...asked }: PageAsked & { documentId: string; below: boolean },
): Promise<Page<Activity>> {
  const all = activities(db, userId);
  const query = below
    ? all.where(isInBranch('a.document_id', documentId))
    : all.where('a.document_id', '=', documentId);
  return latestOf(db, userId, query, asked);
}

/** Returns all activities visible to a user, newest first. */
export function listRecent(db: Db, userId: string, asked: PageAsked): Promise<Page<Activity>> {
  return latestOf(db, userId, visibleTo(activities(db, userId), db, userId), asked);
}
