import type { CredentialOptions, PendingSignIn, UsedCredential, User } from '@longhand/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../db/accounts.ts';
import { toUser } from '../../domain/people.ts';
import { requirePasskeySignIn } from '../../domain/sign-in-rule.ts';
import { clearSecondStepCookie, sendSecondStepCookie } from '../../http/cookies.ts';
import type { Session } from '../../http/session.ts';
import { refuse } from '../../platform/refusal.ts';
import { newToken } from '../../platform/secrets.ts';
import { proveByCode } from './codes.ts';
import type { FactorsDeps } from './deps.ts';
import { findKnownBrowser, rememberBrowser } from './known-browser.ts';
import { credentialsOf, provePasskey, requestPasskey } from './passkey-proof.ts';
import { addPending, findPending, readBrowser, takePending } from './pending.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.ts';

/** A call of a browser. */
type Call = { request: FastifyRequest; reply: FastifyReply; session: Session | null };

/** Returns the relying party of a call. Refuses `passkeys_unavailable`. */
export function getRelyingParty(
  { publicUrl }: Pick<FactorsDeps, 'publicUrl'>,
  request: FastifyRequest,
): RelyingParty {
  return findRelyingParty(publicUrl, request.headers.host) ?? refuse('passkeys_unavailable');
}

/**
 * Starts the second step of a sign-in whose password was correct. Returns null if the account has
 * no second factor, and the session may begin.
 */
export async function startSecondStep(
  deps: FactorsDeps,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  account: Account,
): Promise<PendingSignIn | null> {
  if (!account.hasSecondFactor) return null;
  await addPending(deps, reply, account.id);
  const isPossible = findRelyingParty(deps.publicUrl, request.headers.host) !== null;
  const passkeys = isPossible && (await credentialsOf(deps.db, account.id)).length > 0;
  // Recovery codes are codes, and every account with a factor had some.
  return { secondFactor: { codes: true, passkeys } };
}

/** Begins the session after the last step. A sign-in that waits is taken in its transaction. */
async function begin(
  deps: FactorsDeps,
  call: Call,
  { account, pendingIn }: { account: Account; pendingIn: string | null },
): Promise<User> {
  const replaced = await deps.signIn.begin(call, account.id, {
    async also(trx) {
      if (pendingIn !== null && !(await takePending(trx, pendingIn))) refuse('second_step_expired');
    },
  });
  clearSecondStepCookie(call.reply, deps.secure);
  rememberBrowser(deps, call.reply, account.id);
  if (replaced !== null) deps.live.sessionEnded({ sessionId: replaced });
  return toUser(account, false);
}

/**
 * Ends a sign-in with a one-time code or a recovery code. Refuses `second_step_expired`,
 * `wrong_code`, `too_many`, `only_provider`.
 */
export async function endSignInByCode(deps: FactorsDeps, call: Call, code: string): Promise<User> {
  await requirePasskeySignIn(deps.db);
  const browser = readBrowser(call.request, deps.secure);
  const account = await findPending(deps, browser);
  if (account === null) return refuse('second_step_expired');
  const place = {
    address: call.request.ip,
    knownBrowser: findKnownBrowser(deps, call.request, account.id),
  };
  await proveByCode(deps, { user: account, place }, code);
  return begin(deps, call, { account, pendingIn: browser });
}

/**
 * Starts a sign-in with a passkey: any passkey, or after the password one of the user. Refuses
 * `only_provider`, `passkeys_unavailable`.
 */
export async function startPasskeySignIn(
  deps: FactorsDeps,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
): Promise<CredentialOptions> {
  await requirePasskeySignIn(deps.db);
  const party = getRelyingParty(deps, request);
  const pendingIn = readBrowser(request, deps.secure);
  const account = await findPending(deps, pendingIn);
  const browser = account !== null && pendingIn !== null ? pendingIn : newToken();
  if (account === null) sendSecondStepCookie(reply, browser, deps.secure);
  const userId = account?.id ?? null;
  return requestPasskey(deps, { purpose: 'sign_in', browser }, { party, userId });
}

/**
 * Ends a sign-in with a passkey, which stands for two factors. Refuses `only_provider`,
 * `passkeys_unavailable`, `passkey_refused`.
 */
export async function endPasskeySignIn(
  deps: FactorsDeps,
  call: Call,
  credential: UsedCredential,
): Promise<User> {
  await requirePasskeySignIn(deps.db);
  const party = getRelyingParty(deps, call.request);
  const browser = readBrowser(call.request, deps.secure);
  if (browser === null) return refuse('passkey_refused');
  const pending = await findPending(deps, browser);
  const account = await provePasskey(
    deps,
    { purpose: 'sign_in', browser },
    { party, credential, expected: pending?.id ?? null },
  );
  return begin(deps, call, { account, pendingIn: pending === null ? null : browser });
}
