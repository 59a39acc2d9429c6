import type { FastifyReply } from 'fastify';

/**
 * What every answer carries. A page of another origin can neither frame us, nor read what we send, nor hold our window;
 * what is not an answer of type HTML or script is never taken for one; no device is asked for. Nothing is kept by anyone, and it
 * is no page: what may be kept (assets) or is one says otherwise of itself. It is not decided by the address, since one address can
 * be written in many ways. Source: reliability, Security floor; API, Conventions; OWASP HTTP Headers Cheat Sheet.
 */
const everywhere = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Seconds for which a browser that came by https comes by https again: a year. */
const hstsSeconds = 31_536_000;

/** Puts the headers of this module on an answer. */
export function sendSecurityHeaders(reply: FastifyReply, behindHttps: boolean): void {
  reply.headers(everywhere);
  if (behindHttps) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
}

/** Whether a request's URL is of the API, known there or not; letters may be written as the router reads them too (`%61` for `a`). */
export function isUnderApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url.replaceAll(/%[4-7][0-9a-f]/gi, decodeURIComponent));
}
