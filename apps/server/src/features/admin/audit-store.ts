import { sql, type Kysely } from 'kysely';
import { auditAction, type AuditAction, type AuditEntry, type Person } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

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

/** Returns the audit log, newest first, optionally filtered by actor or action. */
export async function listAudit(
  db: Db,
  {
    limit,
    cursor,
    actor,
    action,
  }: PageAsked & { actor?: string | undefined; action?: AuditAction | undefined },
): Promise<Page<AuditEntry>> {
  let query = entries(db);
  if (actor !== undefined) query = query.where('l.actor_id', '=', actor);
  if (action !== undefined) query = query.where('l.action', '=', action);
  const rows = await newestFirst(query, { limit, cursor }, ['l.created_at', 'l.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** Deletes entries older than the retention time. */
export async function removeAudited(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('created_at', '<', before).execute();
}
