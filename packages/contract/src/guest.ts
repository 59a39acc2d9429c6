import { z } from 'zod';
import { limits } from './limits.ts';
import { linkToken } from './message.ts';
import { id, moment, textOf } from './text.ts';
import { person, personName } from './user.ts';

/** What a guest may be given: an owner is somebody with an account. */
export const guestRole = z.enum(['editor', 'reviewer', 'viewer']);
/** See {@link guestRole}. */
export type GuestRole = z.infer<typeof guestRole>;

/**
 * A link by which people come into one document without an account: they only type their name. It holds while the person who made it owns the
 * document. `guestCount`: how many have come in by it.
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
 * A link to those who run the server. `title`: the document's, where they may read it as themselves; else null. `lastUsedAt`: when somebody who
 * came in by it was last seen, or came in.
 */
export const adminGuestLink = guestLink
  .extend({ title: z.string().nullable(), lastUsedAt: moment.nullable() })
  .meta({ id: 'AdminGuestLink' });
/** See {@link adminGuestLink}. */
export type AdminGuestLink = z.infer<typeof adminGuestLink>;

/** The answer to a new link: the only time that its secret is told. */
export const madeGuestLink = guestLink.extend({ token: z.string(), link: z.string() }).meta({ id: 'MadeGuestLink' });

/** A password of a link: shorter ones than those of accounts will do, because who tries has to have the link as well. */
const linkPassword = textOf({ min: limits.linkPasswordMin, max: limits.passwordMax, what: 'Password' });

/** Body of `POST /documents/{id}/guest-links`. */
export const newGuestLink = z.strictObject({
  role: guestRole,
  expiresInDays: z.int().min(1).max(limits.invitationDaysMax).optional(),
  password: linkPassword.optional(),
});
/** See {@link newGuestLink}. */
export type NewGuestLink = z.infer<typeof newGuestLink>;

/** Body of `POST /guest-links/look`. In the body, because addresses stand in logs. */
export const guestLinkAsked = z.strictObject({ token: linkToken });

/** A guest link as its bearer sees it. `title`: the document's; null until the password was given, where the link has one. */
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
    error: `Name may have at most ${limits.guestNameMax} characters`,
  }),
  password: textOf({ max: limits.passwordMax, what: 'Password' }).optional(),
});
/** See {@link guestEntry}. */
export type GuestEntry = z.infer<typeof guestEntry>;

/** A guest to themselves: who they are here, and until when. */
export const guest = z.object({ user: person, documentId: id, role: guestRole, expiresAt: moment }).meta({ id: 'Guest' });
/** See {@link guest}. */
export type Guest = z.infer<typeof guest>;
