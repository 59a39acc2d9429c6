import type { FastifyReply } from 'fastify';

/**
 * What every answer carries. A page of another origin can neither frame us, nor read what we send, nor hold our window;
 * what is not an answer of type HTML or script is never taken for one; no device is asked for. Source: reliability,
 * Security floor; OWASP HTTP Headers Cheat Sheet.
 */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** What every answer under `/api` carries besides: nothing is kept by anyone, and it is no page. Source: API, Conventions. */
const underApi = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Seconds for which a browser that came by https comes by https again: a year. */
const hstsSeconds = 31_536_000;

/** Puts the headers of this module on an answer to `url`. */
export function sendSecurityHeaders(reply: FastifyReply, url: string, behindHttps: boolean): void {
  reply.headers(everywhere);
  if (behindHttps) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
  if (isUnderApi(url)) reply.headers(underApi);
}

/** Whether a request's URL is of the API, known there or not. */
export function isUnderApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
