import { sql, type Kysely } from 'kysely';
import { id, limits } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';
import { positionAfter } from './fractional-index.ts';

type Db = Kysely<Schema>;

/**
 * Place of a document: its project, or the owner of the personal drafts that it belongs to, and its
 * parent.
 */
export type DocumentPlace = {
  readonly projectId: string | null;
  readonly ownerId: string;
  readonly parentId: string | null;
};

/**
 * A set of trees that one lock protects: all documents of a project, or all personal drafts of a
 * user.
 */
export type Forest = { readonly projectId: string | null; readonly ownerId: string };

const keyOf = ({ projectId, ownerId }: Forest): string => projectId ?? ownerId;

/** Returns the place of a document, or null if it does not exist. */
export async function findPlace(db: Db, documentId: string): Promise<DocumentPlace | null> {
  const row = await db
    .selectFrom('documents')
    .select([
      'project_id as projectId',
      'parent_id as parentId',
      sql<string>`coalesce(owner_id, created_by)`.as('ownerId'),
    ])
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Thrown if a document left the locked forests before the lock was taken. */
class Relocated extends Error {}

/** Maximum number of attempts to lock the forest of a document that is moved meanwhile. */
const attemptsMax = 20;

/** Locks forests until the transaction ends, in the order of their ids. */
async function lockForests(trx: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`documents of ${key}`}, 0))`.execute(
      trx,
    );
}

/**
 * Runs a change to the places or the states of documents in a transaction that first locks their
 * forests, so that such changes are serialized: concurrent moves cannot build a cycle. The order of
 * locks is: forests by id, documents, projects. If a document is moved to another forest before the
 * lock is taken, the change starts again. Missing documents are ignored.
 *
 * @param documentIds all documents, parents included, whose forests are concerned
 * @param more forests without a document, such as the target of a move
 */
export async function withForests<Result>(
  db: Db,
  { documentIds, more = [] }: { documentIds: readonly string[]; more?: readonly Forest[] },
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        const keys = new Set([...(await keysOf(trx, documentIds)), ...more.map(keyOf)]);
        await lockForests(trx, [...keys]);
        for (const key of await keysOf(trx, documentIds)) if (!keys.has(key)) throw new Relocated();
        return change(trx);
      });
    } catch (error) {
      if (!(error instanceof Relocated) || attempt === attemptsMax) throw error;
    }
  }
}

async function keysOf(db: Db, documentIds: readonly string[]): Promise<string[]> {
  const valid = documentIds.filter((documentId) => id.safeParse(documentId).success);
  if (valid.length === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .select(sql<string>`coalesce(project_id, owner_id, created_by)`.as('key'))
    .distinct()
    .where(sql<boolean>`id = any(${valid}::uuid[])`)
    .execute();
  return rows.map(({ key }) => key);
}

/** Locks the forest of new documents within a transaction that has locked nothing else yet. */
export function lockForest(trx: Db, forest: Forest): Promise<void> {
  return lockForests(trx, [keyOf(forest)]);
}

/**
 * Puts a document, with everything inside it, into a parent, or at the top level. The only function
 * that changes ancestors. The caller holds the lock of {@link withForests}, and gives all documents
 * of a tree the same project and owner. Refuses `inside_itself`, and `too_deep` if a document would
 * have more than {@link limits.ancestorsMax} ancestors.
 */
export async function setParent(
  trx: Db,
  { documentId, parentId }: { documentId: string; parentId: string | null },
): Promise<void> {
  if (parentId !== null && (await isWithin(trx, parentId, documentId))) refuse('inside_itself');
  await sql`delete from document_ancestors
    where ancestor_id in (select ancestor_id from document_ancestors where document_id = ${documentId})
      and (document_id = ${documentId} or document_id in (
        select document_id from document_ancestors where ancestor_id = ${documentId}))`.execute(
    trx,
  );
  await trx
    .updateTable('documents')
    .set({ parent_id: parentId })
    .where('id', '=', documentId)
    .execute();
  if (parentId === null) return;
  const { rows } = await sql<{ deepest: number }>`
    with below as (
      select ${documentId}::uuid as id, 0 as depth
      union all select document_id, depth from document_ancestors where ancestor_id = ${documentId}
    ), above as (
      select ${parentId}::uuid as id, 1 as depth
      union all select ancestor_id, depth + 1 from document_ancestors where document_id = ${parentId}
    ), deepest as (
      select (select max(depth) from below) + (select max(depth) from above) as depth
    ), added as (
      insert into document_ancestors (document_id, ancestor_id, depth)
      select b.id, a.id, b.depth + a.depth from below b cross join above a
      where (select depth from deepest) <= ${limits.ancestorsMax}
    )
    select depth as deepest from deepest`.execute(trx);
  if ((rows[0]?.deepest ?? 0) > limits.ancestorsMax) refuse('too_deep');
}

/** True if a document is another one, or inside it. */
export async function isWithin(db: Db, documentId: string, ancestorId: string): Promise<boolean> {
  if (documentId === ancestorId) return true;
  const row = await db
    .selectFrom('document_ancestors')
    .select('depth')
    .where('document_id', '=', documentId)
    .where('ancestor_id', '=', ancestorId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Places a document, with everything inside it, before a sibling or after the last one. A position
 * begins with that of the parent, so the order of positions is the order of the tree: each document
 * is followed by what is inside it. The caller holds the lock of {@link withForests}. Refuses
 * `order_differs` if `before` is no sibling.
 */
export async function setPosition(
  trx: Db,
  { documentId, before = null }: { documentId: string; before?: string | null },
): Promise<void> {
  const place = await findPlace(trx, documentId);
  if (place === null) return;
  const prefix = await positionOf(trx, place.parentId);
  if (before === null) {
    const last = await findLastPosition(trx, place, documentId);
    const own = last === null ? null : last.slice(prefix.length);
    return putPositions(trx, [documentId], [prefix + positionAfter(own)]);
  }
  const siblings = (await siblingsOf(trx, place)).filter((each) => each !== documentId);
  const at = siblings.indexOf(before);
  if (at < 0) refuse('order_differs');
  siblings.splice(at, 0, documentId);
  return putPositions(trx, siblings, positionsIn(prefix, siblings.length));
}

/** Returns the first positions in a parent with the position `prefix`. */
export function positionsIn(prefix: string, count: number): string[] {
  const positions: string[] = [];
  let last: string | null = null;
  for (let at = 0; at < count; at += 1) {
    last = positionAfter(last);
    positions.push(prefix + last);
  }
  return positions;
}

async function positionOf(db: Db, documentId: string | null): Promise<string> {
  if (documentId === null) return '';
  const row = await db
    .selectFrom('documents')
    .select('position')
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.position ?? '';
}

/** Selects the documents beside a document in any state: with its parent, or at the top level. */
function beside(db: Db, { projectId, ownerId, parentId }: DocumentPlace) {
  const all = db.selectFrom('documents');
  if (parentId !== null) return all.where('parent_id', '=', parentId);
  return projectId === null
    ? all
        .where('project_id', 'is', null)
        .where('parent_id', 'is', null)
        .where(sql<boolean>`coalesce(owner_id, created_by) = ${ownerId}`)
    : all.where('project_id', '=', projectId).where('parent_id', 'is', null);
}

/** Returns the ids of a document and those beside it, in order. */
async function siblingsOf(db: Db, place: DocumentPlace): Promise<string[]> {
  const rows = await beside(db, place).select('id').orderBy('position').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the last position beside a place, including archived and deleted documents but not
 * `exceptId`, or null if there is none.
 */
export async function findLastPosition(
  db: Db,
  place: DocumentPlace,
  exceptId: string | null = null,
): Promise<string | null> {
  let query = beside(db, place).select((eb) => eb.fn.max('position').as('last'));
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  const row = await query.executeTakeFirst();
  return row?.last ?? null;
}

/** Sets the positions of documents, none inside another one, and moves what is inside them. */
async function putPositions(
  trx: Db,
  documentIds: readonly string[],
  positions: readonly string[],
): Promise<void> {
  await sql`update documents d set position = n.position || substr(d.position, length(o.position) + 1)
    from unnest(${documentIds}::uuid[], ${positions}::text[]) as n (id, position)
    join documents o on o.id = n.id
    cross join lateral (
      select o.id union all select a.document_id from document_ancestors a where a.ancestor_id = o.id
    ) b
    where d.id = b.id and o.position <> n.position`.execute(trx);
}

/** Returns the ids of all documents inside a document, in any state. */
export async function idsInside(db: Db, documentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_ancestors')
    .select('document_id as id')
    .where('ancestor_id', '=', documentId)
    .orderBy('document_id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Prepares the permanent removal of documents: what stays and was inside them is no longer inside
 * their ancestors. Its parents become null with the removal.
 */
export async function leaveRemoved(trx: Db, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await sql`delete from document_ancestors l using document_ancestors down, document_ancestors up
    where down.ancestor_id = any(${documentIds}::uuid[]) and up.document_id = down.ancestor_id
      and l.document_id = down.document_id and l.ancestor_id = up.ancestor_id`.execute(trx);
}

/** Returns the given documents with ancestors before what is inside them, then by id. */
export async function outerFirst(db: Db, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${documentIds}::uuid[]) as i (id)
    order by (select count(*) from document_ancestors a where a.document_id = i.id), i.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** SQL condition: the document `column` is `documentId` or inside it. */
export function isInBranch(column: string, documentId: string) {
  return sql<boolean>`(${sql.ref(column)} = ${documentId} or ${sql.ref(column)} in (
    select document_id from document_ancestors where ancestor_id = ${documentId}))`;
}
