import type { Generated } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Moment } from './moment.ts';

/** Tables of projects and their members. */
export type ProjectsTables = {
  projects: {
    id: string;
    name: string;
    description: Generated<string>;
    exports_allowed: Generated<boolean>;
    owner_id: string;
    created_at: Moment;
    updated_at: Moment;
    archived_at: Date | null;
    deleted_at: Date | null;
  };
  project_members: { project_id: string; user_id: string; role: Role; added_at: Moment };
};
