import { z } from 'zod';
import { activityTypes } from './activity-data.ts';
import { id } from './text.ts';

/** Project and document that an event is about. */
const subject = { projectId: id.nullable(), documentId: id.nullable() };

/** Returns the schema of an event with a name and these fields in its data. */
function event<Name extends string, Fields extends z.ZodRawShape>(name: Name, data: Fields) {
  return z.object({ name: z.literal(name), data: z.object(data) });
}

/**
 * Events of `GET /events`. Each has a name and JSON data:
 * - `hello`: the stream has begun. `missed`: events may have been missed, so that the page must
 *   reload what it shows. False if the page named the age of its data (`age`, in ms), and the
 *   events since then were sent before.
 * - `alive`: the stream works.
 * - `activity`: something happened in a project or document, or the documents of a project were
 *   reordered.
 * - `thread`: a thread of comments changed. `version` is null if it was deleted.
 * - `rights`: the user's own role somewhere changed.
 * - `account`: the user's own data changed, or the session ended, after which the stream ends.
 * - `job`: an import or export made progress.
 * - `inbox`: a new item for the user.
 * - `metrics`: new metrics, for administrators.
 * - `announcement`: announcements changed.
 */
export const serverEvent = z.discriminatedUnion('name', [
  event('hello', { missed: z.boolean() }),
  event('alive', {}),
  event('activity', {
    type: z.enum([...activityTypes, 'documents.reordered']),
    actorId: id.nullable(),
    ...subject,
  }),
  event('thread', { documentId: id, threadId: id, version: z.int().nullable() }),
  event('rights', subject),
  event('account', { kind: z.enum(['changed', 'signed_out']) }),
  event('job', { jobId: id }),
  event('inbox', {}),
  event('metrics', {}),
  event('announcement', { announcementId: id }),
]);
/** See {@link serverEvent}. */
export type ServerEvent = z.infer<typeof serverEvent>;

/** Name of a {@link ServerEvent}. */
export type EventName = ServerEvent['name'];

/** Data of the events of a name. */
export type EventData<Name extends EventName> = Extract<ServerEvent, { name: Name }>['data'];

/** Names of all events. */
export const eventNames: readonly EventName[] = serverEvent.options.map(
  ({ shape }) => shape.name.value,
);
