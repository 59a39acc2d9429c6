import { productName, usualBranding, type Branding } from '@longhand/contract';

let known: Branding | null = null;

/**
 * Returns the appearance that administrators gave this server. The server writes it into each page
 * of the application; of public pages, it changes the links only.
 */
export function branding(): Branding {
  if (typeof document === 'undefined') return usualBranding;
  known ??= read(document.querySelector<HTMLMetaElement>('meta[name="branding"]')?.content);
  return known;
}

/** Returns the name of this server. */
export function serverName(): string {
  return branding().name ?? productName;
}

function read(facts: string | undefined): Branding {
  return facts === undefined ? usualBranding : (JSON.parse(facts) as Branding);
}
