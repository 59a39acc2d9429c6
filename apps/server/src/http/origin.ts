import type { IncomingHttpHeaders } from 'node:http';

/** Host and port as an address bar knows them, the scheme's own port left out; null for `null` and what is no origin. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) && /^https?:/i.test(origin) ? new URL(origin).host : null;
}

/**
 * Whether a call comes from a page of ours, as far as its headers say. The browser says so by `Origin` and
 * `Sec-Fetch-Site`; programs send neither, which is allowed, since no browser can be made to leave them out of a changing
 * call. With `publicUrl` our origin is that; without it, it is what `Host` says. Used for changing calls and for the
 * upgrade to the live channel. Source: API, Conventions, CSRF.
 */
export function isOurOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicUrl !== null) return URL.canParse(origin) && new URL(origin).origin === new URL(publicUrl).origin;
  const theirs = hostOf(origin);
  if (theirs === null || host === undefined) return false;
  const scheme = new URL(origin).protocol;
  return theirs === hostOf(`${scheme}//${host}`);
}
