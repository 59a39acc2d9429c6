import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { addAccountLink } from '../../domain/account-links.ts';
import type { Audit } from '../../domain/audit.ts';
import { lockAdministrators, setDisabled } from '../../domain/disabling.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';
import { writeOnlyProvider } from '../../domain/sign-in-rule.ts';
import type { Clock } from '../../platform/clock.ts';
import { setAdministrator } from './users-store.ts';

/** Result of an appointment. `token`: secret of a link to set a new password, if requested. */
export type Appointed =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'only_looking' }
  | { readonly kind: 'done'; readonly username: string; readonly token: string | null };

/**
 * Appoints an administrator by username or address, from a command on the machine. For servers
 * whose administrators cannot sign in or that have no mail. Enables a disabled user.
 */
export async function appoint(
  { db, clock, audit }: { db: Kysely<Schema>; clock: Clock; audit: Audit },
  { login, withLink }: { login: string; withLink: boolean },
): Promise<Appointed> {
  return db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    const found = await trx
      .selectFrom('users')
      .select(['id', 'username', 'demo_until as demoUntil'])
      .where(
        login.includes('@') ? 'email_key' : 'username_key',
        '=',
        login.includes('@') ? emailKey(login) : usernameKey(login),
      )
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return { kind: 'unknown' };
    if (found.demoUntil !== null) return { kind: 'only_looking' };
    await setAdministrator(trx, found.id, true);
    await setDisabled(trx, found.id, null);
    await trx
      .updateTable('users')
      .set({ must_confirm_email: false })
      .where('id', '=', found.id)
      .execute();
    await audit(trx, {
      action: 'administrator.made',
      actorId: null,
      target: found.id,
      data: { by: 'command' },
    });
    const token = withLink
      ? await addAccountLink(trx, { kind: 'password', userId: found.id, now: clock.now() })
      : null;
    return { kind: 'done', username: found.username, token };
  });
}

/**
 * Allows sign-in with passwords again, from a command on the machine: the way back if no
 * administrator can sign in through a provider.
 */
export async function allowPasswords({
  db,
  clock,
  audit,
}: {
  db: Kysely<Schema>;
  clock: Clock;
  audit: Audit;
}): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeOnlyProvider(trx, false, { userId: null, now: clock.now() });
    await audit(trx, {
      action: 'sign_in.changed',
      actorId: null,
      data: { onlyProvider: false, by: 'command' },
    });
  });
}
