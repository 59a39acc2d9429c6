import { createHash } from 'node:crypto';
import { accentColors, usualBranding, type Branding } from '@longhand/contract';
import type { PageBrand } from '../../http/branded-pages.ts';
import type { Clock } from '../../platform/clock.ts';

/** Time for which the branding is used without asking the database again (ms). */
const freshMs = 5_000;

/**
 * Creates the function that returns the branding of pages, null for the usual one. Other processes
 * see a change after at most five seconds; `forget` makes this process read it again. While the
 * database cannot be read, the last known branding is used: pages do not depend on the database.
 */
export function createPageBrands(
  clock: Clock,
  read: () => Promise<Branding>,
): { current: () => Promise<PageBrand | null>; forget: () => void } {
  let known: PageBrand | null = null;
  let until = 0;
  let reading: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    try {
      known = brandOf(await read());
    } catch {
      // The database is away; the next request after a while tries again.
    }
    until = clock.now() + freshMs;
    reading = null;
  };
  return {
    async current() {
      if (clock.now() >= until) await (reading ??= renew());
      return known;
    },
    forget: () => void (until = 0),
  };
}

/** Returns the branding of pages, null for the usual one. */
export function brandOf(branding: Branding): PageBrand | null {
  const facts = JSON.stringify(branding);
  if (facts === JSON.stringify(usualBranding)) return null;
  const key = createHash('sha256').update(facts).digest('base64url').slice(0, 12);
  const { name, imprintUrl, privacyUrl } = branding;
  return { key, name, facts, css: styleOf(branding), links: { imprintUrl, privacyUrl } };
}

/** Returns a style sheet with the colours. Twice `:root`, so that it wins over the usual ones. */
function styleOf({ accent }: Branding): string {
  if (accent === null) return '';
  const [light, dark] = [accentColors('light', accent.light), accentColors('dark', accent.dark)];
  return `:root:root {
  --accent: light-dark(${light.accent}, ${dark.accent});
  --accent-soft: light-dark(${light.soft}, ${dark.soft});
  --on-accent: light-dark(${light.onAccent}, ${dark.onAccent});
}
`;
}
