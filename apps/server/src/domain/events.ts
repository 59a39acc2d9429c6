import { sql, type Kysely } from 'kysely';
import type { EventName } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';

/** The channel of the database on which events go from whoever causes them to every process. */
export const eventsChannel = 'longhand_events';

/**
 * Who is to hear an event: whoever can read a project or a document, these people, one session, the administrators, or everyone
 * who is signed in.
 * `exceptSessionId` leaves out the session that caused it.
 */
export type Audience =
  | { readonly projectId: string | null; readonly documentId: string | null }
  | { readonly userIds: readonly string[]; readonly exceptSessionId?: string }
  | { readonly sessionId: string }
  | { readonly administrators: true }
  | { readonly everyone: true };

/** Something that open pages want to know at once. `data` names things and never holds what people wrote. Source: API, GET /events. */
export type Event = { readonly name: EventName; readonly to: Audience; readonly data: Readonly<Record<string, unknown>> };

/**
 * People whom one notification names. PostgreSQL takes less than 8,000 bytes in one; an id and its quotes take 39, so that
 * 100 ids leave half of it to the rest.
 */
const idsOfOne = 100;

/** An event in pieces that PostgreSQL takes, each of which is a whole event for some of the people. */
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
 * Tells all processes of an event. Within a transaction it is heard after the commit, or never. Notifying makes commits wait for
 * each other, so it has no place where updates are stored. Source: PostgreSQL, NOTIFY.
 */
export async function publish(db: Kysely<Schema>, event: Event): Promise<void> {
  for (const piece of inPieces(event)) {
    await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(piece)})`.execute(db);
  }
}
