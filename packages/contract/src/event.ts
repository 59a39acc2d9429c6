import { z } from 'zod';

/**
 * What `GET /events` tells of, each as an event of this name whose data is JSON:
 * - `hello`: the stream has begun, or some events may have been missed: read again what is shown;
 * - `activity`: something happened in a project or document (`type`, `projectId`, `documentId`, `actorId`), or the documents of a
 *   project stand in another order;
 * - `rights`: the person's own role somewhere changed (`projectId`, `documentId`);
 * - `account`: the person's own data changed (`kind`: `changed`), or the session ended (`signed_out`), after which the stream ends;
 * - `job`: an import or export went on (`jobId`);
 * - `inbox`: there is something new for the person;
 * - `metrics`: new figures, for administrators; - `announcement`: announcements changed.
 */
export const eventNames = ['hello', 'activity', 'rights', 'account', 'job', 'inbox', 'metrics', 'announcement'] as const;

/** See {@link eventNames}. */
export const eventName = z.enum(eventNames);
/** See {@link eventNames}. */
export type EventName = z.infer<typeof eventName>;
