import { z } from 'zod';

/** From most to least: each role includes the ones after it. Source: API, Shapes, Collaborator. */
export const roles = ['owner', 'editor', 'reviewer', 'viewer'] as const;

/** What a person may do with a project or a document. */
export const role = z.enum(roles).meta({ id: 'Role' });
/** See {@link role}. */
export type Role = z.infer<typeof role>;

/** Whether `held` includes everything that `needed` allows. */
export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(needed);
}
