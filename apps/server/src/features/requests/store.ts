import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type AccessRequest } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([id]);

/** The requested object. */
export type Asked = { kind: 'document' | 'project'; objectId: string };

/**
 * Time after a refusal during which further requests are ignored, and retention of requests (ms).
 */
const deafMs = 7 * 86_400_000;
const retentionMs = 30 * 86_400_000;

/** Stores a request, unless an equal one is pending. Returns its id, or null. */
export async function addRequest(
  trx: Db,
  request: Asked & { id: string; userId: string; message: string; at: Date },
): Promise<string | null> {
  const row = await trx
    .insertInto('access_requests')
    .values({
      id: request.id,
      user_id: request.userId,
      kind: request.kind,
      object_id: request.objectId,
      message: request.message,
      asked_at: request.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'object_id'])
        .where('state', 'in', ['asked', 'open'])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns and locks a request that was not looked up yet. */
export async function takeAsked(trx: Db, requestId: string) {
  const row = await trx
    .selectFrom('access_requests')
    .select(['id', 'user_id as userId', 'kind', 'object_id as objectId', 'message'])
    .where('id', '=', requestId)
    .where('state', '=', 'asked')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** True if the same request was declined recently. */
export async function wasDeclined(
  db: Db,
  { userId, objectId, now }: { userId: string; objectId: string; now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('access_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('object_id', '=', objectId)
    .where('state', '=', 'declined')
    .where('decided_at', '>', new Date(now - deafMs))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the name, project and owners of an object that is not deleted, or null if there is none.
 */
export async function findSubject(db: Db, { kind, objectId }: Asked) {
  const { rows } =
    kind === 'document'
      ? await sql<{ name: string; projectId: string | null; owners: string[] }>`
          select d.title as name, d.project_id as "projectId", array(
            select m.user_id::text from project_members m where m.project_id = d.project_id and m.role = 'owner'
            union select s.user_id::text from document_roles s where s.document_id = d.id and s.role = 'owner'
            union select coalesce(d.owner_id, d.created_by)::text where d.project_id is null) as owners
          from documents d left join projects p on p.id = d.project_id
          where d.id = ${objectId} and d.deleted_at is null and p.deleted_at is null`.execute(db)
      : await sql<{ name: string; projectId: string | null; owners: string[] }>`
          select p.name, p.id as "projectId", array(
            select m.user_id::text from project_members m where m.project_id = p.id and m.role = 'owner') as owners
          from projects p where p.id = ${objectId} and p.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Deletes a request that needs no decision. It can be made again. */
export async function remove(trx: Db, requestId: string): Promise<void> {
  await trx.deleteFrom('access_requests').where('id', '=', requestId).execute();
}

/** Opens a request for decision by the owners. */
export async function open(trx: Db, requestId: string): Promise<void> {
  await trx
    .updateTable('access_requests')
    .set({ state: 'open' })
    .where('id', '=', requestId)
    .execute();
}

/** Returns the author of an open request for an object, or null if there is none. */
export async function findOpen(
  trx: Db,
  { requestId, objectId }: { requestId: string; objectId: string },
): Promise<{ username: string } | null> {
  if (!id.safeParse(requestId).success) return null;
  const row = await trx
    .selectFrom('access_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.id', '=', requestId)
    .where('r.object_id', '=', objectId)
    .where('r.state', '=', 'open')
    .select('u.username as username')
    .executeTakeFirst();
  return row ?? null;
}

/** Decides an open request for an object. Returns its author, or null if there is none. */
export async function decide(
  trx: Db,
  {
    requestId,
    objectId,
    state,
    at,
  }: { requestId: string; objectId: string; state: 'granted' | 'declined'; at: Date },
): Promise<{ userId: string; username: string } | null> {
  if (!id.safeParse(requestId).success) return null;
  const row = await trx
    .updateTable('access_requests as r')
    .from('users as u')
    .set({ state, decided_at: at })
    .whereRef('u.id', '=', 'r.user_id')
    .where('r.id', '=', requestId)
    .where('r.object_id', '=', objectId)
    .where('r.state', '=', 'open')
    .returning(['u.id as userId', 'u.username as username'])
    .executeTakeFirst();
  return row ?? null;
}

/** Selects open requests for objects that a user owns. `before`: only those with lower ids. */
function openRequestsFor(db: Db, userId: string, before: string | null) {
  const documents = visibleDocuments(db, userId)
    .where('d.deleted_at', 'is', null)
    .select(['d.id as id', 'd.title as name'])
    .as('o');
  const projects = visibleProjects(db, userId)
    .where('p.deleted_at', 'is', null)
    .select(['p.id as id', 'p.name as name'])
    .as('o');
  const of = (subjects: typeof documents | typeof projects, kind: 'document' | 'project') =>
    db
      .selectFrom('access_requests as r')
      .innerJoin(subjects as typeof documents, 'o.id', 'r.object_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .where('r.kind', '=', kind)
      .where('r.state', '=', 'open')
      .where('o.role', '=', 'owner')
      .where('u.disabled_at', 'is', null)
      .$if(before !== null, (query) => query.where('r.id', '<', before ?? ''))
      .select([
        'r.id as id',
        'r.kind as kind',
        'r.object_id as objectId',
        'r.message as message',
        'r.asked_at as at',
        'o.name as name',
      ])
      .select([
        'u.id as byId',
        'u.username as username',
        'u.name as personName',
        'u.avatar_color as avatarColor',
      ]);
  return of(documents, 'document').unionAll(of(projects, 'project'));
}

type WaitingRow = Awaited<
  ReturnType<ReturnType<typeof openRequestsFor>['executeTakeFirstOrThrow']>
>;

function present(row: WaitingRow): AccessRequest {
  return {
    id: row.id,
    person: {
      id: row.byId,
      username: row.username,
      name: row.personName,
      avatarColor: row.avatarColor,
    },
    documentId: row.kind === 'document' ? row.objectId : null,
    projectId: row.kind === 'project' ? row.objectId : null,
    name: row.name,
    message: row.message,
    at: row.at.toISOString(),
  };
}

/** Returns open requests for objects that a user owns, newest first. */
export async function listWaiting(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<AccessRequest>> {
  const before = readCursor(cursorKeys, cursor);
  const rows = await openRequestsFor(db, userId, before?.[0] ?? null)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.id], present });
}

/** Deletes requests older than the retention time, in any state. */
export async function removeOld(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('access_requests')
    .where('asked_at', '<', new Date(now - retentionMs))
    .execute();
}
