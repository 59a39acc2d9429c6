import type { Generated } from 'kysely';

/** Table of requests for access. */
export type AccessRequestsTables = {
  access_requests: {
    id: string;
    user_id: string;
    kind: 'document' | 'project';
    object_id: string;
    message: string;
    state: Generated<'asked' | 'open' | 'granted' | 'declined'>;
    asked_at: Date;
    decided_at: Date | null;
  };
};
