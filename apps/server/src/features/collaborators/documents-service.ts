import type { Kysely } from 'kysely';
import type {
  AddedDocumentCollaborator,
  DocumentCollaborator,
  NewCollaborator,
  Role,
} from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { named, type Unnamed } from '../../domain/record-activity.ts';
import { requireRole, requireNotTrashed } from '../../domain/access.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import { withDocument } from '../../domain/document-tx.ts';
import { getDocumentAccess, type DocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './documents-store.ts';
import { findNamed, type CollaboratorsDeps } from './service.ts';

type Db = Kysely<Schema>;

/** A user's membership in a document. */
type DocumentMemberRef = { documentId: string; userId: string };

/**
 * Returns the collaborators of a document. Requires read access. For guests, project members are
 * included only if they wrote or commented in it, where guests see their names anyway. Refuses
 * `not_found`.
 */
export async function listCollaborators(
  { db }: CollaboratorsDeps,
  caller: Pick<Account, 'id' | 'isGuest'>,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<DocumentCollaborator>> {
  requireRole(await getDocumentAccess(db, caller.id, documentId), 'read');
  return store.listMembers(db, documentId, { ...asked, onlySeen: caller.isGuest });
}

type Entry = Unnamed<'member.added' | 'member.role_changed' | 'member.removed'>;
type Change<Result> = (
  trx: Db,
  access: DocumentAccess,
) => Promise<{ userId: string; result: Result; entry: Entry }>;

/**
 * Runs a change to a document's collaborators, serialized by a lock. Records an activity, and
 * notifies the live channel after the commit.
 */
async function changePeople<Result>(
  deps: CollaboratorsDeps,
  callerId: string,
  documentId: string,
  change: Change<Result>,
): Promise<Result> {
  const { db, live, recordActivity } = deps;
  const { userId, result, guests } = await withDocument(
    db,
    { userId: callerId, documentId },
    async ({ trx, access, info }) => {
      const changed = await change(trx, access);
      await recordActivity(trx, {
        ...named(changed.entry, { title: info.title }),
        actorId: callerId,
        projectId: access.projectId,
        documentId,
      });
      const ended = await endLinksWithoutRight(trx, deps, {
        makerId: changed.userId,
        actorId: callerId,
      });
      return { ...changed, guests: ended };
    },
  );
  live.rightsChanged({ userId, documentId });
  for (const guestId of guests) live.sessionEnded({ userId: guestId });
  return result;
}

async function getMember(
  db: Db,
  { documentId, userId }: DocumentMemberRef,
): Promise<DocumentCollaborator> {
  return (await store.findMember(db, documentId, userId)) ?? refuse('not_found');
}

/**
 * Returns a collaborator with whom the document itself was shared. Refuses `not_found`,
 * `through_project`, `through_group`, `through_parent`, `last_owner`.
 */
async function getShared(db: Db, member: DocumentMemberRef): Promise<DocumentCollaborator> {
  const found = await getMember(db, member);
  if (await store.isShared(db, member.documentId, member.userId)) return found;
  if (found.through === 'group') return refuse('through_group');
  if (found.through === 'parent') return refuse('through_parent');
  return refuse(found.through === 'project' ? 'through_project' : 'last_owner');
}

/**
 * Shares a single document. Refuses `not_found`, `not_allowed`, `archived`, `user_not_found`,
 * `too_many`, `already_collaborator` (also if the user already has this role through the project).
 */
export function addCollaborator(
  deps: CollaboratorsDeps,
  callerId: string,
  { documentId, usernameOrEmail, role }: NewCollaborator & { documentId: string },
): Promise<AddedDocumentCollaborator> {
  return changePeople(deps, callerId, documentId, async (trx, access) => {
    requireNotTrashed(access, 'share');
    const { userId, addressUnconfirmed } = await findNamed(deps, trx, callerId, usernameOrEmail);
    const before = await store.findMember(trx, documentId, userId);
    if (before !== null && (before.through === 'document' || before.role === role))
      refuse('already_collaborator');
    await store.putMember(trx, { documentId, userId, role, at: new Date(deps.clock.now()) });
    const result = { ...(await getMember(trx, { documentId, userId })), addressUnconfirmed };
    return { userId, result, entry: { type: 'member.added', data: { userId, role } } };
  });
}

/**
 * Changes the role of a collaborator with whom the document itself was shared. Refuses as
 * {@link getShared}, `not_allowed`, `archived`.
 */
export function changeRole(
  deps: CollaboratorsDeps,
  callerId: string,
  { role, ...member }: DocumentMemberRef & { role: Role },
): Promise<DocumentCollaborator> {
  return changePeople(deps, callerId, member.documentId, async (trx, access) => {
    requireNotTrashed(access, 'share');
    const before = await getShared(trx, member);
    // An owner must be able to return, but a guest is lost with their session.
    if (before.through === 'link' && role === 'owner') refuse('not_allowed');
    await store.putMember(trx, { ...member, role, at: new Date(deps.clock.now()) });
    const result = await getMember(trx, member);
    const data = { userId: member.userId, from: before.role, role };
    return { userId: member.userId, result, entry: { type: 'member.role_changed', data } };
  });
}

/**
 * Stops sharing a document with a user. Allowed for owners, and for the user. Refuses as
 * {@link changeRole}.
 */
export async function removeCollaborator(
  deps: CollaboratorsDeps,
  callerId: string,
  member: DocumentMemberRef,
): Promise<void> {
  await changePeople(deps, callerId, member.documentId, async (trx, access) => {
    if (member.userId !== callerId) requireNotTrashed(access, 'share');
    const before = await getShared(trx, member);
    await store.removeMember(trx, member.documentId, member.userId);
    const data = { userId: member.userId, from: before.role };
    return { userId: member.userId, result: undefined, entry: { type: 'member.removed', data } };
  });
}
