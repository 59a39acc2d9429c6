import type { Kysely } from 'kysely';
import { serverRules, usualRules, type ServerRules } from '@longhand/contract';
import type { Schema } from './schema.ts';

const choice = 'rules';

/**
 * Returns the rules of this server: choices of administrators, and the usual value for each rule
 * that was added after the last change.
 */
export async function readRules(db: Kysely<Schema>): Promise<ServerRules> {
  const row = await db
    .selectFrom('server_choices')
    .select('value')
    .where('name', '=', choice)
    .executeTakeFirst();
  return row ? serverRules.parse({ ...usualRules, ...row.value }) : usualRules;
}

/** Stores the rules. */
export async function writeRules(
  trx: Kysely<Schema>,
  rules: ServerRules,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const row = { value: JSON.stringify(rules), changed_by: userId, changed_at: new Date(now) };
  await trx
    .insertInto('server_choices')
    .values({ name: choice, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
