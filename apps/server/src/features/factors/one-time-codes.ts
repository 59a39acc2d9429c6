import type { AddedFactor, StartedOneTimeCodes } from '@longhand/contract';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Schema } from '../../db/schema.ts';
import { requireConfirmed } from '../../domain/reauthentication.ts';
import type { Session } from '../../http/session.ts';
import { refuse } from '../../platform/refusal.ts';
import { changeFactors, firstRecoveryCodes } from './changed.ts';
import type { FactorsDeps } from './deps.ts';

type Db = Kysely<Schema>;

/** Algorithm, digits and period (s) that all authenticator apps support. Source: RFC 6238. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Time steps before and after the present one whose codes are accepted. */
const window = 1;

/** Length of a secret (bytes). Source: RFC 4226, 4 recommends 160 bits. */
const secretBytes = 20;

const contextOf = (userId: string): string => `one-time codes ${userId}`;

/**
 * Creates the secret of one-time codes, which replaces one that is not active. It becomes active by
 * its first code. Refuses `demo_account`, `confirm_first`, `one_time_codes_on`.
 */
export async function startOneTimeCodes(
  deps: FactorsDeps,
  session: Session,
): Promise<StartedOneTimeCodes> {
  const { db, clock, sealer } = deps;
  const { user } = session;
  if (user.demoUntil !== null) refuse('demo_account');
  await requireConfirmed(deps, session);
  const secret = new Secret({ size: secretBytes });
  const row = {
    secret: sealer.seal(secret.base32, contextOf(user.id)),
    created_at: new Date(clock.now()),
    last_step: 0,
  };
  const stored = await db
    .insertInto('one_time_codes')
    .values({ user_id: user.id, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('one_time_codes.activated_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (stored === undefined) refuse('one_time_codes_on');
  const totp = new TOTP({ ...kind, issuer: 'Longhand', label: user.username, secret });
  return { secret: secret.base32, url: totp.toString() };
}

/**
 * Uses a code: each is accepted once, because the time step of the last one is stored, and only
 * later steps are accepted.
 *
 * @returns false if the user has no such code now. `isActive`: codes that are active, or not yet
 */
export async function takeOneTimeCode(
  { clock, sealer }: Pick<FactorsDeps, 'clock' | 'sealer'>,
  trx: Db,
  { userId, code, isActive }: { userId: string; code: string; isActive: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('one_time_codes')
    .select(['secret', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .where('activated_at', isActive ? 'is not' : 'is', null)
    .executeTakeFirst();
  const text = row && sealer.open(row.secret, contextOf(userId));
  if (!text || !/^\d{6}$/u.test(code)) return false;
  const timestamp = clock.now();
  const secret = Secret.fromBase32(text);
  const distance = TOTP.validate({ ...kind, token: code, secret, timestamp, window });
  if (distance === null) return false;
  const step = TOTP.counter({ period: kind.period, timestamp }) + distance;
  const used = await trx
    .updateTable('one_time_codes')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Activates one-time codes with their first code. Refuses `confirm_first`, `not_found`,
 * `wrong_code`, and `too_many` together with failed sign-ins.
 */
export async function activateOneTimeCodes(
  deps: FactorsDeps,
  session: Session,
  code: string,
): Promise<AddedFactor> {
  const { user } = session;
  await requireConfirmed(deps, session);
  const started = await deps.db
    .selectFrom('one_time_codes')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('activated_at', 'is', null)
    .executeTakeFirst();
  if (started === undefined) refuse('not_found');
  const attempt = deps.loginThrottle.begin(user.id);
  const recoveryCodes = await changeFactors(deps, session, {
    action: 'factor.added',
    kind: 'one_time_codes',
    said: (i18n) => i18n._('One-time codes of an authenticator app were added to your account.'),
    async make(trx) {
      if (!(await takeOneTimeCode(deps, trx, { userId: user.id, code, isActive: false })))
        refuse('wrong_code');
      const made = await firstRecoveryCodes(trx, user.id);
      await trx
        .updateTable('one_time_codes')
        .set({ activated_at: new Date(deps.clock.now()) })
        .where('user_id', '=', user.id)
        .execute();
      return made;
    },
  });
  attempt.succeeded();
  return { recoveryCodes };
}

/** Removes the one-time codes of a user. Refuses `confirm_first`, `not_found`. */
export async function deleteOneTimeCodes(deps: FactorsDeps, session: Session): Promise<void> {
  await requireConfirmed(deps, session);
  await changeFactors(deps, session, {
    action: 'factor.removed',
    kind: 'one_time_codes',
    said: (i18n) =>
      i18n._('The one-time codes of an authenticator app were removed from your account.'),
    async make(trx) {
      const removed = await trx
        .deleteFrom('one_time_codes')
        .where('user_id', '=', session.user.id)
        .returning('user_id')
        .executeTakeFirst();
      if (removed === undefined) refuse('not_found');
    },
  });
}
