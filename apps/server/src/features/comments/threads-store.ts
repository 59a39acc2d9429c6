import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import {
  commentAnchor,
  id,
  reactionKinds,
  type Comment,
  type Person,
  type Thread,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([id]);

function commentsOf(db: Db, documentId: string) {
  return db
    .selectFrom('comments as c')
    .innerJoin('comments as t', 't.id', 'c.thread_id')
    .where('c.document_id', '=', documentId)
    .select([
      'c.id as id',
      'c.document_id as documentId',
      'c.thread_id as threadId',
      'c.parent_id as parentId',
    ])
    .select([
      'c.suggestion_id as suggestionId',
      'c.anchor as anchor',
      'c.body as body',
      'c.author_id as author',
      'c.created_at as createdAt',
    ])
    .select(['c.edited_at as editedAt', 'c.deleted_at as deletedAt'])
    .select(['t.resolved_at as resolvedAt', 't.resolved_by as resolvedBy', 't.version as version'])
    .select(
      sql<
        string[]
      >`array(select m.user_id::text from comment_mentions m where m.comment_id = c.id order by m.user_id)`.as(
        'mentions',
      ),
    )
    .select(['t.assignee_id as assigneeId', 't.due_on as dueOn'])
    .select(
      sql<Reacted[]>`array(select json_build_object('kind', r.reaction, 'userId', r.user_id)
        from comment_reactions r where r.comment_id = c.id order by r.reacted_at, r.user_id)`.as(
        'reactions',
      ),
    );
}

type Reacted = { readonly kind: string; readonly userId: string };

type Row = Awaited<ReturnType<ReturnType<typeof commentsOf>['executeTakeFirstOrThrow']>>;

/** Converts rows to comments with the users they refer to. */
async function present(db: Db, rows: readonly Row[]): Promise<Comment[]> {
  const ids = [...new Set(rows.flatMap(namedIn))];
  if (ids.length === 0) return [];
  const people = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'avatar_color as avatarColor'])
    .where('id', 'in', ids)
    .execute();
  const known = new Map(people.map((row) => [row.id, toPerson(row)]));
  return rows.map((row) => presentOne(row, known));
}

/** Returns the ids of all users that a row refers to. */
function namedIn({ author, resolvedBy, assigneeId, mentions, reactions }: Row): string[] {
  return [
    author,
    ...mentions,
    resolvedBy ?? author,
    assigneeId ?? author,
    ...reactions.map(({ userId }) => userId),
  ];
}

/** Returns the reactions by kind. Skips kinds that no longer exist. */
function presentReactions(
  reactions: readonly Reacted[],
  people: ReadonlyMap<string, Person>,
): Comment['reactions'] {
  return reactionKinds.flatMap((kind) => {
    const who = reactions
      .filter((each) => each.kind === kind)
      .map(({ userId }) => people.get(userId));
    return who.length === 0 ? [] : [{ kind, people: who.filter((person) => person !== undefined) }];
  });
}

function presentOne(
  { assigneeId, reactions, ...row }: Row,
  people: ReadonlyMap<string, Person>,
): Comment {
  const author = people.get(row.author);
  if (author === undefined) throw new Error('a comment refers to an unknown user');
  return {
    ...row,
    anchor: row.anchor === null ? null : commentAnchor.parse(row.anchor),
    author,
    mentions: row.mentions
      .map((userId) => people.get(userId))
      .filter((person) => person !== undefined),
    assignee: assigneeId === null ? null : (people.get(assigneeId) ?? null),
    reactions: presentReactions(reactions, people),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedBy === null ? null : (people.get(row.resolvedBy) ?? null),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Returns one comment, or null. */
export async function findComment(
  db: Db,
  documentId: string,
  commentId: string,
): Promise<Comment | null> {
  const row = await commentsOf(db, documentId).where('c.id', '=', commentId).executeTakeFirst();
  return row === undefined ? null : ((await present(db, [row]))[0] ?? null);
}

/** Returns a thread with its replies, or null. */
export async function findThread(
  db: Db,
  documentId: string,
  threadId: string,
): Promise<Thread | null> {
  const rows = await commentsOf(db, documentId)
    .where('c.thread_id', '=', threadId)
    .orderBy('c.id')
    .execute();
  const comments = await present(db, rows);
  const first = comments.find((comment) => comment.id === threadId);
  const replies = comments.filter((comment) => comment.id !== threadId);
  return first === undefined ? null : { ...first, replies };
}

/**
 * Maximum size of a response (characters of comments), and overhead per comment (characters). At
 * least one whole thread is returned.
 */
const pageCharactersMax = 2_000_000;
const commentCharacters = 500;

/**
 * Returns the number of threads, from the first one on, that fit into one response. A hundred
 * threads of five hundred long comments are half a gigabyte.
 */
async function countFitting(db: Db, threadIds: readonly string[]): Promise<number> {
  if (threadIds.length === 0) return 0;
  const rows = await db
    .selectFrom('comments')
    .select([
      'thread_id as id',
      sql<number>`(sum(length(body)) + count(*) * ${commentCharacters}::bigint)::bigint`.as('size'),
    ])
    .where('thread_id', 'in', threadIds)
    .groupBy('thread_id')
    .execute();
  const sizes = new Map(rows.map(({ id: threadId, size }) => [threadId, size]));
  let left = pageCharactersMax;
  const fitting = threadIds.findIndex((threadId) => (left -= sizes.get(threadId) ?? 0) < 0);
  return fitting < 0 ? threadIds.length : Math.max(1, fitting);
}

/**
 * Returns a document's threads with replies, in order of creation. `resolved`: undefined for all.
 * If they are long, a page has fewer than requested.
 */
export async function listThreads(
  db: Db,
  documentId: string,
  { limit, cursor, resolved }: PageAsked & { resolved: boolean | undefined },
): Promise<Page<Thread>> {
  const after = readCursor(cursorKeys, cursor);
  const begun = await commentsOf(db, documentId)
    .where('c.parent_id', 'is', null)
    .$if(after !== null, (query) => query.where('c.id', '>', after?.[0] ?? ''))
    .$if(resolved !== undefined, (query) =>
      query.where('c.resolved_at', resolved ? 'is not' : 'is', null),
    )
    .orderBy('c.id')
    .limit(limit + 1)
    .execute();
  const asked = begun.slice(0, limit).map((row) => row.id);
  const count = await countFitting(db, asked);
  const ids = asked.slice(0, count);
  const answers =
    ids.length === 0
      ? []
      : await commentsOf(db, documentId)
          .where('c.thread_id', 'in', ids)
          .where('c.parent_id', 'is not', null)
          .orderBy('c.id')
          .execute();
  const comments = await present(db, [...begun.slice(0, count), ...answers]);
  const replies = Map.groupBy(
    comments.filter((comment) => comment.parentId !== null),
    (comment) => comment.threadId,
  );
  const first = new Map(comments.map((comment) => [comment.id, comment]));
  return pageOf(begun, {
    limit: count,
    keysOf: (row) => [row.id],
    present: (row) => ({ ...(first.get(row.id) as Comment), replies: replies.get(row.id) ?? [] }),
  });
}
