import { addAccountLink } from '../../domain/account-links.ts';
import type { Confirm } from '../../domain/confirm.ts';
import { emailKey } from '../../domain/people.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import { confirmationMail } from '../../mail/account-mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of {@link Confirm}. `perAddress`: rate limit of mails to one typed address. */
export type ConfirmingDeps = { clock: Clock; mail: Mail; links: Links; perAddress: SlidingWindow };

/** Creates {@link Confirm}. */
export function createConfirm({ clock, mail, links, perAddress }: ConfirmingDeps): Confirm {
  return {
    isPossible: mail.configured,
    consumeRateLimit(email) {
      const retryAfterSeconds = perAddress.take(`email ${emailKey(email)}`);
      if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
    },
    async ask(trx, { id, username, email }) {
      const token = await addAccountLink(trx, {
        kind: 'email',
        userId: id,
        email,
        now: clock.now(),
      });
      await mail.send(trx, {
        to: email,
        mail: confirmationMail({ username, url: links.confirmEmail(token) }),
      });
    },
    flush: () => mail.flush(),
  };
}
