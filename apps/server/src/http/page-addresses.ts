/** What of a page's head is read by other sites, which need whole addresses: the canonical one, its address and picture when it is shared. */
const read = /<(?:link rel="canonical" href|meta property="og:(?:url|image)" content)="(?=\/)/g;

/**
 * A built page with whole addresses in its head. Pages are built without knowing where they will stand, so they name paths.
 * `publicUrl` is scheme and host, without a last slash. Source: RFC 6596; the Open Graph protocol.
 */
export function withWholeAddresses(html: string, publicUrl: string): string {
  // By a function: in a replacement's text, a dollar sign would have a meaning.
  return html.replaceAll(read, (start) => start + publicUrl);
}
