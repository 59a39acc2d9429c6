import { sql, type Kysely } from 'kysely';
import type { Job } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** An uploaded file. */
export type BroughtFile = { id: string; name: string; size: number; listedAt: Date | null };

/** A text in it, and the id of its document. */
export type Text = { fileId: string; number: number; name: string; documentId: string };

/**
 * Returns the user of an import and their first completely received import that has not ended.
 * Returns null if there is no such import.
 */
export async function findTurn(
  db: Db,
  importId: string,
): Promise<{ userId: string; next: string | null } | null> {
  const asked = await db
    .selectFrom('imports')
    .select('user_id as userId')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!asked) return null;
  const next = await db
    .selectFrom('imports as i')
    .select('i.id as id')
    .where('i.user_id', '=', asked.userId)
    .where('i.ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('import_files as f').select('f.id').whereRef('f.import_id', '=', 'i.id')),
    )
    .orderBy('i.created_at')
    .orderBy('i.id')
    .executeTakeFirst();
  return { userId: asked.userId, next: next?.id ?? null };
}

/** Increments the number of attempts to read a text, and returns it. */
export async function countTry(db: Db, { fileId, number }: Text): Promise<number> {
  const { tries } = await db
    .updateTable('import_texts')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('file_id', '=', fileId)
    .where('number', '=', number)
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

/** Adds to the duration of an import, and returns the total (ms). */
export async function addSpentTime(db: Db, importId: string, ms: number): Promise<number> {
  const { spent } = await db
    .updateTable('imports')
    .set((eb) => ({ spent_ms: eb('spent_ms', '+', Math.ceil(ms)) }))
    .where('id', '=', importId)
    .returning('spent_ms as spent')
    .executeTakeFirstOrThrow();
  return spent;
}

/**
 * Starts an import. Returns null if it has ended. `isHomeless`: the project is permanently removed.
 */
export async function beginWork(db: Db, importId: string) {
  const row = await db
    .updateTable('imports')
    .set({ state: 'running' })
    .where('id', '=', importId)
    .where('ended_at', 'is', null)
    .returning(['user_id as userId', 'project_id as projectId', 'into_draft as intoDraft'])
    .executeTakeFirst();
  return row ? { ...row, isHomeless: !row.intoDraft && row.projectId === null } : null;
}

/** Returns the files of an import in order of upload. */
export function findFiles(db: Db, importId: string): Promise<BroughtFile[]> {
  return db
    .selectFrom('import_files')
    .select(['id', 'name', 'size', 'listed_at as listedAt'])
    .where('import_id', '=', importId)
    .orderBy('number')
    .execute();
}

/** Stores the list of texts in a file. Idempotent. */
export async function settleListing(
  db: Db,
  given: {
    importId: string;
    file: BroughtFile;
    texts: { name: string; number: number; documentId: string }[];
    report: string[];
    at: Date;
  },
): Promise<void> {
  const { importId, file, texts, report, at } = given;
  await db.transaction().execute(async (trx) => {
    const listed = await trx
      .updateTable('import_files')
      .set({ listed_at: at })
      .where('id', '=', file.id)
      .where('listed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!listed) return;
    const rows = texts.map(({ name, number, documentId }) => ({
      import_id: importId,
      file_id: file.id,
      number,
      name,
      document_id: documentId,
    }));
    if (rows.length > 0) await trx.insertInto('import_texts').values(rows).execute();
    await addReport(
      trx,
      importId,
      report.map((message) => ({ file: file.name, message })),
    );
  });
}

async function addReport(db: Db, importId: string, report: Job['report']): Promise<void> {
  if (report.length === 0) return;
  await db
    .updateTable('imports')
    .set({ report: sql<string>`report || ${JSON.stringify(report)}::jsonb` })
    .where('id', '=', importId)
    .execute();
}

/** Returns the documents of texts of an archive, by the names of the texts. */
export async function findDocuments(
  db: Db,
  fileId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_texts')
    .select(['name', 'document_id as documentId'])
    .where('file_id', '=', fileId)
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, documentId }) => [name, documentId]));
}

/**
 * Returns the document of the text in an archive that has the name of a folder, with an extension,
 * or null if there is none. It was created before.
 */
export async function findFolderDocument(
  db: Db,
  fileId: string,
  folder: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('import_texts as t')
    .innerJoin('documents as d', 'd.id', 't.document_id')
    .select('d.id')
    .where('t.file_id', '=', fileId)
    .where(sql<boolean>`regexp_replace(t.name, '\\.[^./]*$', '') = ${folder}`)
    .orderBy('t.number')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the texts of a file that are not processed yet. */
export function findTextsLeft(db: Db, fileId: string): Promise<Text[]> {
  return db
    .selectFrom('import_texts')
    .select(['file_id as fileId', 'number', 'name', 'document_id as documentId'])
    .where('file_id', '=', fileId)
    .where('done_at', 'is', null)
    .orderBy('number')
    .execute();
}

/** Stores the result of a text. `title`: null if no document was created. */
export async function settleText(
  db: Db,
  { text, title, report, at }: { text: Text; title: string | null; report: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('import_texts')
    .set({ title, report: JSON.stringify(report), done_at: at })
    .where('file_id', '=', text.fileId)
    .where('number', '=', text.number)
    .execute();
}

/** Ends an import. */
export async function endImport(
  db: Db,
  importId: string,
  { state, report, at }: { state: 'done' | 'failed'; report: Job['report']; at: Date },
): Promise<void> {
  await addReport(db, importId, report);
  await db.updateTable('imports').set({ state, ended_at: at }).where('id', '=', importId).execute();
}

/** Returns a user's own import as a job, or null. */
export async function findJob(db: Db, userId: string, importId: string): Promise<Job | null> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const texts = await db
    .selectFrom('import_texts as t')
    .innerJoin('import_files as f', 'f.id', 't.file_id')
    .select([
      't.document_id as id',
      't.title as title',
      't.name as name',
      't.report as report',
      't.done_at as doneAt',
    ])
    .where('t.import_id', '=', importId)
    .orderBy('f.number')
    .orderBy('t.number')
    .execute();
  const unlisted = await db
    .selectFrom('import_files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where('listed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const done = texts.filter(({ doneAt }) => doneAt !== null).length;
  const all = texts.length + unlisted.count;
  return {
    id: row.id,
    state: row.state,
    progress: row.ended_at !== null ? 1 : all === 0 ? 0 : done / all,
    documents: texts.flatMap(({ id, title }) => (title === null ? [] : [{ id, title }])),
    report: [
      ...row.report,
      ...texts.flatMap(({ name, report }) => report.map((message) => ({ file: name, message }))),
    ],
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Deletes imports begun before `before`. Returns the files whose bytes may still exist. */
export async function forgetOld(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('import_files as f')
    .innerJoin('imports as i', 'i.id', 'f.import_id')
    .select('f.id as id')
    .where('i.created_at', '<', before)
    .execute();
  await db.deleteFrom('imports').where('created_at', '<', before).execute();
  return rows.map(({ id }) => id);
}
