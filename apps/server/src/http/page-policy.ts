import { createHash } from 'node:crypto';

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The inline scripts of a built page, as sources of a policy. A script with `src` is one of our own files and needs none. */
export function inlineScriptSources(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi);
  const inline = [...scripts].filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes));
  return [...new Set(inline.map(([, , script = '']) => sourceOf(script)))];
}

/** The live channel's own origin: some browsers do not count WebSockets of the same host as `'self'`. */
function socketSources(host: string | undefined): string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
}

/**
 * The Content-Security-Policy of a page: scripts from our own files and those written in the page at its build, nothing from
 * anywhere else, no frame around us. It stays in force while the page moves between addresses without loading anew, so it
 * fits the whole application. Styles may stand in the page: Mantine and ProseMirror write style elements while they run, and
 * style attributes stand in built pages, for which hashes cannot be known; a style cannot run code here, nor load from
 * elsewhere. Source: reliability, Security floor.
 */
export function pagePolicy(scriptSources: readonly string[], host: string | undefined): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self'",
    `connect-src 'self'${socketSources(host)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
