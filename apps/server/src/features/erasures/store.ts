import { sql, type Kysely } from 'kysely';
import type { Erasure, ErasurePreview } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { findPeople } from '../../domain/people.ts';
import { findOnlyOwned } from '../../domain/person-removal.ts';
import { refuse } from '../../platform/refusal.ts';
import { concernedDocuments, countNames } from './names.ts';

type Db = Kysely<Schema>;

/** A user who can be erased. */
export type Candidate = { username: string; isDemo: boolean };

/** Returns a user whose account is not deleted. Refuses `not_found`. */
export async function getCandidate(db: Db, userId: string): Promise<Candidate> {
  const row = await db
    .selectFrom('users')
    .select(['username', 'demo_until as demoUntil'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_guest', '=', false)
    .executeTakeFirst();
  if (row === undefined) refuse('not_found');
  return { username: row.username, isDemo: row.demoUntil !== null };
}

/** Returns what the erasure of a user concerns now. */
export async function readPreview(db: Db, userId: string): Promise<ErasurePreview> {
  const { rows } = await sql<
    Pick<
      ErasurePreview,
      'documents' | 'comments' | 'suggestions' | 'drafts' | 'isHeld' | 'heldDocuments'
    >
  >`with written as (select distinct document_id as id from document_clients where user_id = ${userId}),
    concerned as (${concernedDocuments(userId)})
    select
      (select count(*) from written)::integer as documents,
      (select count(*) from comments where author_id = ${userId} and deleted_at is null)::integer as comments,
      (select coalesce(sum(count), 0) from document_suggestions where author_id = ${userId})::integer as suggestions,
      (select count(*) from documents where project_id is null and deleted_at is null
        and coalesce(owner_id, created_by) = ${userId})::integer as drafts,
      exists (select from held where kind = 'person' and id = ${userId}) as "isHeld",
      (select count(*) from concerned c where exists (
        select from held where kind = 'document' and held.id = c.id))::integer as "heldDocuments"`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('counts are always returned');
  const owned = await findOnlyOwned(db, userId);
  const handedOver = owned.filter(({ successorId }) => successorId !== null).length;
  return {
    ...counts,
    ...(await countNames(db, userId)),
    projectsHandedOver: handedOver,
    projectsDeleted: owned.length - handedOver,
  };
}

/**
 * Stores an erasure with the documents that it concerns: those that mention the user, those whose
 * last changes were not projected yet, and with `removesWords` those with text of the user.
 */
export async function addErasure(
  trx: Db,
  erasure: { id: string; userId: string; askedBy: string; removesWords: boolean; at: Date },
): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({
      id: erasure.id,
      user_id: erasure.userId,
      asked_by: erasure.askedBy,
      removes_words: erasure.removesWords,
      created_at: erasure.at,
    })
    .execute();
  await sql`insert into erasure_documents (erasure_id, document_id)
    select ${erasure.id}::uuid, document_id from document_projections
    where position(${erasure.userId}::text in mentions::text) > 0
    union
    select ${erasure.id}::uuid, s.document_id from document_snapshots s
    left join document_projections p on p.document_id = s.document_id
    where p.seq is null or p.mentions is null or p.seq < s.seq
    union
    select ${erasure.id}::uuid, l.document_id from document_log l
    left join document_projections p on p.document_id = l.document_id
    where p.seq is null or p.mentions is null or p.seq < l.seq
    union
    select ${erasure.id}::uuid, document_id from document_clients
    where user_id = ${erasure.userId} and ${erasure.removesWords}::boolean`.execute(trx);
}

/**
 * Adds the documents in which an erased user wrote between the erasure and the end of the open
 * connections. Their text must be visible in the database.
 */
export async function addLateDocuments(db: Db): Promise<void> {
  await sql`insert into erasure_documents (erasure_id, document_id)
    select distinct e.id, c.document_id from erasures e
    join document_clients c on c.user_id = e.user_id
    where e.ended_at is null and e.removes_words
    on conflict do nothing`.execute(db);
}

/** Replaces what a user said about documents: comments, reviews and their requests. */
export async function blankStatements(trx: Db, userId: string, at: Date): Promise<void> {
  const removed = 'Removed';
  await sql`update comments set body = ${removed}, edited_at = ${at}
    where author_id = ${userId} and deleted_at is null`.execute(trx);
  await sql`update comments t set version = version + 1 where parent_id is null and exists (
    select from comments c where c.thread_id = t.id and c.author_id = ${userId})`.execute(trx);
  await sql`update reviews set message = ${removed} where asked_by = ${userId} and message <> ''`.execute(
    trx,
  );
  await sql`update reviewers set words = ${removed} where user_id = ${userId} and words <> ''`.execute(
    trx,
  );
  await sql`delete from search_entries where kind = 'comment'
    and id in (select id from comments where author_id = ${userId})`.execute(trx);
}

/** Moves a project to the trash. */
export async function trashProject(trx: Db, projectId: string, at: Date): Promise<void> {
  await trx.updateTable('projects').set({ deleted_at: at }).where('id', '=', projectId).execute();
}

/** Makes a user an owner of a project. */
export async function makeOwner(
  trx: Db,
  { projectId, userId, at }: { projectId: string; userId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role: 'owner', added_at: at })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }),
    )
    .execute();
}

function erasures(db: Db) {
  return db
    .selectFrom('erasures as e')
    .select(['e.id', 'e.user_id as userId', 'e.asked_by as askedBy'])
    .select(['e.removes_words as removesWords', 'e.created_at as createdAt'])
    .select('e.ended_at as endedAt')
    .select(momentKeyOf('e.created_at').as('createdKey'))
    .select((eb) =>
      eb
        .selectFrom('erasure_documents as d')
        .select((se) => se.fn.countAll<number>().as('count'))
        .whereRef('d.erasure_id', '=', 'e.id')
        .as('documents'),
    )
    .select((eb) =>
      eb
        .selectFrom('erasure_documents as d')
        .select((se) => se.fn.count<number>('d.done_at').as('count'))
        .whereRef('d.erasure_id', '=', 'e.id')
        .as('documentsDone'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof erasures>['executeTakeFirstOrThrow']>>;

async function present(db: Db, rows: readonly Row[]): Promise<(row: Row) => Erasure> {
  const ids = rows.map(({ askedBy }) => askedBy).filter((userId) => userId !== null);
  const people = new Map((await findPeople(db, ids)).map((person) => [person.id, person]));
  return ({ createdKey: _, documents, documentsDone, ...row }) => ({
    ...row,
    documents: documents ?? 0,
    documentsDone: documentsDone ?? 0,
    askedBy: row.askedBy === null ? null : (people.get(row.askedBy) ?? null),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  });
}

/** Returns the erasures, newest first. */
export async function listErasures(db: Db, { limit, cursor }: PageAsked): Promise<Page<Erasure>> {
  const rows = await newestFirst(erasures(db), { limit, cursor }, [
    'e.created_at',
    'e.id',
  ]).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.createdKey, row.id],
    present: await present(db, rows),
  });
}

/** Returns one erasure. */
export async function getErasure(db: Db, erasureId: string): Promise<Erasure> {
  const row = await erasures(db).where('e.id', '=', erasureId).executeTakeFirstOrThrow();
  return (await present(db, [row]))(row);
}
