import type { Account } from '../../db/accounts.ts';
import { refuse } from '../../platform/refusal.ts';
import { tellChange } from './changed.ts';
import type { FactorsDeps } from './deps.ts';
import { takeOneTimeCode } from './one-time-codes.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

/**
 * Checks a one-time code or a recovery code of a user, which then cannot be used again. Failures
 * count together with failed sign-ins. The use of a recovery code is mailed.
 *
 * Refuses `wrong_code`, equally for all reasons, and `too_many`.
 */
export async function proveByCode(deps: FactorsDeps, user: Account, code: string): Promise<void> {
  const attempt = deps.loginThrottle.begin(user.id);
  const isRight = await deps.db.transaction().execute(async (trx) => {
    const given = { userId: user.id, code: code.replaceAll(/\s/gu, ''), isActive: true };
    if (await takeOneTimeCode(deps, trx, given)) return true;
    if (!(await takeRecoveryCode(trx, user.id, code))) return false;
    await tellChange(deps, trx, user, {
      action: 'recovery_code.used',
      kind: 'recovery_codes',
      said: 'A recovery code of your account was used. It cannot be used again.',
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
    refuse('wrong_code');
  }
  attempt.succeeded();
  deps.mail.flush();
}
