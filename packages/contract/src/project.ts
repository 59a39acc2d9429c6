import { z } from 'zod';
import { limits } from './limits.ts';
import { projectRights } from './rights.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';

const name = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' });
const description = textOf({ max: limits.descriptionMax, trim: true, what: 'Description' });

/**
 * A project as the caller sees it. `role` is the caller's. `ownerCount`: number of collaborators
 * with the role of an owner. `documentCount`: number of active documents; `finishedCount`: number
 * of those that are approved or published. `exportsAllowed`: true if all readers may export its
 * documents, otherwise only its owners may. Its owners see it in the trash too.
 */
export const project = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    ownerId: id,
    role,
    rights: projectRights,
    ownerCount: z.number().int(),
    exportsAllowed: z.boolean(),
    documentCount: z.number().int(),
    finishedCount: z.number().int(),
    createdAt: moment,
    updatedAt: moment,
    archivedAt: moment.nullable(),
    deletedAt: moment.nullable(),
  })
  .meta({ id: 'Project' });
/** See {@link project}. */
export type Project = z.infer<typeof project>;

/** Body of `POST /projects`. */
export const newProject = z.strictObject({ name, description: description.optional() });
/** See {@link newProject}. */
export type NewProject = z.infer<typeof newProject>;

/** Body of `PATCH /projects/{id}`. */
export const projectChange = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  exportsAllowed: z.boolean().optional(),
});
/** See {@link projectChange}. */
export type ProjectChange = z.infer<typeof projectChange>;

/** Body of `POST /projects/{id}/owner`: the collaborator who becomes its owner. */
export const newOwner = z.strictObject({ userId: id });
