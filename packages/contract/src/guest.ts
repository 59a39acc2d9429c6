import { z } from 'zod';
import { limits } from './limits.ts';
import { linkToken } from './message.ts';
import { id, moment, textOf } from './text.ts';
import { person, personName } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/** Roles that a guest may have; only accounts can be owners. */
export const guestRole = z.enum(['editor', 'reviewer', 'viewer']);
/** See {@link guestRole}. */
export type GuestRole = z.infer<typeof guestRole>;

/**
 * A link that gives access to one document without an account: a guest only enters a name. It is
 * valid while its creator owns the document. `guestCount`: number of guests who have used it.
 */
export const guestLink = z
  .object({
    id,
    documentId: id,
    role: guestRole,
    hasPassword: z.boolean(),
    createdBy: person,
    createdAt: moment,
    expiresAt: moment,
    guestCount: z.number().int(),
  })
  .meta({ id: 'GuestLink' });
/** See {@link guestLink}. */
export type GuestLink = z.infer<typeof guestLink>;

/**
 * A guest link as administrators see it. `title`: title of the document if the administrator may
 * read it, else null. `lastUsedAt`: last time that a guest entered by it or was seen.
 */
export const adminGuestLink = guestLink
  .extend({ title: z.string().nullable(), lastUsedAt: moment.nullable() })
  .meta({ id: 'AdminGuestLink' });
/** See {@link adminGuestLink}. */
export type AdminGuestLink = z.infer<typeof adminGuestLink>;

/** Response for a new link, the only one that contains its secret. */
export const madeGuestLink = guestLink
  .extend({ token: z.string(), link: z.string() })
  .meta({ id: 'MadeGuestLink' });

/**
 * Password of a link. It may be shorter than account passwords, because an attacker needs the link
 * as well.
 */
const linkPassword = textOf({
  min: limits.linkPasswordMin,
  max: limits.passwordMax,
  what: 'Password',
});

/** Body of `POST /documents/{id}/guest-links`. */
export const newGuestLink = z.strictObject({
  role: guestRole,
  expiresInDays: z.int().min(1).max(limits.invitationDaysMax).optional(),
  password: linkPassword.optional(),
});
/** See {@link newGuestLink}. */
export type NewGuestLink = z.infer<typeof newGuestLink>;

/** Body of `POST /guest-links/look`. The secret is in the body, because URLs are logged. */
export const guestLinkAsked = z.strictObject({ token: linkToken });

/**
 * A guest link as its bearer sees it. `title`: title of the document; null until the password was
 * entered, if the link has one.
 */
export const guestOffer = z
  .object({
    role: guestRole,
    inviterName: z.string(),
    title: z.string().nullable(),
    needsPassword: z.boolean(),
    expiresAt: moment,
  })
  .meta({ id: 'GuestOffer' });

/** See {@link guestOffer}. */
export type GuestOffer = z.infer<typeof guestOffer>;

/** Body of `POST /guest-links/enter`. */
export const guestEntry = z.strictObject({
  token: linkToken,
  name: personName.refine((name) => [...name].length <= limits.guestNameMax, {
    error: schemaMessage('too_long', { what: 'Name', max: limits.guestNameMax }),
  }),
  password: textOf({ max: limits.passwordMax, what: 'Password' }).optional(),
});
/** See {@link guestEntry}. */
export type GuestEntry = z.infer<typeof guestEntry>;

/** A guest as they see themselves: user, document, role and expiry. */
export const guest = z
  .object({ user: person, documentId: id, role: guestRole, expiresAt: moment })
  .meta({ id: 'Guest' });
/** See {@link guest}. */
export type Guest = z.infer<typeof guest>;
