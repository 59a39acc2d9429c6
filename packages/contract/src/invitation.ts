import { z } from 'zod';
import { limits } from './limits.ts';
import { linkToken } from './message.ts';
import { role } from './role.ts';
import { id, moment } from './text.ts';
import { email, person } from './user.ts';

/**
 * An invitation to a project. With an email address, it was mailed there and can be used once.
 * Without, it can be used by any holder of the link until it expires. It is valid while its creator
 * owns the project.
 */
export const invitation = z
  .object({
    id,
    projectId: id,
    role,
    email: z.string().nullable(),
    createdBy: person,
    createdAt: moment,
    expiresAt: moment,
    uses: z.number().int(),
  })
  .meta({ id: 'Invitation' });
/** See {@link invitation}. */
export type Invitation = z.infer<typeof invitation>;

/**
 * Response for a new invitation, the only one that contains its secret. `link` is the page that it
 * opens.
 */
export const madeInvitation = invitation
  .extend({ token: z.string(), link: z.string() })
  .meta({ id: 'MadeInvitation' });

/** Body of `POST /projects/{id}/invitations`. */
export const newInvitation = z.strictObject({
  role,
  email: email.optional(),
  expiresInDays: z.int().min(1).max(limits.invitationDaysMax).optional(),
});
/** See {@link newInvitation}. */
export type NewInvitation = z.infer<typeof newInvitation>;

/**
 * An invitation as its bearer sees it. `email`: the invited address, to prefill the sign-up form;
 * null for a link.
 */
export const invitationOffer = z
  .object({
    projectId: id,
    projectName: z.string(),
    inviterName: z.string(),
    email: z.string().nullable(),
    role,
    expiresAt: moment,
  })
  .meta({ id: 'InvitationOffer' });

/** Response for an accepted invitation: the project and the role in it. */
export const acceptedInvitation = z
  .object({ projectId: id, role })
  .meta({ id: 'AcceptedInvitation' });

/** Path parameters with the id of a project and of an invitation. */
export const byIdAndInvitation = z.object({ id, invitationId: id });

/** Secret of an invitation. It is sent in the body, because URLs are logged. */
export const invitationAsked = z.strictObject({ token: linkToken });
