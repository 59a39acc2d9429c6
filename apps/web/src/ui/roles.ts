import { roles, type Role } from '@longhand/contract';

/** Options for a role in a form. */
export const roleChoices: readonly { value: Role; label: string }[] = roles.map((role) => ({
  value: role,
  label: nameOf(role),
}));

function nameOf(role: Role): string {
  switch (role) {
    case 'owner':
      return 'Owner';
    case 'editor':
      return 'Editor';
    case 'reviewer':
      return 'Reviewer';
    case 'viewer':
      return 'Viewer';
  }
}

/** Returns the description of a role's permissions in one sentence. */
export function meaningOf(role: Role): string {
  switch (role) {
    case 'owner':
      return 'Can do everything, including sharing and managing roles.';
    case 'editor':
      return 'Can edit, rename and create documents.';
    case 'reviewer':
      return 'Can read, comment and suggest changes.';
    case 'viewer':
      return 'Can read.';
  }
}
