import { sql } from 'kysely';
import { wrongField, type Credentials, type Registration } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { LoginThrottle } from '../../domain/login-throttle.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Confirm } from '../../domain/confirm.ts';
import { joinByInvitation } from '../../domain/invitations.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { nextColor, usernameKey } from '../../domain/people.ts';
import {
  addPerson,
  admitWhom,
  findTaken,
  isEmpty,
  registering,
  type AdmissionDeps,
} from '../../domain/registration.ts';
import { requirePasswords } from '../../domain/sign-in-rule.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { findCredentials } from './store.ts';

/** Dependencies of registration and sign-in. */
export type AuthDeps = AdmissionDeps & {
  ids: Ids;
  passwords: Passwords;
  loginThrottle: LoginThrottle;
  recordActivity: RecordActivity;
  audit: Audit;
  confirm: Confirm;
};

/**
 * Creates an account and adds its user to the project of the invitation.
 *
 * Refuses `only_provider`, `sign_up_closed`, `link_ended` (the invitation), `invalid` (the
 * password), `username_taken`, `email_taken`, `too_many` (mails to this address). Cheap checks run
 * before the password is hashed. Constraints of the table repeat them for concurrent calls.
 */
export async function register(deps: AuthDeps, registration: Registration): Promise<Account> {
  const { username, name, email, password, invitation } = registration;
  await requirePasswords(deps.db);
  const { admit, mustConfirm } = await admitWhom(deps, { email, invitation, isVerified: false });
  admit(await isEmpty(deps.db));
  const objection = deps.passwords.objectionTo(password, username);
  if (objection !== null) refuse('invalid', { errors: [wrongField('password', objection)] });
  const taken = await findTaken(deps.db, { username, email });
  if (taken.username) refuse('username_taken');
  if (taken.email) refuse('email_taken');
  if (deps.confirm.isPossible) deps.confirm.consumeRateLimit(email);
  const id = deps.ids.uuid();
  const person = {
    id,
    username,
    name,
    email,
    password_hash: await deps.passwords.hash(password),
    avatar_color: await nextColor(deps.db, sql<boolean>`not is_guest and demo_id is null`),
    created_at: new Date(deps.clock.now()),
    must_confirm_email: mustConfirm,
  };
  const account = await registering(deps.db, async (trx) => {
    const added = await addPerson(trx, person, admit);
    await deps.audit(trx, { action: 'account.made', actorId: id, target: id });
    if (deps.confirm.isPossible) await deps.confirm.ask(trx, { id, username, email });
    if (invitation === undefined) return added;
    await joinByInvitation(trx, {
      token: invitation,
      userId: id,
      now: deps.clock.now(),
      recordActivity: deps.recordActivity,
    });
    return added;
  });
  deps.confirm.flush();
  return account;
}

/**
 * Verifies credentials and returns the account. Refuses `only_provider`, `wrong_credentials` with
 * equal message and work for an unknown name and a wrong password, and `too_many` for both alike.
 */
export async function checkCredentials(
  deps: AuthDeps,
  { username, password }: Credentials,
): Promise<Account> {
  await requirePasswords(deps.db);
  const found = await findCredentials(deps.db, username);
  const attempt = deps.loginThrottle.begin(found ? found.account.id : usernameKey(username));
  const right = await deps.passwords.verify(found?.passwordHash ?? null, password);
  if (!found || !right) {
    // The input is not stored: it may be a password in the wrong field.
    await deps.audit(deps.db, {
      action: 'session.refused',
      actorId: null,
      target: found?.account.id ?? null,
    });
    refuse('wrong_credentials');
  }
  attempt.succeeded();
  return found.account;
}
