import type { Generated } from 'kysely';
import type { GroupRole, Role } from '@longhand/contract';
import type { Moment } from './moment.ts';

/** Tables of groups and of the objects shared with them, and views of the resulting roles. */
export type GroupsTables = {
  groups: {
    id: string;
    name: string;
    handle: string;
    description: Generated<string>;
    managed_by: string | null;
    external_id: string | null;
    created_at: Moment;
  };
  group_members: { group_id: string; user_id: string; added_at: Moment };
  project_groups: { project_id: string; group_id: string; role: GroupRole; added_at: Moment };
  document_groups: { document_id: string; group_id: string; role: GroupRole; added_at: Moment };
  project_roles: { project_id: string; user_id: string; role: Role };
  document_roles: { document_id: string; user_id: string; role: Role };
};
