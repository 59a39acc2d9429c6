import type { Generated } from 'kysely';
import type { LinkRule } from '@longhand/contract';
import type { Moment } from './moment.ts';

/** Tables of identity providers, of the identities of users, and of sign-ins with them. */
export type IdentitiesTables = {
  identity_providers: {
    id: string;
    name: string;
    issuer: string;
    client_id: string;
    client_secret: Buffer | null;
    is_enabled: boolean;
    link_rule: LinkRule;
    link_domains: Generated<string[]>;
    creates_accounts: boolean;
    account_domains: Generated<string[]>;
    groups_claim: string | null;
    created_at: Moment;
  };
  identities: {
    id: string;
    provider_id: string;
    issuer: string;
    subject: string;
    user_id: string;
    email: string | null;
    created_at: Moment;
    last_sign_in_at: Date | null;
  };
  sign_in_attempts: {
    state_hash: Buffer;
    browser_hash: Buffer;
    provider_id: string;
    session_id: string | null;
    created_at: Moment;
    expires_at: Date;
  };
  identity_sessions: {
    session_id: string;
    identity_id: string;
    sid: string | null;
    id_token: Buffer;
    created_at: Moment;
  };
};
