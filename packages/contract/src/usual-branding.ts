import type { Branding } from './branding.ts';

/** Name of the product, and of a server without a name of its own. */
export const productName = 'Longhand';

/** Appearance as long as administrators have not changed it. */
export const usualBranding: Branding = {
  name: null,
  accent: null,
  imprintUrl: null,
  privacyUrl: null,
  signInNotice: '',
  logos: { light: null, dark: null },
};
