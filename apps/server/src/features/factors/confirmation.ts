import { wrongField, type CredentialOptions, type OwnerProof } from '@longhand/contract';
import type { FastifyRequest } from 'fastify';
import { confirmSession, requirePassword } from '../../domain/reauthentication.ts';
import type { Session } from '../../http/session.ts';
import { refuse } from '../../platform/refusal.ts';
import { proveByCode } from './codes.ts';
import type { FactorsDeps } from './deps.ts';
import { provePasskey, requestPasskey } from './passkey-proof.ts';
import { getRelyingParty } from './sign-in.ts';

/** Starts the confirmation of a session with a passkey of its user. */
export function startConfirmation(
  deps: FactorsDeps,
  { session, request }: { session: Session; request: FastifyRequest },
): Promise<CredentialOptions> {
  const of = { purpose: 'confirm', sessionId: session.sessionId } as const;
  return requestPasskey(deps, of, {
    party: getRelyingParty(deps, request),
    userId: session.user.id,
  });
}

/**
 * Confirms with a password, a passkey or a code that the owner of the account uses a session.
 * Returns the end of the time in which sensitive changes are possible. Refuses `invalid`,
 * `wrong_password`, `wrong_code`, `passkey_refused`, `too_many`.
 */
export async function confirmOwner(
  deps: FactorsDeps,
  { session, request }: { session: Session; request: FastifyRequest },
  proof: OwnerProof,
): Promise<Date> {
  if (Object.values(proof).filter((part) => part !== undefined).length !== 1) {
    refuse('invalid', { errors: [wrongField('currentPassword', 'one_proof')] });
  }
  const { currentPassword, code, credential } = proof;
  const { user, sessionId } = session;
  if (currentPassword !== undefined) await requirePassword(deps, user.id, currentPassword);
  if (code !== undefined) await proveByCode(deps, { user, place: { sessionId } }, code);
  if (credential !== undefined) {
    const party = getRelyingParty(deps, request);
    const of = { purpose: 'confirm', sessionId } as const;
    await provePasskey(deps, of, { party, credential, expected: user.id });
  }
  return confirmSession(deps, sessionId);
}
