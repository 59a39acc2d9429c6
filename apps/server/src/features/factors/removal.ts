import type { Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';
import { deleteFactors } from '../../domain/second-factors.ts';
import type { Links } from '../../mail/links.ts';
import type { AddressedMail } from '../../mail/mail-content.ts';
import { factorMail } from '../../mail/account-mails.ts';
import type { I18n } from '../../platform/translations.ts';
import { refuse } from '../../platform/refusal.ts';
import type { FactorsDeps } from './deps.ts';

type Db = Kysely<Schema>;

/** Deletes the factors and the sessions of a user, and records it. */
async function remove(
  audit: Audit,
  trx: Db,
  { user, actorId, by }: { user: Account; actorId: string | null; by: string },
): Promise<void> {
  await deleteFactors(trx, user.id);
  await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  await audit(trx, {
    action: 'factor.removed',
    actorId,
    target: user.id,
    data: { kind: 'all', by },
  });
}

/**
 * Removes all second factors of a user who has lost them, for an administrator. Ends the sessions
 * of the user, and mails it. Refuses `not_found`, `no_second_factor`.
 */
export async function removeFactorsOf(
  { db, audit, mail, links, live }: FactorsDeps,
  { callerId, userId }: { callerId: string; userId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(accountColumns)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('is_guest', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) refuse('not_found');
    if (!user.hasSecondFactor) refuse('no_second_factor');
    await remove(audit, trx, { user, actorId: callerId, by: 'administrator' });
    const said = (i18n: I18n) =>
      i18n._('An administrator removed all second factors from your account.');
    const url = links.page('/settings?tab=security');
    await mail.send(trx, { to: user.email, mail: factorMail({ name: user.name, said, url }) });
  });
  live.sessionEnded({ userId });
  mail.flush();
}

/**
 * Removes all second factors of a user, by username or address, from a command on the machine: the
 * way back for the last administrator.
 *
 * @returns the notice to mail to the user; null if there is no such user, or without factors
 */
export async function removeFactorsByCommand(
  { db, audit }: { db: Db; audit: Audit },
  login: string,
  links: Links,
): Promise<AddressedMail | null> {
  const isAddress = login.includes('@');
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(accountColumns)
      .where(
        isAddress ? 'email_key' : 'username_key',
        '=',
        isAddress ? emailKey(login) : usernameKey(login),
      )
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return null;
    await remove(audit, trx, { user, actorId: null, by: 'command' });
    if (!user.hasSecondFactor) return null;
    const said = (i18n: I18n) =>
      i18n._('All second factors were removed from your account, by a command on the server.');
    const url = links.page('/settings?tab=security');
    return { to: user.email, mail: factorMail({ name: user.name, said, url }) };
  });
}
