import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** A user with their role here. Lists include the owners. */
export const collaborator = z
  .object({ user: person, role, addedAt: moment })
  .meta({ id: 'Collaborator' });
/** See {@link collaborator}. */
export type Collaborator = z.infer<typeof collaborator>;

/**
 * Like {@link collaborator}.
 * - `through`: the source of the role: the document's project, a share of the document itself or of
 *   a document that contains it (`parent`), a group, or a guest link.
 * - `canReview`: true if the user can be asked to review the document.
 */
export const documentCollaborator = collaborator
  .extend({
    through: z.enum(['project', 'document', 'parent', 'group', 'link']),
    canReview: z.boolean(),
  })
  .meta({ id: 'DocumentCollaborator' });
/** See {@link documentCollaborator}. */
export type DocumentCollaborator = z.infer<typeof documentCollaborator>;

/**
 * A user with whom the caller shares work: the projects and the individually shared documents, with
 * that user's role in each.
 */
export const sharedWork = z
  .object({
    user: person,
    projects: z.array(z.object({ id, name: z.string(), role })),
    documents: z.array(z.object({ id, title: z.string(), role })),
  })
  .meta({ id: 'SharedWork' });
/** See {@link sharedWork}. */
export type SharedWork = z.infer<typeof sharedWork>;

/**
 * True if the user was added by an email address that is not confirmed. No link mailed to it was
 * followed, so it may belong to another person.
 */
const addedBy = { addressUnconfirmed: z.boolean() };

/** Response of `POST /projects/{id}/collaborators`. */
export const addedCollaborator = collaborator.extend(addedBy).meta({ id: 'AddedCollaborator' });
/** See {@link addedCollaborator}. */
export type AddedCollaborator = z.infer<typeof addedCollaborator>;

/** Response of `POST /documents/{id}/collaborators`. */
export const addedDocumentCollaborator = documentCollaborator
  .extend(addedBy)
  .meta({ id: 'AddedDocumentCollaborator' });
/** See {@link addedDocumentCollaborator}. */
export type AddedDocumentCollaborator = z.infer<typeof addedDocumentCollaborator>;

/** Body of `POST …/collaborators`. */
export const newCollaborator = z.strictObject({
  usernameOrEmail: textOf({ min: 1, max: limits.emailMax, trim: true, what: 'Username or email' }),
  role,
});
/** See {@link newCollaborator}. */
export type NewCollaborator = z.infer<typeof newCollaborator>;

/** Body of `PATCH …/collaborators/{userId}`. */
export const collaboratorChange = z.strictObject({ role });
