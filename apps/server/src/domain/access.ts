import { atLeast, type DocumentRights, type ProjectRights, type Role } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';

/**
 * Minimum role for each action. Each role includes the ones before it.
 *
 * Administrators have no entry: they run the instance and get no access to other users' documents.
 */
const minimumRole = {
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
  export_always: 'owner',
  hand_over: 'owner',
  rename_project: 'owner',
  archive_project: 'owner',
  delete_project: 'owner',
} as const satisfies Record<string, Role>;

/** An action that a role allows or forbids. */
export type Action = keyof typeof minimumRole;

/**
 * True if `role` may do `verb`. Without a role nothing is allowed: such a user gets no information
 * about the object.
 */
export function can(role: Role | null, verb: Action): boolean {
  return role !== null && atLeast(role, minimumRole[verb]);
}

/**
 * Refuses `archived` for objects in the trash, which can only be restored. Archived objects can
 * still be shared or marked.
 */
export function requireNotTrashed(standing: AccessState, verb: Action): void {
  requireRole(standing, verb);
  if (standing.deletedAt) refuse('archived');
}

/**
 * State of an object that decides which actions are allowed: the caller's role, and whether it is
 * archived, in the trash or locked.
 */
export type AccessState = {
  role: Role;
  archivedAt: Date | null;
  deletedAt?: Date | null;
  lockedAt?: Date | null;
};

/** Refuses `not_allowed` if the role does not allow `verb`. */
export function requireRole(standing: AccessState, verb: Action): void {
  if (!can(standing.role, verb)) refuse('not_allowed');
}

/**
 * Like {@link requireRole}, for actions that change the object: archived or trashed objects are
 * read-only (`archived`). Rights are checked before state.
 */
export function requireChange(standing: AccessState, verb: Action): void {
  requireRole(standing, verb);
  if (standing.archivedAt || standing.deletedAt) refuse('archived');
}

/**
 * Refuses `locked` for changes to the text of a locked document, which can only be read and
 * commented on.
 */
export function requireUnlocked({ lockedAt }: AccessState): void {
  if (lockedAt) refuse('locked');
}

/** True for objects that are neither archived nor in the trash. */
function isActive({ archivedAt, deletedAt }: AccessState): boolean {
  return archivedAt === null && (deletedAt ?? null) === null;
}

/**
 * Returns the actions on a document that a response names, for pages and programs.
 *
 * @param access the caller's access, and whether the document is archived with its project
 */
export function rightsOnDocument(
  access: AccessState & { archivedWithProject: boolean },
): DocumentRights {
  const { role, deletedAt = null } = access;
  const isChangeable = isActive(access);
  const isWritable = isChangeable && (access.lockedAt ?? null) === null;
  // A document that is archived with its project is restored with it, and not separately.
  const isMovable = !access.archivedWithProject;
  return {
    comment: isChangeable && can(role, 'comment'),
    suggest: isWritable && can(role, 'suggest'),
    write: isWritable && can(role, 'write'),
    change: isChangeable && can(role, 'change_status'),
    restore: isMovable && !isChangeable && can(role, 'restore_document'),
    delete: isMovable && deletedAt === null && can(role, 'delete_document'),
    remove: isMovable && deletedAt !== null && can(role, 'remove_document'),
    share: deletedAt === null && can(role, 'share'),
    moderate: isChangeable && can(role, 'delete_comment'),
  };
}

/** Returns the actions on a project that a response names, for pages and programs. */
export function rightsOnProject(access: AccessState): ProjectRights {
  const { role, archivedAt, deletedAt = null } = access;
  return {
    change: isActive(access) && can(role, 'create_document'),
    rename: isActive(access) && can(role, 'rename_project'),
    share: deletedAt === null && can(role, 'share'),
    archive: can(role, 'archive_project'),
    delete: archivedAt !== null && deletedAt === null && can(role, 'delete_project'),
  };
}
