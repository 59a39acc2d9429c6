import type { Kysely } from 'kysely';
import type {
  ActivityType,
  NewReview,
  Review,
  ReviewAnswer,
  ReviewChange,
  WaitingReview,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireDueDay } from '../../domain/due-days.ts';
import { requireRole, requireChange, requireUnlocked, can } from '../../domain/access.ts';
import { named, type RecordActivity, type Unnamed } from '../../domain/record-activity.ts';
import type { SaveVersion } from '../../domain/save-version.ts';
import type { DocumentState, Live } from '../../domain/live.ts';
import { withDocument, type DocumentTx } from '../../domain/document-tx.ts';
import { findDocumentAccess, getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { textsOfCaller } from '../../platform/translations.ts';
import * as store from './store.ts';

/** Dependencies of reviews. */
export type ReviewsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  recordActivity: RecordActivity;
  saveVersion: SaveVersion;
};

type OneReview = { documentId: string; reviewId: string };

/**
 * Context of a change to a document's reviews: the transaction that locks the document, its data,
 * and the caller.
 */
type ReviewTx = DocumentTx & { readonly userId: string; readonly at: Date };

/** Minimum time between two reminders of one round (ms). */
const remindEveryMs = 12 * 3_600_000;

/** Returns the rounds of a document. Requires read access. Refuses `not_found`. */
export async function listReviews(
  { db }: ReviewsDeps,
  userId: string,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<Review>> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  return store.listReviews(db, documentId, asked);
}

/** Returns the rounds that wait for the user's answer. */
export function listWaiting(
  { db }: ReviewsDeps,
  userId: string,
  asked: PageAsked,
): Promise<Page<WaitingReview>> {
  return store.listWaiting(db, userId, asked);
}

/** Runs a change to a document's reviews, serialized by a lock. */
function withReviewTx<Result>(
  { db, clock }: ReviewsDeps,
  userId: string,
  documentId: string,
  change: (tx: ReviewTx) => Promise<Result>,
): Promise<Result> {
  return withDocument(db, { userId, documentId }, (tx) =>
    change({ ...tx, userId, at: new Date(clock.now()) }),
  );
}

async function getReview(
  trx: Kysely<Schema>,
  { documentId, reviewId }: OneReview,
): Promise<Review> {
  return (await store.findReview(trx, documentId, reviewId)) ?? refuse('not_found');
}

/** Events of a review round. */
type ReviewEvent =
  Extract<ActivityType, `review.${string}`> | 'document.status_changed' | 'document.locked';

/** Records an activity of a round. */
function recordReviewActivity(
  { recordActivity }: ReviewsDeps,
  tx: ReviewTx,
  event: Unnamed<ReviewEvent>,
): Promise<void> {
  const { trx, info, access, userId } = tx;
  return recordActivity(trx, {
    ...named(event, info),
    actorId: userId,
    projectId: info.projectId,
    documentId: access.documentId,
  });
}

/** Refuses `cannot_review` for users that may not review. */
async function requireReviewers(
  { trx, access }: ReviewTx,
  userIds: readonly string[],
): Promise<void> {
  const active = new Set(await store.activeAmong(trx, userIds));
  for (const userId of userIds) {
    const theirs = active.has(userId)
      ? await findDocumentAccess(trx, userId, access.documentId)
      : null;
    // Users without access, without the right to review, and missing users get the same response,
    // so it reveals no accounts.
    if (theirs === null || !can(theirs.role, 'answer_review')) refuse('cannot_review');
  }
}

/** Sets the status of the document, if it differs. */
async function setStatus(
  deps: ReviewsDeps,
  tx: ReviewTx,
  status: 'in_review' | 'approved',
): Promise<void> {
  const { trx, info, access, at } = tx;
  if (info.status === status) return;
  await store.changeDocument(trx, access.documentId, { status, updated_at: at });
  const data = { from: info.status, to: status };
  await recordReviewActivity(deps, tx, { type: 'document.status_changed', data });
}

/**
 * Starts a round. Requires the editor role. Without a version, the current text is stored as one.
 * Refuses `not_found`, `not_allowed`, `archived`, `locked`, `review_open`, `cannot_review`.
 */
export async function askForReview(
  deps: ReviewsDeps,
  userId: string,
  { documentId, versionId, ...given }: NewReview & { documentId: string },
): Promise<Review> {
  requireChange(await getDocumentAccess(deps.db, userId, documentId), 'ask_for_review');
  requireDueDay(given.dueOn, deps.clock.now());
  const state = versionId === undefined ? await deps.live.readState(documentId) : null;
  return withReviewTx(deps, userId, documentId, async (tx) => {
    const { trx, access, at } = tx;
    requireChange(access, 'ask_for_review');
    requireUnlocked(access);
    const reviewerIds = [...new Set(given.reviewerIds)];
    await requireReviewers(tx, reviewerIds);
    if (versionId !== undefined && !(await store.hasVersion(trx, documentId, versionId)))
      refuse('not_found');
    const reviewed = versionId ?? (await saveForReview(deps, tx, state));
    const reviewId = deps.ids.uuid();
    const begun = await store.addReview(trx, {
      id: reviewId,
      documentId,
      versionId: reviewed,
      askedBy: userId,
      message: given.message ?? '',
      dueOn: given.dueOn ?? null,
      laterEdits: given.laterEdits ?? 'reset',
      locks: given.locks ?? false,
      at,
    });
    if (!begun) refuse('review_open');
    await store.setReviewers(trx, reviewId, reviewerIds, at);
    await setStatus(deps, tx, 'in_review');
    const data = { reviewId, reviewerIds, dueOn: given.dueOn ?? null };
    await recordReviewActivity(deps, tx, { type: 'review.asked', data });
    return getReview(trx, { documentId, reviewId });
  });
}

async function saveForReview(
  { saveVersion }: ReviewsDeps,
  { trx, access, userId, at }: ReviewTx,
  state: DocumentState | null,
) {
  if (state === null) throw new Error('the text to be reviewed was not read');
  const i18n = await textsOfCaller();
  const name = i18n._('For review, {day}', { day: at.toISOString().slice(0, 10) });
  return saveVersion(trx, {
    documentId: access.documentId,
    name,
    kind: 'named',
    createdBy: userId,
    state,
  });
}

/**
 * Runs a change to an open round. Refuses `not_found`, `not_allowed`, `archived`, `review_over`.
 */
function changeOpen(
  deps: ReviewsDeps,
  userId: string,
  { documentId, reviewId }: OneReview,
  verb: 'ask_for_review' | 'answer_review',
  change: (tx: ReviewTx, review: Review) => Promise<void>,
): Promise<Review> {
  return withReviewTx(deps, userId, documentId, async (tx) => {
    requireChange(tx.access, verb);
    const review = await getReview(tx.trx, { documentId, reviewId });
    if (review.state !== 'open') refuse('review_over');
    await change(tx, review);
    return getReview(tx.trx, { documentId, reviewId });
  });
}

/**
 * Ends the round if every answer is an approval that is not outdated. Stores the current text as a
 * named version, and locks the document if requested.
 */
async function settle(
  deps: ReviewsDeps,
  tx: ReviewTx,
  one: OneReview,
  state: DocumentState,
): Promise<boolean> {
  const { trx, access, userId, at } = tx;
  const { reviewers, laterEdits, locks } = await getReview(trx, one);
  const approves = ({ verdict, isOutdated }: (typeof reviewers)[number]): boolean =>
    (verdict === 'approved' || verdict === 'approved_with_changes') &&
    (laterEdits === 'keep' || !isOutdated);
  if (reviewers.length === 0 || !reviewers.every(approves)) return false;
  const i18n = await textsOfCaller();
  const name = i18n._('Approved, {day}', { day: at.toISOString().slice(0, 10) });
  const version = {
    documentId: access.documentId,
    name,
    kind: 'approval' as const,
    createdBy: userId,
    state,
  };
  const versionId = await deps.saveVersion(trx, version);
  await store.changeReview(trx, one.reviewId, {
    state: 'approved',
    ended_at: at,
    approved_version_id: versionId,
  });
  await setStatus(deps, tx, 'approved');
  await recordReviewActivity(deps, tx, {
    type: 'review.approved',
    data: { reviewId: one.reviewId, versionId },
  });
  if (!locks || access.lockedAt !== null) return false;
  await store.changeDocument(trx, access.documentId, { locked_at: at });
  await recordReviewActivity(deps, tx, { type: 'document.locked', data: {} });
  return true;
}

/**
 * Runs a change that may complete the round. After the commit, notifies live pages if the document
 * was locked.
 */
async function settling(
  deps: ReviewsDeps,
  userId: string,
  one: OneReview,
  verb: 'ask_for_review' | 'answer_review',
  change: (tx: ReviewTx, review: Review, state: DocumentState) => Promise<void>,
): Promise<Review> {
  requireRole(await getDocumentAccess(deps.db, userId, one.documentId), verb);
  const state = await deps.live.readState(one.documentId);
  let isLocked = false;
  const review = await changeOpen(deps, userId, one, verb, async (tx, before) => {
    await change(tx, before, state);
    isLocked = await settle(deps, tx, one, state);
  });
  if (isLocked) deps.live.rightsChanged({ documentIds: [one.documentId] });
  return review;
}

/**
 * Changes the reviewers, due date or message of a round. Refuses `not_found`, `not_allowed`,
 * `archived`, `review_over`, `cannot_review`.
 */
export function changeReview(
  deps: ReviewsDeps,
  userId: string,
  { change, ...one }: OneReview & { change: ReviewChange },
): Promise<Review> {
  return settling(deps, userId, one, 'ask_for_review', async (tx, before) => {
    const { trx, at } = tx;
    const { message, dueOn } = change;
    // An overdue round keeps its date if only other fields change.
    if (dueOn !== before.dueOn) requireDueDay(dueOn, at.getTime());
    if (message !== undefined) await store.changeReview(trx, one.reviewId, { message });
    if (dueOn !== undefined) await store.changeReview(trx, one.reviewId, { due_on: dueOn });
    const known = new Set(before.reviewers.map(({ person }) => person.id));
    const wanted = change.reviewerIds === undefined ? null : [...new Set(change.reviewerIds)];
    if (wanted !== null) {
      await requireReviewers(
        tx,
        wanted.filter((id) => !known.has(id)),
      );
      await store.setReviewers(trx, one.reviewId, wanted, at);
    }
    const added = wanted?.filter((id) => !known.has(id)) ?? [];
    const data = { reviewId: one.reviewId, reviewerIds: added };
    await recordReviewActivity(deps, tx, { type: 'review.changed', data });
  });
}

/**
 * Stores the caller's answer as a reviewer of the round. Refuses `not_found`, `not_allowed` (also
 * if the caller is not a reviewer of it), `archived`, `review_over`.
 */
export function answerReview(
  deps: ReviewsDeps,
  userId: string,
  { answer, ...one }: OneReview & { answer: ReviewAnswer },
): Promise<Review> {
  return settling(deps, userId, one, 'answer_review', async (tx, before, { seq }) => {
    const { verdict, words = '' } = answer;
    const isAsked = await store.setAnswer(
      tx.trx,
      { reviewId: one.reviewId, userId },
      { verdict, words, at: tx.at, seq },
    );
    if (!isAsked) refuse('not_allowed');
    const data = { reviewId: one.reviewId, verdict, askedBy: before.askedBy.id };
    await recordReviewActivity(deps, tx, { type: 'review.answered', data });
  });
}

/**
 * Ends a round. Its answers remain, and the status is not changed. Refuses `not_found`,
 * `not_allowed`, `archived`, `review_over`.
 */
export function endReview(
  deps: ReviewsDeps,
  userId: string,
  { as, ...one }: OneReview & { as: 'ended' | 'cancelled' },
): Promise<Review> {
  return changeOpen(deps, userId, one, 'ask_for_review', async (tx, before) => {
    await store.changeReview(tx.trx, one.reviewId, { state: as, ended_at: tx.at });
    const reviewerIds = before.reviewers.map(({ person }) => person.id);
    const data = { reviewId: one.reviewId, as, reviewerIds };
    await recordReviewActivity(deps, tx, { type: 'review.ended', data });
  });
}

/**
 * Reminds reviewers without a current answer. Refuses `not_found`, `not_allowed`, `archived`,
 * `review_over`, `too_many`.
 */
export async function remind(
  deps: ReviewsDeps,
  userId: string,
  one: OneReview,
): Promise<undefined> {
  await changeOpen(deps, userId, one, 'ask_for_review', async (tx, { reviewers }) => {
    const { trx, at } = tx;
    const last = await store.remindedAt(trx, one.reviewId);
    const waitMs = last === null ? 0 : last.getTime() + remindEveryMs - at.getTime();
    if (waitMs > 0) refuse('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    await store.changeReview(trx, one.reviewId, { reminded_at: at });
    const reviewerIds = reviewers
      .filter(({ verdict, isOutdated }) => verdict === null || isOutdated)
      .map(({ person }) => person.id);
    const data = { reviewId: one.reviewId, reviewerIds };
    await recordReviewActivity(deps, tx, { type: 'review.reminded', data });
  });
  return undefined;
}
