import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { HoldKind } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';

/**
 * Returns the condition that an object is not on legal hold. All statements that permanently delete
 * something include it, or call {@link requireNotHeld} first.
 *
 * @param ref column with the id of the object, such as `d.id`
 */
export function isNotHeld(kind: HoldKind, ref: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from held where held.kind = ${kind} and held.id = ${sql.ref(ref)})`;
}

/** True if one of the objects is on legal hold. */
export async function isAnyHeld(
  db: Kysely<Schema>,
  kind: HoldKind,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from held where kind = ${kind} and id = any(${ids}::uuid[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Refuses `on_hold` if one of the objects is on legal hold. */
export async function requireNotHeld(
  db: Kysely<Schema>,
  kind: HoldKind,
  ids: readonly string[],
): Promise<void> {
  if (await isAnyHeld(db, kind, ids)) refuse('on_hold');
}
