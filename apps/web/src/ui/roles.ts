import { t } from '@lingui/core/macro';
import { roles, type Role } from '@longhand/contract';

/** Options for a role in a form. */
export const roleChoices: readonly { value: Role; label: string }[] = roles.map((role) => ({
  value: role,
  label: roleName(role),
}));

/** Returns the name of a role. */
export function roleName(role: Role): string {
  switch (role) {
    case 'owner':
      return t`Owner`;
    case 'editor':
      return t`Editor`;
    case 'reviewer':
      return t`Reviewer`;
    case 'viewer':
      return t`Viewer`;
  }
}

/** Returns the description of a role's permissions in one sentence. */
export function meaningOf(role: Role): string {
  switch (role) {
    case 'owner':
      return t`Can do everything, including sharing and managing roles.`;
    case 'editor':
      return t`Can edit, rename and create documents.`;
    case 'reviewer':
      return t`Can read, comment and suggest changes.`;
    case 'viewer':
      return t`Can read.`;
  }
}

/** Returns the sentence with the role of the user. */
export function youAre(role: Role): string {
  switch (role) {
    case 'owner':
      return t`You are an owner`;
    case 'editor':
      return t`You are an editor`;
    case 'reviewer':
      return t`You are a reviewer`;
    case 'viewer':
      return t`You are a viewer`;
  }
}

/** Returns the name of a role within a sentence. */
export function roleInSentence(role: Role): string {
  switch (role) {
    case 'owner':
      return t({ message: 'owner', context: 'within a sentence' });
    case 'editor':
      return t({ message: 'editor', context: 'within a sentence' });
    case 'reviewer':
      return t({ message: 'reviewer', context: 'within a sentence' });
    case 'viewer':
      return t({ message: 'viewer', context: 'within a sentence' });
  }
}
