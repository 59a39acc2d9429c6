import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Subject of a token: a session, or calls without a session such as signing in. */
export type Binding = { sessionId: string } | 'signed_out';

/** Creates and checks CSRF tokens. */
export interface Csrf {
  /**
   * Returns a token for `binding`. Returns `kept` (the browser's current cookie) if that is still
   * valid, so that two tabs share one token.
   */
  tokenFor(binding: Binding, kept: string | null): string;
  /**
   * True if a call with `header` is allowed. With a session the signature suffices, because it
   * includes the session id. Without a session any client can fetch a token, so the browser's
   * cookie must match. A page of another site cannot read or set the cookie, nor send the header.
   */
  holds(binding: Binding, header: string | null, cookie: string | null): boolean;
}

function nameOf(binding: Binding): string {
  return binding === 'signed_out' ? 'signed out' : `session ${binding.sessionId}`;
}

/**
 * Creates tokens of the form `nonce.signature`, signed with HMAC-SHA-256 over the nonce and its
 * binding. Only `key` is stored.
 *
 * Source: OWASP Cross-Site Request Forgery Prevention, Signed Double-Submit Cookie.
 */
export function createCsrf(key: string): Csrf {
  function signatureOf(nonce: string, binding: Binding): string {
    return createHmac('sha256', key)
      .update(`${nonce} ${nameOf(binding)}`)
      .digest('base64url');
  }

  function isSigned(token: string, binding: Binding): boolean {
    const [nonce, signature, ...more] = token.split('.');
    if (!nonce || !signature || more.length > 0) return false;
    return equal(signature, signatureOf(nonce, binding));
  }

  return {
    tokenFor(binding, kept) {
      if (kept !== null && isSigned(kept, binding)) return kept;
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${signatureOf(nonce, binding)}`;
    },
    holds(binding, header, cookie) {
      if (header === null || !isSigned(header, binding)) return false;
      return binding !== 'signed_out' || (cookie !== null && equal(cookie, header));
    },
  };
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
