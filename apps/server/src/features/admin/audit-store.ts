import { sql, type Kysely } from 'kysely';
import { auditAction, type AuditAction, type AuditEntry, type Person } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { AuditSink } from '../../domain/audit.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { usernameKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/**
 * Selects entries with their actor (`a…`) and, if the target is a user, that user (`t…`). Targets
 * are ids of any kind of object.
 */
function entries(db: Db) {
  return db
    .selectFrom('audit_log as l')
    .leftJoin('users as a', 'a.id', 'l.actor_id')
    .leftJoin('users as t', (join) =>
      join.on(sql<boolean>`t.id = case when l.target ~ '^[0-9a-f-]{36}$' then l.target::uuid end`),
    )
    .select(['l.id', 'l.action', 'l.target', 'l.data', 'l.address', 'l.created_at as createdAt'])
    .select([
      'a.id as aId',
      'a.username as aUsername',
      'a.name as aName',
      'a.avatar_color as aColor',
    ])
    .select([
      't.id as tId',
      't.username as tUsername',
      't.name as tName',
      't.avatar_color as tColor',
    ])
    .select(momentKeyOf('l.created_at').as('createdKey'));
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

type Named = {
  id: string | null;
  username: string | null;
  name: string | null;
  avatarColor: string | null;
};

function personOf({ id: userId, username, name, avatarColor }: Named): Person | null {
  if (userId === null) return null;
  return { id: userId, username: username ?? '', name: name ?? '', avatarColor: avatarColor ?? '' };
}

function present(row: Row): AuditEntry {
  return {
    id: row.id,
    action: auditAction.parse(row.action),
    actor: personOf({
      id: row.aId,
      username: row.aUsername,
      name: row.aName,
      avatarColor: row.aColor,
    }),
    target: row.target,
    person: personOf({
      id: row.tId,
      username: row.tUsername,
      name: row.tName,
      avatarColor: row.tColor,
    }),
    data: row.data,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Filters of the audit log. `person`: username of the actor or of the affected user. */
type Filters = {
  readonly actor?: string | undefined;
  readonly person?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/** Returns the audit log, newest first, as far as it fits all filters. */
export async function listAudit(
  db: Db,
  { limit, cursor, actor, person, action, since, until }: PageAsked & Filters,
): Promise<Page<AuditEntry>> {
  let query = entries(db);
  if (actor !== undefined) query = query.where('l.actor_id', '=', actor);
  if (action !== undefined) query = query.where('l.action', '=', action);
  if (since !== undefined) query = query.where('l.created_at', '>=', new Date(since));
  if (until !== undefined) query = query.where('l.created_at', '<', new Date(until));
  if (person !== undefined && person !== '') {
    const key = usernameKey(person);
    query = query.where((eb) =>
      eb.or([eb('a.username_key', '=', key), eb('t.username_key', '=', key)]),
    );
  }
  const rows = await newestFirst(query, { limit, cursor }, ['l.created_at', 'l.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** Deletes entries older than the retention time. */
export async function removeAudited(db: Db, before: Date): Promise<void> {
  await sql`delete from audit_log l where created_at < ${before}
    and not exists (select from held where held.id = l.actor_id or held.id::text = l.target)`.execute(
    db,
  );
}

/**
 * Returns the oldest entries that wait for a sink, and locks them in its queue. Entries that
 * another transaction delivers are skipped.
 */
export async function listQueued(trx: Db, sink: AuditSink, limit: number): Promise<AuditEntry[]> {
  const rows = await entries(trx)
    .innerJoin('audit_queue as q', 'q.entry_id', 'l.id')
    .where('q.sink', '=', sink)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(limit)
    .forUpdate('q')
    .skipLocked()
    .execute();
  return rows.map(present);
}
