import type { Kysely } from 'kysely';
import { wrongField, type CommentChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireDueDay } from '../../domain/due-days.ts';
import { requireChange } from '../../domain/access.ts';
import { findDocumentAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import { recordCommentActivity, type CommentsDeps, type CommentTx } from './comment-tx.ts';
import { setAssigned, type CommentRow } from './store.ts';

/** Assignee and due date of a thread. */
type Assigned = Pick<CommentRow, 'assigneeId' | 'dueOn'>;

/** No assignee and no due date. */
export const unassigned: Assigned = { assigneeId: null, dueOn: null };

/**
 * Returns the assignee and due date of a thread after a change. Refuses `invalid` if the user
 * cannot read the document, or for a due date without assignee. The response does not reveal
 * whether the user exists.
 */
export async function requireAssignee(
  db: Kysely<Schema>,
  documentId: string,
  given: Pick<CommentChange, 'assigneeId' | 'dueOn'>,
  before: Assigned,
  at: Date,
): Promise<Assigned> {
  const assigneeId = given.assigneeId === undefined ? before.assigneeId : given.assigneeId;
  if (assigneeId === null) {
    if (given.dueOn)
      refuse('invalid', {
        errors: [wrongField('dueOn', 'due_needs_assignee')],
      });
    return unassigned;
  }
  const dueOn = given.dueOn === undefined ? before.dueOn : given.dueOn;
  if (dueOn !== before.dueOn) requireDueDay(dueOn, at.getTime());
  if (assigneeId !== before.assigneeId && !(await canRead(db, assigneeId, documentId)))
    refuse('invalid', {
      errors: [wrongField('assigneeId', 'assignee_cannot_read')],
    });
  return { assigneeId, dueOn };
}

async function canRead(db: Kysely<Schema>, userId: string, documentId: string): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person !== undefined && (await findDocumentAccess(db, userId, documentId)) !== null;
}

/** Assigns a thread. Requires the reviewer role. */
export async function changeAssigned(
  deps: Pick<CommentsDeps, 'recordActivity'>,
  tx: CommentTx,
  comment: CommentRow,
  change: CommentChange,
): Promise<void> {
  if (change.assigneeId === undefined && change.dueOn === undefined) return;
  requireChange(tx.access, 'comment');
  const to = await requireAssignee(tx.trx, tx.access.documentId, change, comment, tx.at);
  await setAssigned(tx.trx, comment.threadId, to);
  if (to.assigneeId !== null && to.assigneeId !== comment.assigneeId)
    await recordAssigned(deps, tx, {
      threadId: comment.threadId,
      commentId: comment.id,
      assigneeId: to.assigneeId,
    });
}

/**
 * Records the activity that notifies the assignee, unless they assigned the thread themselves.
 */
export async function recordAssigned(
  deps: Pick<CommentsDeps, 'recordActivity'>,
  tx: CommentTx,
  data: { threadId: string; commentId: string; assigneeId: string },
): Promise<void> {
  await recordCommentActivity(deps, tx, { type: 'comment.assigned', data });
}
