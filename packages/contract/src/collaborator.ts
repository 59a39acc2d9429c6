import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** A person and what they may do here. Lists include the owners. Source: API, Shapes. */
export const collaborator = z.object({ user: person, role, addedAt: moment }).meta({ id: 'Collaborator' });
/** See {@link collaborator}. */
export type Collaborator = z.infer<typeof collaborator>;

/** As {@link collaborator}; `through` says whether the role comes from the document's project, from sharing the document itself, or
 * from a link for guests. */
export const documentCollaborator = collaborator
  .extend({ through: z.enum(['project', 'document', 'link']) })
  .meta({ id: 'DocumentCollaborator' });
/** See {@link documentCollaborator}. */
export type DocumentCollaborator = z.infer<typeof documentCollaborator>;

/** A person with whom the caller shares work: the projects, and the documents shared one by one, with that person's role in each. */
export const sharedWork = z
  .object({
    user: person,
    projects: z.array(z.object({ id, name: z.string(), role })),
    documents: z.array(z.object({ id, title: z.string(), role })),
  })
  .meta({ id: 'SharedWork' });
/** See {@link sharedWork}. */
export type SharedWork = z.infer<typeof sharedWork>;

/** Whether a person was named by an address of which nobody knows whether it is theirs: no link that was mailed there was followed. */
const addedBy = { addressUnconfirmed: z.boolean() };

/** The answer to `POST /projects/{id}/collaborators`. */
export const addedCollaborator = collaborator.extend(addedBy).meta({ id: 'AddedCollaborator' });
/** See {@link addedCollaborator}. */
export type AddedCollaborator = z.infer<typeof addedCollaborator>;

/** The answer to `POST /documents/{id}/collaborators`. */
export const addedDocumentCollaborator = documentCollaborator.extend(addedBy).meta({ id: 'AddedDocumentCollaborator' });
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
