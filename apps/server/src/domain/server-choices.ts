import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Returns the stored value of a server-wide choice of the administrators, or null. */
export async function readChoice(db: Kysely<Schema>, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('server_choices')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Stores a server-wide choice. `userId`: null for a command on the machine. */
export async function writeChoice(
  db: Kysely<Schema>,
  { name, value }: { name: string; value: object },
  { userId, now }: { userId: string | null; now: number },
): Promise<void> {
  const row = { value: JSON.stringify(value), changed_by: userId, changed_at: new Date(now) };
  await db
    .insertInto('server_choices')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
