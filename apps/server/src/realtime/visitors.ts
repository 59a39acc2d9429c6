import type { IncomingMessage } from 'node:http';
import type { Kysely } from 'kysely';
import { closeCodes, type Right } from '@longhand/sync/protocol';
import type { UserInfo } from '@longhand/sync/server';
import type { DocumentRights, Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { rightsOnDocument } from '../domain/access.ts';
import { findDocumentAccess } from '../domain/membership.ts';
import { isOurOrigin } from '../http/origin.ts';
import { findSession } from '../http/session.ts';
import type { Clock } from '../platform/clock.ts';

/** Rights of a user on an open connection. */
export type Rights = { readonly role: Role; readonly right: Right };

/** Close code and reason for a user without access. */
type Refused = { readonly kind: 'refused'; readonly code: number; readonly reason: string };

/** Result of an admission check. */
export type Visit =
  | (Rights & {
      readonly kind: 'admitted';
      readonly documentId: string;
      readonly user: string;
      readonly session: string;
      readonly card: UserInfo;
      /** Time at which a guest's visit ends (ms since 1970). Null for users with an account. */
      readonly endsAt: number | null;
    })
  | Refused;

/** Decides on admission to documents, and on the role. */
export type Visitors = {
  admit(request: IncomingMessage, documentId: string | null): Promise<Visit>;
  /**
   * Returns the current rights of an admitted user. Without any, distinguishes a document that was
   * deleted from one that is no longer shared: the user knew that it existed.
   */
  rights(
    user: string,
    documentId: string,
  ): Promise<({ readonly kind: 'granted' } & Rights) | Refused>;
};

/** Creates the {@link Visitors} of a database. Checks session, `Origin` and role at the upgrade. */
export function createVisitors(deps: {
  db: Kysely<Schema>;
  clock: Clock;
  publicUrl: string | null;
}): Visitors {
  async function findRights(user: string, documentId: string): Promise<Rights | null> {
    const access = await findDocumentAccess(deps.db, user, documentId);
    if (access === null || access.deletedAt !== null) return null;
    const archivedWithProject = access.projectArchivedAt !== null;
    return {
      role: access.role,
      right: rightIn(rightsOnDocument({ ...access, archivedWithProject })),
    };
  }

  return {
    async rights(user, documentId) {
      const now = await findRights(user, documentId);
      if (now !== null) return { kind: 'granted', ...now };
      return (await existsOutsideTrash(deps.db, documentId))
        ? refused(closeCodes.notAllowed, 'no longer shared with you')
        : refused(closeCodes.notFound, 'the document was deleted');
    },
    async admit(request, documentId) {
      if (!isOurOrigin(request.headers, deps.publicUrl))
        return refused(closeCodes.notAllowed, 'request from another site');
      const session = await findSession(deps, request.headers.cookie);
      if (session === null) return refused(closeCodes.notSignedIn, 'not signed in');
      if (session.mustAddFactor)
        return refused(closeCodes.notSignedIn, 'a second factor is required first');
      if (!isMeant(request, session.user.id))
        return refused(closeCodes.notSignedIn, 'signed in as another user');
      const now = documentId === null ? null : await findRights(session.user.id, documentId);
      if (now === null || documentId === null)
        return refused(closeCodes.notFound, 'no such document, or not shared with you');
      const { id, name, avatarColor } = session.user;
      return {
        kind: 'admitted',
        ...now,
        documentId,
        user: id,
        session: session.sessionId,
        card: { id, name, color: avatarColor },
        endsAt: session.endsAt?.getTime() ?? null,
      };
    },
  };
}

/** True if a document exists and is not in the trash. */
async function existsOutsideTrash(db: Kysely<Schema>, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Checks the user id that a page sends (`?as=`). Its unsent text belongs to that user, and the
 * browser's session may have changed since. Without `?as=`, the session's user is assumed.
 */
function isMeant(request: IncomingMessage, userId: string): boolean {
  const meant = new URLSearchParams(request.url?.split('?', 2)[1]).get('as');
  return meant === null || meant === userId;
}

function rightIn(rights: DocumentRights): Right {
  return rights.write ? 'write' : rights.suggest ? 'suggest' : 'read';
}

function refused(code: number, reason: string): Refused {
  return { kind: 'refused', code, reason };
}
