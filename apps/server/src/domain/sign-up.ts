import type { Kysely } from 'kysely';
import { signUpRule, type SignUpRule } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Config } from '../platform/config.ts';
import { readChoice, writeChoice } from './server-choices.ts';

const name = 'sign_up';

function ofSetting(setting: Config['signUp']): SignUpRule {
  return setting.kind === 'domain'
    ? { mode: 'domain', domain: setting.domain }
    : { mode: setting.kind, domain: null };
}

/** Returns the rule for creating accounts: an administrator's choice, otherwise the setting. */
export async function readSignUp(
  db: Kysely<Schema>,
  setting: Config['signUp'],
): Promise<SignUpRule> {
  const value = await readChoice(db, name);
  return value === null ? ofSetting(setting) : signUpRule.parse(value);
}

/** Stores the rule for creating accounts. */
export function writeSignUp(
  db: Kysely<Schema>,
  rule: SignUpRule,
  by: { userId: string; now: number },
): Promise<void> {
  return writeChoice(db, { name, value: rule }, by);
}
