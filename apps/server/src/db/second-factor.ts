import type { Kysely } from 'kysely';
import type { ServerRules } from '@longhand/contract';
import type { Account } from './accounts.ts';
import { readRules } from './rules.ts';
import type { Schema } from './schema.ts';

type Concerned = Pick<Account, 'isAdmin' | 'isGuest' | 'demoUntil' | 'hasSecondFactor'>;

/** True if a rule requires a second factor of an account. Guests and demo users need none. */
export function needsFactor(rule: ServerRules['secondFactor'], account: Concerned): boolean {
  if (account.isGuest || account.demoUntil !== null) return false;
  return rule === 'everyone' || (rule === 'administrators' && account.isAdmin);
}

/** True if the rules require a second factor of an account, and it has none. */
export async function lacksFactor(db: Kysely<Schema>, account: Concerned): Promise<boolean> {
  if (account.hasSecondFactor) return false;
  return needsFactor((await readRules(db)).secondFactor, account);
}
