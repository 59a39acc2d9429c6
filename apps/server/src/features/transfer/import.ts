import { UnreadableFile } from '@longhand/document';
import { publish } from '../../domain/events.ts';
import { Refusal } from '../../platform/refusal.ts';
import { archiveLimits } from './archive.ts';
import type { TransferDeps } from './deps.ts';
import { withSources } from './pictures.ts';
import * as store from './import-store.ts';
import type { ReadText } from './reading.ts';

/** Bytes of one file, as long as it is not an archive. */
const fileBytesMax = 104_857_600;

/** A sentence where a file, or the person's rights, are at fault; null where it is neither and the job has to be tried again. */
function sentenceOf(error: unknown): string | null {
  return error instanceof UnreadableFile || error instanceof Refusal ? error.message : null;
}

/** The bytes of a brought file, in memory that threads can share. */
async function load({ files }: TransferDeps, { id, size }: store.BroughtFile, isArchive: boolean): Promise<SharedArrayBuffer> {
  if (size > (isArchive ? archiveLimits.packedBytes : fileBytesMax)) {
    throw new UnreadableFile(isArchive ? 'This archive is larger than 200 MB.' : 'This file is larger than 100 MB.');
  }
  const stored = await files.get(id);
  if (stored === null) throw new UnreadableFile('This file did not arrive whole.');
  const shared = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(shared);
  let at = 0;
  for await (const part of stored) {
    bytes.set(part.subarray(0, size - at), at);
    at += part.length;
  }
  return shared;
}

const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Writes down what is in a file, once: each text gets the id of the document that it will become. */
async function listFile(deps: TransferDeps, importId: string, file: store.BroughtFile): Promise<void> {
  let names = [file.name];
  const report: string[] = [];
  if (isArchive(file.name)) {
    try {
      const listed = await deps.threads.run<'list'>({ kind: 'list', archive: await load(deps, file, true) });
      names = listed.names;
      report.push(...listed.report, ...(names.length === 0 ? ['There is nothing in this archive that can be read.'] : []));
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === null) throw error;
      [names, report[0]] = [[], sentence];
    }
  }
  const texts = names.map((name, number) => ({ name, number, documentId: deps.ids.uuid() }));
  await store.settleListing(deps.db, { importId, file, texts, report, at: new Date(deps.clock.now()) });
}

async function readText(
  deps: TransferDeps,
  file: store.BroughtFile,
  text: store.Text,
  shared: SharedArrayBuffer,
): Promise<ReadText> {
  const archived = isArchive(file.name);
  const bytes = archived
    ? await deps.threads.run<'entry'>({ kind: 'entry', archive: shared, name: text.name })
    : new Uint8Array(shared).slice();
  return deps.threads.run<'read'>({ kind: 'read', name: text.name, bytes });
}

/** Stores the pictures of a text with its document; says which could not be. */
async function storePictures(deps: TransferDeps, userId: string, documentId: string, pictures: ReadText['pictures']) {
  const stored = new Map<string, string | null>();
  const report: string[] = [];
  for (const [at, { src, bytes, type }] of pictures.entries()) {
    try {
      const name = `picture-${at + 1}.${type.replace(/^image\//, '').replace(/\W.*$/, '')}`;
      stored.set(src, (await deps.helpers.addPicture(userId, documentId, { name, bytes })).url);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      stored.set(src, null);
      report.push(`Picture ${at + 1} was left out: ${error.message}`);
    }
  }
  return { stored, report };
}

type Running = { importId: string; userId: string; projectId: string | null };

/** Makes one document. Told twice, it makes it once: what somebody has written in it meanwhile is not touched. */
async function makeDocument(deps: TransferDeps, running: Running, text: store.Text, read: ReadText): Promise<string[]> {
  const { userId, projectId } = running;
  const { documentId } = text;
  const { title, content, pictures, report } = read;
  await deps.helpers.makeDocument(userId, { documentId, projectId, title });
  const kept = await storePictures(deps, userId, documentId, pictures);
  const isEmpty = (await deps.live.readContent(documentId, 'text')) === '';
  const whole = withSources(content, kept.stored);
  if (isEmpty) await deps.live.edit(documentId, { by: { userId, sessionId: null }, how: 'import', content: whole });
  return [...report, ...kept.report];
}

async function workText(
  deps: TransferDeps,
  running: Running,
  file: store.BroughtFile,
  text: store.Text,
  shared: SharedArrayBuffer,
) {
  const at = () => new Date(deps.clock.now());
  try {
    const read = await readText(deps, file, text, shared);
    const report = await makeDocument(deps, running, text, read);
    await store.settleText(deps.db, { text, title: read.title, report, at: at() });
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    await store.settleText(deps.db, { text, title: null, report: [`${sentence} Nothing was made of it.`], at: at() });
  }
  await publish(deps.db, { name: 'job', to: { userIds: [running.userId] }, data: { jobId: running.importId } });
}

async function workFile(deps: TransferDeps, running: Running, file: store.BroughtFile): Promise<void> {
  if (file.listedAt === null) await listFile(deps, running.importId, file);
  const texts = await store.findTextsLeft(deps.db, file.id);
  if (texts.length === 0) return;
  let shared: SharedArrayBuffer;
  try {
    shared = await load(deps, file, isArchive(file.name));
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    const at = new Date(deps.clock.now());
    for (const text of texts) await store.settleText(deps.db, { text, title: null, report: [sentence], at });
    return;
  }
  for (const text of texts) await workText(deps, running, file, text, shared);
}

/**
 * Works on an import from where it stands: killed at any point and begun again, it makes no document twice. On the last try it gives
 * up, keeps what is made, and says so.
 */
export async function workImport(deps: TransferDeps, importId: string, isLast: boolean): Promise<void> {
  const row = await store.beginWork(deps.db, importId);
  if (row === null) return;
  const running = { importId, userId: row.userId, projectId: row.projectId };
  const files = await store.findFiles(deps.db, importId);
  const end = async (state: 'done' | 'failed', report: { file: string; message: string }[]) => {
    await store.endImport(deps.db, importId, { state, report, at: new Date(deps.clock.now()) });
    await publish(deps.db, { name: 'job', to: { userIds: [row.userId] }, data: { jobId: importId } });
    await Promise.allSettled(files.map((file) => deps.files.remove(file.id)));
  };
  try {
    if (row.isHomeless) return await end('failed', [{ file: '', message: 'The project is gone. Nothing more was made.' }]);
    for (const file of files) await workFile(deps, running, file);
    await end('done', []);
  } catch (error) {
    if (!isLast) throw error;
    deps.log.error({ err: error, importId }, 'an import was given up');
    await end('failed', [{ file: '', message: 'The rest could not be read. What was made until then is there.' }]);
  }
}
