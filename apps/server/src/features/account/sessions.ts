import type { Kysely } from 'kysely';
import type { DeviceSession } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

/** Returns a user's sessions, last used first. */
export async function listSessions(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
  { limit, cursor }: PageAsked,
): Promise<Page<DeviceSession>> {
  const query = db
    .selectFrom('sessions as s')
    .select([
      's.id',
      's.user_agent as userAgent',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
    ])
    .select(momentKeyOf('s.last_seen_at').as('seenKey'))
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', now);
  const rows = await newestFirst(query, { limit, cursor }, ['s.last_seen_at', 's.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.seenKey, row.id],
    present: ({ seenKey: _, createdAt, lastSeenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: row.id === sessionId,
    }),
  });
}

/** Ends a session of the user. Returns false if the user has no such session. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
