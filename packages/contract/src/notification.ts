import { z } from 'zod';
import { activityType } from './activity.ts';
import { linkToken } from './message.ts';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/**
 * Why somebody is told of something: they are named in a comment or a text, it answers them; their suggestions are decided; a review is asked of them or answered to them; something was shared with them; somebody asks for access; it happened in what they watch.
 */
export const notificationKinds = ['mention', 'answer', 'decision', 'review', 'invitation', 'request', 'watched'] as const;
/** See {@link notificationKinds}. */
export const notificationKind = z.enum(notificationKinds);
/** See {@link notificationKinds}. */
export type NotificationKind = z.infer<typeof notificationKind>;

/**
 * Something that a person is told of. `type` says what happened, as activity does; `access.requested` is told to owners alone,
 * `document.mentioned` to who is named in a text, and `suggestions.decided` to their author. `data` names what a link needs (`title`,
 * `threadId`, `reviewId`), and of suggestions how many were `accepted` and `rejected`; `times`: how often the same person did the same there since it was last read. `hidden`: the person may
 * no longer open it, and is told neither its title nor its name.
 */
export const notification = z
  .object({
    id,
    kind: notificationKind,
    type: z.union([activityType, z.enum(['access.requested', 'document.mentioned', 'suggestions.decided'])]),
    actor: person,
    projectId: id.nullable(),
    documentId: id.nullable(),
    data: z.record(z.string(), z.unknown()),
    times: z.number().int(),
    createdAt: moment,
    readAt: moment.nullable(),
    hidden: z.boolean(),
  })
  .meta({ id: 'Notification' });
/** See {@link notification}. */
export type Notification = z.infer<typeof notification>;

/** How many are not read. */
export const unreadNotifications = z.object({ unread: z.number().int() }).meta({ id: 'UnreadNotifications' });

/** Body of `POST /notifications/read`: these, or all of them. */
export const notificationsRead = z.strictObject({ ids: z.array(id).max(100).optional() });

/** When mail tells of a kind: within a minute, once a day with all others, never. */
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

const timeZone = z.string().max(64).refine(isTimeZone, { error: 'There is no such time zone' }).meta({ format: 'time-zone' });

/**
 * How somebody wants to be told by mail, beside the inbox in the page. `dailyAt`: the hour of the daily mail. In quiet hours, from one hour up to
 * another, mail waits until they end. Hours are those of `timeZone`.
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

/** What holds until somebody says otherwise: what is for them comes at once, what they only watch, and what becomes of suggestions, with the daily mail. */
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

/** Whether somebody watches something; `chosen` where they said so themselves. */
export const watch = z.object({ watching: z.boolean(), chosen: z.boolean() }).meta({ id: 'Watch' });
/** See {@link watch}. */
export type Watch = z.infer<typeof watch>;

/** Body of `PUT …/watch`. */
export const watchChange = z.strictObject({ watching: z.boolean() });

/** The parameter of the address that a mail program calls to end all mail of this kind. Source: RFC 8058. */
export const byMailToken = z.object({ token: linkToken });
