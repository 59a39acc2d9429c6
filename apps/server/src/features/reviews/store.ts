import { sql, type Kysely, type Updateable } from 'kysely';
import { z } from 'zod';
import {
  id,
  type Person,
  type Review,
  type VerdictOnReview,
  type WaitingReview,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { headSeq } from '../../domain/head-seq.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([id]);
const waitingKeys = z.tuple([z.string().max(10), id]);

/** Changes the status or lock of a document. */
export async function changeDocument(
  trx: Db,
  documentId: string,
  change: Pick<Updateable<Schema['documents']>, 'status' | 'locked_at' | 'updated_at'>,
): Promise<void> {
  await trx.updateTable('documents').set(change).where('id', '=', documentId).execute();
}

/** True if a document has a version with this id. */
export async function hasVersion(db: Db, documentId: string, versionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_versions')
    .select('id')
    .where('document_id', '=', documentId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the active users among these. */
export async function activeAmong(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('is_guest', '=', false)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** A new round. */
export type Begun = Pick<
  Review,
  'id' | 'documentId' | 'versionId' | 'message' | 'dueOn' | 'laterEdits' | 'locks'
> & {
  askedBy: string;
  at: Date;
};

/** Adds a round. Returns false if another one is open. */
export async function addReview(trx: Db, review: Begun): Promise<boolean> {
  const added = await trx
    .insertInto('reviews')
    .values({
      id: review.id,
      document_id: review.documentId,
      version_id: review.versionId,
      asked_by: review.askedBy,
      message: review.message,
      due_on: review.dueOn,
      later_edits: review.laterEdits,
      locks: review.locks,
      created_at: review.at,
    })
    .onConflict((conflict) =>
      conflict.column('document_id').where('state', '=', 'open').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Replaces the reviewers of a round. Existing ones keep their answers. Returns the added ones. */
export async function setReviewers(
  trx: Db,
  reviewId: string,
  userIds: readonly string[],
  at: Date,
): Promise<string[]> {
  await trx
    .deleteFrom('reviewers')
    .where('review_id', '=', reviewId)
    .where('user_id', 'not in', userIds)
    .execute();
  const added = await trx
    .insertInto('reviewers')
    .values(userIds.map((userId) => ({ review_id: reviewId, user_id: userId, asked_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id as userId')
    .execute();
  return added.map(({ userId }) => userId);
}

/** Stores an answer. Returns false if the user is not a reviewer of the round. */
export async function setAnswer(
  trx: Db,
  { reviewId, userId }: { reviewId: string; userId: string },
  answer: { verdict: VerdictOnReview; words: string; at: Date; seq: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('reviewers')
    .set({
      verdict: answer.verdict,
      words: answer.words,
      answered_at: answer.at,
      answered_seq: answer.seq,
    })
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a round. */
export async function changeReview(
  trx: Db,
  reviewId: string,
  change: Updateable<Schema['reviews']>,
): Promise<void> {
  await trx.updateTable('reviews').set(change).where('id', '=', reviewId).execute();
}

/** Returns the time of a round's last reminder, or null. */
export async function remindedAt(trx: Db, reviewId: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('reviews')
    .select('reminded_at as at')
    .where('id', '=', reviewId)
    .executeTakeFirst();
  return row?.at ?? null;
}

function reviewsOf(db: Db, documentId: string) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('document_versions as v', 'v.id', 'r.version_id')
    .innerJoin('users', 'users.id', 'r.asked_by')
    .where('r.document_id', '=', documentId)
    .select([
      'r.id as id',
      'r.document_id as documentId',
      'r.version_id as versionId',
      'r.message as message',
    ])
    .select([
      'v.number as versionNumber',
      'v.name as versionName',
      'r.due_on as dueOn',
      'r.later_edits as laterEdits',
    ])
    .select([
      'r.locks as locks',
      'r.state as state',
      'r.created_at as createdAt',
      'r.ended_at as endedAt',
    ])
    .select(['r.approved_version_id as approvedVersionId', headSeq('r.document_id').as('head')])
    .select([
      'users.id as byId',
      'users.username as username',
      'users.name as name',
      'users.avatar_color as avatarColor',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof reviewsOf>['executeTakeFirstOrThrow']>>;

async function present(db: Db, rows: readonly Row[]): Promise<Review[]> {
  if (rows.length === 0) return [];
  const asked = await db
    .selectFrom('reviewers as a')
    .innerJoin('users', 'users.id', 'a.user_id')
    .where(
      'a.review_id',
      'in',
      rows.map((row) => row.id),
    )
    .select([
      'a.review_id as reviewId',
      'a.verdict as verdict',
      'a.words as words',
      'a.answered_at as answeredAt',
    ])
    .select([
      'a.answered_seq as answeredSeq',
      'users.id as id',
      'users.username as username',
      'users.name as name',
    ])
    .select('users.avatar_color as avatarColor')
    .orderBy('a.asked_at')
    .orderBy('users.name')
    .execute();
  return rows.map((row) => {
    const { byId, username, name, avatarColor, head, createdAt, endedAt, ...rest } = row;
    const askedBy: Person = { id: byId, username, name, avatarColor };
    const reviewers = asked
      .filter(({ reviewId }) => reviewId === row.id)
      .map((one) => ({
        person: toPerson(one),
        verdict: one.verdict,
        words: one.words,
        answeredAt: one.answeredAt?.toISOString() ?? null,
        isOutdated: isOutdated(row, one, head),
      }));
    return {
      ...rest,
      askedBy,
      reviewers,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    };
  });
}

/**
 * True if an approval is outdated: it applies to the content at that time, if later edits reset it.
 */
function isOutdated(
  { state, laterEdits }: Pick<Row, 'state' | 'laterEdits'>,
  { verdict, answeredSeq }: { verdict: VerdictOnReview | null; answeredSeq: number | null },
  head: number,
): boolean {
  if (state !== 'open' || laterEdits === 'keep' || verdict === null || verdict === 'work_needed')
    return false;
  return answeredSeq === null || answeredSeq < head;
}

/** Returns a document's rounds, newest first. */
export async function listReviews(
  db: Db,
  documentId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Review>> {
  const before = readCursor(cursorKeys, cursor);
  const rows = await reviewsOf(db, documentId)
    .$if(before !== null, (query) => query.where('r.id', '<', before?.[0] ?? ''))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = new Map((await present(db, rows)).map((review) => [review.id, review]));
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.id],
    present: (row) => shown.get(row.id) as Review,
  });
}

/** Returns one round of a document, or null if there is none or `reviewId` is not an id. */
export async function findReview(
  db: Db,
  documentId: string,
  reviewId: string,
): Promise<Review | null> {
  if (!id.safeParse(reviewId).success) return null;
  const rows = await reviewsOf(db, documentId).where('r.id', '=', reviewId).execute();
  return (await present(db, rows))[0] ?? null;
}

/**
 * Returns open rounds of active documents that wait for the user's first or renewed answer.
 * Earliest due date first, those without a date last.
 */
export async function listWaiting(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<WaitingReview>> {
  const after = readCursor(waitingKeys, cursor);
  const due = sql<string>`coalesce(r.due_on, '9999-12-31')`;
  const isAgain = sql<boolean>`a.verdict is not null`;
  const head = headSeq('d.id');
  let query = visibleDocuments(db, userId)
    .innerJoin('reviews as r', 'r.document_id', 'd.id')
    .innerJoin('reviewers as a', (join) =>
      join.onRef('a.review_id', '=', 'r.id').on('a.user_id', '=', userId),
    )
    .innerJoin('users as u', 'u.id', 'r.asked_by')
    .where('r.state', '=', 'open')
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where(
      sql<boolean>`(a.verdict is null or (r.later_edits = 'reset' and a.verdict <> 'work_needed' and a.answered_seq < ${head}))`,
    )
    .clearSelect()
    .select([
      'r.id as reviewId',
      'd.id as documentId',
      'd.title as title',
      'r.message as message',
      'r.due_on as dueOn',
    ])
    .select(['a.asked_at as at', due.as('dueKey'), isAgain.as('isAgain')])
    .select([
      'u.id as byId',
      'u.username as username',
      'u.name as name',
      'u.avatar_color as avatarColor',
    ]);
  if (after) query = query.where(sql<boolean>`(${due}, r.id) > (${after[0]}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy(due)
    .orderBy('r.id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.dueKey, row.reviewId],
    present: ({ dueKey: _, byId, username, name, avatarColor, at, ...row }) => ({
      ...row,
      by: { id: byId, username, name, avatarColor },
      at: at.toISOString(),
    }),
  });
}
