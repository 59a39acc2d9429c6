import { sql, type Kysely } from 'kysely';
import type { Hold, HoldKind } from '@longhand/contract';
import { violatedUnique } from '../../db/faults.ts';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { findPeople, usernameKey } from '../../domain/people.ts';
import { refuse } from '../../platform/refusal.ts';

type Db = Kysely<Schema>;

/** Matches the id in an address of this server, or an id alone. */
const idIn = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Returns the id of the object that an administrator named, or null. */
export async function findObject(
  db: Db,
  { kind, object }: { kind: HoldKind; object: string },
): Promise<{ id: string; isDemo: boolean } | null> {
  const [id] = idIn.exec(object) ?? [];
  if (kind === 'person') {
    const row = await db
      .selectFrom('users')
      .select(['id', 'demo_until as demoUntil'])
      .where('username_key', '=', usernameKey(object.replace(/^@/, '')))
      .where('is_guest', '=', false)
      .executeTakeFirst();
    return row === undefined ? null : { id: row.id, isDemo: row.demoUntil !== null };
  }
  if (id === undefined) return null;
  const maker = kind === 'project' ? sql`o.owner_id` : sql`o.created_by`;
  const table = kind === 'project' ? sql`projects` : sql`documents`;
  const { rows } = await sql<{ id: string; isDemo: boolean }>`
    select o.id, u.demo_until is not null as "isDemo" from ${table} o join users u on u.id = ${maker}
    where o.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Stores a hold. Refuses `held_already`. */
export async function addHold(
  trx: Db,
  hold: { id: string; kind: HoldKind; objectId: string; reason: string; by: string; at: Date },
): Promise<void> {
  try {
    await trx
      .insertInto('holds')
      .values({
        id: hold.id,
        kind: hold.kind,
        object_id: hold.objectId,
        reason: hold.reason,
        made_by: hold.by,
        made_at: hold.at,
      })
      .execute();
  } catch (error) {
    if (violatedUnique(error) === 'holds_one') refuse('held_already');
    throw error;
  }
}

/** Ends a hold. Returns false if there is none, or if it has ended. */
export async function endHold(
  trx: Db,
  holdId: string,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('holds')
    .set({ ended_by: by, ended_at: at })
    .where('id', '=', holdId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

function holds(db: Db) {
  return db
    .selectFrom('holds as h')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'h.object_id').on('h.kind', '=', 'person'),
    )
    .leftJoin('projects as p', (join) =>
      join.onRef('p.id', '=', 'h.object_id').on('h.kind', '=', 'project'),
    )
    .leftJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'h.object_id').on('h.kind', '=', 'document'),
    )
    .select(['h.id', 'h.kind', 'h.object_id as objectId', 'h.reason'])
    .select(['h.made_by as madeBy', 'h.made_at as madeAt'])
    .select(['h.ended_by as endedBy', 'h.ended_at as endedAt'])
    .select(sql<string | null>`coalesce(u.name, p.name, d.title)`.as('name'))
    .select(momentKeyOf('h.made_at').as('madeKey'));
}

type Row = Awaited<ReturnType<ReturnType<typeof holds>['executeTakeFirstOrThrow']>>;

async function present(db: Db, rows: readonly Row[]): Promise<(row: Row) => Hold> {
  const ids = rows.flatMap(({ madeBy, endedBy }) => [madeBy, endedBy]);
  const people = await findPeople(db, [...new Set(ids.filter((userId) => userId !== null))]);
  const known = new Map(people.map((person) => [person.id, person]));
  return ({ madeKey: _, ...row }) => ({
    ...row,
    madeBy: known.get(row.madeBy ?? '') ?? null,
    endedBy: known.get(row.endedBy ?? '') ?? null,
    madeAt: row.madeAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  });
}

/** Returns holds, newest first: those that hold, or the ended ones. */
export async function listHolds(
  db: Db,
  { ended, limit, cursor }: PageAsked & { ended: boolean },
): Promise<Page<Hold>> {
  const query = holds(db).where('h.ended_at', ended ? 'is not' : 'is', null);
  const rows = await newestFirst(query, { limit, cursor }, ['h.made_at', 'h.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.madeKey, row.id],
    present: await present(db, rows),
  });
}

/** Returns one hold. */
export async function getHold(db: Db, holdId: string): Promise<Hold> {
  const row = await holds(db).where('h.id', '=', holdId).executeTakeFirstOrThrow();
  return (await present(db, [row]))(row);
}
