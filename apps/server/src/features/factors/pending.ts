import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import {
  readCookie,
  secondStepCookieName,
  secondStepSeconds,
  sendSecondStepCookie,
} from '../../http/cookies.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { FactorsDeps } from './deps.ts';

type Db = Kysely<Schema>;

/** Returns the secret of the cookie that binds the second step to the browser, or null. */
export function readBrowser(request: FastifyRequest, secure: boolean): string | null {
  return readCookie(request.headers.cookie, secondStepCookieName(secure)) || null;
}

/**
 * Stores that the password of a user was correct in this browser, and deletes expired sign-ins. No
 * session begins. The browser gets a new secret, so that a secret set before has no effect.
 */
export async function addPending(
  { db, clock, secure }: Pick<FactorsDeps, 'db' | 'clock' | 'secure'>,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const browser = newToken();
  const now = clock.now();
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('pending_sign_ins')
    .values({
      browser_hash: hashOf(browser),
      user_id: userId,
      expires_at: new Date(now + secondStepSeconds * 1_000),
    })
    .execute();
  sendSecondStepCookie(reply, browser, secure);
}

/** Returns the user whose sign-in waits for the second factor in this browser, or null. */
export async function findPending(
  { db, clock }: Pick<FactorsDeps, 'db' | 'clock'>,
  browser: string | null,
): Promise<Account | null> {
  if (browser === null) return null;
  const row = await db
    .selectFrom('pending_sign_ins as p')
    .innerJoin('users', 'users.id', 'p.user_id')
    .select(accountColumns)
    .where('p.browser_hash', '=', hashOf(browser))
    .where('p.expires_at', '>', new Date(clock.now()))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes the sign-in that waits in this browser, which then cannot be ended again.
 *
 * @returns false if it was taken or ended meanwhile
 */
export async function takePending(trx: Db, browser: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('pending_sign_ins')
    .where('browser_hash', '=', hashOf(browser))
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
