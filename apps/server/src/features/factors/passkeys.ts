import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  limits,
  type AddedFactor,
  type CredentialOptions,
  type NewPasskey,
  type Passkey,
} from '@longhand/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { requireConfirmed } from '../../domain/reauthentication.ts';
import { secondStepSeconds } from '../../http/cookies.ts';
import type { Session } from '../../http/session.ts';
import { refuse } from '../../platform/refusal.ts';
import { addChallenge, takeChallenge } from './challenges.ts';
import { changeFactors, firstRecoveryCodes } from './changed.ts';
import type { FactorsDeps } from './deps.ts';
import { credentialsOf } from './passkey-proof.ts';
import type { RelyingParty } from './relying-party.ts';
import { loadWebAuthn } from './webauthn.ts';

type Db = Kysely<Schema>;

function present(row: Selectable<Schema['passkeys']>): Passkey {
  return {
    id: row.id,
    name: row.name,
    isBackedUp: row.is_backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Returns the passkeys of a user, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/**
 * Creates the options with which a page creates a passkey: discoverable, with user verification.
 * Refuses `demo_account`, `confirm_first`, `too_many_passkeys`.
 */
export async function startPasskey(
  deps: FactorsDeps,
  session: Session,
  party: RelyingParty,
): Promise<CredentialOptions> {
  const { user, sessionId } = session;
  if (user.demoUntil !== null) refuse('demo_account');
  await requireConfirmed(deps, session);
  const existing = await credentialsOf(deps.db, user.id);
  if (existing.length >= limits.passkeysMax) refuse('too_many_passkeys');
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Longhand',
    rpID: party.id,
    userName: user.username,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    timeout: secondStepSeconds * 1_000,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const challenge = { challenge: options.challenge, now: deps.clock.now() };
  await addChallenge(deps.db, { purpose: 'add', sessionId }, challenge);
  return { ...options };
}

/** Verifies a created passkey. Refuses `passkey_refused`. */
async function verify(
  { db, clock }: FactorsDeps,
  sessionId: string,
  { party, credential }: { party: RelyingParty; credential: NewPasskey['credential'] },
) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: (challenge) =>
      takeChallenge(db, { purpose: 'add', sessionId }, { challenge, now: clock.now() }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified === true ? verified.registrationInfo : refuse('passkey_refused');
}

/**
 * Adds a passkey. Refuses `demo_account`, `confirm_first`, `passkey_refused`, `passkey_exists`,
 * `too_many_passkeys`.
 */
export async function addPasskey(
  deps: FactorsDeps,
  session: Session,
  { party, name, credential }: NewPasskey & { party: RelyingParty },
): Promise<AddedFactor> {
  const { user, sessionId } = session;
  if (user.demoUntil !== null) refuse('demo_account');
  await requireConfirmed(deps, session);
  const { credential: made, credentialBackedUp } = await verify(deps, sessionId, {
    party,
    credential,
  });
  const recoveryCodes = await changeFactors(deps, session, {
    action: 'factor.added',
    kind: 'passkey',
    said: (i18n) => i18n._('A passkey was added to your account.'),
    async make(trx) {
      if ((await credentialsOf(trx, user.id)).length >= limits.passkeysMax)
        refuse('too_many_passkeys');
      const codes = await firstRecoveryCodes(trx, user.id);
      const added = await trx
        .insertInto('passkeys')
        .values({
          id: deps.ids.uuid(),
          user_id: user.id,
          credential_id: made.id,
          public_key: Buffer.from(made.publicKey),
          counter: made.counter,
          transports: made.transports ?? [],
          name,
          is_backed_up: credentialBackedUp,
          created_at: new Date(deps.clock.now()),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added === undefined) refuse('passkey_exists');
      return codes;
    },
  });
  return { recoveryCodes };
}

/** Renames a passkey of a user. Refuses `not_found`. */
export async function renamePasskey(
  { db }: Pick<FactorsDeps, 'db'>,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return present(row ?? refuse('not_found'));
}

/** Removes a passkey of a user. Refuses `confirm_first`, `not_found`. */
export async function deletePasskey(
  deps: FactorsDeps,
  session: Session,
  id: string,
): Promise<void> {
  await requireConfirmed(deps, session);
  await changeFactors(deps, session, {
    action: 'factor.removed',
    kind: 'passkey',
    said: (i18n) => i18n._('A passkey was removed from your account.'),
    async make(trx) {
      const removed = await trx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', session.user.id)
        .returning('id')
        .executeTakeFirst();
      if (removed === undefined) refuse('not_found');
    },
  });
}
