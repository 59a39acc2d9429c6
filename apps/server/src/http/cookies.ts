import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import { acceptedLanguage, type Language, languageOf, limits } from '@longhand/contract';

/** Names of the lasting cookies. */
export const cookieNames = {
  session: 'session',
  csrf: 'XSRF-TOKEN',
  language: 'language',
} as const;

/** Lifetime of the cookies, equal to that of an unused session (s). */
const lifetime = limits.sessionDays * 24 * 60 * 60;

/**
 * Returns the value of the cookie `name` in a `Cookie` header, or null. Of two cookies with one
 * name the first is used, which has the longer path. Source: RFC 6265, 5.4.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  return parseCookie(header ?? '')[name] ?? null;
}

/** Sends the session cookie. Scripts cannot read it, and forms of other sites do not send it. */
export function sendSessionCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, { name: cookieNames.session, value, secure, maxAge: lifetime, httpOnly: true });
}

/** Deletes the session cookie. */
export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  send(reply, { name: cookieNames.session, value: '', secure, maxAge: 0, httpOnly: true });
}

/** Sends the CSRF token's cookie, which our own pages have to read. */
export function sendCsrfCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, { name: cookieNames.csrf, value, secure, maxAge: lifetime, httpOnly: false });
}

/** Lifetime of the cookie of the language (s). */
const languageLifetime = 365 * 24 * 60 * 60;

/** Returns the language that the user of the browser has chosen, or null. */
export function readLanguageCookie(header: string | undefined): Language | null {
  return languageOf(readCookie(header, cookieNames.language) ?? '');
}

/** Returns the language of the pages of a browser; null if it accepts none that they have. */
export function languageOfRequest(headers: {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}): Language | null {
  return readLanguageCookie(headers.cookie) ?? acceptedLanguage(headers['accept-language']);
}

/**
 * Stores the user's language in the browser, from which pages are selected before their user is
 * known. It remains after signing out.
 *
 * @param language null to use the language of the browser
 */
export function sendLanguageCookie(
  reply: FastifyReply,
  language: Language | null,
  secure: boolean,
): void {
  const value = language ?? '';
  const maxAge = language === null ? 0 : languageLifetime;
  send(reply, { name: cookieNames.language, value, secure, maxAge, httpOnly: true });
}

/** Lifetime of a started sign-in with a provider, and of its cookie (s). */
export const signInSeconds = 600;

/**
 * Returns the name of the cookie that binds a sign-in with a provider to the browser. Over HTTPS,
 * its prefix keeps other hosts of the domain from setting it. Source: RFC 6265bis, 4.1.3.2.
 */
export function signInCookieName(secure: boolean): string {
  return secure ? '__Host-sign-in' : 'sign-in';
}

/** Sends the cookie that binds a sign-in with a provider to the browser. */
export function sendSignInCookie(reply: FastifyReply, value: string, secure: boolean): void {
  const name = signInCookieName(secure);
  send(reply, { name, value, secure, maxAge: signInSeconds, httpOnly: true });
}

/** Deletes the cookie of a sign-in with a provider. */
export function clearSignInCookie(reply: FastifyReply, secure: boolean): void {
  send(reply, { name: signInCookieName(secure), value: '', secure, maxAge: 0, httpOnly: true });
}

/** Lifetime of a sign-in that waits for the second factor, and of a challenge for a passkey (s). */
export const secondStepSeconds = 300;

/** Returns the name of the cookie that binds the second step of a sign-in to the browser. */
export function secondStepCookieName(secure: boolean): string {
  return secure ? '__Host-second-step' : 'second-step';
}

/** Sends the cookie that binds the second step of a sign-in to the browser. */
export function sendSecondStepCookie(reply: FastifyReply, value: string, secure: boolean): void {
  const name = secondStepCookieName(secure);
  send(reply, { name, value, secure, maxAge: secondStepSeconds, httpOnly: true });
}

/** Deletes the cookie of the second step of a sign-in. */
export function clearSecondStepCookie(reply: FastifyReply, secure: boolean): void {
  send(reply, { name: secondStepCookieName(secure), value: '', secure, maxAge: 0, httpOnly: true });
}

/** Time for which a browser remains known after a second factor was proven in it (s). */
export const knownBrowserSeconds = 90 * 24 * 60 * 60;

/** Returns the name of the cookie of a browser in which a second factor was proven. */
export function knownBrowserCookieName(secure: boolean): string {
  return secure ? '__Host-known-browser' : 'known-browser';
}

/** Sends the cookie of a browser in which a second factor was proven. It outlives the session. */
export function sendKnownBrowserCookie(reply: FastifyReply, value: string, secure: boolean): void {
  const name = knownBrowserCookieName(secure);
  send(reply, { name, value, secure, maxAge: knownBrowserSeconds, httpOnly: true });
}

type Cookie = { name: string; value: string; secure: boolean; maxAge: number; httpOnly: boolean };

/** Fastify sends separate `Set-Cookie` headers if they are added one by one. */
function send(reply: FastifyReply, cookie: Cookie): void {
  reply.header('set-cookie', stringifySetCookie({ ...cookie, path: '/', sameSite: 'lax' }));
}
