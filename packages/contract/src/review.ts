import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/**
 * Verdict of a reviewer on a version: approved, approved with the suggested changes, or more work
 * needed.
 */
export const verdictOnReview = z.enum(['approved', 'approved_with_changes', 'work_needed']);
/** See {@link verdictOnReview}. */
export type VerdictOnReview = z.infer<typeof verdictOnReview>;

/** Effect of later edits on approvals: `reset` requires a new approval, `keep` does not. */
const laterEdits = z.enum(['reset', 'keep']);

/**
 * A reviewer of a round, with their answer; `verdict` is null until there is one. `isOutdated`:
 * later edits have reset an approval, so that it is requested again.
 */
export const reviewer = z
  .object({
    person,
    verdict: verdictOnReview.nullable(),
    words: z.string(),
    answeredAt: moment.nullable(),
    isOutdated: z.boolean(),
  })
  .meta({ id: 'Reviewer' });
/** See {@link reviewer}. */
export type Reviewer = z.infer<typeof reviewer>;

/**
 * A review round of one version of a document. `dueOn` is a day. `locks`: true if the document
 * becomes read-only after all reviewers approved. States: `open` until all have approved
 * (`approved`), or until it is closed: `ended` keeps the answers, `cancelled` withdraws the
 * request. `approvedVersionId`: the version stored when all had approved.
 */
export const review = z
  .object({
    id,
    documentId: id,
    versionId: id,
    versionNumber: z.number().int(),
    versionName: z.string().nullable(),
    askedBy: person,
    message: z.string(),
    dueOn: z.iso.date().nullable(),
    laterEdits,
    locks: z.boolean(),
    state: z.enum(['open', 'approved', 'ended', 'cancelled']),
    reviewers: z.array(reviewer),
    createdAt: moment,
    endedAt: moment.nullable(),
    approvedVersionId: id.nullable(),
  })
  .meta({ id: 'Review' });
/** See {@link review}. */
export type Review = z.infer<typeof review>;

const message = textOf({ max: limits.commentMax, trim: true, what: 'Message' });
const reviewerIds = z
  .array(id)
  .min(1, { error: schemaMessage('no_reviewer') })
  .max(limits.reviewersMax, {
    error: schemaMessage('reviewers_max', { max: limits.reviewersMax }),
  });

/**
 * Body of `POST /documents/{id}/reviews`. Without `versionId`, the present text is stored as a
 * version and reviewed.
 */
export const newReview = z.strictObject({
  reviewerIds,
  versionId: id.optional(),
  message: message.optional(),
  dueOn: z.iso.date().nullable().optional(),
  laterEdits: laterEdits.optional(),
  locks: z.boolean().optional(),
});
/** See {@link newReview}. */
export type NewReview = z.infer<typeof newReview>;

/**
 * Body of `PATCH /documents/{id}/reviews/{reviewId}`. `reviewerIds`: the new complete list;
 * remaining reviewers keep their answers.
 */
export const reviewChange = z.strictObject({
  reviewerIds: reviewerIds.optional(),
  message: message.optional(),
  dueOn: z.iso.date().nullable().optional(),
});
/** See {@link reviewChange}. */
export type ReviewChange = z.infer<typeof reviewChange>;

/** Body of `PUT /documents/{id}/reviews/{reviewId}/answer`. */
export const reviewAnswer = z.strictObject({
  verdict: verdictOnReview,
  words: textOf({ max: limits.commentMax, trim: true, what: 'Your words' }).optional(),
});
/** See {@link reviewAnswer}. */
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

/** Body of `POST /documents/{id}/reviews/{reviewId}/end`. */
export const reviewEnd = z.strictObject({ as: z.enum(['ended', 'cancelled']) });

/**
 * A review that waits for the caller's answer. `isAgain`: later edits have reset their previous
 * answer.
 */
export const waitingReview = z
  .object({
    reviewId: id,
    documentId: id,
    title: z.string(),
    by: person,
    message: z.string(),
    dueOn: z.iso.date().nullable(),
    isAgain: z.boolean(),
    at: moment,
  })
  .meta({ id: 'WaitingReview' });
/** See {@link waitingReview}. */
export type WaitingReview = z.infer<typeof waitingReview>;
