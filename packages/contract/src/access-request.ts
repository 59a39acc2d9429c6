import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** Body of `POST …/access-requests`: an optional message for the owners. */
export const newAccessRequest = z.strictObject({
  message: textOf({ max: limits.requestMax, trim: true, what: 'Message' }).optional(),
});

/**
 * Request by a user for access to a document or a project that they cannot read; the other id is
 * null. `name` is its title or name.
 */
export const accessRequest = z
  .object({
    id,
    person,
    documentId: id.nullable(),
    projectId: id.nullable(),
    name: z.string(),
    message: z.string(),
    at: moment,
  })
  .meta({ id: 'AccessRequest' });
/** See {@link accessRequest}. */
export type AccessRequest = z.infer<typeof accessRequest>;

/** Body of `POST …/access-requests/{requestId}/grant`. */
export const accessGrant = z.strictObject({ role });
