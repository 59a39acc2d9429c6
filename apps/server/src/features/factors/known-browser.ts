import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  knownBrowserCookieName,
  knownBrowserSeconds,
  readCookie,
  sendKnownBrowserCookie,
} from '../../http/cookies.ts';
import { newToken } from '../../platform/secrets.ts';
import type { FactorsDeps } from './deps.ts';

const contextOf = (userId: string): string => `known browser of ${userId}`;

/**
 * Marks the browser as one in which a second factor of the user was proven. Wrong codes entered
 * elsewhere do not pause those of such a browser. It opens nothing by itself: neither the password
 * nor the factor can be omitted.
 */
export function rememberBrowser(
  { sealer, clock, secure }: Pick<FactorsDeps, 'sealer' | 'clock' | 'secure'>,
  reply: FastifyReply,
  userId: string,
): void {
  const sealed = sealer.seal(`${clock.now()} ${newToken()}`, contextOf(userId));
  sendKnownBrowserCookie(reply, sealed.toString('base64url'), secure);
}

/**
 * Returns the name of the browser if a second factor of the user was proven in it, otherwise null.
 * The name is in the sealed part, so that other spellings of one cookie are one browser.
 */
export function findKnownBrowser(
  { sealer, clock, secure }: Pick<FactorsDeps, 'sealer' | 'clock' | 'secure'>,
  request: FastifyRequest,
  userId: string,
): string | null {
  const cookie = readCookie(request.headers.cookie, knownBrowserCookieName(secure));
  if (!cookie) return null;
  const text = sealer.open(Buffer.from(cookie, 'base64url'), contextOf(userId));
  const [at, name] = text?.split(' ') ?? [];
  const isRecent = Number(at) > clock.now() - knownBrowserSeconds * 1_000;
  return isRecent && name !== undefined ? name : null;
}
