import { fastifyCookie as cookie } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { limits } from '@longhand/contract';

/** The two cookies of the product. Source: API, Conventions. */
export const cookieNames = { session: 'session', csrf: 'XSRF-TOKEN' } as const;

/** Seconds that the cookies live: as long as an unused session. */
const maxAge = limits.sessionDays * 24 * 60 * 60;

/** The value of the cookie `name` in a `Cookie` header, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  return (header === undefined ? undefined : cookie.parse(header)[name]) ?? null;
}

/** Sends the session's cookie: no script can read it, and no other site can send it along with a form. */
export function sendSessionCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, cookie.serialize(cookieNames.session, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge }));
}

/** Takes the session's cookie away. */
export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  send(reply, cookie.serialize(cookieNames.session, '', { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 0 }));
}

/** Sends the CSRF token's cookie, which our own page has to read. */
export function sendCsrfCookie(reply: FastifyReply, value: string, secure: boolean): void {
  send(reply, cookie.serialize(cookieNames.csrf, value, { sameSite: 'lax', secure, path: '/', maxAge }));
}

/** Fastify keeps several `Set-Cookie` headers apart when they are added one by one. */
function send(reply: FastifyReply, line: string): void {
  reply.header('set-cookie', line);
}
