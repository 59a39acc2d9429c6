import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Links that end all notification mail without sign-in. They are signed, so that no data per mail
 * must be stored.
 */
export interface UnsubscribeTokens {
  /** Returns the secret of a user's link. It is valid as long as the server's key. */
  tokenOf(userId: string): string;
  /** Returns the user of a link, or null if it is invalid. */
  readToken(token: string): string | null;
}

/** Creates {@link UnsubscribeTokens}. `key`: a server key used for no other signatures. */
export function createUnsubscribeTokens(key: string): UnsubscribeTokens {
  const sign = (userId: string): string =>
    createHmac('sha256', key).update(`leave mail ${userId}`).digest('base64url');
  return {
    tokenOf: (userId) => `${userId}.${sign(userId)}`,
    readToken(token) {
      const [userId = '', signature = '', ...more] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId))];
      return more.length === 0 && given.length === right.length && timingSafeEqual(given, right)
        ? userId
        : null;
    },
  };
}
