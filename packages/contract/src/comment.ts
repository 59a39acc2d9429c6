import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** A place in a document's text as Yjs tells it (a relative position, version 1), in base64: it moves with the text around it. */
const place = z
  .string()
  .max(limits.placeBytesMax * 2)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, { error: 'This is not base64' });

/**
 * What a comment is about: the text from one place up to another, and that text as it was, which stays when it is gone.
 * Source: features, Comments.
 */
export const commentAnchor = z.strictObject({
  quote: textOf({ max: limits.quoteMax, what: 'The quoted text' }),
  from: place,
  to: place,
});
/** See {@link commentAnchor}. */
export type CommentAnchor = z.infer<typeof commentAnchor>;

/** The id of a suggestion as the text of its document has it. Whether it is there now is not asked: it may be on its way, or decided. */
const suggestionId = textOf({ min: 1, max: limits.suggestionIdMax, what: 'The suggestion' });

/** The ways to react to a comment without a word. */
export const reactionKinds = ['thumbs_up', 'heart', 'laugh', 'party', 'eyes', 'thanks'] as const;
/** See {@link reactionKinds}. */
export const reactionKind = z.enum(reactionKinds);
/** See {@link reactionKinds}. */
export type ReactionKind = z.infer<typeof reactionKind>;

/** Who reacted to a comment in one way, in the order in which they did. */
export const reaction = z.object({ kind: reactionKind, people: z.array(person) });

/**
 * What somebody said about a document. A thread bears the id of the comment that began it; only that one has an anchor, or a suggestion that it is about. Whether the
 * thread is resolved is told with each of its comments. A deleted comment with answers leaves its place: an empty body and
 * `deletedAt`. `mentions`: people named in it (`@username`) who can read the document. `assignee`: whose the thread is
 * to deal with, by the day `dueOn`; told with each of its comments. Source: API, Shapes, Comment.
 */
export const comment = z
  .object({
    id,
    documentId: id,
    threadId: id,
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

/** A thread as lists hold it: its first comment, and the answers in the order in which they came. */
export const thread = comment.extend({ replies: z.array(comment) }).meta({ id: 'Thread' });
/** See {@link thread}. */
export type Thread = z.infer<typeof thread>;

const body = textOf({ min: 1, max: limits.commentMax, trim: true, what: 'Comment' });

/** Whose a thread is to deal with, and by which day; null takes it back. A day needs somebody. */
const assignment = { assigneeId: id.nullable().optional(), dueOn: z.iso.date().nullable().optional() };

/**
 * Body of `POST /documents/{id}/comments`. An answer (`parentId`) has neither an anchor nor a suggestion of its own, and is assigned to
 * nobody; a thread has at most one of the two.
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

/** Body of `PATCH /documents/{id}/comments/{commentId}`. `resolved` and what is assigned are said of the whole thread. */
export const commentChange = z.strictObject({ body: body.optional(), resolved: z.boolean().optional(), ...assignment });
/** See {@link commentChange}. */
export type CommentChange = z.infer<typeof commentChange>;
