import type { Kysely } from 'kysely';
import { notificationPath, type Notification } from '@longhand/contract';
import { readServerName } from '../../db/branding.ts';
import type { Schema } from '../../db/schema.ts';
import { findDocumentAccess, findProjectAccess } from '../../domain/membership.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { notificationsMail } from '../../mail/mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { I18n } from '../../platform/translations.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';
import { sentenceFor } from './sentences.ts';
import * as store from './store.ts';

/** Dependencies of mailing notifications. `mailings`: rate limit of mails per user. */
export type MailingDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  jobs: Jobs;
  mail: Mail;
  links: Links;
  unsubscribeTokens: UnsubscribeTokens;
  mailings: SlidingWindow;
};

/** Maximum number of sentences in one mail. The rest is only counted. */
const sentencesMax = 30;

/** True if a user still has access to the object of a notification. */
async function isTheirs(
  db: Kysely<Schema>,
  userId: string,
  { documentId, projectId }: Notification,
): Promise<boolean> {
  if (documentId !== null) return (await findDocumentAccess(db, userId, documentId)) !== null;
  return projectId === null || (await findProjectAccess(db, userId, projectId)) !== null;
}

/**
 * Mails all due notifications of a user in one mail. Skips notifications that are read or no longer
 * accessible. Unconfirmed addresses get no mail, because they may be a stranger's. Beyond the rate
 * limit, mail is delayed.
 */
async function mailTo(
  { db, clock, mail, links, unsubscribeTokens, mailings }: MailingDeps,
  userId: string,
): Promise<void> {
  const waitSeconds = mailings.take(userId);
  if (waitSeconds > 0) return store.putOff(db, userId, { now: new Date(clock.now()), waitSeconds });
  await db.transaction().execute(async (trx) => {
    const due = await store.takeDue(trx, userId, new Date(clock.now()));
    const notifications: Notification[] = [];
    for (const one of due) if (await isTheirs(trx, userId, one)) notifications.push(one);
    const address = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .where('demo_until', 'is', null)
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (notifications.length === 0 || address === undefined) return;
    const lines = notifications.slice(0, sentencesMax).map((one) => ({
      sentence: (i18n: I18n) => sentenceFor(i18n, one),
      url: links.page(notificationPath(one)),
    }));
    const token = unsubscribeTokens.tokenOf(userId);
    await mail.send(trx, {
      to: address.email,
      mail: notificationsMail({
        lines,
        more: notifications.length - lines.length,
        inbox: links.inbox(),
        leave: links.leaveMail(token),
        oneClick: links.leaveMailAtOnce(token),
        serverName: await readServerName(trx),
      }),
    });
  });
}

/**
 * Mails due notifications every minute on one node. Without a mail server no mail is sent; the
 * inbox in the page is complete.
 */
export function registerNotificationMailJobs(deps: MailingDeps): void {
  const { db, clock, jobs, mail } = deps;
  jobs.handle('notifications.mail', async () => {
    if (!mail.configured) return;
    for (const userId of await store.peopleDue(db, new Date(clock.now())))
      await mailTo(deps, userId);
    mail.flush();
  });
  jobs.handle('notifications.tidy', () => store.removeOld(db));
  jobs.every(60, 'notifications.mail');
  jobs.every(3_600, 'notifications.tidy');
}
