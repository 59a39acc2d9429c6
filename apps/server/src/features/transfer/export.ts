import type { ExportFormat, FileAnswer } from '@longhand/contract';
import { fileNameOf, UnreadableFile, type NodeJson } from '@longhand/document';
import type { NamedFile } from '@longhand/document/files';
import { demand } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess, visibleDocuments } from '../../domain/membership.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { TransferDeps } from './deps.ts';
import { fileIdOf, sourcesIn } from './pictures.ts';
import type { Outgoing, Shown } from './outgoing.ts';
import { exportName, formats } from './formats.ts';
import { reportBytes, reportName } from './own-report.ts';

/** Most documents that go into one zip, bytes of all that is made of them, and of the pictures of one document. */
export const documentsMax = 2_000;
const madeBytesMax = 268_435_456;
const pictureBytesMax = 104_857_600;

async function gather(bytes: FileAnswer['bytes']): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes;
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

/** The pictures of a document that its reader may see; one that is gone becomes its description in the export. */
async function picturesOf({ helpers }: TransferDeps, userId: string, content: NodeJson): Promise<Shown[]> {
  const shown: Shown[] = [];
  let left = pictureBytesMax;
  for (const src of sourcesIn(content)) {
    try {
      const { type, bytes, inline } = await helpers.readPicture(userId, fileIdOf(src) ?? '');
      const whole = inline ? await gather(bytes) : new Uint8Array();
      if (whole.length === 0 || whole.length > left) continue;
      left -= whole.length;
      shown.push({ src, type, bytes: whole });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return shown;
}

type Row = { id: string; title: string; updatedAt: Date };

async function outgoingOf(deps: TransferDeps, userId: string, row: Row): Promise<Outgoing> {
  const content = (await deps.live.readContent(row.id, 'original')) as NodeJson;
  const isSuggested = JSON.stringify(await deps.live.readContent(row.id, 'json')) !== JSON.stringify(content);
  const { id, title, updatedAt } = row;
  return { id, title, content, isSuggested, pictures: await picturesOf(deps, userId, content), modified: updatedAt.getTime() };
}

function rowsFor({ db }: TransferDeps, userId: string) {
  return visibleDocuments(db, userId).select(['d.id as id', 'd.title as title', 'd.updated_at as updatedAt']);
}

async function inThread<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableFile) refuse('too_long_to_export');
    throw error;
  }
}

/** A document as a file, and sentences about what could not be carried. Refuses `not_found`, `too_long_to_export`, `not_ready`. */
export async function exportDocument(
  deps: TransferDeps,
  userId: string,
  { documentId, format }: { documentId: string; format: ExportFormat },
): Promise<{ file: FileAnswer; lost: string[] }> {
  demand(await getDocumentAccess(deps.db, userId, documentId), 'read');
  const row = await rowsFor(deps, userId).where('d.id', '=', documentId).executeTakeFirst();
  if (!row) refuse('not_found');
  const document = await outgoingOf(deps, userId, row);
  const { bytes, beside, lost } = await inThread(
    deps.threads.run<'export'>({ kind: 'export', document, format, pictureStem: '' }),
  );
  const name = exportName(row.title, format);
  if (beside.length === 0) return { file: { type: formats[format].type, name, bytes }, lost };
  const files = [{ name, bytes }, ...beside];
  return { file: await zipped(deps, fileNameOf(row.title, 'zip'), files), lost };
}

/** A document that goes out among others, and the folder it goes into. */
export type Bundled = Row & { folder: string };

/**
 * Many documents as the files of an archive, numbered in their order within each folder, and sentences about what could not be carried.
 * Refuses `too_long_to_export`, `not_ready`.
 */
export async function writeBundle(deps: TransferDeps, userId: string, rows: readonly Bundled[], format: ExportFormat) {
  const files: { name: string; bytes: Uint8Array }[] = [];
  const lost: string[] = [];
  const counts = new Map<string, number>();
  for (const { folder } of rows) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const reached = new Map<string, number>();
  let madeBytes = 0;
  for (const row of rows) {
    const { folder } = row;
    const number = (reached.get(folder) ?? 0) + 1;
    reached.set(folder, number);
    const document = await outgoingOf(deps, userId, row);
    const made = await inThread(deps.threads.run<'export'>({ kind: 'export', document, format, pictureStem: `${number}-` }));
    const digits = String(counts.get(folder)).length;
    const file = `${folder}${String(number).padStart(digits, '0')} ${exportName(row.title, format)}`;
    const all = [{ name: file, bytes: made.bytes }, ...made.beside.map((each) => ({ ...each, name: folder + each.name }))];
    madeBytes += all.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (madeBytes > madeBytesMax) refuse('too_long_to_export');
    files.push(...all);
    lost.push(...made.lost.map((sentence) => `${file}: ${sentence}`));
  }
  return { files, lost };
}

/** An archive of these files, with a report in it where something could not be carried. */
export function archiveOf(
  deps: TransferDeps,
  name: string,
  { files, lost }: { files: readonly { name: string; bytes: Uint8Array }[]; lost: readonly string[] },
): Promise<FileAnswer> {
  const report = { name: reportName, bytes: reportBytes(lost) };
  return zipped(deps, name, lost.length > 0 ? [...files, report] : files);
}

async function zipped({ threads }: TransferDeps, name: string, files: readonly NamedFile[]): Promise<FileAnswer> {
  const bytes = await inThread(threads.run<'zip'>({ kind: 'zip', files }));
  return { type: 'application/zip', name, bytes };
}

/** A project's active documents as a zip of files, numbered in their order, with a report. Refuses as {@link exportDocument}. */
export async function exportProject(
  deps: TransferDeps,
  userId: string,
  { projectId, format }: { projectId: string; format: ExportFormat },
): Promise<{ file: FileAnswer; lost: string[] }> {
  demand(await getProjectAccess(deps.db, userId, projectId), 'read');
  const { name } = await deps.db.selectFrom('projects').select('name').where('id', '=', projectId).executeTakeFirstOrThrow();
  const rows = await rowsFor(deps, userId)
    .where('d.project_id', '=', projectId)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(documentsMax + 1)
    .execute();
  if (rows.length > documentsMax) refuse('too_long_to_export');
  const bundle = await writeBundle(
    deps,
    userId,
    rows.map((row) => ({ ...row, folder: '' })),
    format,
  );
  return { file: await archiveOf(deps, fileNameOf(name, 'zip'), bundle), lost: bundle.lost };
}
