import { isIP } from 'node:net';

/** The relying party of passkeys: the origin of the pages, and the host name as RP id. */
export type RelyingParty = { readonly origin: string; readonly id: string };

/**
 * Returns the relying party, or null if browsers allow no passkeys there: they require a host name
 * and HTTPS, or `localhost`. Without a public URL only `localhost` is used, because the `Host` of a
 * request is not trusted. Source: Web Authentication Level 3, 5.1.3 and 13.4.9.
 *
 * @param host `Host` header of the request
 */
export function findRelyingParty(
  publicUrl: string | null,
  host: string | undefined,
): RelyingParty | null {
  const address = publicUrl ?? `http://${host ?? ''}`;
  if (!URL.canParse(address)) return null;
  const { origin, hostname, protocol } = new URL(address);
  if (hostname === 'localhost') return { origin, id: hostname };
  if (publicUrl === null || protocol !== 'https:') return null;
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isAddress ? null : { origin, id: hostname };
}
