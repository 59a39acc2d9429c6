import type { IncomingMessage } from 'node:http';
import type { Kysely } from 'kysely';
import { closeCodes, type Right } from '@longhand/sync/protocol';
import type { UserInfo } from '@longhand/sync/server';
import type { Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { can } from '../domain/access.ts';
import { findDocumentAccess } from '../domain/membership.ts';
import { isOurOrigin } from '../http/origin.ts';
import { findSession } from '../http/session.ts';
import type { Clock } from '../platform/clock.ts';

/** Rights of a user on an open connection. */
export type Rights = { readonly role: Role; readonly right: Right };

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
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string };

/** Decides on admission to documents, and on the role. */
export type Visitors = {
  admit(request: IncomingMessage, documentId: string | null): Promise<Visit>;
  /** Returns a user's current rights, or null if the document is no longer visible to the user. */
  rights(user: string, documentId: string): Promise<Rights | null>;
};

/**
 * Creates the {@link Visitors} of a database. Checks session, `Origin` and role at the upgrade.
 * Source: API, The live channel.
 */
export function createVisitors(deps: {
  db: Kysely<Schema>;
  clock: Clock;
  publicUrl: string | null;
}): Visitors {
  async function rights(user: string, documentId: string): Promise<Rights | null> {
    const access = await findDocumentAccess(deps.db, user, documentId);
    if (access === null || access.deletedAt !== null) return null;
    const isWritten = access.archivedAt === null && access.lockedAt === null;
    return { role: access.role, right: isWritten ? rightOf(access.role) : 'read' };
  }

  return {
    rights,
    async admit(request, documentId) {
      if (!isOurOrigin(request.headers, deps.publicUrl))
        return refused(closeCodes.notAllowed, 'request from another site');
      const session = await findSession(deps, request.headers.cookie);
      if (session === null) return refused(closeCodes.notSignedIn, 'not signed in');
      if (!isMeant(request, session.user.id))
        return refused(closeCodes.notSignedIn, 'signed in as another user');
      const held = documentId === null ? null : await rights(session.user.id, documentId);
      if (held === null || documentId === null)
        return refused(closeCodes.notFound, 'no such document, or not shared with you');
      const { id, name, avatarColor } = session.user;
      return {
        kind: 'admitted',
        ...held,
        documentId,
        user: id,
        session: session.sessionId,
        card: { id, name, color: avatarColor },
        endsAt: session.endsAt?.getTime() ?? null,
      };
    },
  };
}

/**
 * Checks the user id that a page sends (`?as=`). Its unsent text belongs to that user, and the
 * browser's session may have changed since. Without `?as=`, the session's user is assumed.
 */
function isMeant(request: IncomingMessage, userId: string): boolean {
  const meant = new URLSearchParams(request.url?.split('?', 2)[1]).get('as');
  return meant === null || meant === userId;
}

function rightOf(role: Role): Right {
  return can(role, 'write') ? 'write' : can(role, 'suggest') ? 'suggest' : 'read';
}

function refused(code: number, reason: string): Visit {
  return { kind: 'refused', code, reason };
}
