import { wrongField } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { addAccountLink, findAccountLink, useAccountLink } from '../../domain/account-links.ts';
import { addAddressRequest, takeAddressRequest } from '../../domain/address-requests.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Live } from '../../domain/live.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { emailKey, refuseWhereTaken } from '../../domain/people.ts';
import { requirePasswords } from '../../domain/sign-in-rule.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { passwordChangedMail, passwordMail } from '../../mail/account-mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { currentCaller } from '../../platform/work.ts';
import { refuse } from '../../platform/refusal.ts';
import { findByEmail, setEmail, setPassword } from './store.ts';
import { removeUnconfirmedMethods } from './taking-over.ts';

/** Dependencies of links into accounts. `resets`: rate limit of links per mail address. */
export type PasswordsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  mail: Mail;
  links: Links;
  live: Live;
  passwords: Passwords;
  resets: SlidingWindow;
  audit: Audit;
};

/**
 * Stores a request for a new password. A job looks up the address, so that neither the response nor
 * its time reveals accounts. Refuses `only_provider`, and `too_many`, counted by the typed address.
 */
export async function askForPassword(
  { db, clock, ids, jobs, resets }: PasswordsDeps,
  email: string,
): Promise<void> {
  await requirePasswords(db);
  const retryAfterSeconds = resets.take(emailKey(email));
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
  await db.transaction().execute(async (trx) => {
    const request = {
      id: ids.uuid(),
      purpose: 'password',
      email,
      userId: null,
      language: currentCaller()?.language ?? null,
      at: new Date(clock.now()),
    } as const;
    const requestId = await addAddressRequest(trx, request);
    await jobs.enqueue('password.look_up', { requestId }, { trx, key: requestId });
  });
  jobs.prompt();
}

/** Handles a request as a job: mails a link if the address has an account. Idempotent. */
export async function mailPasswordLink(
  { db, clock, mail, links }: PasswordsDeps,
  requestId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await takeAddressRequest(trx, requestId);
    const person = request && (await findByEmail(trx, emailKey(request.email)));
    if (request === null || person === null) return;
    const token = await addAccountLink(trx, {
      kind: 'password',
      userId: person.id,
      now: clock.now(),
    });
    await mail.send(trx, {
      to: person.email,
      language: request.language,
      mail: passwordMail({ name: person.name, url: links.resetPassword(token) }),
    });
  });
  mail.flush();
}

/**
 * Sets a new password by a link. Ends all sessions and access tokens of the user in the same
 * transaction, and closes sockets. If the use of the link confirms the address for the first time,
 * the second factors and identities that were added before are removed. Refuses `only_provider`,
 * `link_ended`, and `invalid` for a password that is not allowed; the link remains valid then.
 */
export async function resetPassword(
  deps: PasswordsDeps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, clock, mail, links, live, passwords } = deps;
  await requirePasswords(db);
  const found =
    (await findAccountLink(db, { kind: 'password', token, now: clock.now() })) ??
    refuse('link_ended');
  const objection = passwords.objectionTo(password, found.username);
  if (objection !== null) refuse('invalid', { errors: [wrongField('password', objection)] });
  const hash = await passwords.hash(password);
  const userId = await db.transaction().execute(async (trx) => {
    const used = await useAccountLink(trx, { kind: 'password', token, now: clock.now() });
    // Use of the link confirms the address, because it was mailed there. Without a mail server
    // administrators pass on the link, which confirms nothing.
    const lostMethods =
      mail.configured && (await removeUnconfirmedMethods(trx, deps.audit, used.userId));
    await setPassword(trx, used.userId, {
      hash,
      confirmedAt: mail.configured ? new Date(clock.now()) : null,
    });
    await deps.audit(trx, {
      action: 'password.changed',
      actorId: null,
      target: used.userId,
      data: { by: 'link' },
    });
    await mail.send(trx, {
      to: found.email,
      mail: passwordChangedMail({
        name: found.name,
        url: links.home(),
        by: lostMethods ? 'first_link' : 'link',
      }),
    });
    return used.userId;
  });
  live.sessionEnded({ userId });
  mail.flush();
}

/** Sets a confirmed address of a user by a link. Refuses `link_ended`, `email_taken`. */
export async function confirmEmail(
  { db, clock, audit }: PasswordsDeps,
  token: string,
): Promise<void> {
  const asked = { kind: 'email', token, now: clock.now() } as const;
  if ((await findAccountLink(db, asked)) === null) refuse('link_ended');
  try {
    await db.transaction().execute(async (trx) => {
      const { userId, email } = await useAccountLink(trx, asked);
      if (email === null) return;
      await setEmail(trx, userId, { email, confirmedAt: new Date(clock.now()) });
      await audit(trx, {
        action: 'email.changed',
        actorId: null,
        target: userId,
        data: { by: 'link' },
      });
    });
  } catch (error) {
    refuseWhereTaken(error);
  }
}
