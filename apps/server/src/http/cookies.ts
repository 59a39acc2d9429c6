import type { FastifyReply } from 'fastify';
import { limits } from '@longhand/contract';

/** The two cookies of the product. Source: API, Conventions. */
export const cookieNames = { session: 'session', csrf: 'XSRF-TOKEN' } as const;

/** Seconds that the cookies live: as long as an unused session. */
const lifetime = limits.sessionDays * 24 * 60 * 60;

/**
 * The value of the cookie `name` in a `Cookie` header, or null; of two of one name the first, which is the one with the
 * longer path. Our values are base64url and dots, so nothing is decoded. Source: RFC 6265, 5.4.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const pair = (header ?? '').split(';').find((part) => part.slice(0, part.indexOf('=')).trim() === name);
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}

/** Sends the session's cookie: no script can read it, and no other site can send it along with a form. */
export function sendSessionCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, { name: cookieNames.session, value, secure, maxAge: lifetime, httpOnly: true });
}

/** Takes the session's cookie away. */
export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  send(reply, { name: cookieNames.session, value: '', secure, maxAge: 0, httpOnly: true });
}

/** Sends the CSRF token's cookie, which our own page has to read. */
export function sendCsrfCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, { name: cookieNames.csrf, value, secure, maxAge: lifetime, httpOnly: false });
}

type Cookie = { name: string; value: string; secure: boolean; maxAge: number; httpOnly: boolean };

/** Fastify keeps several `Set-Cookie` headers apart when they are added one by one. */
function send(reply: FastifyReply, { name, value, secure, maxAge, httpOnly }: Cookie): void {
  const attributes = [
    `Max-Age=${maxAge}`,
    'Path=/',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ];
  reply.header('set-cookie', [`${name}=${value}`, ...attributes].join('; '));
}
