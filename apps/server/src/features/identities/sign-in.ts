import type { EndedSignIn, SignInAnswer } from '@longhand/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toUser } from '../../domain/people.ts';
import { registering } from '../../domain/registration.ts';
import {
  clearSignInCookie,
  readCookie,
  sendSignInCookie,
  signInCookieName,
} from '../../http/cookies.ts';
import { endOtherSessions, type Session } from '../../http/session.ts';
import { refuse, Refusal } from '../../platform/refusal.ts';
import { addIdentity, arrive, noteSignIn, tellLinked, type Arrived } from './accounts.ts';
import { addAttempt, takeAttempt } from './attempts.ts';
import { readProfile, type Profile } from './claims.ts';
import type { IdentitiesDeps } from './deps.ts';
import { redirectUriOf } from './providers.ts';
import { getEnabledProvider, openProvider, type ProviderRow } from './providers-store.ts';
import { idTokenContext } from './sign-out.ts';

/** A call of a browser. */
type Call = { request: FastifyRequest; reply: FastifyReply; session: Session | null };

/**
 * Starts a sign-in, or the connection of an identity to the user of `connectTo`. Binds it to the
 * browser by a cookie. Returns the address of the provider.
 */
export async function startSignIn(
  deps: IdentitiesDeps,
  { reply }: Pick<Call, 'reply'>,
  { providerId, connectTo }: { providerId: string; connectTo: Session | null },
): Promise<{ url: string }> {
  const row = await getEnabledProvider(deps.db, providerId);
  const provider = openProvider(deps.sealer, row);
  const { browser, secrets } = await addAttempt(deps.db, {
    providerId,
    sessionId: connectTo?.sessionId ?? null,
    now: deps.clock.now(),
  });
  const redirectUri = redirectUriOf(deps, providerId);
  const url = await deps.client.authorizationUrl(provider, { ...secrets, redirectUri });
  sendSignInCookie(reply, browser, deps.secure);
  return { url };
}

/** A proven identity: what the provider said about the person. */
type Proven = { profile: Profile; idToken: string; sessionId: string | null };

/** Checks the answer of a provider. It can be used once, in the browser that started it. */
async function prove(
  deps: IdentitiesDeps,
  { request, reply }: Call,
  { row, answer }: { row: ProviderRow; answer: string },
): Promise<Proven> {
  const attempt =
    (await takeAttempt(deps.db, {
      providerId: row.id,
      browser: readCookie(request.headers.cookie, signInCookieName(deps.secure)),
      state: new URLSearchParams(answer).get('state'),
      now: deps.clock.now(),
    })) ?? refuse('sign_in_expired');
  clearSignInCookie(reply, deps.secure);
  const provider = openProvider(deps.sealer, row);
  const redirectUri = redirectUriOf(deps, row.id);
  const proof = await deps.client.exchange(provider, { ...attempt.secrets, redirectUri, answer });
  const profile = readProfile(proof, row.groups_claim);
  return { profile, idToken: proof.idToken, sessionId: attempt.sessionId };
}

/** Connects a proven identity to the signed-in user, and ends the user's other sessions. */
async function connect(
  deps: IdentitiesDeps,
  session: Session | null,
  { row, proven }: { row: ProviderRow; proven: Proven },
): Promise<EndedSignIn> {
  if (session === null || session.sessionId !== proven.sessionId) return refuse('sign_in_expired');
  const { user } = session;
  const others = { userId: user.id, exceptSessionId: session.sessionId };
  await registering(deps.db, async (trx) => {
    const arrival = { provider: row, profile: proven.profile };
    const given = { ...arrival, userId: user.id, by: 'user' };
    const identityId = await addIdentity(deps, trx, given);
    await noteSignIn(deps, trx, { arrived: { identityId }, userId: user.id, arrival });
    await tellLinked(deps, trx, { account: user, provider: row });
    await endOtherSessions({ db: trx }, others);
  });
  deps.live.sessionEnded(others);
  deps.mail.flush();
  if (proven.profile.groups !== null) deps.live.rightsChanged({ userIds: [user.id] });
  return { outcome: 'connected', user: toUser(user, false) };
}

/** Begins the session of a person who has signed in through a provider. */
async function begin(
  deps: IdentitiesDeps,
  call: Call,
  { row, proven, arrived }: { row: ProviderRow; proven: Proven; arrived: Arrived },
): Promise<void> {
  const { account, identityId } = arrived;
  const replaced = await deps.signIn.begin(call, account.id, {
    also: async (trx, sessionId) => {
      const arrival = { provider: row, profile: proven.profile };
      await noteSignIn(deps, trx, { arrived, userId: account.id, arrival });
      await trx
        .insertInto('identity_sessions')
        .values({
          session_id: sessionId,
          identity_id: identityId,
          sid: proven.profile.sid,
          id_token: deps.sealer.seal(proven.idToken, idTokenContext(sessionId)),
          created_at: new Date(deps.clock.now()),
        })
        .execute();
    },
  });
  if (replaced !== null) deps.live.sessionEnded({ sessionId: replaced });
  if (proven.profile.groups !== null) deps.live.rightsChanged({ userIds: [account.id] });
}

/**
 * Ends a sign-in with the answer of the provider: signs in, or connects the identity to the
 * signed-in user. Refusals after the answer was received are recorded in the audit log.
 */
export async function endSignIn(
  deps: IdentitiesDeps,
  call: Call,
  { providerId, answer, invitation }: SignInAnswer & { providerId: string },
): Promise<EndedSignIn> {
  const row = await getEnabledProvider(deps.db, providerId);
  try {
    const proven = await prove(deps, call, { row, answer });
    if (proven.sessionId !== null) return await connect(deps, call.session, { row, proven });
    const arrived = await arrive(deps, { provider: row, profile: proven.profile, invitation });
    await begin(deps, call, { row, proven, arrived });
    return {
      outcome: arrived.isNew ? 'created' : 'signed_in',
      user: toUser(arrived.account, false),
    };
  } catch (error) {
    if (error instanceof Refusal) await noteRefused(deps, row, error);
    throw error;
  }
}

function noteRefused({ db, audit }: IdentitiesDeps, row: ProviderRow, { code }: Refusal) {
  return audit(db, {
    action: 'session.refused',
    actorId: null,
    target: row.id,
    data: { provider: row.name, reason: code },
  });
}
