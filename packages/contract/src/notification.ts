import { z } from 'zod';
import { activityType } from './activity.ts';
import { linkToken } from './message.ts';
import { id, moment } from './text.ts';
import { person } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/**
 * Reasons for a notification:
 * - `mention`: the user is named in a comment or a text.
 * - `answer`: a reply to them.
 * - `decision`: their suggestions were decided.
 * - `review`: a review was requested from them or answered to them.
 * - `invitation`: something was shared with them.
 * - `request`: another user asks for access.
 * - `watched`: an event in a project or document that they watch.
 */
export const notificationKinds = [
  'mention',
  'answer',
  'decision',
  'review',
  'invitation',
  'request',
  'watched',
] as const;
/** See {@link notificationKinds}. */
export const notificationKind = z.enum(notificationKinds);
/** See {@link notificationKinds}. */
export type NotificationKind = z.infer<typeof notificationKind>;

/** Values for the sentence and the link of a notification, each only if it applies. */
const notificationData = z.looseObject({
  title: z.string().optional(),
  name: z.string().nullish(),
  projectName: z.string().nullish(),
  threadId: id.optional(),
  reviewId: id.optional(),
  requestId: id.optional(),
  verdict: z.string().optional(),
  to: z.unknown().optional(),
  accepted: z.int().optional(),
  rejected: z.int().optional(),
});

/**
 * A notification of a user. `type` is the event, as in activity. `access.requested` is sent to
 * owners only, `document.mentioned` to users named in a text, and `suggestions.decided` to their
 * author. `data` has the values for a link (`title`, `threadId`, `reviewId`), and for suggestions
 * the numbers `accepted` and `rejected`. `times`: number of equal events by the same user in the
 * same place since it was last read. `hidden`: the user cannot open it any more, and receives
 * neither its title nor its name.
 */
export const notification = z
  .object({
    id,
    kind: notificationKind,
    type: z.union([
      activityType,
      z.enum(['access.requested', 'document.mentioned', 'suggestions.decided']),
    ]),
    actor: person,
    projectId: id.nullable(),
    documentId: id.nullable(),
    data: notificationData,
    times: z.number().int(),
    createdAt: moment,
    readAt: moment.nullable(),
    hidden: z.boolean(),
  })
  .meta({ id: 'Notification' });
/** See {@link notification}. */
export type Notification = z.infer<typeof notification>;

/** Number of unread notifications. */
export const unreadNotifications = z
  .object({ unread: z.number().int() })
  .meta({ id: 'UnreadNotifications' });

/** Body of `POST /notifications/read`: the given notifications, or all. */
export const notificationsRead = z.strictObject({ ids: z.array(id).max(100).optional() });

/** Time of the mail for a kind: within a minute, in the daily digest, or never. */
export const mailTime = z.enum(['at_once', 'daily', 'never']);
/** See {@link mailTime}. */
export type MailTime = z.infer<typeof mailTime>;

const hour = z.int().min(0).max(23);
const quietHours = z.strictObject({ from: hour, to: hour });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // A RangeError: there is no such time zone.
    return false;
  }
}

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: schemaMessage('unknown_time_zone') })
  .meta({ format: 'time-zone' });

/**
 * Mail notification settings of a user, besides the inbox in the page. `dailyAt`: hour of the daily
 * digest. During quiet hours, mail is delayed until they end. Hours are in `timeZone`.
 */
export const notificationSettings = z
  .strictObject({
    mail: z.strictObject({
      mention: mailTime,
      answer: mailTime,
      decision: mailTime,
      review: mailTime,
      invitation: mailTime,
      request: mailTime,
      watched: mailTime,
    }),
    dailyAt: hour,
    quietHours: quietHours.nullable(),
    timeZone,
  })
  .meta({ id: 'NotificationSettings' });
/** See {@link notificationSettings}. */
export type NotificationSettings = z.infer<typeof notificationSettings>;

/**
 * Default settings: personal notifications are mailed at once; watched events and decisions about
 * suggestions in the daily digest.
 */
export const defaultNotificationSettings: NotificationSettings = {
  mail: {
    mention: 'at_once',
    answer: 'at_once',
    decision: 'daily',
    review: 'at_once',
    invitation: 'at_once',
    request: 'at_once',
    watched: 'daily',
  },
  dailyAt: 8,
  quietHours: null,
  timeZone: 'UTC',
};

/** State of watching. `chosen`: true if the user set it themselves. */
export const watch = z.object({ watching: z.boolean(), chosen: z.boolean() }).meta({ id: 'Watch' });
/** See {@link watch}. */
export type Watch = z.infer<typeof watch>;

/** Body of `PUT …/watch`. */
export const watchChange = z.strictObject({ watching: z.boolean() });

/** Path parameter of the one-click unsubscribe URL for all mail of this kind. Source: RFC 8058. */
export const byMailToken = z.object({ token: linkToken });
