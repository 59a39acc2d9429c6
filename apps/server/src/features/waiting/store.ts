import { sql, type Kysely } from 'kysely';
import type { Waiting } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

/** Maximum length of the excerpt of the last comment: one or two lines (characters). */
const excerptMax = 200;

/** Selects the open threads of active documents that wait for a user, with their last comment. */
function threadsWaitingFor(db: Db, userId: string) {
  return visibleDocuments(db, userId)
    .innerJoin('comments as t', (join) =>
      join.onRef('t.document_id', '=', 'd.id').on('t.parent_id', 'is', null),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comments as c')
          .whereRef('c.thread_id', '=', 't.id')
          .where('c.deleted_at', 'is', null)
          .select(['c.id as id', 'c.author_id as authorId', 'c.body as body', 'c.created_at as at'])
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .innerJoin('users as u', 'u.id', 'last.authorId')
    .where('t.resolved_at', 'is', null)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where(
      sql<boolean>`(t.assignee_id = ${userId}
        or last."authorId" <> ${userId} and (${namedIn(userId)} or ${spokeIn(userId)} or ${owns(userId)}))`,
    )
    .clearSelect()
    .select([
      't.id as threadId',
      'd.id as documentId',
      'd.title as title',
      'last.body as body',
      'last.at as at',
      sql<string | null>`case when t.assignee_id = ${userId} then t.due_on end`.as('dueOn'),
    ])
    .select([
      'u.id as byId',
      'u.username as username',
      'u.name as name',
      'u.avatar_color as avatarColor',
    ])
    .select(
      sql<
        Waiting['reason']
      >`case when t.assignee_id = ${userId} then 'assigned' when ${namedIn(userId)} then 'mention' when ${spokeIn(userId)} then 'answer' else 'comment' end`.as(
        'reason',
      ),
    )
    .select(momentKeyOf('last.at').as('atKey'));
}

type Row = Awaited<ReturnType<ReturnType<typeof threadsWaitingFor>['executeTakeFirstOrThrow']>>;

function present(row: Row): Waiting {
  const { threadId, documentId, title, reason, body, at, dueOn } = row;
  const { byId, username, name, avatarColor } = row;
  return {
    threadId,
    documentId,
    title,
    reason,
    by: { id: byId, username, name, avatarColor },
    excerpt: [...body.replaceAll(/\s+/gu, ' ')].slice(0, excerptMax).join(''),
    at: at.toISOString(),
    dueOn,
  };
}

/**
 * Returns open threads of active documents that wait for the user, last comment first. They are
 * assigned to the user, or another user commented last and one of these holds. The thread mentions
 * the user after their last comment, the user took part in it, or the document is theirs.
 */
export async function listWaiting(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Waiting>> {
  const query = threadsWaitingFor(db, userId);
  const rows = await newestFirst(query, { limit, cursor }, ['last.at', 't.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.atKey, row.threadId],
    present,
  });
}

/** SQL condition: the thread mentions the user, who has not commented in it since. */
function namedIn(userId: string) {
  return sql<boolean>`exists (
    select from comment_mentions m join comments c on c.id = m.comment_id
    where m.user_id = ${userId} and c.thread_id = t.id and not exists (
      select from comments o where o.thread_id = t.id and o.author_id = ${userId} and o.deleted_at is null and o.created_at > c.created_at
    ))`;
}

function spokeIn(userId: string) {
  return sql<boolean>`exists (
    select from comments o where o.thread_id = t.id and o.author_id = ${userId} and o.deleted_at is null)`;
}

function owns(userId: string) {
  return sql<boolean>`coalesce(d.owner_id, d.created_by) = ${userId}`;
}
