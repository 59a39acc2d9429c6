/**
 * Matches the parts of a page's head that need absolute URLs for other sites: the canonical link,
 * those to other languages, and the URL and picture for sharing.
 */
const read =
  /<(?:link rel="(?:canonical|alternate" hrefLang="[\w-]+)" href|meta property="og:(?:url|image)" content)="(?=\/)/g;

/**
 * Returns a built page with absolute URLs in its head. Pages are built without knowing their host,
 * so they contain paths. `publicUrl`: scheme and host, without a trailing slash. Source: RFC 6596;
 * the Open Graph protocol.
 */
export function withWholeAddresses(html: string, publicUrl: string): string {
  // A function, because `$` is special in a replacement string.
  return html.replaceAll(read, (start) => start + publicUrl);
}
