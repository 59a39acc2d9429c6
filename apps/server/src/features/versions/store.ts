import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Person, type Version } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { eachOnce } from '../../domain/authorship.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([
  z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
]);

/** A version to store. `createdBy`: null for automatic versions. */
export type SavedVersion = {
  id: string;
  documentId: string;
  name: string | null;
  kind: Version['kind'];
  createdBy: string | null;
  authors: readonly string[];
  packed: Buffer;
  wordCount: number;
  seq: number;
  at: Date;
};

/** Data of a document's newest version that decides about the next one. */
export type Newest = {
  id: string;
  number: number;
  name: string | null;
  seq: number;
  kind: Version['kind'];
  createdAt: Date;
};

/** Returns the newest version of a document, or null. */
export async function findNewest(db: Db, documentId: string): Promise<Newest | null> {
  const row = await db
    .selectFrom('document_versions')
    .select(['id', 'number', 'name', 'seq', 'kind', 'created_at as createdAt'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the version that a restore stored for a log entry, or null if there is none. */
export async function findRestored(
  db: Db,
  documentId: string,
  seq: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('document_versions')
    .select('id')
    .where('document_id', '=', documentId)
    .where('kind', '=', 'restore')
    .where('seq', '=', seq)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Adds a version after `newest`. */
export async function addVersion(
  trx: Db,
  version: SavedVersion,
  newest: Newest | null,
): Promise<void> {
  await trx
    .insertInto('document_versions')
    .values({
      id: version.id,
      document_id: version.documentId,
      number: (newest?.number ?? 0) + 1,
      name: version.name,
      kind: version.kind,
      created_by: version.createdBy,
      authors: eachOnce(version.authors),
      state: version.packed,
      word_count: version.wordCount,
      seq: version.seq,
      created_at: version.at,
    })
    .execute();
}

/**
 * Sets or removes (null) the name of a version. A named version that was saved automatically counts
 * as saved by `userId` from then on.
 */
export async function nameVersion(
  trx: Db,
  versionId: string,
  { name, userId }: { name: string | null; userId: string },
): Promise<void> {
  await trx.updateTable('document_versions').set({ name }).where('id', '=', versionId).execute();
  if (name === null) return;
  await trx
    .updateTable('document_versions')
    .set({ kind: 'named', created_by: userId })
    .where('id', '=', versionId)
    .where('kind', '=', 'auto')
    .execute();
}

/** Makes an automatic version the version of an approval. Other kinds keep what they record. */
export async function markApproved(trx: Db, versionId: string, userId: string): Promise<void> {
  await trx
    .updateTable('document_versions')
    .set({ kind: 'approval', created_by: userId })
    .where('id', '=', versionId)
    .where('kind', '=', 'auto')
    .execute();
}

function versionsOf(db: Db, documentId: string) {
  return db
    .selectFrom('document_versions as v')
    .innerJoin('documents as d', 'd.id', 'v.document_id')
    .where('v.document_id', '=', documentId)
    .select([
      'v.id as id',
      'v.document_id as documentId',
      'v.number as number',
      'v.name as name',
      'v.kind as kind',
    ])
    .select(['v.authors as authors', 'v.created_at as createdAt', 'v.word_count as wordCount'])
    .select(
      sql<string>`coalesce(v.created_by, v.authors[cardinality(v.authors)], d.created_by)`.as(
        'createdBy',
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof versionsOf>['executeTakeFirstOrThrow']>>;

/** Returns all users that versions refer to. */
async function peopleOf(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Person>> {
  const ids = [...new Set(rows.flatMap(({ createdBy, authors }) => [createdBy, ...authors]))];
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'avatar_color as avatarColor'])
    .where('id', 'in', ids)
    .execute();
  return new Map(people.map((row) => [row.id, toPerson(row)]));
}

function present(
  { createdBy, authors, createdAt, ...row }: Row,
  people: ReadonlyMap<string, Person>,
): Version {
  const author = people.get(createdBy);
  if (author === undefined) throw new Error('a version refers to an unknown user');
  const known = authors
    .map((userId) => people.get(userId))
    .filter((person) => person !== undefined);
  return { ...row, createdBy: author, authors: known, createdAt: createdAt.toISOString() };
}

/** Returns a document's versions, newest first. */
export async function listVersions(
  db: Db,
  documentId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Version>> {
  const before = readCursor(cursorKeys, cursor);
  const rows = await versionsOf(db, documentId)
    .$if(before !== null, (query) => query.where('v.number', '<', before?.[0] ?? 0))
    .orderBy('v.number', 'desc')
    .limit(limit + 1)
    .execute();
  const people = await peopleOf(db, rows);
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.number],
    present: (row) => present(row, people),
  });
}

/** Returns one version of a document, or null if there is none or `versionId` is not an id. */
export async function findVersion(
  db: Db,
  documentId: string,
  versionId: string,
): Promise<Version | null> {
  if (!id.safeParse(versionId).success) return null;
  const row = await versionsOf(db, documentId).where('v.id', '=', versionId).executeTakeFirst();
  return row === undefined ? null : present(row, await peopleOf(db, [row]));
}

/** Returns the compressed state of a version, or null. */
export async function findState(
  db: Db,
  documentId: string,
  versionId: string,
): Promise<Buffer | null> {
  if (!id.safeParse(versionId).success) return null;
  const row = await db
    .selectFrom('document_versions')
    .select('state')
    .where('document_id', '=', documentId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.state ?? null;
}
