import { createLocalJWKSet, decodeJwt, errors as joseErrors, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { refuse } from '../../platform/refusal.ts';
import { clockToleranceSeconds, type Provider } from './provider-requests.ts';

/** A verified logout token. `sid`: the session at the provider; `subject`: the person. */
export type SignOutOrder = {
  readonly sid: string | null;
  readonly subject: string | null;
  readonly issuedAt: Date;
};

/** Maximum age of a logout token (s). */
const signOutMaxAgeSeconds = 600;

/** Algorithms with a public key: a secret that both sides know proves no origin. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].concat([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

const signOutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Refuses tokens of other issuers or for other clients before any request is made. */
export function checkAddressee(provider: Provider, token: string): void {
  try {
    const { iss, aud } = decodeJwt(token);
    if (iss !== undefined && new URL(iss).href === new URL(provider.issuer).href)
      if ([aud ?? []].flat().includes(provider.clientId)) return;
  } catch {
    // Not a token.
  }
  refuse('logout_token_invalid');
}

/**
 * Returns the order in a logout token, or null if none of the keys has signed it. Refuses
 * `logout_token_invalid`. Source: OpenID Connect Back-Channel Logout 1.0, 2.6.
 */
export async function orderIn(
  provider: Provider,
  token: string,
  { keys, issuer, now }: { keys: JSONWebKeySet; issuer: string; now: number },
): Promise<SignOutOrder | null> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: provider.clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: signOutMaxAgeSeconds,
      currentDate: new Date(now),
      requiredClaims: ['iat', 'jti', 'events'],
    });
    const {
      sid,
      sub,
      iat = 0,
      events,
      nonce,
    } = payload as typeof payload & {
      sid?: unknown;
      events?: unknown;
      nonce?: unknown;
    };
    const isOrder = typeof events === 'object' && events !== null && signOutEvent in events;
    const session = typeof sid === 'string' ? sid : null;
    const subject = sub ?? null;
    if (!isOrder || nonce !== undefined || (session === null && subject === null))
      refuse('logout_token_invalid');
    return { sid: session, subject, issuedAt: new Date(iat * 1_000) };
  } catch (error) {
    if (error instanceof joseErrors.JWKSNoMatchingKey) return null;
    if (error instanceof joseErrors.JOSEError) return refuse('logout_token_invalid');
    throw error;
  }
}
