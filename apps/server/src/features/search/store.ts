import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FoundType, SearchAsked } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { isInBranch } from '../../domain/document-tree.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import { membershipsVisibleTo } from '../../domain/shared-work.ts';
import { isTagged } from '../../domain/tags.ts';
import type { Query } from './query.ts';

type Db = Kysely<Schema>;

/**
 * Maximum number of ranked hits per type: the newest ones, and the newest with the terms in the
 * title. Ranking unpacks one vector per hit, and frequent words are not significant. Phrases are
 * checked in each candidate, so some hits may be missed.
 */
const weighedMax = 150;
const weighedForPhrase = 400;
/** Maximum number of characters of a text that are read for a snippet. */
const readMax = 60_000;

/**
 * A hit without its text. `rank`: PostgreSQL's rank by frequency and proximity. `inTitle`: the
 * title contains all terms.
 */
export type Hit = {
  type: FoundType;
  id: string;
  documentId: string | null;
  projectId: string | null;
  title: string;
  rank: number;
  inTitle: boolean;
  updatedAt: Date | null;
};

/** Scope of a search and its user. */
export type Scope = Pick<
  SearchAsked,
  'projectId' | 'within' | 'status' | 'tag' | 'personId' | 'since'
> & {
  userId: string;
  archived: boolean;
};

/** True if the scope can only match documents and their comments. */
function isOfDocuments({ projectId, within, status, tag, personId }: Scope): boolean {
  return [projectId, within, status, tag, personId].some((asked) => asked !== undefined);
}

/** Selects the documents in scope. Trashed documents are never found. */
function documentsIn(db: Db, { userId, projectId, within, status, tag, archived }: Scope) {
  let query = visibleDocuments(db, userId).clearSelect().where('d.deleted_at', 'is', null);
  if (!archived)
    query = query.where('d.archived_at', 'is', null).where('p.archived_at', 'is', null);
  if (projectId !== undefined) query = query.where('d.project_id', '=', projectId);
  if (within !== undefined) query = query.where(isInBranch('d.id', within));
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (tag !== undefined) query = query.where(isTagged(tag));
  return query;
}

/**
 * Ranks the vector `words`: normalized by the length of the text, with fivefold weight for the
 * title. Computed after the rows are chosen: within a join the planner may unpack every vector.
 */
function rankOf(query: Query): RawBuilder<unknown> {
  return sql`ts_rank('{0.2, 0.2, 0.4, 1.0}', words, ${query.exact}::tsquery, 1)`;
}

/** Finds documents by their titles and texts. */
export async function findDocuments(db: Db, scope: Scope, query: Query): Promise<Hit[]> {
  let seen = documentsIn(db, scope)
    .select([
      'd.id as id',
      'd.project_id as project_id',
      'd.title as title',
      'd.updated_at as updated_at',
    ])
    .where(sql<boolean>`d.id in (select id from found)`);
  if (scope.personId !== undefined) seen = seen.where('d.created_by', '=', scope.personId);
  if (scope.since !== undefined) seen = seen.where('d.updated_at', '>=', new Date(scope.since));
  const weighed = query.exact === query.loose ? weighedMax : weighedForPhrase;
  const { rows } = await sql<Hit>`
    with found as materialized (select id from documents_with(${query.loose}::tsquery) as id),
      titled as materialized (select id from documents_titled(${query.loose}::tsquery) as id),
      seen as materialized (${seen}),
      weighed as (
        (select * from seen order by updated_at desc, id desc limit ${weighed})
        union (select * from seen where id in (select id from titled) order by updated_at desc, id desc limit ${weighed})),
      read as materialized (select w.*, s.words, s.title_words from weighed w join document_search s on s.document_id = w.id)
    select 'document' as type, id, id as "documentId", project_id as "projectId", title, updated_at as "updatedAt",
      title_words @@ ${query.exact}::tsquery as "inTitle", ${rankOf(query)} as rank
    from read where ${query.exact === query.loose ? sql`true` : sql`words @@ ${query.exact}::tsquery`}`.execute(
    db,
  );
  return rows;
}

/** Returns the types with any match, independent of access. The other types need no query. */
export async function findTypes(db: Db, query: Query): Promise<FoundType[]> {
  const { rows } = await sql<{ type: FoundType }>`
    select type from (values ('comment'), ('person'), ('project')) t (type)
    where exists (select from entries_with(type, ${query.loose}::tsquery))`.execute(db);
  return ['document', ...rows.map(({ type }) => type)];
}

/** Finds comments that are not deleted, on documents in scope. */
export async function findComments(db: Db, scope: Scope, query: Query): Promise<Hit[]> {
  const updatedAt = sql<Date>`coalesce(c.edited_at, c.created_at)`;
  let seen = documentsIn(db, scope)
    .innerJoin('comments as c', 'c.document_id', 'd.id')
    .select(['c.id as id', 'd.id as document_id', 'd.project_id as project_id', 'd.title as title'])
    .select(updatedAt.as('updated_at'))
    .where('c.deleted_at', 'is', null)
    .where(sql<boolean>`c.id in (select id from found)`);
  if (scope.personId !== undefined) seen = seen.where('c.author_id', '=', scope.personId);
  if (scope.since !== undefined) seen = seen.where(updatedAt, '>=', new Date(scope.since));
  const weighed = query.exact === query.loose ? weighedMax : weighedForPhrase;
  const { rows } = await sql<Hit>`
    with found as materialized (select id from entries_with('comment', ${query.loose}::tsquery) as id),
      weighed as (${seen} order by updated_at desc, id desc limit ${weighed}),
      read as materialized (select w.*, e.words from weighed w join search_entries e on e.kind = 'comment' and e.id = w.id)
    select 'comment' as type, id, document_id as "documentId", project_id as "projectId", title, updated_at as "updatedAt",
      false as "inTitle", ${rankOf(query)} as rank
    from read where words @@ ${query.exact}::tsquery`.execute(db);
  return rows;
}

/**
 * Finds users who share work with the user, and the user. Times of their changes are not disclosed,
 * so `since` excludes them all.
 */
export async function findPeople(db: Db, scope: Scope, query: Query): Promise<Hit[]> {
  if (isOfDocuments(scope) || scope.since !== undefined) return [];
  const { userId } = scope;
  const { rows } = await sql<Hit>`
    with found as materialized (select id from entries_with('person', ${query.loose}::tsquery) as id)
    select 'person' as type, u.id, null as "documentId", null as "projectId", u.name as title, null as "updatedAt",
      true as "inTitle", ${rankOf(query)} as rank
    from users u join search_entries e on e.kind = 'person' and e.id = u.id
    where u.id in (select id from found) and u.disabled_at is null and u.deleted_at is null
      and e.words @@ ${query.exact}::tsquery
      and (u.id = ${userId} or u.id in (select user_id from (${membershipsVisibleTo(db, userId)}) memberships))
    order by u.name, u.id limit ${weighedMax}`.execute(db);
  return rows;
}

/** Finds projects by their names and descriptions. */
export async function findProjects(db: Db, scope: Scope, query: Query): Promise<Hit[]> {
  if (isOfDocuments(scope)) return [];
  const { userId, archived, since } = scope;
  let seen = visibleProjects(db, userId)
    .clearSelect()
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.id in (select id from found)`)
    .select(['p.id as id', 'p.name as title', 'p.updated_at as updated_at']);
  if (!archived) seen = seen.where('p.archived_at', 'is', null);
  if (since !== undefined) seen = seen.where('p.updated_at', '>=', new Date(since));
  const { rows } = await sql<Hit>`
    with found as materialized (select id from entries_with('project', ${query.loose}::tsquery) as id),
      weighed as (${seen} order by updated_at desc, id desc limit ${weighedMax})
    select 'project' as type, w.id, null as "documentId", w.id as "projectId", w.title, w.updated_at as "updatedAt",
      ts_filter(e.words, '{a}') @@ ${query.exact}::tsquery as "inTitle", ${rankOf(query)} as rank
    from weighed w join search_entries e on e.kind = 'project' and e.id = w.id
    where e.words @@ ${query.exact}::tsquery`.execute(db);
  return rows;
}

/** Returns the texts from which the snippets of hits are cut, by id. */
export async function readTexts(
  db: Db,
  hits: readonly Pick<Hit, 'type' | 'id'>[],
): Promise<Map<string, string>> {
  if (hits.length === 0) return new Map();
  const of = (type: FoundType) => hits.filter((hit) => hit.type === type).map(({ id }) => id);
  const { rows } = await sql<{ id: string; text: string }>`
    select document_id as id, left(body, ${readMax}) as text from document_search where document_id = any(${of('document')}::uuid[])
    union all select id, body from comments where id = any(${of('comment')}::uuid[])
    union all select id, description from projects where id = any(${of('project')}::uuid[])
    union all select id, '@' || username from users where id = any(${of('person')}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}
