import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the host and port without the scheme's default port. Returns null for `null` and invalid
 * origins.
 */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) && /^https?:/i.test(origin) ? new URL(origin).host : null;
}

/**
 * True if the headers show that a call comes from one of our pages.
 *
 * Browsers send `Origin` and `Sec-Fetch-Site`. Programs send neither, which is allowed: no browser
 * can be made to omit them in a changing call. Our origin is `publicUrl` if set, otherwise `Host`.
 * Used for changing calls and for the upgrade to the live channel.
 */
export function isOurOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicUrl !== null)
    return URL.canParse(origin) && new URL(origin).origin === new URL(publicUrl).origin;
  const theirs = hostOf(origin);
  if (theirs === null || host === undefined) return false;
  const scheme = new URL(origin).protocol;
  return theirs === hostOf(`${scheme}//${host}`);
}
