import type { Kysely } from 'kysely';
import type { SinceLastTime } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demand } from '../../domain/access.ts';
import type { Live } from '../../domain/live.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { unpackState } from '../../domain/packed-state.ts';
import { findPeople } from '../../domain/people.ts';
import type { Clock } from '../../platform/clock.ts';
import * as store from './store.ts';

/** What this stands on. */
export type SinceDeps = { db: Kysely<Schema>; clock: Clock; live: Pick<Live, 'contentOf'> };

/** What is new to a person in a document that they read. Refuses `not_found`. */
export async function readNews(deps: SinceDeps, userId: string, documentId: string): Promise<SinceLastTime> {
  const { db } = deps;
  demand(await getDocumentAccess(db, userId, documentId), 'read');
  const since = await store.findSince(db, { userId, documentId, now: new Date(deps.clock.now()) });
  if (since === null || (await store.lastSeq(db, documentId)) <= since.seq) return { news: null };
  const writers = new Set([
    ...(await store.findEditors(db, documentId, since.at)),
    ...(await store.findWriters(db, documentId, since)),
  ]);
  const alsoByMe = writers.delete(userId);
  if (writers.size === 0) return { news: null };
  const content = await contentAt(deps, documentId, since.seq);
  if (content === null) return { news: null };
  return { news: { at: since.at.toISOString(), people: await findPeople(db, [...writers]), alsoByMe, content } };
}

/**
 * What a document said at an entry of its log. Where that was not kept, what the newest version before it says: better something that was
 * seen before than nothing. Null where there is none.
 */
async function contentAt({ db, live }: SinceDeps, documentId: string, seq: number): Promise<unknown> {
  if (seq === 0) return { type: 'doc', content: [] };
  const sight = await store.findSight(db, documentId, seq);
  if (sight !== null) return JSON.parse(Buffer.from(await unpackState(sight)).toString());
  const state = await store.findStateUpTo(db, documentId, seq);
  return state === null ? null : live.contentOf(await unpackState(state), 'json');
}

/** Nothing of a document is new to a person any more. Refuses `not_found`. */
export async function markSeen({ db }: SinceDeps, userId: string, documentId: string): Promise<undefined> {
  demand(await getDocumentAccess(db, userId, documentId), 'read');
  await store.clearSince(db, userId, documentId);
}
