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
 * `titles`, `tags` and `files`: titles and tags that only the user gave, and uploaded files.
 * `heldDocuments`: documents on hold with text, titles, tags or files of the user, which forbids to
 * remove these.
 */
export const erasurePreview = z
  .object({
    documents: count,
    comments: count,
    suggestions: count,
    drafts: count,
    titles: count,
    tags: count,
    files: count,
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
 * `removeWords`: also removes the text and the comments that the user wrote, and the names that the
 * user gave: titles and tags that no other user gave, and those of files. `currentPassword`: that
 * of the caller.
 */
export const newErasure = z.strictObject({
  username: textOf({ min: 1, max: limits.usernameMax, trim: true, what: 'The username' }),
  removeWords: z.boolean(),
  currentPassword: givenPassword.optional(),
});
/** See {@link newErasure}. */
export type NewErasure = z.infer<typeof newErasure>;

/**
 * A user whose account is deleted, and whose text was not removed. `documents`, `comments` and
 * `heldDocuments`: as in {@link erasurePreview}.
 */
export const formerMember = z
  .object({
    id,
    deletedAt: moment,
    documents: count,
    comments: count,
    heldDocuments: count,
  })
  .meta({ id: 'FormerMember' });
/** See {@link formerMember}. */
export type FormerMember = z.infer<typeof formerMember>;

/** Body of `POST /admin/former-members/{id}/erasure`. `currentPassword`: that of the caller. */
export const newWordsErasure = z.strictObject({ currentPassword: givenPassword.optional() });

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
