import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { CredentialOptions, UsedCredential } from '@longhand/contract';
import type { Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { secondStepSeconds } from '../../http/cookies.ts';
import { refuse } from '../../platform/refusal.ts';
import { addChallenge, takeChallenge, type ChallengeOf } from './challenges.ts';
import type { FactorsDeps } from './deps.ts';
import type { RelyingParty } from './relying-party.ts';
import { loadWebAuthn } from './webauthn.ts';

type Db = Kysely<Schema>;

/** Returns the passkeys of a user as browsers name them. */
export function credentialsOf(
  db: Db,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/**
 * Creates the options with which a page asks for a passkey. `userId`: only the passkeys of this
 * user; null for any. The user has to be verified, so that a passkey stands for two factors.
 */
export async function requestPasskey(
  { db, clock }: Pick<FactorsDeps, 'db' | 'clock'>,
  of: ChallengeOf,
  { party, userId }: { party: RelyingParty; userId: string | null },
): Promise<CredentialOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: secondStepSeconds * 1_000,
    allowCredentials: userId === null ? [] : await credentialsOf(db, userId),
  });
  await addChallenge(db, of, { challenge: options.challenge, now: clock.now() });
  return { ...options };
}

/** Finds a passkey with its user, who must not be disabled. */
async function findPasskey(db: Db, credentialId: string) {
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('users', 'users.id', 'p.user_id')
    .select(accountColumns)
    .select(['p.id as passkeyId', 'p.public_key as publicKey', 'p.counter', 'p.transports'])
    .where('p.credential_id', '=', credentialId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { passkeyId, publicKey, counter, transports, ...account } = row;
  return { account, passkeyId, publicKey, counter, transports };
}

/**
 * Checks the response of a passkey to a challenge, and stores its counter and its backup state. A
 * counter that does not increase shows a copied authenticator, and is refused.
 *
 * Refuses `passkey_refused`, equally for all reasons. `audit` gets each refusal.
 *
 * @param expected the user whose passkey it has to be; null for any user
 * @returns the account of the passkey
 */
export async function provePasskey(
  { db, clock, audit }: Pick<FactorsDeps, 'db' | 'clock' | 'audit'>,
  of: ChallengeOf,
  given: { party: RelyingParty; credential: UsedCredential; expected: string | null },
): Promise<Account> {
  const { party, credential, expected } = given;
  const found = await findPasskey(db, credential.id);
  const refusing = async (): Promise<never> => {
    await audit(db, {
      action: 'session.refused',
      actorId: null,
      target: found?.account.id ?? null,
      data: { reason: 'passkey_refused' },
    });
    return refuse('passkey_refused');
  };
  if (found === null || (expected !== null && found.account.id !== expected)) return refusing();
  const handle = credential.response.userHandle;
  if (handle && Buffer.from(handle, 'base64url').toString() !== found.account.id) return refusing();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, of, { challenge, now: clock.now() }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(found.publicKey),
      counter: found.counter,
      transports: found.transports,
    },
  }).catch(() => null);
  if (verified?.verified !== true) return refusing();
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const used = await db
    .updateTable('passkeys')
    .set({
      counter: newCounter,
      is_backed_up: credentialBackedUp,
      last_used_at: new Date(clock.now()),
    })
    .where('id', '=', found.passkeyId)
    // A concurrent use of a copied authenticator has the same counter.
    .where('counter', '=', found.counter)
    .returning('id')
    .executeTakeFirst();
  return used === undefined ? refusing() : found.account;
}
