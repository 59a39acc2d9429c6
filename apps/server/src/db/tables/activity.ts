import type { ColumnType } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of activities and of stored responses to idempotent requests. */
export type ActivityTables = {
  activities: {
    id: string;
    type: string;
    actor_id: string;
    project_id: string | null;
    document_id: string | null;
    data: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Moment;
  };
  idempotency_answers: {
    caller: string;
    key: string;
    fingerprint: string;
    status: number | null;
    answer: string | null;
    started_at: Date;
  };
};
