import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { email, person, personName } from './user.ts';

const oneLine = (what: string) => textOf({ min: 1, max: limits.lineMax, trim: true, what });

/** Accepted because the specification's forms send it, and ignored: who acts is the session's user. Source: API, Conventions. */
const ignored = z.union([z.string().max(1_000), z.number(), z.null()]).optional();

/**
 * Body of `POST /api/contact`: a message to support or, with a company and the size of its team, a request for a demo. Who gets
 * it is in the server's settings; nothing in the body has a say in that. Source: specification, section 5; API, Limits.
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
      context.addIssue({ code: 'custom', path: ['companyName'], message: 'Company name is required' });
    }
    if (teamSize === undefined && companyName !== undefined) {
      context.addIssue({ code: 'custom', path: ['teamSize'], message: 'Team size is required' });
    }
  });
/** See {@link contactMessage}. */
export type ContactMessage = z.infer<typeof contactMessage>;

/** Body of `POST /api/newsletter/subscribe`. */
export const newsletterSubscription = z.strictObject({ email, userId: ignored });

/** A secret that came with a link. */
export const linkToken = textOf({ min: 1, max: 200, what: 'The link' });

/** Body of calls that follow a link out of a mail. */
export const byLink = z.strictObject({ token: linkToken });

/** What visitors send. */
export const messageKind = z.enum(['contact', 'demo', 'newsletter']);
/** See {@link messageKind}. */
export type MessageKind = z.infer<typeof messageKind>;

/**
 * What a visitor has sent, for administrators. `user` is who was signed in. `subscription` is how it stands with a subscription to
 * the newsletter, null for other messages. Fields that a kind does not have are empty.
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
 * A mail in the outbox. `kept`: there is no mail server, so it waits to be read here. `text` is null where it carries a secret for
 * its recipient and there is a mail server to bring it. `lastError` is a code such as `550` or `ECONNREFUSED`.
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

/** How the mail test ended. `code` says why it failed. */
export const mailTest = z
  .object({ outcome: z.enum(['sent', 'kept', 'failed']), code: z.string().nullable() })
  .meta({ id: 'MailTest' });
