import type { Kysely } from 'kysely';
import {
  limits,
  type Comment,
  type CommentChange,
  type NewComment,
  type ReactionKind,
  type Thread,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange, can } from '../../domain/access.ts';
import { publish } from '../../domain/events.ts';
import { withDocument } from '../../domain/document-tx.ts';
import { requireNotHeld } from '../../domain/holds.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { requirePlaces } from './anchors.ts';
import { changeAssigned, requireAssignee, unassigned, recordAssigned } from './assigning.ts';
import type { CommentsDeps, CommentTx } from './comment-tx.ts';
import { recordCommentActivity } from './comment-tx.ts';
import { findMentioned } from './mentions.ts';
import * as store from './store.ts';
import * as threads from './threads-store.ts';

type OneComment = { documentId: string; commentId: string };

/** Returns the threads of a document. Requires read access. Refuses `not_found`. */
export async function listThreads(
  { db }: CommentsDeps,
  userId: string,
  {
    documentId,
    resolved,
    ...asked
  }: PageAsked & { documentId: string; resolved: 'true' | 'false' | undefined },
): Promise<Page<Thread>> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  return threads.listThreads(db, documentId, {
    ...asked,
    resolved: resolved === undefined ? undefined : resolved === 'true',
  });
}

/** Returns a thread by the id of its first comment. Requires read access. Refuses `not_found`. */
export async function getThread(
  { db }: CommentsDeps,
  userId: string,
  { documentId, commentId }: OneComment,
): Promise<Thread> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  return (await threads.findThread(db, documentId, commentId)) ?? refuse('not_found');
}

/**
 * Runs a change to a document's comments, serialized by a lock. Open pages are notified of the
 * thread and its version after the commit. Returns the comment with the id that `change` returns;
 * null if it is gone.
 */
async function changeComments(
  { db, clock }: CommentsDeps,
  userId: string,
  documentId: string,
  change: (tx: CommentTx) => Promise<{ threadId: string; commentId: string }>,
): Promise<Comment | null> {
  return withDocument(db, { userId, documentId }, async (tx) => {
    const { threadId, commentId } = await change({ ...tx, userId, at: new Date(clock.now()) });
    const version = await store.countChange(tx.trx, threadId);
    await publish(tx.trx, {
      name: 'thread',
      to: { projectId: tx.info.projectId, documentId },
      data: { documentId, threadId, version },
    });
    return threads.findComment(tx.trx, documentId, commentId);
  });
}

/** Runs a change after which the comment exists, and returns it. See {@link changeComments}. */
async function changeComment(...given: Parameters<typeof changeComments>): Promise<Comment> {
  return (await changeComments(...given)) ?? refuse('not_found');
}

async function getCommentRow(
  db: Kysely<Schema>,
  { documentId, commentId }: OneComment,
): Promise<store.CommentRow> {
  return (await store.findCommentRow(db, documentId, commentId)) ?? refuse('not_found');
}

/** Returns the thread of a new comment: its own, or that of the comment it replies to. */
async function threadFor(
  tx: CommentTx,
  commentId: string,
  parentId: string | null,
): Promise<string> {
  const { trx, access } = tx;
  if (parentId === null) return commentId;
  const { threadId } = await getCommentRow(trx, {
    documentId: access.documentId,
    commentId: parentId,
  });
  if ((await store.countThread(trx, threadId)) >= limits.threadCommentsMax) refuse('thread_full');
  return threadId;
}

/** Refuses `invalid` for a comment with more than one subject. */
function requireOneSubject({
  anchor,
  suggestionId,
  parentId,
  assigneeId,
  dueOn,
}: NewComment): void {
  const errors = [];
  if (anchor && parentId) errors.push({ path: 'anchor', message: 'A reply cannot have an anchor' });
  if (suggestionId && parentId)
    errors.push({ path: 'suggestionId', message: 'A reply cannot have a suggestion' });
  if (suggestionId && anchor)
    errors.push({ path: 'suggestionId', message: 'A thread has either an anchor or a suggestion' });
  if (assigneeId && parentId)
    errors.push({ path: 'assigneeId', message: 'A reply cannot have an assignee' });
  if (dueOn && parentId) errors.push({ path: 'dueOn', message: 'A reply cannot have a due date' });
  if (errors.length > 0) refuse('invalid', { errors });
}

/**
 * Creates a comment or a reply. Requires the reviewer role. Only the first comment of a thread has
 * an anchor or a suggestion. Refuses `not_found` (also for a reply to a missing comment),
 * `not_allowed`, `archived`, `invalid`, `thread_full`.
 */
export function createComment(
  deps: CommentsDeps,
  userId: string,
  given: NewComment & { documentId: string },
): Promise<Comment> {
  const { documentId, body, anchor = null, suggestionId = null, parentId = null } = given;
  const commentId = deps.ids.uuid();
  return changeComment(deps, userId, documentId, async (tx) => {
    const { trx, access, at } = tx;
    requireChange(access, 'comment');
    requireOneSubject(given);
    const to = await requireAssignee(trx, documentId, given, unassigned, at);
    if (anchor !== null) requirePlaces(anchor);
    const threadId = await threadFor(tx, commentId, parentId);
    await store.addComment(trx, {
      id: commentId,
      documentId,
      threadId,
      parentId,
      anchor,
      suggestionId,
      body,
      authorId: userId,
      at,
      ...to,
    });
    const mentions = await findMentioned(trx, documentId, body);
    await store.setMentions(trx, commentId, mentions);
    const type = parentId === null ? 'comment.created' : 'comment.replied';
    await recordCommentActivity(deps, tx, { type, data: { threadId, commentId, mentions } });
    if (to.assigneeId !== null)
      await recordAssigned(deps, tx, { threadId, commentId, assigneeId: to.assigneeId });
    return { threadId, commentId };
  });
}

/** Changes the text of a comment. Allowed for its author while their role allows comments. */
async function changeBody(tx: CommentTx, comment: store.CommentRow, body: string): Promise<void> {
  const { trx, access, userId, at } = tx;
  if (comment.authorId !== userId) refuse('not_allowed');
  requireChange(access, 'comment');
  if (body === comment.body) return;
  await store.setBody(trx, comment.id, body, at);
  await store.setMentions(trx, comment.id, await findMentioned(trx, access.documentId, body));
}

/**
 * Resolves or reopens a thread. Requires the reviewer role; the author of the thread needs only
 * read access.
 */
async function changeResolved(
  deps: CommentsDeps,
  tx: CommentTx,
  comment: store.CommentRow,
  resolved: boolean,
): Promise<void> {
  const { trx, access, userId, at } = tx;
  requireChange(access, comment.startedBy === userId ? 'read' : 'comment');
  if (resolved === (comment.resolvedAt !== null)) return;
  await store.setResolved(trx, comment.threadId, resolved ? { userId, at } : null);
  const type = resolved ? 'comment.resolved' : 'comment.reopened';
  await recordCommentActivity(deps, tx, {
    type,
    data: { threadId: comment.threadId, commentId: comment.id },
  });
}

/**
 * Changes a comment's text, or resolves, reopens or assigns its thread. Applies all changes or
 * none. Callers without any of these rights are refused first. Refuses `not_found`, `not_allowed`,
 * `archived`, `invalid`.
 */
export function updateComment(
  deps: CommentsDeps,
  userId: string,
  { documentId, commentId, change }: OneComment & { change: CommentChange },
): Promise<Comment> {
  return changeComment(deps, userId, documentId, async (tx) => {
    const comment = await getCommentRow(tx.trx, { documentId, commentId });
    if (comment.startedBy !== userId) requireRole(tx.access, 'comment');
    if (change.body !== undefined) await changeBody(tx, comment, change.body);
    if (change.resolved !== undefined) await changeResolved(deps, tx, comment, change.resolved);
    await changeAssigned(deps, tx, comment, change);
    return { threadId: comment.threadId, commentId };
  });
}

/**
 * Adds or removes a reaction to a comment. Idempotent. Requires the reviewer role. Refuses
 * `not_found`, `not_allowed`, `archived`.
 */
export function react(
  deps: CommentsDeps,
  userId: string,
  { kind, isOn, ...one }: OneComment & { kind: ReactionKind; isOn: boolean },
): Promise<Comment> {
  return changeComment(deps, userId, one.documentId, async ({ trx, access, at }) => {
    requireChange(access, 'comment');
    const { threadId } = await getCommentRow(trx, one);
    await store.setReaction(trx, { commentId: one.commentId, userId, kind, isOn, at });
    return { threadId, commentId: one.commentId };
  });
}

/**
 * Deletes a comment. Allowed for its author with any role, and for owners. If it has replies, an
 * empty placeholder remains. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function deleteComment(
  deps: CommentsDeps,
  userId: string,
  one: OneComment,
): Promise<undefined> {
  await changeComments(deps, userId, one.documentId, async (tx) => {
    const { trx, access, at } = tx;
    const comment = await getCommentRow(trx, one);
    if (comment.authorId !== userId && !can(access.role, 'delete_comment')) refuse('not_allowed');
    requireChange(access, 'read');
    await requireNotHeld(trx, 'document', [one.documentId]);
    await store.blank(trx, comment.id, at);
    await store.prune(trx, comment.threadId);
    const data = { threadId: comment.threadId, commentId: comment.id };
    await recordCommentActivity(deps, tx, { type: 'comment.deleted', data });
    return { threadId: comment.threadId, commentId: comment.id };
  });
}
