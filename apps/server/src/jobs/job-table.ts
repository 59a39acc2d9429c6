import { z } from 'zod';

/**
 * Queue of a job. `prompt`: jobs that users wait for. `slow`: jobs that may take minutes and must
 * not delay those. `imports` and `backups`: each in a queue of its own, which may take longer.
 */
export type QueueName = 'prompt' | 'slow' | 'imports' | 'backups';

/**
 * A kind of job. `data` is validated again before it runs, since another version may have stored
 * it. `retries`: maximum number of retries, if it differs from the queue's. Delays double from
 * seconds to one hour.
 */
export type JobKind = {
  readonly queue: QueueName;
  readonly data: z.ZodObject;
  readonly retries?: number;
};

/**
 * All kinds of jobs with their data: ids, never user text. A job may run twice and on any node, so
 * each handler checks the stored state first.
 */
export const jobTable = {
  /** Sends one mail. A hundred attempts take about four days. Source: RFC 5321, 4.5.4.1. */
  'mail.deliver': { queue: 'prompt', data: z.object({ mailId: z.uuid() }), retries: 100 },
  /** Removes old mail, and sends queued mail that has no job. */
  'mail.tidy': { queue: 'slow', data: z.object({}) },
  /** Mails a link for a new password to the account of the typed address, if there is one. */
  'password.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Subscribes the typed address to the newsletter, or asks it for confirmation by mail. */
  'newsletter.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Removes ended links and invitations. */
  'links.tidy': { queue: 'slow', data: z.object({}) },
  /** Wipes demo workspaces after one day. */
  'demo.wipe': { queue: 'slow', data: z.object({}) },
  /** Empties the trash, and removes expired data and old versions. */
  'upkeep.tidy': { queue: 'slow', data: z.object({}) },
  /** Removes erased users from documents, for a limited time; the rest is left to another job. */
  'people.erase': { queue: 'slow', data: z.object({}) },
  /** Removes audit log entries after their retention time. */
  'audit.tidy': { queue: 'slow', data: z.object({}) },
  /** Delivers entries of the audit log to a file or an HTTP address. */
  'audit.deliver': { queue: 'slow', data: z.object({}), retries: 0 },
  /** Permanently removes files of documents that are no longer accessible. */
  'files.tidy': { queue: 'slow', data: z.object({}) },
  /** Processes an import for a limited time and leaves the rest to another job. */
  'transfer.import': { queue: 'imports', data: z.object({ importId: z.uuid() }) },
  /** Removes old imports. */
  'transfer.tidy': { queue: 'slow', data: z.object({}) },
  /** Delivers a request for access to the owners, if the object exists. */
  'access.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Removes old requests for access. */
  'access.tidy': { queue: 'slow', data: z.object({}) },
  /** Mails due notifications. */
  'notifications.mail': { queue: 'slow', data: z.object({}) },
  /** Removes expired notifications. */
  'notifications.tidy': { queue: 'slow', data: z.object({}) },
  /** Updates the search index, and removes words that are no longer used. */
  'search.tidy': { queue: 'slow', data: z.object({}) },
  /** Makes a scheduled backup if one is due. */
  'backups.make': { queue: 'backups', data: z.object({}) },
} as const satisfies Record<string, JobKind>;

/** Name of a kind of job. */
export type JobName = keyof typeof jobTable;

/** Data of a kind of job. */
export type JobData<Name extends JobName> = z.output<(typeof jobTable)[Name]['data']>;

/** Kinds of jobs without data, which can run periodically. */
export type RegularJobName = {
  [Name in JobName]: {} extends JobData<Name> ? Name : never;
}[JobName];
