import type { Kysely } from 'kysely';
import type { CommentChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demandDueDay } from '../../domain/due-days.ts';
import { demandChange } from '../../domain/access.ts';
import { findDocumentAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import { tell, type CommentsDeps, type Held } from './held.ts';
import { setAssigned, type Place } from './store.ts';

/** Whose a thread is to deal with, and by which day. */
type Assigned = Pick<Place, 'assigneeId' | 'dueOn'>;

/** Nobody's, by no day. */
export const nobody: Assigned = { assigneeId: null, dueOn: null };

/**
 * What a thread is assigned to after a change of it. Refuses `invalid` where the person cannot read the document, or nobody is to deal with
 * it by that day: nobody learns whether there is such a person.
 */
export async function demandAssignee(
  db: Kysely<Schema>,
  documentId: string,
  given: Pick<CommentChange, 'assigneeId' | 'dueOn'>,
  before: Assigned,
  at: Date,
): Promise<Assigned> {
  const assigneeId = given.assigneeId === undefined ? before.assigneeId : given.assigneeId;
  if (assigneeId === null) {
    if (given.dueOn) refuse('invalid', { errors: [{ path: 'dueOn', message: 'Choose first who is to deal with it' }] });
    return nobody;
  }
  const dueOn = given.dueOn === undefined ? before.dueOn : given.dueOn;
  if (dueOn !== before.dueOn) demandDueDay(dueOn, at.getTime());
  if (assigneeId !== before.assigneeId && !(await mayRead(db, assigneeId, documentId)))
    refuse('invalid', { errors: [{ path: 'assigneeId', message: 'Choose somebody who can read the document' }] });
  return { assigneeId, dueOn };
}

async function mayRead(db: Kysely<Schema>, userId: string, documentId: string): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person !== undefined && (await findDocumentAccess(db, userId, documentId)) !== null;
}

/** Assigns a thread, which reviewers and up may. */
export async function changeAssigned(
  deps: Pick<CommentsDeps, 'journal'>,
  held: Held,
  place: Place,
  change: CommentChange,
): Promise<void> {
  if (change.assigneeId === undefined && change.dueOn === undefined) return;
  demandChange(held.access, 'comment');
  const to = await demandAssignee(held.trx, held.access.documentId, change, place, held.at);
  await setAssigned(held.trx, place.threadId, to);
  if (to.assigneeId !== null && to.assigneeId !== place.assigneeId)
    await tellAssigned(deps, held, { threadId: place.threadId, commentId: place.id, assigneeId: to.assigneeId });
}

/** Tells whom a thread was assigned to, unless they did so themselves. */
export async function tellAssigned(
  deps: Pick<CommentsDeps, 'journal'>,
  held: Held,
  data: { threadId: string; commentId: string; assigneeId: string },
): Promise<void> {
  await tell(deps, held, 'comment.assigned', data);
}
