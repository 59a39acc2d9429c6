import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { givenPassword, person } from './user.ts';

const count = z.int();

/**
 * Extent of the erasure of a user. `documents`: documents that hold text of the user, in any
 * state. `comments` and `suggestions`: those of the user. `drafts`: personal drafts of the user,
 * which move to the trash. `projectsHandedOver` and `projectsDeleted`: projects whose only owner is
 * the user, with and without other members. `isHeld`: a legal hold forbids the erasure.
 * `heldDocuments`: documents with text of the user that are on hold, which forbids to remove the
 * text.
 */
export const erasurePreview = z
  .object({
    documents: count,
    comments: count,
    suggestions: count,
    drafts: count,
    projectsHandedOver: count,
    projectsDeleted: count,
    isHeld: z.boolean(),
    heldDocuments: count,
  })
  .meta({ id: 'ErasurePreview' });
/** See {@link erasurePreview}. */
export type ErasurePreview = z.infer<typeof erasurePreview>;

/**
 * Body of `POST /admin/users/{id}/erasure`. `username`: that of the user, as a confirmation.
 * `removeWords`: also removes the text and the comments that the user wrote. `currentPassword`:
 * that of the caller.
 */
export const newErasure = z.strictObject({
  username: textOf({ min: 1, max: limits.usernameMax, trim: true, what: 'The username' }),
  removeWords: z.boolean(),
  currentPassword: givenPassword.optional(),
});
/** See {@link newErasure}. */
export type NewErasure = z.infer<typeof newErasure>;

/**
 * The erasure of a user. `askedBy` null: the administrator is unknown. `documents`: number of
 * documents from which text or mentions of the user are removed, and `documentsDone` how many of
 * them are done. `endedAt` null: it goes on.
 */
export const erasure = z
  .object({
    id,
    userId: id,
    askedBy: person.nullable(),
    removesWords: z.boolean(),
    documents: count,
    documentsDone: count,
    createdAt: moment,
    endedAt: moment.nullable(),
  })
  .meta({ id: 'Erasure' });
/** See {@link erasure}. */
export type Erasure = z.infer<typeof erasure>;
