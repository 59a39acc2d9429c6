import type { AuditAction } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { updateHasFactor, endPendingSignIns } from '../../domain/second-factors.ts';
import { endOtherSessions, type Session } from '../../http/session.ts';
import { factorMail } from '../../mail/account-mails.ts';
import type { I18n } from '../../platform/translations.ts';
import type { FactorsDeps } from './deps.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';

type Db = Kysely<Schema>;

/** A change of a user's second factors. `said`: its sentence in the mail. */
type FactorChange = {
  readonly action: Extract<AuditAction, `factor.${string}` | `recovery_${string}`>;
  readonly kind: 'passkey' | 'one_time_codes' | 'recovery_codes';
  readonly said: (i18n: I18n) => string;
};

/** Records a change in the audit log, and mails it to the user. Call `mail.flush` afterwards. */
export async function tellChange(
  { audit, mail, links }: Pick<FactorsDeps, 'audit' | 'mail' | 'links'>,
  trx: Db,
  user: Session['user'],
  { action, kind, said }: FactorChange,
): Promise<void> {
  await audit(trx, { action, actorId: user.id, target: user.id, data: { kind } });
  const url = links.page('/settings?tab=security');
  await mail.send(trx, { to: user.email, mail: factorMail({ name: user.name, said, url }) });
}

/**
 * Makes a change of a user's second factors in a transaction: records and mails it, and ends the
 * user's other sessions and the sign-ins that wait for a factor.
 *
 * @param make changes the factors
 */
export async function changeFactors<Result>(
  deps: FactorsDeps,
  { user, sessionId }: Session,
  { make, ...change }: FactorChange & { make: (trx: Db) => Promise<Result> },
): Promise<Result> {
  const others = { userId: user.id, exceptSessionId: sessionId };
  const result = await deps.db.transaction().execute(async (trx) => {
    // Serializes changes of the factors of one user.
    await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    const made = await make(trx);
    await updateHasFactor(trx, user.id);
    await tellChange(deps, trx, user, change);
    await endPendingSignIns(trx, user.id);
    await endOtherSessions({ db: trx }, others);
    return made;
  });
  deps.live.sessionEnded(others);
  deps.mail.flush();
  return result;
}

/** Returns recovery codes for a user who gets the first factor, otherwise null. */
export async function firstRecoveryCodes(trx: Db, userId: string): Promise<string[] | null> {
  const { has } = await trx
    .selectFrom('users')
    .select('has_second_factor as has')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return has ? null : renewRecoveryCodes(trx, userId);
}
