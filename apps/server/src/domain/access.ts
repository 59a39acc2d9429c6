import { atLeast, type Role } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';

/**
 * The least role that may do each thing, to be read aloud: "a reviewer may comment". Each role includes the ones before it.
 * Administrators are not named here: they run the instance and do not read other people's documents by it.
 * Source: API, Shapes, Collaborator.
 */
const leastRole = {
  read: 'viewer',
  comment: 'reviewer',
  suggest: 'reviewer',
  write: 'editor',
  rename_document: 'editor',
  create_document: 'editor',
  order_documents: 'editor',
  change_status: 'editor',
  move_document: 'editor',
  archive_document: 'editor',
  restore_document: 'editor',
  delete_document: 'editor',
  remove_document: 'owner',
  tag_document: 'editor',
  make_template: 'editor',
  keep_version: 'editor',
  restore_version: 'editor',
  lock_document: 'editor',
  merge_edit: 'editor',
  merge_suggestions: 'reviewer',
  ask_for_review: 'editor',
  answer_review: 'reviewer',
  delete_comment: 'owner',
  share: 'owner',
  hand_over: 'owner',
  rename_project: 'owner',
  archive_project: 'owner',
  delete_project: 'owner',
} as const satisfies Record<string, Role>;

/** Something that a role may or may not do. */
export type Verb = keyof typeof leastRole;

/** Whether `role` may do `verb`. No role at all may do nothing: whoever has none learns nothing of the object. */
export function may(role: Role | null, verb: Verb): boolean {
  return role !== null && atLeast(role, leastRole[verb]);
}

/** Refuses `archived` for what is in the trash: there it can only be restored. What is archived can still be shared or marked. */
export function demandKept(standing: Standing, verb: Verb): void {
  demand(standing, verb);
  if (standing.deletedAt) refuse('archived');
}

/** What of an object decides over what can be done with it: the caller's role, and whether it is put away or locked. */
export type Standing = { role: Role; archivedAt: Date | null; deletedAt?: Date | null; lockedAt?: Date | null };

/** Refuses `not_allowed` where the role does not allow `verb`. */
export function demand(standing: Standing, verb: Verb): void {
  if (!may(standing.role, verb)) refuse('not_allowed');
}

/**
 * As {@link demand}, for what changes the object: what is archived or in the trash can only be read (`archived`).
 * Rights come before state. Source: API, Conventions.
 */
export function demandChange(standing: Standing, verb: Verb): void {
  demand(standing, verb);
  if (standing.archivedAt || standing.deletedAt) refuse('archived');
}

/** Refuses `locked` for what changes the words of a document that can only be read and commented on. */
export function demandUnlocked({ lockedAt }: Standing): void {
  if (lockedAt) refuse('locked');
}
