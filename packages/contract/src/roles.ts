/** Roles from highest to lowest: each includes the ones after it. */
export const roles = ['owner', 'editor', 'reviewer', 'viewer'] as const;

/**
 * Role of a user in a project or a document. Its schema is in a separate file (`role.ts`), so that
 * code which only compares roles does not load schemas.
 */
export type Role = (typeof roles)[number];

/** Roles that a group may have. Groups own nothing: each project has an owner among its members. */
export const groupRoles = ['editor', 'reviewer', 'viewer'] as const;

/** See {@link groupRoles}. */
export type GroupRole = (typeof groupRoles)[number];

/** True if `held` includes everything that `needed` allows. */
export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(needed);
}

/** True if a value is the name of a role. */
export function isRole(value: unknown): value is Role {
  return (roles as readonly unknown[]).includes(value);
}
