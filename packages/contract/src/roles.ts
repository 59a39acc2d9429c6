/** From most to least: each role includes the ones after it. Source: API, Shapes, Collaborator. */
export const roles = ['owner', 'editor', 'reviewer', 'viewer'] as const;

/** What a person may do with a project or a document. Its schema stands apart (`role.ts`): who only compares roles fetches no schemas. */
export type Role = (typeof roles)[number];

/** Whether `held` includes everything that `needed` allows. */
export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(needed);
}
