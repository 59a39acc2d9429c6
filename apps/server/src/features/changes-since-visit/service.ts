import type { Kysely } from 'kysely';
import type { ChangesSinceVisit } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole } from '../../domain/access.ts';
import type { Live } from '../../domain/live.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { unpackState } from '../../domain/packed-state.ts';
import { findPeople } from '../../domain/people.ts';
import type { Clock } from '../../platform/clock.ts';
import * as store from './store.ts';

/** Dependencies of changes since the last visit. */
export type ChangesSinceVisitDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  live: Pick<Live, 'contentOf'>;
};

/** Returns the changes of a document since the user's last visit. Refuses `not_found`. */
export async function readChangesSinceVisit(
  deps: ChangesSinceVisitDeps,
  userId: string,
  documentId: string,
): Promise<ChangesSinceVisit> {
  const { db } = deps;
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  const lastSeen = await store.findLastSeenEntry(db, {
    userId,
    documentId,
    now: new Date(deps.clock.now()),
  });
  if (lastSeen === null || (await store.lastSeq(db, documentId)) <= lastSeen.seq)
    return { news: null };
  const writers = new Set([
    ...(await store.findEditors(db, documentId, lastSeen.at)),
    ...(await store.findWriters(db, documentId, lastSeen)),
  ]);
  const alsoByMe = writers.delete(userId);
  if (writers.size === 0) return { news: null };
  const content = await contentAt(deps, documentId, lastSeen.seq);
  if (content === null) return { news: null };
  return {
    news: {
      at: lastSeen.at.toISOString(),
      people: await findPeople(db, [...writers]),
      alsoByMe,
      content,
    },
  };
}

/**
 * Returns the content of a document at a log entry. If it was not stored, returns the newest
 * version before it, which the user has seen. Returns null if there is none.
 */
async function contentAt(
  { db, live }: ChangesSinceVisitDeps,
  documentId: string,
  seq: number,
): Promise<unknown> {
  if (seq === 0) return { type: 'doc', content: [] };
  const snapshot = await store.findLastSeenSnapshot(db, documentId, seq);
  if (snapshot !== null) return JSON.parse(Buffer.from(await unpackState(snapshot)).toString());
  const state = await store.findStateUpTo(db, documentId, seq);
  return state === null ? null : live.contentOf(await unpackState(state), 'json');
}

/** Marks all changes of a document as seen. Refuses `not_found`. */
export async function markSeen(
  { db }: ChangesSinceVisitDeps,
  userId: string,
  documentId: string,
): Promise<undefined> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  await store.clearLastSeenEntry(db, userId, documentId);
}
