import { sql, type Kysely } from 'kysely';
import type { File } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { isNotHeld } from '../../domain/holds.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

function arrived(db: Db) {
  return db
    .selectFrom('files as f')
    .where('f.stored_at', 'is not', null)
    .select([
      'f.id',
      'f.document_id as documentId',
      'f.name',
      'f.type',
      'f.size',
      'f.width',
      'f.height',
      'f.created_by as createdBy',
    ])
    .select([
      'f.created_at as createdAt',
      'f.deleted_at as deletedAt',
      momentKeyOf('f.created_at').as('createdKey'),
    ]);
}

/** A file as stored. Without a document it is about to be removed. */
export type FileRow = Awaited<ReturnType<ReturnType<typeof arrived>['executeTakeFirstOrThrow']>>;

/** Returns a file's representation in responses. */
export function presentFile({
  createdKey: _,
  deletedAt: __,
  createdAt,
  ...row
}: FileRow & { documentId: string }): File {
  return { ...row, createdAt: createdAt.toISOString(), url: `/api/v1/files/${row.id}` };
}

/** Returns a completely received file, also from the trash. Returns null if there is none. */
export async function findFile(db: Db, fileId: string): Promise<FileRow | null> {
  return (await arrived(db).where('f.id', '=', fileId).executeTakeFirst()) ?? null;
}

/** Returns the files of a document that are not in the trash, newest first. */
export async function listFiles(
  db: Db,
  documentId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<File>> {
  const query = arrived(db)
    .where('f.document_id', '=', documentId)
    .where('f.deleted_at', 'is', null);
  const rows = await newestFirst(query, { limit, cursor }, ['f.created_at', 'f.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.createdKey, row.id],
    present: (row) => presentFile({ ...row, documentId }),
  });
}

/** Adds the row of a file before its bytes are received, so that they can always be found. */
export async function announceFile(
  db: Db,
  file: { id: string; documentId: string; userId: string; at: Date },
): Promise<void> {
  const row = {
    id: file.id,
    document_id: file.documentId,
    created_by: file.userId,
    created_at: file.at,
  };
  await db.insertInto('files').values(row).execute();
}

/**
 * Returns the number and total size of files added by guests of the same link, including files in
 * transit. Locks the link, so that two files cannot use the same remaining space.
 */
export async function addedByLink(
  trx: Db,
  guestId: string,
): Promise<{ count: number; bytes: number }> {
  const link = sql`(select guest_link_id from users where id = ${guestId})`;
  await sql`select 1 from guest_links where id = ${link} for no key update`.execute(trx);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(f.size), 0)::bigint as bytes
    from files f join users u on u.id = f.created_by where u.guest_link_id = ${link}`.execute(trx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Data of a file that is known after its upload. */
export type Settled = {
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  stored_at: Date;
};

/** Marks a file as completely received. */
export async function settleFile(trx: Db, fileId: string, settled: Settled): Promise<void> {
  await trx.updateTable('files').set(settled).where('id', '=', fileId).execute();
}

/** Moves a file to the trash, or restores it (`at` null). */
export async function setDeleted(trx: Db, fileId: string, at: Date | null): Promise<void> {
  await trx.updateTable('files').set({ deleted_at: at }).where('id', '=', fileId).execute();
}

/** Deletes the row of a file whose bytes are removed. */
export async function forgetFile(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', fileId).execute();
}

/**
 * Returns files that are no longer accessible: without a document, in the trash since before
 * `trash`, or incomplete since before `arrival`. Files of documents on legal hold are kept.
 */
export async function listUnreachable(
  db: Db,
  before: { trash: Date; arrival: Date },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('document_id', 'is', null),
        eb('deleted_at', '<', before.trash),
        eb.and([eb('stored_at', 'is', null), eb('created_at', '<', before.arrival)]),
      ]),
    )
    .where(isNotHeld('document', 'files.document_id'))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id: fileId }) => fileId);
}
