import { sql, type Kysely } from 'kysely';
import { roles, type WaitingSuggestions } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { can } from '../../domain/access.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { findPeople } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Roles that may decide about suggestions: those that may write. */
const deciders = roles.filter((role) => can(role, 'write'));

/** Selects the documents with suggestions on which a user may decide. */
function suggestionsWaitingFor(db: Db, userId: string) {
  const documents = visibleDocuments(db, userId)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where(
      sql<boolean>`(coalesce(d.owner_id, d.created_by) = ${userId}
        or exists (select from document_clients w where w.document_id = d.id and w.user_id = ${userId}))`,
    )
    .select(['d.id as documentId', 'd.title as title']);
  return db
    .selectFrom(documents.as('v'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('document_suggestions as s')
          .whereRef('s.document_id', '=', 'v.documentId')
          .where('s.author_id', '!=', userId)
          .select([
            sql<number>`sum(s.count)::integer`.as('count'),
            // A client may claim any author. Only users who have written in the document are named.
            sql<
              string[]
            >`coalesce(array_agg(s.author_id::text order by s.count desc, s.author_id) filter (where exists (
              select from document_clients w where w.document_id = s.document_id and w.user_id = s.author_id)), '{}')`.as(
              'authors',
            ),
            (inner) => inner.fn.max('s.last_at').as('at'),
          ])
          .having(sql<boolean>`count(*) > 0`)
          .as('open'),
      (join) => join.onTrue(),
    )
    .where('v.role', 'in', deciders)
    .select([
      'v.documentId as documentId',
      'v.title as title',
      'open.count as count',
      'open.authors as authors',
      'open.at as at',
    ])
    .select(momentKeyOf('open.at').as('atKey'));
}

/**
 * Returns active documents with suggestions of other users on which the user may decide, latest
 * suggestion first. Includes documents that are the user's or that they have written in. Counted
 * when the text was last idle.
 */
export async function listWaitingSuggestions(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<WaitingSuggestions>> {
  const query = suggestionsWaitingFor(db, userId);
  const rows = await newestFirst(query, { limit, cursor }, ['open.at', 'v.documentId']).execute();
  const people = new Map(
    (await findPeople(db, [...new Set(rows.flatMap(({ authors }) => authors))])).map((person) => [
      person.id,
      person,
    ]),
  );
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.atKey, row.documentId],
    present: ({ documentId, title, count, authors, at }) => ({
      documentId,
      title,
      count,
      by: authors.map((author) => people.get(author)).filter((person) => person !== undefined),
      at: at.toISOString(),
    }),
  });
}
