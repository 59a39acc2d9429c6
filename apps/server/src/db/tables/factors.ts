import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of second factors, and of sign-ins with them. */
export type FactorsTables = {
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Generated<string[]>;
    name: string;
    is_backed_up: boolean;
    created_at: Moment;
    last_used_at: Date | null;
  };
  one_time_codes: {
    user_id: string;
    secret: Buffer;
    created_at: Moment;
    activated_at: Date | null;
    last_step: Generated<number>;
  };
  recovery_codes: {
    user_id: string;
    code_hash: Buffer;
  };
  pending_sign_ins: {
    browser_hash: Buffer;
    user_id: string;
    expires_at: Date;
  };
  passkey_challenges: {
    challenge_hash: Buffer;
    purpose: 'sign_in' | 'add' | 'confirm';
    browser_hash: Buffer | null;
    session_id: string | null;
    expires_at: Date;
  };
};
