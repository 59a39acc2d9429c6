import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of visitors' messages and of newsletter subscriptions. */
export type MessagesTables = {
  messages: {
    id: string;
    kind: 'contact' | 'demo' | 'newsletter';
    name: Generated<string>;
    email: string;
    subject: Generated<string>;
    message: Generated<string>;
    company_name: Generated<string>;
    team_size: Generated<string>;
    user_id: string | null;
    created_at: Moment;
  };
  newsletter_subscriptions: {
    message_id: string;
    email_key: string;
    state: 'pending' | 'subscribed' | 'left';
    changed_at: Moment;
  };
  newsletter_links: { token_hash: Buffer; message_id: string; created_at: Moment };
};
