import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/**
 * A place in a document's text: a Yjs relative position (version 1) in base64. It moves with the
 * text around it.
 */
const place = z
  .string()
  .max(limits.placeBytesMax * 2)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
    error: schemaMessage('not_base64'),
  });

/**
 * The passage of a comment: the text between two places, and a quote of that text, which remains
 * after the passage was deleted.
 */
export const commentAnchor = z.strictObject({
  quote: textOf({ max: limits.quoteMax, what: 'The quoted text' }),
  from: place,
  to: place,
});
/** See {@link commentAnchor}. */
export type CommentAnchor = z.infer<typeof commentAnchor>;

/**
 * Id of a suggestion as stored in the text of its document. The server does not check that it
 * exists: it may not have arrived yet, or be decided.
 */
const suggestionId = textOf({ min: 1, max: limits.suggestionIdMax, what: 'The suggestion' });

/** The available reactions to a comment. */
export const reactionKinds = ['thumbs_up', 'heart', 'laugh', 'party', 'eyes', 'thanks'] as const;
/** See {@link reactionKinds}. */
export const reactionKind = z.enum(reactionKinds);
/** See {@link reactionKinds}. */
export type ReactionKind = z.infer<typeof reactionKind>;

/** The users with one kind of reaction to a comment, in the order in which they reacted. */
export const reaction = z.object({ kind: reactionKind, people: z.array(person) });

/**
 * A comment on a document. A thread has the id of its first comment; only that one has an anchor or
 * a suggestion. Each comment repeats whether its thread is resolved. A deleted comment with replies
 * remains, with an empty body and `deletedAt`. `mentions`: users named in it (`@username`) who can
 * read the document. `assignee`: the user responsible for the thread, by the day `dueOn`; repeated
 * in each of its comments, as is `version`, which grows by 1 with each change to the thread.
 */
export const comment = z
  .object({
    id,
    documentId: id,
    threadId: id,
    version: z.int().nonnegative(),
    parentId: id.nullable(),
    anchor: commentAnchor.nullable(),
    suggestionId: z.string().nullable(),
    body: z.string(),
    author: person,
    mentions: z.array(person),
    createdAt: moment,
    editedAt: moment.nullable(),
    resolvedAt: moment.nullable(),
    resolvedBy: person.nullable(),
    assignee: person.nullable(),
    dueOn: z.iso.date().nullable(),
    reactions: z.array(reaction),
    deletedAt: moment.nullable(),
  })
  .meta({ id: 'Comment' });
/** See {@link comment}. */
export type Comment = z.infer<typeof comment>;

/** A thread in a list: its first comment, and the replies in chronological order. */
export const thread = comment.extend({ replies: z.array(comment) }).meta({ id: 'Thread' });
/** See {@link thread}. */
export type Thread = z.infer<typeof thread>;

const body = textOf({ min: 1, max: limits.commentMax, trim: true, what: 'Comment' });

/** Assignee and due date of a thread; null removes them. A due date requires an assignee. */
const assignment = {
  assigneeId: id.nullable().optional(),
  dueOn: z.iso.date().nullable().optional(),
};

/**
 * Body of `POST /documents/{id}/comments`. A reply (`parentId`) has neither an anchor, a suggestion
 * nor an assignee of its own. A thread has at most one of anchor and suggestion.
 */
export const newComment = z.strictObject({
  body,
  anchor: commentAnchor.nullable().optional(),
  suggestionId: suggestionId.nullable().optional(),
  parentId: id.nullable().optional(),
  ...assignment,
});
/** See {@link newComment}. */
export type NewComment = z.infer<typeof newComment>;

/**
 * Body of `PATCH /documents/{id}/comments/{commentId}`. `resolved` and the assignment apply to the
 * whole thread.
 */
export const commentChange = z.strictObject({
  body: body.optional(),
  resolved: z.boolean().optional(),
  ...assignment,
});
/** See {@link commentChange}. */
export type CommentChange = z.infer<typeof commentChange>;
