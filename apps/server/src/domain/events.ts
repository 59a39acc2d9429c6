import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, serverEvent, type ServerEvent } from '@longhand/contract';
import { hintChannels } from '../db/hints.ts';
import type { Schema } from '../db/schema.ts';

/**
 * Recipients of an event: readers of a project or document, listed users, one session, the
 * administrators, or all signed-in users. `exceptSessionId` excludes the session that caused it.
 */
const audience = z.union([
  z.strictObject({ projectId: id.nullable(), documentId: id.nullable() }),
  z.strictObject({ userIds: z.array(id), exceptSessionId: id.exactOptional() }),
  z.strictObject({ sessionId: id }),
  z.strictObject({ administrators: z.literal(true) }),
  z.strictObject({ everyone: z.literal(true) }),
]);
/** See {@link audience}. */
export type Audience = z.infer<typeof audience>;

/** An event for open pages, with its recipients. Its data contain ids and never user content. */
export type Event = ServerEvent & { readonly to: Audience };

const publishedEvent = serverEvent.and(z.object({ to: audience }));

/**
 * Parses the payload of a notification of the channel of events.
 *
 * @throws ZodError or SyntaxError if another program sent it
 */
export function readEvent(payload: string): Event {
  return publishedEvent.parse(JSON.parse(payload));
}

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
    await sql`select pg_notify(${hintChannels.events}, ${JSON.stringify(piece)})`.execute(db);
  }
}
