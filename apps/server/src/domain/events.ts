import { sql, type Kysely } from 'kysely';
import type { EventName } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';

/** PostgreSQL notification channel that delivers events to every process. */
export const eventsChannel = 'longhand_events';

/**
 * Recipients of an event: readers of a project or document, listed users, one session, the
 * administrators, or all signed-in users. `exceptSessionId` excludes the session that caused it.
 */
export type Audience =
  | { readonly projectId: string | null; readonly documentId: string | null }
  | { readonly userIds: readonly string[]; readonly exceptSessionId?: string }
  | { readonly sessionId: string }
  | { readonly administrators: true }
  | { readonly everyone: true };

/** An event for open pages. `data` contains ids and never user content. */
export type Event = {
  readonly name: EventName;
  readonly to: Audience;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Maximum number of user ids in one notification. PostgreSQL limits a payload to less than 8,000
 * bytes. An id and its quotes take 39 bytes, so 100 ids leave half of it.
 */
const idsOfOne = 100;

/**
 * Splits an event into pieces within the payload limit. Each piece is a complete event for some of
 * the users.
 */
function inPieces(event: Event): Event[] {
  const { to } = event;
  if (!('userIds' in to)) return [event];
  const pieces = Math.ceil(to.userIds.length / idsOfOne);
  return Array.from({ length: pieces }, (_, piece) => {
    const userIds = to.userIds.slice(piece * idsOfOne, (piece + 1) * idsOfOne);
    return { ...event, to: { ...to, userIds } };
  });
}

/**
 * Publishes an event to all processes. Within a transaction it is delivered after the commit, or
 * never. NOTIFY serializes commits, so do not use it where updates are stored. Source: PostgreSQL,
 * NOTIFY.
 */
export async function publish(db: Kysely<Schema>, event: Event): Promise<void> {
  for (const piece of inPieces(event)) {
    await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(piece)})`.execute(db);
  }
}
