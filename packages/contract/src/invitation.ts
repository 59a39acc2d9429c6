import { z } from 'zod';
import { limits } from './limits.ts';
import { linkToken } from './message.ts';
import { role } from './role.ts';
import { id, moment } from './text.ts';
import { email, person } from './user.ts';

/**
 * A way into a project. With an address it was mailed there and is good once; without, whoever has the link may come in by it until
 * it ends. It holds while the person who gave it owns the project.
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

/** The answer to a new invitation: the only time that its secret is told. `link` is the page that it leads to. */
export const madeInvitation = invitation.extend({ token: z.string(), link: z.string() }).meta({ id: 'MadeInvitation' });

/** Body of `POST /projects/{id}/invitations`. */
export const newInvitation = z.strictObject({
  role,
  email: email.optional(),
  expiresInDays: z.int().min(1).max(limits.invitationDaysMax).optional(),
});
/** See {@link newInvitation}. */
export type NewInvitation = z.infer<typeof newInvitation>;

/**
 * An invitation as its bearer sees it. `email`: the address it was made for, to fill in the sign-up form; null for a link.
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

/** Where an invitation has led to. */
export const acceptedInvitation = z.object({ projectId: id, role }).meta({ id: 'AcceptedInvitation' });

/** The parameters of a path that names an invitation of a project. */
export const byIdAndInvitation = z.object({ id, invitationId: id });

/** The secret of an invitation. In the body, because addresses stand in logs. */
export const invitationAsked = z.strictObject({ token: linkToken });
