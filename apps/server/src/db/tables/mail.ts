import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Table of the mail outbox, which contains mail until some time after it is sent. */
export type MailTables = {
  mail_outbox: {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string | null;
    list_unsubscribe: string | null;
    state: 'queued' | 'sent' | 'failed' | 'kept';
    attempts: Generated<number>;
    claimed_by: string | null;
    claimed_until: Date | null;
    last_error: string | null;
    created_at: Moment;
    sent_at: Date | null;
  };
};
