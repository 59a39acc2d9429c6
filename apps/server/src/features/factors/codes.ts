import type { Account } from '../../db/accounts.ts';
import { factorMail } from '../../mail/mails.ts';
import type { I18n } from '../../platform/translations.ts';
import { refuse } from '../../platform/refusal.ts';
import { tellChange } from './changed.ts';
import type { FactorsDeps } from './deps.ts';
import { takeOneTimeCode } from './one-time-codes.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

/**
 * Checks a one-time code or a recovery code of a user, which then cannot be used again. Failures
 * count together with failed sign-ins, and are limited on their own too. The last one before a
 * pause, and the use of a recovery code, are mailed.
 *
 * Refuses `wrong_code`, equally for all reasons, and `too_many`.
 */
export async function proveByCode(deps: FactorsDeps, user: Account, code: string): Promise<void> {
  const signIn = deps.loginThrottle.begin(user.id);
  const attempt = deps.codeThrottle.begin(user.id);
  const isRight = await deps.db.transaction().execute(async (trx) => {
    const given = { userId: user.id, code: code.replaceAll(/\s/gu, ''), isActive: true };
    if (await takeOneTimeCode(deps, trx, given)) return true;
    if (!(await takeRecoveryCode(trx, user.id, code))) return false;
    await tellChange(deps, trx, user, {
      action: 'recovery_code.used',
      kind: 'recovery_codes',
      said: (i18n) => i18n._('A recovery code of your account was used. It cannot be used again.'),
    });
    return true;
  });
  if (!isRight) {
    await deps.audit(deps.db, {
      action: 'session.refused',
      actorId: null,
      target: user.id,
      data: { reason: 'wrong_code' },
    });
    if (attempt.isLast) await tellPause(deps, user);
    refuse('wrong_code');
  }
  attempt.succeeded();
  signIn.succeeded();
  deps.mail.flush();
}

/** Mails a user that too many wrong codes were entered, by a person who knows the password. */
async function tellPause({ db, mail, links }: FactorsDeps, user: Account): Promise<void> {
  const said = (i18n: I18n) =>
    i18n._(
      'Ten wrong codes were entered after the right password of your account. No code is accepted for an hour.',
    );
  const url = links.page('/settings?tab=security');
  await mail.send(db, { to: user.email, mail: factorMail({ name: user.name, said, url }) });
  mail.flush();
}
