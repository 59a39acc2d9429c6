import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { documentTags, limits } from '@longhand/contract';
import { UnreadableFile } from '@longhand/document';
import { publish } from '../../domain/events.ts';
import { isDatabaseUnavailable } from '../../db/faults.ts';
import { logFailure } from '../../db/log-failure.ts';
import { Fault } from '../../platform/fault.ts';
import { Refusal } from '../../platform/refusal.ts';
import { archiveLimits } from './archive.ts';
import { withLinks } from './beside.ts';
import type { TransferDeps } from './deps.ts';
import { withSources } from './pictures.ts';
import * as store from './import-store.ts';
import type { ReadText } from './reading.ts';

/** Maximum size of one file that is not an archive (bytes). */
const fileBytesMax = 104_857_600;

/** Maximum number of attempts per text. */
const triesMax = 3;

/**
 * Returns the sentence for a permanent error, or for any error at the last attempt. Returns null if
 * the import must wait for the database, the file store or disk space. Logs errors that no file
 * should cause.
 */
function sentenceOf({ log }: TransferDeps, error: unknown, isLast: boolean): string | null {
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof Refusal && error.code === 'disk_full' && !isLast) return null;
  if (error instanceof Refusal)
    return error.code === 'too_large' ? 'This is too large for one document.' : error.message;
  if (isDatabaseUnavailable(error) || (error instanceof Fault && !isLast)) return null;
  log.error({ err: error }, 'a file of an import could not be converted to a document');
  return 'This file could not be read because of an internal error.';
}

/**
 * Copies an imported file to a temporary path while `use` runs. It is never in our memory as a
 * whole.
 */
async function withPath<Result>(
  { files }: TransferDeps,
  { id, name, size }: store.BroughtFile,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (size > (isArchive(name) ? archiveLimits.packedBytes : fileBytesMax)) {
    throw new UnreadableFile(
      isArchive(name) ? 'This archive is larger than 200 MB.' : 'This file is larger than 100 MB.',
    );
  }
  const stored = await files.get(id);
  if (stored === null) throw new UnreadableFile('The upload of this file is incomplete.');
  const folder = await mkdtemp(join(tmpdir(), 'longhand-import-'));
  try {
    const path = join(folder, 'file');
    await pipeline(stored, createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** A running import. `isLast`: errors are not retried. */
type Running = { importId: string; userId: string; projectId: string | null; isLast: boolean };

/** Stores the list of texts in a file, once. Each text gets the id of its future document. */
async function listFile(
  deps: TransferDeps,
  { importId, isLast }: Running,
  file: store.BroughtFile,
): Promise<void> {
  let names = [file.name];
  const report: string[] = [];
  if (isArchive(file.name)) {
    try {
      const listed = await withPath(deps, file, (path) =>
        deps.readers.read<'list'>({ kind: 'list', path, name: file.name }),
      );
      names = listed.names;
      report.push(
        ...listed.report,
        ...(names.length === 0 ? ['This archive contains nothing that can be imported.'] : []),
      );
    } catch (error) {
      const sentence = sentenceOf(deps, error, isLast);
      if (sentence === null) throw error;
      [names, report[0]] = [[], sentence];
    }
  }
  const texts = names.map((name, number) => ({ name, number, documentId: deps.ids.uuid() }));
  await store.settleListing(deps.db, {
    importId,
    file,
    texts,
    report,
    at: new Date(deps.clock.now()),
  });
}

/** Reads a text, unless it was started too often: then it may have crashed the process. */
async function readText(
  deps: TransferDeps,
  file: store.BroughtFile,
  text: store.Text,
  path: string,
): Promise<ReadText> {
  if ((await store.countTry(deps.db, text)) > triesMax)
    throw new UnreadableFile('This could not be read in several attempts.');
  const entry = text.name === file.name ? null : text.name;
  return deps.readers.read<'read'>({ kind: 'read', path, name: text.name, entry });
}

/** Stores the pictures of a text with its document, and reports those that could not be stored. */
async function storePictures(
  deps: TransferDeps,
  userId: string,
  documentId: string,
  pictures: ReadText['pictures'],
) {
  const stored = new Map<string, string | null>();
  const report: string[] = [];
  for (const [at, { src, bytes, type, name: given }] of pictures.entries()) {
    try {
      const name = given ?? `picture-${at + 1}.${/^(?:image\/)?(\w*)/.exec(type)?.[1] ?? ''}`;
      stored.set(src, (await deps.ports.addPicture(userId, documentId, { name, bytes })).url);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      stored.set(src, null);
      report.push(`${given ?? `Picture ${at + 1}`} was left out: ${error.message}`);
    }
  }
  return { stored, report };
}

/** Sets the tags named in a file, if they are valid. */
async function tag(
  deps: TransferDeps,
  userId: string,
  documentId: string,
  named: readonly string[],
): Promise<string[]> {
  const tags = named
    .filter((name) => documentTags.safeParse({ tags: [name] }).success)
    .slice(0, limits.tagsPerDocumentMax);
  const remarks =
    tags.length < named.length
      ? ['Tags that are too long or above the limit per document were left out.']
      : [];
  if (tags.length === 0) return remarks;
  try {
    await deps.ports.setTags(userId, { documentId, tags });
    return remarks;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return ['The tags were left out.'];
  }
}

/** Maximum number of files named in one sentence. */
const namedFiles = 10;

/** Returns a sentence that lists the linked files of a text that are not documents. */
function leftOut(entries: readonly string[]): string {
  const names = entries
    .slice(0, namedFiles)
    .map((entry) => `“${entry.split('/').at(-1)?.slice(0, 100)}”`);
  const more = entries.length > namedFiles ? ` and ${entries.length - namedFiles} more` : '';
  return `Attached files were left out, and links to them became plain text: ${names.join(', ')}${more}. Add them to the document by hand.`;
}

/** Replaces the links to other texts of the archive by the URLs of their documents. */
async function withDocuments(
  { db, documentUrl }: TransferDeps,
  fileId: string,
  { content, links }: ReadText,
) {
  const documents = await store.findDocuments(
    db,
    fileId,
    links.map(({ entry }) => entry),
  );
  const found = links.map(({ href, entry }): [string, string | null] => {
    const id = documents.get(entry);
    return [href, id === undefined ? null : documentUrl(id)];
  });
  const urls = new Map(found);
  const lost = links.filter(({ href }) => urls.get(href) === null).map(({ entry }) => entry);
  return {
    linked: withLinks(content, urls),
    remarks: lost.length > 0 ? [leftOut(lost)] : [],
  };
}

/**
 * Creates the empty document of a text: inside the document that has the name of its folder, if the
 * user may create one there, or at the top level.
 */
async function makeEmpty(
  { db, ports }: TransferDeps,
  userId: string,
  { fileId, name, documentId }: store.Text,
  given: { projectId: string | null; title: string },
): Promise<void> {
  const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  const parentId = folder === '' ? null : await store.findFolderDocument(db, fileId, folder);
  try {
    await ports.makeDocument(userId, { documentId, parentId, ...given });
  } catch (error) {
    if (!(error instanceof Refusal) || parentId === null) throw error;
    await ports.makeDocument(userId, { documentId, parentId: null, ...given });
  }
}

/**
 * Creates one document. Idempotent: later edits by users are not overwritten. If its text cannot be
 * stored, the empty document is removed.
 */
async function makeDocument(
  deps: TransferDeps,
  running: Running,
  text: store.Text,
  read: ReadText,
): Promise<string[]> {
  const { userId, projectId } = running;
  const { documentId } = text;
  const { title, pictures, report } = read;
  const { linked, remarks } = await withDocuments(deps, text.fileId, read);
  await makeEmpty(deps, userId, text, { projectId, title });
  const isEmpty = (await deps.live.readContent(documentId, 'text')) === '';
  try {
    const kept = await storePictures(deps, userId, documentId, pictures);
    const whole = withSources(linked, kept.stored);
    // Before the text: after an error, an empty document is removed, and a text remains.
    const tagged = isEmpty ? await tag(deps, userId, documentId, read.tags) : [];
    if (isEmpty)
      await deps.live.edit(documentId, {
        by: { userId, sessionId: null },
        how: 'import',
        content: whole,
      });
    return [...report, ...remarks, ...kept.report, ...tagged];
  } catch (error) {
    if (isEmpty && (await deps.live.readContent(documentId, 'text')) === '')
      await deps.ports.removeEmptyDocument(documentId);
    throw error;
  }
}

async function workText(
  deps: TransferDeps,
  running: Running,
  file: store.BroughtFile,
  { text, path, isOver }: { text: store.Text; path: string; isOver: boolean },
) {
  const at = () => new Date(deps.clock.now());
  let outcome: { title: string | null; report: string[] };
  try {
    if (isOver) throw new UnreadableFile('This import took too long.');
    const read = await readText(deps, file, text, path);
    outcome = { title: read.title, report: await makeDocument(deps, running, text, read) };
  } catch (error) {
    const sentence = sentenceOf(deps, error, running.isLast);
    if (sentence === null) throw error;
    outcome = { title: null, report: [`${sentence} No document was created.`] };
  }
  await store.settleText(deps.db, { text, ...outcome, at: at() });
  await publish(deps.db, {
    name: 'job',
    to: { userIds: [running.userId] },
    data: { jobId: running.importId },
  });
}

/** Reports the end of a turn. */
type Turn = { isOver(): boolean };

/** Processes a file until the turn is over. Returns true if nothing is left of it. */
async function workFile(
  deps: TransferDeps,
  running: Running,
  file: store.BroughtFile,
  turn: Turn,
): Promise<boolean> {
  if (file.listedAt === null) await listFile(deps, running, file);
  const texts = await store.findTextsLeft(deps.db, file.id);
  if (texts.length === 0) return true;
  try {
    return await withPath(deps, file, async (path) => {
      let spent = await store.addSpentTime(deps.db, running.importId, 0);
      for (const [i, text] of texts.entries()) {
        const begun = performance.now();
        await workText(deps, running, file, {
          text,
          path,
          isOver: spent > deps.importTimes.totalMaxMs,
        });
        spent = await store.addSpentTime(deps.db, running.importId, performance.now() - begun);
        if (turn.isOver() && i < texts.length - 1) return false;
      }
      return true;
    });
  } catch (error) {
    const sentence = sentenceOf(deps, error, running.isLast);
    if (sentence === null) throw error;
    const at = new Date(deps.clock.now());
    for (const text of await store.findTextsLeft(deps.db, file.id))
      await store.settleText(deps.db, { text, title: null, report: [sentence], at });
    return true;
  }
}

/** Processes files until the turn is over. Returns true if nothing is left. */
async function workFiles(
  deps: TransferDeps,
  running: Running,
  files: readonly store.BroughtFile[],
): Promise<boolean> {
  const ends = performance.now() + deps.importTimes.turnMs;
  const turn = { isOver: () => performance.now() > ends };
  for (const [i, file] of files.entries()) {
    if (!(await workFile(deps, running, file, turn))) return false;
    if (turn.isOver() && i < files.length - 1) return false;
  }
  return true;
}

/**
 * Continues an import for one turn. Killed at any point and restarted, it creates no document
 * twice. At the last attempt it gives up, keeps the created documents and reports that.
 */
async function workTurn(deps: TransferDeps, importId: string, isLast: boolean): Promise<void> {
  const row = await store.beginWork(deps.db, importId);
  if (row === null) return;
  const running = { importId, userId: row.userId, projectId: row.projectId, isLast };
  const files = await store.findFiles(deps.db, importId);
  const end = async (state: 'done' | 'failed', report: { file: string; message: string }[]) => {
    await store.endImport(deps.db, importId, { state, report, at: new Date(deps.clock.now()) });
    await publish(deps.db, {
      name: 'job',
      to: { userIds: [row.userId] },
      data: { jobId: importId },
    });
    await Promise.allSettled(files.map((file) => deps.files.remove(file.id)));
  };
  try {
    if (row.isHomeless)
      return await end('failed', [
        { file: '', message: 'The project no longer exists. No more documents were created.' },
      ]);
    if (await workFiles(deps, running, files)) await end('done', []);
  } catch (error) {
    if (!isLast) throw error;
    logFailure(deps.log, error, 'an import was aborted', { importId });
    await end('failed', [
      {
        file: '',
        message: 'The rest could not be imported. The documents created before are available.',
      },
    ]);
  }
}

/**
 * Processes the oldest import of the user for one turn. Enqueues their remaining imports behind
 * those of all other users.
 */
export async function workImport(
  deps: TransferDeps,
  importId: string,
  isLast: boolean,
): Promise<void> {
  const turn = await store.findTurn(deps.db, importId);
  if (turn === null || turn.next === null) return;
  await workTurn(deps, turn.next, isLast);
  const left = await store.findTurn(deps.db, importId);
  if (left !== null && left.next !== null)
    await deps.jobs.enqueue('transfer.import', { importId: left.next }, { key: left.userId });
}
