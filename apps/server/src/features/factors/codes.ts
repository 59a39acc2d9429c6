import type { Account } from '../../db/accounts.ts';
import { addressKey } from '../../http/addresses.ts';
import { factorMail } from '../../mail/account-mails.ts';
import type { I18n } from '../../platform/translations.ts';
import { refuse } from '../../platform/refusal.ts';
import { tellChange } from './changed.ts';
import type { FactorsDeps } from './deps.ts';
import { takeOneTimeCode } from './one-time-codes.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

/**
 * The place in which a code is entered: a sign-in with its network address, in a browser that may
 * be known (see `known-browser.ts`), or a session that is confirmed.
 */
export type CodePlace =
  | { readonly address: string; readonly knownBrowser: string | null }
  | { readonly sessionId: string };

/** Form of a one-time code. Everything else can only be a recovery code. */
const oneTimeForm = /^\d{6}$/u;

/** Returns the keys by which attempts of an account are counted: in their place, and in all. */
function keysOf(userId: string, place: CodePlace): { here: string; all: string | null } {
  if ('sessionId' in place) return { here: `${userId} ${place.sessionId}`, all: null };
  const { address, knownBrowser } = place;
  if (knownBrowser !== null)
    return { here: `${userId} ${knownBrowser}`, all: `${userId} known browsers` };
  return { here: `${userId} ${addressKey(address)}`, all: userId };
}

/**
 * Begins an attempt with a one-time code. Wrong ones are counted by account and place, so that a
 * person elsewhere who knows the password does not pause the codes of the owner, and in sign-ins by
 * account too, which bounds the guesses from many addresses. Known browsers are counted apart from
 * all others, which therefore cannot pause them. A session needs no second count, because it began
 * with a proof of the owner. Refuses `too_many`.
 */
function beginAttempt(
  { codeThrottle, accountCodeThrottle }: FactorsDeps,
  user: Account,
  place: CodePlace,
) {
  const { here, all } = keysOf(user.id, place);
  const attempts = [
    // The first, so that attempts of a paused place do not count for the account.
    codeThrottle.begin(here),
    ...(all === null ? [] : [accountCodeThrottle.begin(all)]),
  ];
  return {
    isLast: attempts.some(({ isLast }) => isLast),
    succeeded(): void {
      for (const attempt of attempts) attempt.succeeded();
    },
  };
}

/** Uses a recovery code. It has so many bits that attempts need no limit of their own. */
async function useRecoveryCode(deps: FactorsDeps, user: Account, code: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await takeRecoveryCode(trx, user.id, code))) return false;
    await tellChange(deps, trx, user, {
      action: 'recovery_code.used',
      kind: 'recovery_codes',
      said: (i18n) => i18n._('A recovery code of your account was used. It cannot be used again.'),
    });
    return true;
  });
}

/** Records a wrong code, and refuses it. */
async function refuseCode({ audit, db }: FactorsDeps, user: Account): Promise<never> {
  const data = { reason: 'wrong_code' };
  await audit(db, { action: 'session.refused', actorId: null, target: user.id, data });
  return refuse('wrong_code');
}

/**
 * Checks a one-time code or a recovery code of a user, which then cannot be used again. Wrong
 * one-time codes are limited. The last one before a pause, and the use of a recovery code, are
 * mailed.
 *
 * Refuses `wrong_code`, equally for all reasons, and `too_many`.
 */
export async function proveByCode(
  deps: FactorsDeps,
  { user, place }: { user: Account; place: CodePlace },
  typed: string,
): Promise<void> {
  const code = typed.replaceAll(/\s/gu, '');
  if (!oneTimeForm.test(code)) {
    if (!(await useRecoveryCode(deps, user, typed))) await refuseCode(deps, user);
    deps.mail.flush();
    return;
  }
  const attempt = beginAttempt(deps, user, place);
  const given = { userId: user.id, code, isActive: true };
  if (!(await deps.db.transaction().execute((trx) => takeOneTimeCode(deps, trx, given)))) {
    if (attempt.isLast) await tellPause(deps, user);
    await refuseCode(deps, user);
  }
  attempt.succeeded();
}

/** Mails a user that too many wrong codes were entered, by a person who knows the password. */
async function tellPause({ db, mail, links }: FactorsDeps, user: Account): Promise<void> {
  const said = (i18n: I18n) =>
    i18n._(
      'Ten wrong codes were entered at one address after the right password of your account. From there, no code of an authenticator app is accepted for an hour. Passkeys and recovery codes still are.',
    );
  const url = links.page('/settings?tab=security');
  await mail.send(db, { to: user.email, mail: factorMail({ name: user.name, said, url }) });
  mail.flush();
}
