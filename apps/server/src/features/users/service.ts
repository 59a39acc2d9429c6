import type { Kysely } from 'kysely';
import { wrongField, type UserChange } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { addAccountLink, endAccountLinks } from '../../domain/account-links.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Confirm } from '../../domain/confirm.ts';
import { skeletonOf } from '../../domain/confusables.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import { endPendingSignIns } from '../../domain/second-factors.ts';
import { requirePasswords } from '../../domain/sign-in-rule.ts';
import { endOtherSessions, type Session } from '../../http/session.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import { emailMail, emailNoticeMail, passwordChangedMail } from '../../mail/account-mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import { refuse } from '../../platform/refusal.ts';
import { changePerson, endTokens, isEmailTaken } from './store.ts';

/** Dependencies of changing a user. `asking`: rate limit of checks of mail addresses. */
export type UsersDeps = ReauthenticationDeps & {
  mail: Mail;
  links: Links;
  confirm: Confirm;
  asking: SlidingWindow;
  audit: Audit;
};

/**
 * Mails a confirmation link to a new address, and a notice to the old one, which remains valid
 * until the link is used. Refuses `email_taken`, and `too_many` if the address was mailed too
 * often, for any caller.
 */
async function askNewAddress(
  { clock, mail, links, confirm }: UsersDeps,
  trx: Kysely<Schema>,
  user: Account,
  email: string,
) {
  confirm.consumeRateLimit(email);
  if (await isEmailTaken(trx, { email, exceptUserId: user.id })) refuse('email_taken');
  const token = await addAccountLink(trx, {
    kind: 'email',
    userId: user.id,
    email,
    now: clock.now(),
  });
  await mail.send(trx, {
    to: email,
    userId: user.id,
    mail: emailMail({ username: user.username, url: links.confirmEmail(token) }),
  });
  await mail.send(trx, {
    to: user.email,
    mail: emailNoticeMail({ name: user.name, url: links.home() }),
  });
}

/**
 * Changes a user. `newPassword`: true if the password was changed, and then all other sessions have
 * ended in the same transaction.
 *
 * An unchanged address has no effect. A new address becomes valid at once without a mail server,
 * otherwise after confirmation. A new password is mailed, and also ends the access tokens. A new
 * password or address also ends all links into the account mailed before.
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
  if (newPassword !== undefined || email !== undefined)
    await requireOwner(deps, session, currentPassword);
  if (newPassword !== undefined) await requirePasswords(deps.db);
  const objection =
    newPassword === undefined
      ? null
      : deps.passwords.objectionTo(newPassword, username ?? user.username);
  if (objection !== null) refuse('invalid', { errors: [wrongField('newPassword', objection)] });

  const row = {
    ...(username === undefined
      ? {}
      : { username, username_key: usernameKey(username), username_skeleton: skeletonOf(username) }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined || deps.mail.configured
      ? {}
      : { email, email_key: emailKey(email), email_confirmed_at: null }),
    ...(newPassword === undefined ? {} : { password_hash: await deps.passwords.hash(newPassword) }),
  };
  const account = await deps.db.transaction().execute(async (trx) => {
    const changed = await changePerson(trx, user.id, row, preferences);
    if (newPassword !== undefined || 'email' in row) await endAccountLinks(trx, user.id);
    if (email !== undefined && deps.mail.configured) await askNewAddress(deps, trx, user, email);
    if ('email' in row)
      await deps.audit(trx, { action: 'email.changed', actorId: user.id, target: user.id });
    if (newPassword !== undefined) {
      await endOtherSessions({ db: trx }, { userId: user.id, exceptSessionId: session.sessionId });
      await endPendingSignIns(trx, user.id);
      await endTokens(trx, user.id);
      const about = { name: user.name, url: deps.links.home(), by: 'settings' } as const;
      await deps.mail.send(trx, { to: user.email, mail: passwordChangedMail(about) });
      await deps.audit(trx, { action: 'password.changed', actorId: user.id, target: user.id });
    }
    return changed;
  });
  if (email !== undefined || newPassword !== undefined) deps.mail.flush();
  return { account, newPassword: newPassword !== undefined };
}

/** Refuses `too_many` if a user checks more addresses than any user has. */
function spendAsking({ asking }: UsersDeps, userId: string): void {
  const retryAfterSeconds = asking.take(userId);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
}

/**
 * Mails another confirmation link. Does nothing if the address is confirmed. Refuses `mail_needed`,
 * `too_many`.
 */
export async function sendConfirmation(
  { db, confirm }: UsersDeps,
  user: Account,
): Promise<undefined> {
  if (!confirm.isPossible) refuse('mail_needed');
  if (user.emailConfirmedAt !== null) return undefined;
  confirm.consumeRateLimit(user.email);
  await db.transaction().execute((trx) => confirm.ask(trx, user));
  confirm.flush();
  return undefined;
}
