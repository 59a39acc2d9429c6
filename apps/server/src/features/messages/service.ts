import type { Kysely } from 'kysely';
import type { ContactMessage } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { emailKey } from '../../domain/people.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { messageMail } from '../../mail/mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { addMessage } from './store.ts';

/** Dependencies of messages. `perAddress`: rate limit of messages with the same mail address. */
export type MessagesDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  mail: Mail;
  links: Links;
  perAddress: SlidingWindow;
};

/** Counts a use of a mail address for a purpose. Refuses `too_many`. */
export function spendAddress(
  { perAddress }: Pick<MessagesDeps, 'perAddress'>,
  purpose: string,
  email: string,
): void {
  const retryAfterSeconds = perAddress.take(`${purpose} ${emailKey(email)}`);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
}

/**
 * Stores a message and, in the same transaction, a mail to the mailbox configured for its kind, if
 * any. `user`: the signed-in user. Sender or recipient claims in the body are ignored.
 */
export async function sendMessage(
  deps: MessagesDeps,
  user: Account | null,
  body: ContactMessage,
): Promise<void> {
  const { db, clock, ids, mail } = deps;
  const { name, email, subject, message, companyName = '', teamSize = '' } = body;
  spendAddress(deps, 'message', email);
  const kind = companyName === '' ? 'contact' : 'demo';
  const given = { kind, name, email, subject, message, companyName, teamSize } as const;
  const to = kind === 'demo' ? mail.mailboxes.sales : mail.mailboxes.support;
  await db.transaction().execute(async (trx) => {
    await addMessage(trx, {
      ...given,
      id: ids.uuid(),
      userId: user?.id ?? null,
      at: new Date(clock.now()),
    });
    if (to !== null)
      await mail.send(trx, {
        to,
        language: mail.language,
        mail: messageMail({ ...given, username: user?.username ?? null }),
      });
  });
  mail.flush();
}
