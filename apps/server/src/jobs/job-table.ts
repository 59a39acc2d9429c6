import { z } from 'zod';

/**
 * Where a job waits: `prompt` for what somebody waits for, `slow` for what may take minutes and must not stand before it, `imports` for
 * what people bring, before which nothing else waits.
 */
export type QueueName = 'prompt' | 'slow' | 'imports';

/**
 * A kind of job. `data` is checked again before it runs, since it may have been stored by another version. `retries`: how often
 * it is tried again, where that is not what its queue says; waits double from seconds to an hour.
 */
export type JobKind = { readonly queue: QueueName; readonly data: z.ZodObject; readonly retries?: number };

/**
 * Every kind of job there is, with what it carries: ids, never text that people wrote. A job may run twice and on any node, so
 * each of them looks at what is stored before it does anything.
 */
export const jobTable = {
  /** Sends one mail. A hundred tries are about four days. Source: RFC 5321, 4.5.4.1. */
  'mail.deliver': { queue: 'prompt', data: z.object({ mailId: z.uuid() }), retries: 100 },
  /** Removes old mail, and sends again what no job is left for. */
  'mail.tidy': { queue: 'slow', data: z.object({}) },
  /** Mails a link for a new password to who has the address that was typed, if anybody has. */
  'password.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Subscribes the address that was typed to the newsletter, or asks it by mail whether it wants that. */
  'newsletter.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Removes links and invitations that have ended. */
  'links.tidy': { queue: 'slow', data: z.object({}) },
  /** Wipes demo workspaces whose day is over. */
  'demo.wipe': { queue: 'slow', data: z.object({}) },
  /** Empties the trash after thirty days, and removes what has served its time. */
  'upkeep.tidy': { queue: 'slow', data: z.object({}) },
  /** Removes what the audit log has kept long enough. */
  'audit.tidy': { queue: 'slow', data: z.object({}) },
  /** Removes for good the files of documents that nobody can reach any more. */
  'files.tidy': { queue: 'slow', data: z.object({}) },
  /** Works for a while on what the person of an import brought, and leaves the rest to another job. */
  'transfer.import': { queue: 'imports', data: z.object({ importId: z.uuid() }) },
  /** Forgets imports of long ago. */
  'transfer.tidy': { queue: 'slow', data: z.object({}) },
  /** Brings a request for access before the owners, if there is anything to ask for. */
  'access.look_up': { queue: 'prompt', data: z.object({ requestId: z.uuid() }) },
  /** Forgets requests for access of long ago. */
  'access.tidy': { queue: 'slow', data: z.object({}) },
  /** Mails people what they are to be told of by now. */
  'notifications.mail': { queue: 'slow', data: z.object({}) },
  /** Removes what inboxes do not hold any more. */
  'notifications.tidy': { queue: 'slow', data: z.object({}) },
  /** Brings up to date what search knows, and forgets words that nothing holds any more. */
  'search.tidy': { queue: 'slow', data: z.object({}) },
} as const satisfies Record<string, JobKind>;

/** The name of a kind of job. */
export type JobName = keyof typeof jobTable;

/** What a job of this kind carries. */
export type JobData<Name extends JobName> = z.output<(typeof jobTable)[Name]['data']>;

/** The kinds of job that carry nothing, and so can come by themselves at regular times. */
export type RegularJobName = { [Name in JobName]: {} extends JobData<Name> ? Name : never }[JobName];
