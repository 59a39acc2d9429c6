import { z } from 'zod';
import { byId, page } from '../asked.ts';
import { comment, commentChange, newComment, reactionKind, thread } from '../comment.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { id, listOf } from '../text.ts';

const byIdAndComment = z.object({ id, commentId: id });
const byReaction = byIdAndComment.extend({ kind: reactionKind });

/** Fields of a call that adds or removes a reaction. */
const reaction = {
  ...signedIn,
  params: byReaction,
  status: 200,
  answer: comment,
  refuses: ['not_found', 'not_allowed', 'archived'],
} as const;

/** Comments on a document. */
export const commentsEndpoints = {
  listComments: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/comments',
    summary: 'List the threads of a document with their replies, oldest thread first',
    ...signedIn,
    guests: true,
    params: byId,
    query: page.extend({ resolved: z.enum(['true', 'false']).optional() }),
    status: 200,
    answer: listOf(thread),
    refuses: ['not_found'],
  }),
  getThread: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/comments/{commentId}',
    summary: 'Return a thread, by the id of its first comment, with its replies',
    ...signedIn,
    guests: true,
    params: byIdAndComment,
    status: 200,
    answer: thread,
    refuses: ['not_found'],
  }),
  createComment: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/comments',
    summary: 'Create a comment on a document or a passage, or a reply',
    ...signedIn,
    guests: true,
    params: byId,
    body: newComment,
    status: 201,
    answer: comment,
    refuses: ['not_found', 'not_allowed', 'archived', 'thread_full'],
  }),
  updateComment: endpoint({
    method: 'PATCH',
    path: '/api/v1/documents/{id}/comments/{commentId}',
    summary: 'Edit a comment (its author only); resolve, reopen or assign its thread',
    ...signedIn,
    guests: true,
    params: byIdAndComment,
    body: commentChange,
    status: 200,
    answer: comment,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  addReaction: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/comments/{commentId}/reactions/{kind}',
    summary: 'React to a comment; repeating it has no effect',
    ...reaction,
  }),
  removeReaction: endpoint({
    method: 'DELETE',
    path: '/api/v1/documents/{id}/comments/{commentId}/reactions/{kind}',
    summary: 'Remove a reaction of the caller',
    ...reaction,
  }),
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/api/v1/documents/{id}/comments/{commentId}',
    summary: 'Delete a comment; a comment with replies leaves a placeholder',
    ...signedIn,
    guests: true,
    params: byIdAndComment,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived', 'on_hold'],
  }),
} as const;
