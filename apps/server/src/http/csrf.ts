import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token is good for: a session, or signing in where there is none. */
export type Binding = { sessionId: string } | 'signed_out';

/** Makes and checks CSRF tokens. */
export interface Csrf {
  /** A token for `binding`: `kept` (the cookie that the browser has) where that still holds, so that two tabs have one token. */
  tokenFor(binding: Binding, kept: string | null): string;
  /**
   * Whether a call may pass with `header`. For a session the signature is enough: it names the session. Without a session
   * anyone can fetch a token, so the browser's own cookie has to say the same: a page of another site can neither read
   * nor set it, nor send the header.
   */
  holds(binding: Binding, header: string | null, cookie: string | null): boolean;
}

function nameOf(binding: Binding): string {
  return binding === 'signed_out' ? 'signed out' : `session ${binding.sessionId}`;
}

/**
 * Tokens `nonce.signature`, signed with HMAC-SHA-256 over the nonce and what the token is bound to; nothing but
 * `key` is stored.
 * Source: API, Conventions, CSRF; OWASP Cross-Site Request Forgery Prevention, Signed Double-Submit Cookie.
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
