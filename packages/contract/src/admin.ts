import { z } from 'zod';
import { page } from './asked.ts';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/**
 * A user as administrators see them: what is needed to find and help them, without any document
 * content. `lastSeenAt` is the last use of a device that is still signed in.
 */
export const adminUser = person
  .extend({
    email: z.string(),
    isAdmin: z.boolean(),
    isDemo: z.boolean(),
    createdAt: moment,
    disabledAt: moment.nullable(),
    hasSecondFactor: z.boolean(),
    lastSeenAt: moment.nullable(),
  })
  .meta({ id: 'AdminUser' });
/** See {@link adminUser}. */
export type AdminUser = z.infer<typeof adminUser>;

/** Query of the user list. `q` is part of a username, name or email address. */
export const usersAsked = page.extend({
  q: textOf({ max: limits.emailMax, trim: true, what: 'The search' }).optional(),
});

/**
 * Body of `PATCH /admin/users/{id}`. Disabling ends all sessions and tokens of the user; it can be
 * reverted.
 */
export const adminUserChange = z.strictObject({
  isAdmin: z.boolean().optional(),
  disabled: z.boolean().optional(),
});
/** See {@link adminUserChange}. */
export type AdminUserChange = z.infer<typeof adminUserChange>;

/** All actions in the audit log. */
export const auditActions = [
  'account.made',
  'account.deleted',
  'session.begun',
  'session.refused',
  'session.ended',
  'password.changed',
  'email.changed',
  'token.made',
  'token.deleted',
  'user.disabled',
  'user.enabled',
  'user.erased',
  'user.words_removed',
  'data.requested',
  'data.exported',
  'hold.made',
  'hold.ended',
  'administrator.made',
  'administrator.unmade',
  'sign_up.changed',
  'rule.changed',
  'branding.changed',
  'sign_in.changed',
  'provider.made',
  'provider.changed',
  'provider.deleted',
  'scim.connected',
  'scim.disconnected',
  'scim.linked',
  'identity.linked',
  'identity.unlinked',
  'factor.added',
  'factor.removed',
  'recovery_codes.renewed',
  'recovery_code.used',
  'announcement.made',
  'announcement.changed',
  'announcement.deleted',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'messages.exported',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.joined',
  'group.shared',
  'group.role_changed',
  'group.unshared',
  'project.handed_over',
  'document.handed_over',
  'guest_link.made',
  'guest_link.ended',
  'guest.entered',
  'guest.refused',
] as const;
/** See {@link auditActions}. */
export const auditAction = z.enum(auditActions);
/** See {@link auditActions}. */
export type AuditAction = z.infer<typeof auditAction>;

/**
 * One entry of the audit log. `actor` null: an unknown caller, or a command on the machine.
 * `target` is the id of the affected object; `person` is set if it is a user. `address` is the
 * network address of the caller. `data` contains neither secrets nor text of users.
 */
export const auditEntry = z
  .object({
    id,
    action: auditAction,
    actor: person.nullable(),
    target: z.string().nullable(),
    person: person.nullable(),
    data: z.record(z.string(), z.unknown()),
    address: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'AuditEntry' });
/** See {@link auditEntry}. */
export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * Query of the audit log. `actor`: id of the user who acted. `person`: username of the user who
 * acted or was affected. `since` is included, `until` is not.
 */
export const auditAsked = page.extend({
  actor: id.optional(),
  person: textOf({ max: limits.usernameMax, trim: true, what: 'The username' }).optional(),
  action: auditAction.optional(),
  since: moment.optional(),
  until: moment.optional(),
});

const count = z.number().int();

/**
 * State of the server. Sizes in bytes. `jobs` are counted for a week; `waitingSince` is the time
 * since which the oldest runnable job has waited. `files.store` is the kind of file storage.
 * `database.kept`: paths of databases that upgrades of PostgreSQL have kept. `backup.isDue`:
 * backups are scheduled, and the last verified one is older than two periods.
 */
export const adminOverview = z
  .object({
    version: z.string(),
    uptimeSeconds: count,
    people: z.object({
      total: count,
      active: count,
      administrators: count,
      disabled: count,
      demo: count,
    }),
    projects: z.object({ active: count, archived: count, deleted: count }),
    documents: z.object({ active: count, archived: count, deleted: count }),
    messages: z.object({ total: count, lastWeek: count }),
    jobs: z.object({
      counts: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['waiting', 'retrying', 'running', 'done', 'failed']),
          count,
        }),
      ),
      waitingSince: moment.nullable(),
      failures: z.array(
        z.object({ name: z.string(), error: z.string(), tries: count, at: moment }),
      ),
    }),
    outbox: z.object({ queued: count, sent: count, failed: count, kept: count }),
    files: z.object({ store: z.enum(['folder', 's3']), count, bytes: count }),
    database: z.object({ bytes: count, kept: z.array(z.string()) }),
    backup: z.object({
      isScheduled: z.boolean(),
      isDue: z.boolean(),
      last: z.object({ at: moment, bytes: count }).nullable(),
      verifiedAt: moment.nullable(),
      failure: z.object({ at: moment, error: z.string() }).nullable(),
    }),
  })
  .meta({ id: 'AdminOverview' });
/** See {@link adminOverview}. */
export type AdminOverview = z.infer<typeof adminOverview>;
