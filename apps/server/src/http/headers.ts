import type { FastifyReply } from 'fastify';

/**
 * Headers of every response.
 *
 * Pages of other origins cannot frame us, read our responses or keep a reference to our window.
 * Responses are not sniffed as HTML or scripts, and device access is denied. Responses are not
 * cached and are not pages by default; assets and pages override these headers themselves. Headers
 * do not depend on the address, because one address can be written in many ways. Source: OWASP HTTP
 * Headers Cheat Sheet.
 */
const everywhere = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Time during which browsers use HTTPS only: one year (s). */
const hstsSeconds = 31_536_000;

/** Sets the headers of this module on a response. */
export function sendSecurityHeaders(reply: FastifyReply, behindHttps: boolean): void {
  reply.headers(everywhere);
  if (behindHttps) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
}

/**
 * True if a request's URL is below the API, known or not. Decodes escaped characters like the
 * router does (`%61` for `a`).
 */
export function isUnderApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url.replaceAll(/%[4-7][0-9a-f]/gi, decodeURIComponent));
}
