import type { Kysely } from 'kysely';
import type { UserChange } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { addAccountLink, endAccountLinks } from '../../domain/account-links.ts';
import type { Attempts } from '../../domain/attempts.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Confirm } from '../../domain/confirm.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { lookOf } from '../../domain/looks.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';
import { endOtherSessions, type Session } from '../../http/session.ts';
import type { Window } from '../../http/windows.ts';
import { emailLetter, emailNoticeLetter } from '../../mail/letters.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';
import { changePerson, endTokens, getPasswordHash, isEmailTaken } from './store.ts';

/** What changing a person stands on. `asking`: how often a person may ask whether a mail address is somebody's. */
export type UsersDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  passwords: Passwords;
  attempts: Attempts;
  mail: Mail;
  links: Links;
  confirm: Confirm;
  asking: Window;
  audit: Audit;
};

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
 * Asks a new address by mail whether it is this person's, and tells the old one. Until the link is followed, the old one holds.
 * Refuses `email_taken`, and `too_many` where the address was asked too often, by whomever.
 */
async function askNewAddress({ clock, mail, links, confirm }: UsersDeps, trx: Kysely<Schema>, user: Account, email: string) {
  confirm.spend(email);
  if (await isEmailTaken(trx, { email, exceptUserId: user.id })) refuse('email_taken');
  const token = await addAccountLink(trx, { kind: 'email', userId: user.id, email, now: clock.now() });
  await mail.send(trx, { to: email, ...emailLetter({ username: user.username, url: links.confirmEmail(token) }) });
  await mail.send(trx, { to: user.email, ...emailNoticeLetter({ name: user.name, url: links.home() }) });
}

/**
 * Changes what is known of a person and says whether the password was among it: then all their other sessions have ended in
 * the same transaction. An address that is sent as it already is changes nothing and asks for nothing; a new one holds at once
 * where there is no mail server, and else when it was confirmed. A new password ends the access tokens too, and a new password or
 * address every link into the account that was mailed before.
 */
export async function changeUser(
  deps: UsersDeps,
  session: Session,
  change: UserChange,
): Promise<{ account: Account; newPassword: boolean }> {
  const { user } = session;
  const { username, name, newPassword, currentPassword, preferences = {} } = change;
  const email = change.email === user.email ? undefined : change.email;
  if (email !== undefined) spendAsking(deps, user.id);
  if (newPassword !== undefined || email !== undefined) await demandPassword(deps, user, currentPassword);
  const objection = newPassword === undefined ? null : deps.passwords.objectionTo(newPassword, username ?? user.username);
  if (objection !== null) refuse('invalid', { errors: [{ path: 'newPassword', message: objection }] });

  const row = {
    ...(username === undefined ? {} : { username, username_key: usernameKey(username), username_look: lookOf(username) }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined || deps.mail.configured ? {} : { email, email_key: emailKey(email), email_confirmed_at: null }),
    ...(newPassword === undefined ? {} : { password_hash: await deps.passwords.hash(newPassword) }),
  };
  const account = await deps.db.transaction().execute(async (trx) => {
    const changed = await changePerson(trx, user.id, row, preferences);
    if (newPassword !== undefined || 'email' in row) await endAccountLinks(trx, user.id);
    if (email !== undefined && deps.mail.configured) await askNewAddress(deps, trx, user, email);
    if ('email' in row) await deps.audit(trx, { action: 'email.changed', actorId: user.id, target: user.id });
    if (newPassword !== undefined) {
      await endOtherSessions({ db: trx }, { userId: user.id, exceptSessionId: session.sessionId });
      await endTokens(trx, user.id);
      await deps.audit(trx, { action: 'password.changed', actorId: user.id, target: user.id });
    }
    return changed;
  });
  if (email !== undefined) deps.mail.flush();
  return { account, newPassword: newPassword !== undefined };
}

/** Refuses `too_many` where a person asks of more addresses whether they are taken than anybody has. */
function spendAsking({ asking }: UsersDeps, userId: string): void {
  const retryAfterSeconds = asking.take(userId);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
}

/** Mails another link by which a person confirms their address; nothing where it is confirmed. Refuses `mail_needed`, `too_many`. */
export async function sendConfirmation({ db, confirm }: UsersDeps, user: Account): Promise<undefined> {
  if (!confirm.isPossible) refuse('mail_needed');
  if (user.emailConfirmedAt !== null) return undefined;
  confirm.spend(user.email);
  await db.transaction().execute((trx) => confirm.ask(trx, user));
  confirm.flush();
  return undefined;
}
