import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { moment, textOf } from './text.ts';
import { person } from './user.ts';

/** A person and what they may do here. Lists include the owners. Source: API, Shapes. */
export const collaborator = z.object({ user: person, role, addedAt: moment }).meta({ id: 'Collaborator' });
/** See {@link collaborator}. */
export type Collaborator = z.infer<typeof collaborator>;

/** Body of `POST …/collaborators`. */
export const newCollaborator = z.strictObject({
  usernameOrEmail: textOf({ min: 1, max: limits.emailMax, trim: true, what: 'Username or email' }),
  role,
});
/** See {@link newCollaborator}. */
export type NewCollaborator = z.infer<typeof newCollaborator>;

/** Body of `PATCH …/collaborators/{userId}`. */
export const collaboratorChange = z.strictObject({ role });
