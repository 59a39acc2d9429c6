import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import {
  momentKey,
  momentKeyOf,
  momentOfKey,
  newestFirst,
  pageOf,
  readCursor,
  type Page,
  type PageAsked,
} from '../../domain/pages.ts';
import { isInBranch } from '../../domain/document-tree.ts';
import { positionPattern } from '../../domain/fractional-index.ts';
import { isTagged } from '../../domain/tags.ts';
import { documentsFor, present } from './presented.ts';

type Db = Kysely<Schema>;

const byMoment = z.tuple([momentKey, id]);
const byPosition = z.tuple([z.string().max(1_000).regex(positionPattern), id]);
const byTitle = z.tuple([z.string().max(200), id]);
const byUse = z.tuple([z.int32().min(0), z.string().max(200)]);

/** Filter of a list of documents. */
export type Filter = {
  projectId?: string | undefined;
  /** A document: only it and what is inside it. */
  within?: string | undefined;
  status?: Document['status'] | undefined;
  tag?: string | undefined;
  favourite?: 'true' | undefined;
  q?: string | undefined;
};

/** Order of a list of documents: last edited first, or alphabetical. */
export type Sort = 'edited' | 'title';

/** Selects documents that are not archived or deleted, by themselves or with their project. */
function activeFor(db: Db, userId: string) {
  return documentsFor(db, userId)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null);
}

/** Returns a LIKE pattern that matches `text` at any position, with special characters escaped. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

async function newestEditFirst(
  query: ReturnType<typeof activeFor>,
  { limit, cursor }: PageAsked,
): Promise<Page<Document>> {
  const rows = await newestFirst(query, { limit, cursor }, ['d.updated_at', 'd.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.updatedKey, row.id], present });
}

/**
 * Sort key of titles: without case and accents, untitled documents last. Compared by code point, so
 * that pagination is the same on every database. Limited to 100 characters to bound the cursor.
 */
const titleKey = sql<string>`left(coalesce(nullif(lower(regexp_replace(normalize(d.title, nfkd), '[\\u0300-\\u036f]', '', 'g')), ''),
  chr(1114109)), 100) collate "C"`;

async function byTitleOrder(
  query: ReturnType<typeof activeFor>,
  { limit, cursor }: PageAsked,
): Promise<Page<Document>> {
  const after = readCursor(byTitle, cursor);
  const rest = after
    ? query.where(sql<boolean>`(${titleKey}, d.id) > (${after[0]}, ${after[1]}::uuid)`)
    : query;
  const rows = await rest
    .select(titleKey.as('titleKey'))
    .orderBy(titleKey)
    .orderBy('d.id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.titleKey, row.id],
    present: ({ titleKey: _, ...row }) => present(row),
  });
}

/** Lists the active documents of a user that match a filter. */
export function listDocuments(
  db: Db,
  userId: string,
  {
    projectId,
    within,
    status,
    tag,
    favourite,
    q,
    sort,
    ...asked
  }: PageAsked & Filter & { sort?: Sort | undefined },
): Promise<Page<Document>> {
  let query = activeFor(db, userId);
  if (projectId !== undefined) query = query.where('d.project_id', '=', projectId);
  if (within !== undefined) query = query.where(isInBranch('d.id', within));
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (q) query = query.where('d.title', 'ilike', containing(q));
  if (tag !== undefined) query = query.where(isTagged(tag));
  if (favourite !== undefined) {
    query = query.where(
      sql<boolean>`exists (select from favourites f where f.document_id = d.id and f.user_id = ${userId})`,
    );
  }
  return sort === 'title' ? byTitleOrder(query, asked) : newestEditFirst(query, asked);
}

/** Returns a user's active documents in draft status, last edited first. */
export function listDrafts(db: Db, userId: string, asked: PageAsked): Promise<Page<Document>> {
  return newestEditFirst(activeFor(db, userId).where('d.status', '=', 'draft'), asked);
}

/** Returns the active documents that a user opened, created or changed, most recent first. */
export async function listRecent(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Document>> {
  const query = activeFor(db, userId)
    .innerJoin('document_visits as v', (join) =>
      join.onRef('v.document_id', '=', 'd.id').on('v.user_id', '=', userId),
    )
    .select(momentKeyOf('v.visited_at').as('visitedKey'));
  const rows = await newestFirst(query, { limit, cursor }, ['v.visited_at', 'd.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.visitedKey, row.id],
    present: ({ visitedKey: _, ...row }) => present(row),
  });
}

/**
 * Returns archived documents, by themselves or with their project, and documents in the trash. Last
 * archived or deleted first.
 */
export async function listArchived(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Document>> {
  const after = readCursor(byMoment, cursor);
  const awayAt = sql<Date>`greatest(d.archived_at, d.deleted_at, p.archived_at)`;
  let query = documentsFor(db, userId)
    .where((eb) =>
      eb.or([
        eb('d.archived_at', 'is not', null),
        eb('d.deleted_at', 'is not', null),
        eb('p.archived_at', 'is not', null),
      ]),
    )
    .select(sql<number>`(extract(epoch from ${awayAt}) * 1000000)::bigint`.as('awayKey'));
  if (after)
    query = query.where(
      sql<boolean>`(${awayAt}, d.id) < (${momentOfKey(after[0])}, ${after[1]}::uuid)`,
    );
  const rows = await query
    .orderBy(awayAt, 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.awayKey, row.id],
    present: ({ awayKey: _, ...row }) => present(row),
  });
}

/**
 * Returns a project's active documents in order. For an archived project, those that were active
 * when it was archived.
 */
export function listInProject(
  db: Db,
  userId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
): Promise<Page<Document>> {
  return inOrder(documentsFor(db, userId).where('d.project_id', '=', projectId), asked);
}

/** Returns a user's active personal drafts in the order of their tree. */
export function listPersonal(db: Db, userId: string, asked: PageAsked): Promise<Page<Document>> {
  const isOwn = sql<boolean>`coalesce(d.owner_id, d.created_by) = ${userId}`;
  return inOrder(documentsFor(db, userId).where('d.project_id', 'is', null).where(isOwn), asked);
}

/** Returns the documents of a query that are neither archived nor in the trash, by position. */
async function inOrder(
  documents: ReturnType<typeof documentsFor>,
  { limit, cursor }: PageAsked,
): Promise<Page<Document>> {
  const after = readCursor(byPosition, cursor);
  let query = documents.where('d.archived_at', 'is', null).where('d.deleted_at', 'is', null);
  if (after)
    query = query.where(sql<boolean>`(d.position, d.id) > (${after[0]}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.position, row.id], present });
}

/** Returns the tags of active documents visible to a user, most used first. */
export async function listTags(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<{ name: string; documentCount: number }>> {
  const after = readCursor(byUse, cursor);
  const seen = visibleDocuments(db, userId)
    .innerJoin('document_tags as t', 't.document_id', 'd.id')
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .clearSelect()
    .select([
      't.name_key as key',
      sql<string>`min(t.name)`.as('name'),
      sql<number>`count(*)::integer`.as('documentCount'),
    ])
    .groupBy('t.name_key');
  let query = db.selectFrom(seen.as('s')).selectAll();
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('documentCount', '<', after[0]),
        eb.and([eb('documentCount', '=', after[0]), eb('key', '>', after[1])]),
      ]),
    );
  }
  const rows = await query
    .orderBy('documentCount', 'desc')
    .orderBy('key')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.documentCount, row.key],
    present: ({ name, documentCount }) => ({ name, documentCount }),
  });
}
