import { z } from 'zod';

/**
 * Events of `GET /events`. Each has this name, and JSON data:
 * - `hello`: the stream has begun. `missed`: events may have been missed, so that the page must
 *   reload what it shows. False if the page named the age of its data (`age`, in ms), and the
 *   events since then were sent before.
 * - `alive`: the stream works.
 * - `activity`: something happened in a project or document (`type`, `projectId`, `documentId`,
 *   `actorId`), or the documents of a project were reordered.
 * - `thread`: a thread of comments changed (`documentId`, `threadId`, and its `version`, or null if
 *   it was deleted).
 * - `rights`: the user's own role somewhere changed (`projectId`, `documentId`).
 * - `account`: the user's own data changed (`kind`: `changed`), or the session ended
 *   (`signed_out`), after which the stream ends.
 * - `job`: an import or export made progress (`jobId`).
 * - `inbox`: a new item for the user.
 * - `metrics`: new metrics, for administrators.
 * - `announcement`: announcements changed.
 */
export const eventNames = [
  'hello',
  'alive',
  'activity',
  'thread',
  'rights',
  'account',
  'job',
  'inbox',
  'metrics',
  'announcement',
] as const;

/** See {@link eventNames}. */
export const eventName = z.enum(eventNames);
/** See {@link eventNames}. */
export type EventName = z.infer<typeof eventName>;
