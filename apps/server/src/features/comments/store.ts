import type { Kysely } from 'kysely';
import { id, type CommentAnchor, type ReactionKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** A comment that is not deleted, with the data that decides which changes are allowed. */
export type CommentRow = {
  id: string;
  threadId: string;
  parentId: string | null;
  authorId: string;
  body: string;
  /** The following fields are those of the thread. */
  startedBy: string;
  resolvedAt: Date | null;
  assigneeId: string | null;
  dueOn: string | null;
};

/**
 * Returns a comment that is not deleted. Returns null if there is none or `commentId` is not an id.
 */
export async function findCommentRow(
  db: Db,
  documentId: string,
  commentId: string,
): Promise<CommentRow | null> {
  if (!id.safeParse(commentId).success) return null;
  const row = await db
    .selectFrom('comments as c')
    .innerJoin('comments as t', 't.id', 'c.thread_id')
    .select([
      'c.id as id',
      'c.thread_id as threadId',
      'c.parent_id as parentId',
      'c.author_id as authorId',
      'c.body as body',
    ])
    .select(['t.author_id as startedBy', 't.resolved_at as resolvedAt'])
    .select(['t.assignee_id as assigneeId', 't.due_on as dueOn'])
    .where('c.document_id', '=', documentId)
    .where('c.id', '=', commentId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the number of comments in a thread, including placeholders of deleted ones. */
export async function countThread(db: Db, threadId: string): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Adds a comment. It begins a thread if `threadId` is its own id. */
export async function addComment(
  db: Db,
  comment: Omit<CommentRow, 'startedBy' | 'resolvedAt'> & {
    documentId: string;
    anchor: CommentAnchor | null;
    suggestionId: string | null;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('comments')
    .values({
      id: comment.id,
      document_id: comment.documentId,
      thread_id: comment.threadId,
      parent_id: comment.parentId,
      anchor: comment.anchor === null ? null : JSON.stringify(comment.anchor),
      suggestion_id: comment.suggestionId,
      body: comment.body,
      assignee_id: comment.assigneeId,
      due_on: comment.dueOn,
      author_id: comment.authorId,
      created_at: comment.at,
    })
    .execute();
}

/** Changes the text of a comment. */
export async function setBody(db: Db, commentId: string, body: string, at: Date): Promise<void> {
  await db
    .updateTable('comments')
    .set({ body, edited_at: at })
    .where('id', '=', commentId)
    .execute();
}

/** Replaces the mentions of a comment. */
export async function setMentions(
  db: Db,
  commentId: string,
  userIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('comment_mentions').where('comment_id', '=', commentId).execute();
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ comment_id: commentId, user_id: userId }));
  await db.insertInto('comment_mentions').values(rows).execute();
}

/** Resolves a thread, or reopens it if `by` is null. */
export async function setResolved(
  db: Db,
  threadId: string,
  by: { userId: string; at: Date } | null,
): Promise<void> {
  await db
    .updateTable('comments')
    .set({ resolved_at: by?.at ?? null, resolved_by: by?.userId ?? null })
    .where('id', '=', threadId)
    .execute();
}

/** Increments the version of a thread, and returns it; null if no comment of the thread is left. */
export async function countChange(db: Db, threadId: string): Promise<number | null> {
  const row = await db
    .updateTable('comments')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', threadId)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Sets the assignee and due date of a thread. */
export async function setAssigned(
  db: Db,
  threadId: string,
  to: Pick<CommentRow, 'assigneeId' | 'dueOn'>,
): Promise<void> {
  await db
    .updateTable('comments')
    .set({ assignee_id: to.assigneeId, due_on: to.dueOn })
    .where('id', '=', threadId)
    .execute();
}

/** Adds or removes a user's reaction to a comment. Idempotent. */
export async function setReaction(
  db: Db,
  {
    commentId,
    userId,
    kind,
    isOn,
    at,
  }: { commentId: string; userId: string; kind: ReactionKind; isOn: boolean; at: Date },
): Promise<void> {
  const one = { comment_id: commentId, user_id: userId, reaction: kind };
  if (isOn)
    await db
      .insertInto('comment_reactions')
      .values({ ...one, reacted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('comment_reactions')
      .where('comment_id', '=', commentId)
      .where('user_id', '=', userId)
      .where('reaction', '=', kind)
      .execute();
}

/** Clears a deleted comment. Its row remains for its replies. */
export async function blank(db: Db, commentId: string, at: Date): Promise<void> {
  await db
    .updateTable('comments')
    .set({ body: '', anchor: null, suggestion_id: null, deleted_at: at })
    .where('id', '=', commentId)
    .execute();
  await db.deleteFrom('comment_reactions').where('comment_id', '=', commentId).execute();
  await db.deleteFrom('comment_mentions').where('comment_id', '=', commentId).execute();
}

/**
 * Removes deleted comments without replies from a thread. Repeats until every deleted comment has a
 * reply.
 */
export async function prune(db: Db, threadId: string): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('comments as c')
      .where('c.thread_id', '=', threadId)
      .where('c.deleted_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('comments as a').select('a.id').whereRef('a.parent_id', '=', 'c.id')),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
  }
}
