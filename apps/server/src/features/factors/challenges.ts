import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { secondStepSeconds } from '../../http/cookies.ts';
import { hashOf } from '../../platform/secrets.ts';

/** Purpose of a challenge, and the browser (before sign-in) or session that asked for it. */
export type ChallengeOf =
  | { readonly purpose: 'sign_in'; readonly browser: string }
  | { readonly purpose: 'add' | 'confirm'; readonly sessionId: string };

/** Stores a challenge for five minutes, and deletes expired ones. */
export async function addChallenge(
  db: Kysely<Schema>,
  of: ChallengeOf,
  { challenge, now }: { challenge: string; now: number },
): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      purpose: of.purpose,
      browser_hash: 'browser' in of ? hashOf(of.browser) : null,
      session_id: 'browser' in of ? null : of.sessionId,
      expires_at: new Date(now + secondStepSeconds * 1_000),
    })
    .execute();
}

/**
 * Takes a challenge, which then cannot be used again. Returns false if it is unknown, has expired,
 * or belongs to another browser, session or purpose.
 */
export async function takeChallenge(
  db: Kysely<Schema>,
  of: ChallengeOf,
  { challenge, now }: { challenge: string; now: number },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', of.purpose)
    .where((eb) =>
      'browser' in of
        ? eb('browser_hash', '=', hashOf(of.browser))
        : eb('session_id', '=', of.sessionId),
    )
    .where('expires_at', '>', new Date(now))
    .returning('purpose')
    .executeTakeFirst();
  return taken !== undefined;
}
