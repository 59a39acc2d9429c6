import { sql, type Kysely } from 'kysely';
import type { Credentials, Registration } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { LoginThrottle } from '../../domain/login-throttle.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Confirm } from '../../domain/confirm.ts';
import { getOffer, joinByInvitation } from '../../domain/invitations.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import { skeletonOf } from '../../domain/confusables.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { nextColor, emailKey, usernameKey } from '../../domain/people.ts';
import { readSignUp } from '../../domain/sign-up.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { addPerson, findCredentials, findTaken, isEmpty } from './store.ts';

/** Dependencies of registration and sign-in. */
export type AuthDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  loginThrottle: LoginThrottle;
  signUp: Config['signUp'];
  recordActivity: RecordActivity;
  audit: Audit;
  confirm: Confirm;
};

/**
 * Returns the check that refuses users without the right to register. `mustConfirm`: the account is
 * unusable until its address is confirmed.
 *
 * Invited users may always register. If invitations are required, the first user may too, because
 * no user can invite them. A domain rule applies to the first user as well. It admits no user if
 * there is no mail server, since an unconfirmed address proves nothing.
 */
async function admitWhom(
  { db, clock, signUp, confirm }: AuthDeps,
  email: string,
  invitation: string | undefined,
) {
  if (invitation !== undefined) await getOffer(db, invitation, clock.now());
  const { mode, domain } = await readSignUp(db, signUp);
  const admit = (isFirst: boolean): void => {
    if (invitation !== undefined) return;
    if (mode === 'invited' && !isFirst) refuse('sign_up_closed');
    const isOfDomain = confirm.isPossible && emailKey(email).endsWith(`@${domain}`);
    if (mode === 'domain' && !isOfDomain) refuse('sign_up_closed');
  };
  return { admit, mustConfirm: mode === 'domain' && invitation === undefined };
}

/**
 * Creates an account and adds its user to the project of the invitation.
 *
 * Refuses `sign_up_closed`, `link_ended` (the invitation), `invalid` (the password),
 * `username_taken`, `email_taken`, `too_many` (mails to this address). Cheap checks run before the
 * password is hashed. Constraints of the table repeat them for concurrent calls.
 */
export async function register(deps: AuthDeps, registration: Registration): Promise<Account> {
  const { username, name, email, password, invitation } = registration;
  const { admit, mustConfirm } = await admitWhom(deps, email, invitation);
  admit(await isEmpty(deps.db));
  const objection = deps.passwords.objectionTo(password, username);
  if (objection !== null) refuse('invalid', { errors: [{ path: 'password', message: objection }] });
  const taken = await findTaken(deps.db, { username, email });
  if (taken.username) refuse('username_taken');
  if (taken.email) refuse('email_taken');
  if (deps.confirm.isPossible) deps.confirm.consumeRateLimit(email);
  const id = deps.ids.uuid();
  const person = {
    id,
    username,
    username_key: usernameKey(username),
    username_skeleton: skeletonOf(username),
    name,
    email,
    email_key: emailKey(email),
    password_hash: await deps.passwords.hash(password),
    avatar_color: await nextColor(deps.db, sql<boolean>`not is_guest and demo_id is null`),
    created_at: new Date(deps.clock.now()),
    must_confirm_email: mustConfirm,
  };
  const account = await addPerson(deps.db, person, {
    admit,
    welcome: async (trx) => {
      await deps.audit(trx, { action: 'account.made', actorId: id, target: id });
      if (deps.confirm.isPossible) await deps.confirm.ask(trx, { id, username, email });
      if (invitation === undefined) return;
      await joinByInvitation(trx, {
        token: invitation,
        userId: id,
        now: deps.clock.now(),
        recordActivity: deps.recordActivity,
      });
    },
  });
  deps.confirm.flush();
  return account;
}

/**
 * Verifies credentials and returns the account. Refuses `wrong_credentials` with equal message and
 * work for an unknown name and a wrong password, and `too_many` for both alike.
 */
export async function checkCredentials(
  deps: AuthDeps,
  { username, password }: Credentials,
): Promise<Account> {
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
