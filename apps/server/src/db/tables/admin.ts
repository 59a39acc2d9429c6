import type { ColumnType } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of the audit log with its undelivered entries, and of announcements to all users. */
export type AdminTables = {
  audit_log: {
    id: string;
    actor_id: string | null;
    action: string;
    target: string | null;
    data: ColumnType<Record<string, unknown>, string | undefined, string>;
    address: string | null;
    created_at: Moment;
  };
  audit_queue: { sink: 'file' | 'http'; entry_id: string };
  announcements: {
    id: string;
    text: string;
    starts_at: Date;
    ends_at: Date | null;
    created_by: string | null;
    created_at: Moment;
    updated_at: Moment;
  };
};
