import type { Kysely } from 'kysely';
import { signUpRule, type SignUpRule } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Config } from '../platform/config.ts';

const choice = 'sign_up';

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
  const row = await db
    .selectFrom('server_choices')
    .select('value')
    .where('name', '=', choice)
    .executeTakeFirst();
  return row ? signUpRule.parse(row.value) : ofSetting(setting);
}

/** Stores the rule for creating accounts. */
export async function writeSignUp(
  db: Kysely<Schema>,
  rule: SignUpRule,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const row = { value: JSON.stringify(rule), changed_by: userId, changed_at: new Date(now) };
  await db
    .insertInto('server_choices')
    .values({ name: choice, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
