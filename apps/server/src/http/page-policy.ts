import { createHash } from 'node:crypto';

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * Returns the inline scripts of a built page as sources of a policy. A script with `src` is one of
 * our own files and needs none.
 */
export function inlineScriptSources(html: string): string[] {
  const scripts = html.split(/<script\b/i).slice(1);
  const inline = scripts.flatMap((rest) => {
    const [begin, end] = [rest.indexOf('>'), rest.search(/<\/script>/i)];
    return begin < 0 || end < begin || /\ssrc\s*=/i.test(rest.slice(0, begin))
      ? []
      : [rest.slice(begin + 1, end)];
  });
  return [...new Set(inline.map(sourceOf))];
}

/**
 * Returns the origins of the live channel: some browsers do not include WebSockets of the same host
 * in `'self'`.
 */
function socketSources(host: string | undefined): string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
}

/**
 * Returns the Content-Security-Policy of a page. It allows our own files and the inline scripts of
 * the build; nothing from other origins, and no framing.
 *
 * The policy remains in force during client-side navigation, so it covers the whole application.
 * Style sheets must be our own files. `style` elements are not applied, because their selectors
 * could read attributes of the page. Style attributes are allowed: see docs/threats.md.
 */
export function pagePolicy(scriptSources: readonly string[], host: string | undefined): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
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
