import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { signInSeconds } from '../../http/cookies.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { SignInSecrets } from './provider-client.ts';

/**
 * Derives nonce and code verifier from the secret in the browser's cookie, so that the database
 * alone cannot end a sign-in.
 */
function secretsOf(browser: string, state: string): SignInSecrets {
  const derived = (purpose: string): string =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), codeVerifier: derived('code verifier') };
}

/**
 * Stores a started sign-in and deletes expired ones.
 *
 * @param sessionId session of the user who connects an identity; null to sign in
 * @returns the secret for the browser's cookie, and the values derived from it
 */
export async function addAttempt(
  db: Kysely<Schema>,
  { providerId, sessionId, now }: { providerId: string; sessionId: string | null; now: number },
): Promise<{ browser: string; secrets: SignInSecrets }> {
  const [browser, state] = [newToken(), newToken()];
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('sign_in_attempts')
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      provider_id: providerId,
      session_id: sessionId,
      created_at: new Date(now),
      expires_at: new Date(now + signInSeconds * 1_000),
    })
    .execute();
  return { browser, secrets: secretsOf(browser, state) };
}

/**
 * Takes a started sign-in, which then cannot be ended again. Returns null if it has expired, was
 * taken before, or was started with another provider or in another browser.
 *
 * @param browser secret of the browser's cookie
 */
export async function takeAttempt(
  db: Kysely<Schema>,
  given: { providerId: string; browser: string | null; state: string | null; now: number },
): Promise<{ secrets: SignInSecrets; sessionId: string | null } | null> {
  const { providerId, browser, state, now } = given;
  if (browser === null || state === null) return null;
  const taken = await db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', new Date(now))
    .returning('session_id as sessionId')
    .executeTakeFirst();
  return taken ? { secrets: secretsOf(browser, state), sessionId: taken.sessionId } : null;
}
