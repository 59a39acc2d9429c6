import { z } from 'zod';
import {
  contrastsOf,
  isReadable,
  leastContrast,
  nearestReadable,
  type Scheme,
} from './branding-colors.ts';
import { limits } from './limits.ts';
import { textOf } from './text.ts';
import type { FieldMessage } from './field-issues.ts';
import { fieldMessage, schemaMessage } from './field-messages.ts';

/** Variants of the logo: on the light and on the dark theme. */
export const logoVariant = z.enum(['light', 'dark']);
/** See {@link logoVariant}. */
export type LogoVariant = z.infer<typeof logoVariant>;

/** An accent colour of a scheme, in lower case. Its contrast must be sufficient. */
const accent = (scheme: Scheme) =>
  z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, { error: schemaMessage('not_color') })
    .superRefine((color, context) => {
      if (!/^#[0-9a-f]{6}$/.test(color) || isReadable(scheme, color)) return;
      const field = contrastMessage(scheme, color);
      context.addIssue({ code: 'custom', message: field.message, params: { field } });
    });

/** Returns the message about a colour with too little contrast, which names one that passes. */
export function contrastMessage(scheme: Scheme, color: string): FieldMessage {
  const [lowest] = contrastsOf(scheme, color);
  // Rounded down: 4.49 must not be shown as 4.5.
  const ratio = Math.floor((lowest?.ratio ?? 1) * 100) / 100;
  return fieldMessage('low_contrast', {
    where: lowest?.where ?? 'the page',
    ratio,
    least: leastContrast,
    nearest: nearestReadable(scheme, color),
  });
}

/** An `https` address of another website, or null. */
const webAddress = z
  .url({ protocol: /^https$/, error: schemaMessage('not_https') })
  .max(limits.brandingUrlMax)
  .nullable();

/**
 * Body of `PUT /admin/branding`.
 * - `name`: name of the server in titles, header and mails; null: Longhand.
 * - `accent`: colour of controls in each theme; null: the usual ones.
 * - `imprintUrl`, `privacyUrl`: links on the sign-in page, in the help menu and on public pages.
 * - `signInNotice`: plain text on the sign-in page, with line breaks; empty for none.
 */
export const brandingChange = z.strictObject({
  name: textOf({ min: 1, max: limits.brandingNameMax, trim: true, what: 'Name' }).nullable(),
  accent: z.strictObject({ light: accent('light'), dark: accent('dark') }).nullable(),
  imprintUrl: webAddress,
  privacyUrl: webAddress,
  signInNotice: textOf({ max: limits.signInNoticeMax, trim: true, what: 'The notice' }),
});
/** See {@link brandingChange}. */
export type BrandingChange = z.infer<typeof brandingChange>;

/**
 * Appearance that administrators give this server: see {@link brandingChange}. `logos`: addresses
 * of the logos by variant; null without one.
 */
export const branding = z
  .object({
    ...brandingChange.shape,
    accent: z.object({ light: z.string(), dark: z.string() }).nullable(),
    imprintUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    logos: z.object({ light: z.string().nullable(), dark: z.string().nullable() }),
  })
  .meta({ id: 'Branding' });
/** See {@link branding}. */
export type Branding = z.infer<typeof branding>;
