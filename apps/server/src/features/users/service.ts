import type { Kysely } from 'kysely';
import type { UserChange } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Attempts } from '../../domain/attempts.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';
import { refuse } from '../../platform/refusal.ts';
import { endOtherSessions, type Session } from '../../http/session.ts';
import { changePerson, getPasswordHash } from './store.ts';

/** What changing a person stands on. */
export type UsersDeps = { db: Kysely<Schema>; passwords: Passwords; attempts: Attempts };

/**
 * Asks for the password again before what an open laptop must not give away: address and password. Refuses `invalid` where
 * it is missing, `wrong_password`, and `too_many` together with failed sign-ins.
 */
async function demandPassword(deps: UsersDeps, account: Account, given: string | undefined): Promise<void> {
  if (given === undefined) {
    refuse('invalid', { errors: [{ path: 'currentPassword', message: 'The current password is required for this' }] });
  }
  const attempt = deps.attempts.begin(account.id);
  if (!(await deps.passwords.verify(await getPasswordHash(deps.db, account.id), given))) refuse('wrong_password');
  attempt.succeeded();
}

/**
 * Changes what is known of a person and says whether the password was among it: then all their other sessions have ended in
 * the same transaction. An address that is sent as it already is changes nothing and asks for nothing.
 */
export async function changeUser(
  deps: UsersDeps,
  session: Session,
  change: UserChange,
): Promise<{ account: Account; newPassword: boolean }> {
  const { user } = session;
  const { username, name, newPassword, currentPassword, preferences = {} } = change;
  const email = change.email === user.email ? undefined : change.email;
  if (newPassword !== undefined || email !== undefined) await demandPassword(deps, user, currentPassword);
  const objection = newPassword === undefined ? null : deps.passwords.objectionTo(newPassword, username ?? user.username);
  if (objection !== null) refuse('invalid', { errors: [{ path: 'newPassword', message: objection }] });

  const row = {
    ...(username === undefined ? {} : { username, username_key: usernameKey(username) }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email, email_key: emailKey(email) }),
    ...(newPassword === undefined ? {} : { password_hash: await deps.passwords.hash(newPassword) }),
  };
  const account = await deps.db.transaction().execute(async (trx) => {
    const changed = await changePerson(trx, user.id, row, preferences);
    if (newPassword !== undefined) await endOtherSessions({ db: trx }, { userId: user.id, exceptSessionId: session.sessionId });
    return changed;
  });
  return { account, newPassword: newPassword !== undefined };
}
