import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { email, person, personName } from './user.ts';
import { schemaMessage } from './field-messages.ts';
import type { FieldName } from './field-texts.ts';

const oneLine = (what: FieldName) => textOf({ min: 1, max: limits.lineMax, trim: true, what });

/** Accepted because other clients send it, and ignored: the user is that of the session. */
const ignored = z.union([z.string().max(1_000), z.number(), z.null()]).optional();

/**
 * Body of `POST /api/contact`: a message to support or, with company and team size, a request for a
 * demo. The recipient is in the server's settings and cannot be changed by the body.
 */
export const contactMessage = z
  .strictObject({
    name: personName,
    email,
    subject: oneLine('Subject'),
    message: textOf({ min: 1, max: limits.messageMax, trim: true, what: 'Message' }),
    companyName: oneLine('Company name').optional(),
    teamSize: oneLine('Team size').optional(),
    userId: ignored,
    specialRecipient: ignored,
  })
  .superRefine(({ companyName, teamSize }, context) => {
    if (companyName === undefined && teamSize !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['companyName'],
        message: schemaMessage('company_required'),
      });
    }
    if (teamSize === undefined && companyName !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['teamSize'],
        message: schemaMessage('team_size_required'),
      });
    }
  });
/** See {@link contactMessage}. */
export type ContactMessage = z.infer<typeof contactMessage>;

/** Body of `POST /api/newsletter/subscribe`. */
export const newsletterSubscription = z.strictObject({ email, userId: ignored });

/** Secret of a link. */
export const linkToken = textOf({ min: 1, max: 200, what: 'The link' });

/** Body of calls that follow a mailed link. */
export const byLink = z.strictObject({ token: linkToken });

/** Kinds of messages from visitors. */
export const messageKind = z.enum(['contact', 'demo', 'newsletter']);
/** See {@link messageKind}. */
export type MessageKind = z.infer<typeof messageKind>;

/**
 * A message from a visitor, for administrators. `user`: the user who was signed in. `subscription`:
 * state of a newsletter subscription, null for other messages. Fields that a kind does not have are
 * empty.
 */
export const message = z
  .object({
    id,
    kind: messageKind,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    companyName: z.string(),
    teamSize: z.string(),
    user: person.nullable(),
    subscription: z.enum(['pending', 'subscribed', 'left']).nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Message' });
/** See {@link message}. */
export type Message = z.infer<typeof message>;

/**
 * A mail in the outbox. `kept`: there is no mail server, so it can only be read here. `text` is
 * null if it contains a secret for its recipient and a mail server delivers it. `lastError` is a
 * code such as `550` or `ECONNREFUSED`.
 */
export const outboxMail = z
  .object({
    id,
    kind: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string().nullable(),
    state: z.enum(['queued', 'sent', 'failed', 'kept']),
    attempts: z.number().int(),
    lastError: z.string().nullable(),
    createdAt: moment,
    sentAt: moment.nullable(),
  })
  .meta({ id: 'OutboxMail' });
/** See {@link outboxMail}. */
export type OutboxMail = z.infer<typeof outboxMail>;

/** Result of the mail test. `code` is the reason of a failure. */
export const mailTest = z
  .object({ outcome: z.enum(['sent', 'kept', 'failed']), code: z.string().nullable() })
  .meta({ id: 'MailTest' });
