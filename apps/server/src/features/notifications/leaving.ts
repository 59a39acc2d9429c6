import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links by which somebody ends all mail of notifications without signing in: signed, so that nothing has to be stored for each mail. */
export interface Leaving {
  /** The secret of a person's link. It holds as long as the server's key. */
  tokenOf(userId: string): string;
  /** Whose link this is, or null. */
  readToken(token: string): string | null;
}

/** Makes {@link Leaving}; `key` is the server's, and nothing else is signed with it. */
export function createLeaving(key: string): Leaving {
  const sign = (userId: string): string => createHmac('sha256', key).update(`leave mail ${userId}`).digest('base64url');
  return {
    tokenOf: (userId) => `${userId}.${sign(userId)}`,
    readToken(token) {
      const [userId = '', signature = '', ...more] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId))];
      return more.length === 0 && given.length === right.length && timingSafeEqual(given, right) ? userId : null;
    },
  };
}
