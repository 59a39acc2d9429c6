import { z } from 'zod';

/**
 * Actions on a document that its present state and the caller's role allow. Computed by the server
 * from the rules that it enforces, so that a client need not know them.
 * - `comment`: start threads, reply, and answer review rounds.
 * - `suggest`: make suggestions in the text.
 * - `write`: change the text and the title, and decide suggestions.
 * - `change`: change everything else: status, tags, goal, lock, project, reviews; archive it.
 * - `restore`: return it from the archive or the trash.
 * - `delete`: move it to the trash.
 * - `remove`: delete it permanently.
 * - `share`: add collaborators, and change or remove them.
 * - `moderate`: delete comments of others.
 */
export const documentRights = z
  .object({
    comment: z.boolean(),
    suggest: z.boolean(),
    write: z.boolean(),
    change: z.boolean(),
    restore: z.boolean(),
    delete: z.boolean(),
    remove: z.boolean(),
    share: z.boolean(),
    moderate: z.boolean(),
  })
  .meta({ id: 'DocumentRights' });
/** See {@link documentRights}. */
export type DocumentRights = z.infer<typeof documentRights>;

/**
 * Actions on a project that its present state and the caller's role allow.
 * - `change`: create, import, order and change its documents.
 * - `rename`: change its name and description.
 * - `share`: invite collaborators, change or remove them, and hand it over.
 * - `archive`: archive it, or restore it.
 * - `delete`: move it to the trash.
 */
export const projectRights = z
  .object({
    change: z.boolean(),
    rename: z.boolean(),
    share: z.boolean(),
    archive: z.boolean(),
    delete: z.boolean(),
  })
  .meta({ id: 'ProjectRights' });
/** See {@link projectRights}. */
export type ProjectRights = z.infer<typeof projectRights>;
