import type { ColumnType, Generated } from 'kysely';

/** Tables of notifications, of watched objects, and of mail settings. */
export type NotificationsTables = {
  notifications: {
    id: string;
    user_id: string;
    kind: string;
    type: string;
    actor_id: string;
    project_id: string | null;
    document_id: string | null;
    data: ColumnType<Record<string, unknown>, string, string>;
    times: Generated<number>;
    created_at: Date;
    read_at: Date | null;
    mail_due_at: Date | null;
  };
  watches: { user_id: string; object_id: string; watching: boolean };
  notification_settings: {
    user_id: string;
    settings: ColumnType<Record<string, unknown>, string, string>;
  };
};
