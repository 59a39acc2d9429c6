import { sql } from 'kysely';
import type { ExportFormat, FileAnswer } from '@longhand/contract';
import { createReadStream } from 'node:fs';
import { fileNameOf, UnreadableFile, type NodeJson } from '@longhand/document';
import { can, requireRole } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess, visibleDocuments } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import { languageOfCaller, textsOfCaller, type I18n } from '../../platform/translations.ts';
import type { TransferDeps } from './deps.ts';
import { stage, type ExportFolder } from './export-folder.ts';
import { attachedIn, sourcesIn } from './pictures.ts';
import { labelsFor, untitled } from './labels.ts';
import type { Outgoing, OutgoingChapter, Staged } from './outgoing.ts';
import { namesOf } from './export-names.ts';
import { exportName, formats } from './formats.ts';
import { remarkIn } from './remarks.ts';
import { reportBytes, reportName } from './own-report.ts';
import type { PlacedFile, WriterResults } from './writer-tasks.ts';

/**
 * Maximum number of documents in one archive, total size of their files (bytes), and size of the
 * pictures of one document and of all attached files (bytes).
 */
export const documentsMax = 2_000;
const madeBytesMax = 268_435_456;
const pictureBytesMax = 104_857_600;
const attachedBytesMax = 209_715_200;

/** Maximum size of the documents of one file (bytes of JSON). */
const contentBytesMax = 134_217_728;

/** Maximum size of an archive (bytes): its files and their names. */
const zipBytesMax = madeBytesMax * 2;

/** The exporting user, and the folder for the files. */
export type Exporting = { readonly userId: string; readonly folder: ExportFolder };

type Row = {
  id: string;
  title: string;
  updatedAt: Date;
  language: string | null;
  depth?: number;
};

/** Documents of one file, in order. */
type Rows = readonly [Row, ...Row[]];

/** Formats whose files refer to files beside them. */
const besideFormats: ReadonlySet<ExportFormat> = new Set(['markdown', 'html']);

/**
 * Reads the documents of a file and their pictures and files, with at most `attachedMost` bytes of
 * attached files. Only one document is in memory at a time. In the export, pictures that are
 * missing or that the user may not see are replaced by their description.
 */
async function outgoingOf(
  deps: TransferDeps,
  { userId, folder }: Exporting,
  { rows, attachedMost }: { rows: Rows; attachedMost: number },
): Promise<Outgoing> {
  const chapters: OutgoingChapter[] = [];
  const [sources, files] = [new Set<string>(), new Set<string>()];
  let [isSuggested, left] = [false, contentBytesMax];
  for (const { id, title, depth = 0 } of rows) {
    const content = (await deps.live.readContent(id, 'original')) as NodeJson;
    const said = JSON.stringify(content);
    isSuggested ||= JSON.stringify(await deps.live.readContent(id, 'json')) !== said;
    for (const src of sourcesIn(content)) sources.add(src);
    for (const src of attachedIn(content).keys()) files.add(src);
    const bytes = new TextEncoder().encode(said);
    left -= bytes.length;
    if (left < 0) refuse('too_long_to_export');
    chapters.push({ title, depth, path: await folder.write(bytes) });
  }
  const read = (fileId: string) => deps.ports.readPicture(userId, fileId);
  const pictures = await stage(folder, { sources: [...sources], most: pictureBytesMax, read });
  const attached = await stage(folder, {
    sources: attachedMost > 0 ? [...files] : [],
    most: attachedMost,
    read,
    isShown: false,
  });
  const modified = Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()));
  const [{ id, title, language }] = rows;
  const labels = await labelsFor(language);
  return { id, title, chapters, isSuggested, pictures, attached, modified, labels };
}

/**
 * Selects `mayExport`: true if the owners of the project allow exports, or the user is one. `p` is
 * the project of {@link visibleDocuments}, `m` the user's role in it.
 */
export const mayExport =
  sql<boolean>`coalesce(p.exports_allowed, true) or m.role is not distinct from 'owner'`.as(
    'mayExport',
  );

function rowsFor({ db }: TransferDeps, userId: string) {
  return visibleDocuments(db, userId).select([
    'd.id as id',
    'd.title as title',
    'd.updated_at as updatedAt',
    'd.language as language',
    'd.parent_id as parentId',
  ]);
}

async function inProcess<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableFile) refuse('too_long_to_export');
    throw error;
  }
}

/** The file of a document, and the files next to it. `besideSize` in bytes. */
type Made = WriterResults['export'] & { path: string; besideSize: number; attachedSize: number };

type How = {
  rows: Rows;
  format: ExportFormat;
  pictureStem: string;
  most: number;
  attachedLeft: number;
};

/** Creates the file of one document or several, and deletes the pictures embedded in it. */
async function makeFile(
  deps: TransferDeps,
  exporting: Exporting,
  { rows, attachedLeft, ...how }: How,
): Promise<Made> {
  const attachedMost = besideFormats.has(how.format) ? attachedLeft : 0;
  const document = await outgoingOf(deps, exporting, { rows, attachedMost });
  const staged = [...document.pictures, ...document.attached];
  const texts = document.chapters.map((chapter) => chapter.path);
  const path = exporting.folder.free();
  const made = await deps.writers
    .write<'export'>({ kind: 'export', document, path, ...how })
    .catch(async (error: unknown) => {
      // Other documents may follow, so the files of this one must not fill the folder.
      await exporting.folder.remove([path, ...texts, ...staged.map((file) => file.path)]);
      throw error;
    });
  const kept = new Set(made.beside.map((file) => file.path));
  const isKept = (file: Staged): boolean => kept.has(file.path);
  const unused = staged.filter((file) => !isKept(file)).map((file) => file.path);
  await exporting.folder.remove([...texts, ...unused]);
  const sizeOf = (files: readonly Staged[]): number =>
    files.filter(isKept).reduce((sum, { size }) => sum + size, 0);
  const i18n = await textsOfCaller();
  return {
    ...made,
    lost: made.lost.map((sentence) => remarkIn(i18n, sentence)),
    path,
    besideSize: sizeOf(document.pictures),
    attachedSize: sizeOf(document.attached),
  };
}

/** Returns null for a document that a format has no room or time for. Throws other errors. */
function tooLarge(error: unknown): null {
  if (error instanceof UnreadableFile) return null;
  throw error;
}

/** An exported file, and sentences about parts of the document that it does not contain. */
export type Exported = { file: FileAnswer; lost: string[] };

/**
 * Exports a document as a file, with `below` together with all active documents inside it that the
 * user may read, in the order of the tree. Returns sentences about omissions. Refuses `not_found`,
 * `too_long_to_export`, `not_ready`.
 */
export async function exportDocument(
  deps: TransferDeps,
  exporting: Exporting,
  { documentId, format, below }: { documentId: string; format: ExportFormat; below: boolean },
): Promise<Exported> {
  const { userId } = exporting;
  requireRole(await getDocumentAccess(deps.db, userId, documentId), 'read');
  const row = await rowsFor(deps, userId)
    .select(mayExport)
    .where('d.id', '=', documentId)
    .executeTakeFirst();
  if (!row) refuse('not_found');
  if (!row.mayExport) refuse('export_off');
  const inside = below ? await rowsInside(deps, userId, documentId) : { rows: [], unread: 0 };
  const { path, size, beside, lost } = await inProcess(
    makeFile(deps, exporting, {
      rows: [row, ...inside.rows],
      format,
      pictureStem: '',
      most: madeBytesMax,
      attachedLeft: attachedBytesMax,
    }),
  );
  const i18n = await textsOfCaller();
  const said = inside.unread === 0 ? lost : [leftOut(i18n, inside.unread), ...lost];
  const blank = untitled(i18n);
  const name = exportName(row.title, format, blank);
  if (beside.length === 0)
    return { file: answerOf({ type: formats[format].type, name }, { path, size }), lost: said };
  const files = [{ name, path }, ...beside];
  return {
    file: await zipped(deps, exporting, { name: fileNameOf(row.title, 'zip', blank), files }),
    lost: said,
  };
}

const leftOut = (i18n: I18n, count: number): string =>
  i18n._(
    '{count, plural, one {# document inside was left out, because you may not read it.} other {# documents inside were left out, because you may not read them.}}',
    { count },
  );

/**
 * Returns the documents inside a document that are in its state, in the order of the tree, and the
 * number of those that the user may not read. Refuses `too_long_to_export` beyond the maximum.
 */
async function rowsInside(
  deps: TransferDeps,
  userId: string,
  documentId: string,
): Promise<{ rows: Row[]; unread: number }> {
  const { count } = await deps.db
    .selectFrom('document_ancestors as a')
    .innerJoin('documents as d', 'd.id', 'a.document_id')
    .innerJoin('documents as o', 'o.id', 'a.ancestor_id')
    .where('a.ancestor_id', '=', documentId)
    .where(inSameState)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await rowsFor(deps, userId)
    .innerJoin('document_ancestors as a', 'a.document_id', 'd.id')
    .innerJoin('documents as o', 'o.id', 'a.ancestor_id')
    .where('a.ancestor_id', '=', documentId)
    .where(inSameState)
    .select('a.depth as depth')
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(documentsMax)
    .execute();
  if (rows.length >= documentsMax) refuse('too_long_to_export');
  return { rows, unread: Number(count) - rows.length };
}

/** SQL condition: the document `d` is active, or archived or in the trash like the document `o`. */
const inSameState = sql<boolean>`(d.archived_at is null or o.archived_at is not null)
  and (d.deleted_at is null or o.deleted_at is not null)`;

const answerOf = (
  named: { type: string; name: string },
  { path, size }: { path: string; size: number },
): FileAnswer => ({
  ...named,
  bytes: partsAt(path),
  length: size,
});

/** Yields the parts of a file. It is opened on the first read. */
async function* partsAt(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/**
 * A document exported together with others, and its folder. With a `parentId` among these, it is in
 * the folder of its parent.
 */
export type Bundled = Row & { folder: string; parentId?: string | null };

/** The files of an archive, and sentences about omissions. */
type Bundle = { files: PlacedFile[]; lost: string[] };

/**
 * Exports documents as the files of an archive, numbered in order within each folder, with
 * sentences about omissions. A document that is too large for the format is left out, so that a
 * single document, perhaps of another user, does not prevent the export of all others. Refuses
 * `too_long_to_export`, `not_ready`.
 */
export async function writeBundle(
  deps: TransferDeps,
  exporting: Exporting,
  { rows, format }: { rows: readonly Bundled[]; format: ExportFormat },
): Promise<Bundle> {
  const files: PlacedFile[] = [];
  const lost: string[] = [];
  const i18n = await textsOfCaller();
  const names = namesOf(rows, format, untitled(i18n));
  let left = madeBytesMax;
  let attachedLeft = attachedBytesMax;
  for (const [at, row] of rows.entries()) {
    const { folder, name } = names[at] ?? { folder: '', name: '' };
    const how: How = {
      rows: [row],
      format,
      pictureStem: `${at + 1}-`,
      most: madeBytesMax,
      attachedLeft,
    };
    const made = await makeFile(deps, exporting, how).catch(tooLarge);
    if (made === null) {
      const said = i18n._('This document is too large for this format and was left out.');
      lost.push(`${name}: ${said}`);
      continue;
    }
    left -= made.size + made.besideSize;
    attachedLeft -= made.attachedSize;
    if (left < 0) refuse('too_long_to_export');
    files.push(
      { name, path: made.path },
      ...made.beside.map((each) => ({ ...each, name: folder + each.name })),
    );
    lost.push(...made.lost.map((sentence) => `${name}: ${sentence}`));
  }
  return { files, lost };
}

/** Creates an archive of these files, with a report if there are omissions. */
export async function archiveOf(
  deps: TransferDeps,
  exporting: Exporting,
  { name, files, lost }: Bundle & { name: string },
): Promise<Exported> {
  const report = async () => ({
    name: reportName,
    path: await exporting.folder.write(reportBytes(lost, languageOfCaller())),
  });
  const all = lost.length > 0 ? [...files, await report()] : files;
  return { file: await zipped(deps, exporting, { name, files: all }), lost };
}

async function zipped(
  { writers }: TransferDeps,
  { folder }: Exporting,
  { name, files }: { name: string; files: readonly PlacedFile[] },
): Promise<FileAnswer> {
  const path = folder.free();
  const { size } = await inProcess(
    writers.write<'zip'>({ kind: 'zip', files, path, most: zipBytesMax }),
  );
  await folder.remove(files.map((file) => file.path));
  return answerOf({ type: 'application/zip', name }, { path, size });
}

/**
 * Exports a project's active documents as a zip archive, numbered in order, with a folder for what
 * is inside a document, and a report. Refuses as {@link exportDocument}.
 */
export async function exportProject(
  deps: TransferDeps,
  exporting: Exporting,
  { projectId, format }: { projectId: string; format: ExportFormat },
): Promise<Exported> {
  const { userId } = exporting;
  const access = await getProjectAccess(deps.db, userId, projectId);
  requireRole(access, 'read');
  const { name, exportsAllowed } = await deps.db
    .selectFrom('projects')
    .select(['name', 'exports_allowed as exportsAllowed'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (!exportsAllowed && !can(access.role, 'export_always')) refuse('export_off');
  const rows = await rowsFor(deps, userId)
    .where('d.project_id', '=', projectId)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(documentsMax + 1)
    .execute();
  if (rows.length > documentsMax) refuse('too_long_to_export');
  const bundle = await writeBundle(deps, exporting, {
    rows: rows.map((row) => ({ ...row, folder: '' })),
    format,
  });
  return archiveOf(deps, exporting, {
    name: fileNameOf(name, 'zip', untitled(await textsOfCaller())),
    ...bundle,
  });
}
