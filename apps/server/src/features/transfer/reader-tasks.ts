import { readFile } from 'node:fs/promises';
import { UnreadableFile } from '@longhand/document';
import { listArchive, readEntry, type Listed } from './archive.ts';
import { readText, type ReadText } from './reading.ts';

/** What is read in a process of its own: files that are not ours, at a path. `entry`: the name of the text within an archive. */
export type ReaderTask =
  | { readonly kind: 'list'; readonly path: string }
  | { readonly kind: 'read'; readonly path: string; readonly name: string; readonly entry: string | null };

/** What each comes to. */
export type ReaderResults = { list: Listed; read: ReadText };

/** What the process answers: an error loses its class on the way, so one that is the file's fault goes as a sentence. */
export type ReaderAnswer = { done: ReaderResults[ReaderTask['kind']] } | { unreadable: string } | 'ready';

/** Bytes of the pictures of one text. */
const picturesMax = 104_857_600;

async function perform(task: ReaderTask): Promise<ReaderResults[ReaderTask['kind']]> {
  const bytes = new Uint8Array(await readFile(task.path));
  if (task.kind === 'list') return listArchive(bytes);
  const read = await readText(task.name, task.entry === null ? bytes : readEntry(bytes, task.entry));
  const size = read.pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
  if (size > picturesMax) throw new UnreadableFile('The pictures in this file are larger than 100 MB.');
  return read;
}

/** Does a task. Whatever goes wrong is the file's fault: it is tried once. */
export async function answerTo(task: ReaderTask): Promise<ReaderAnswer> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    return { unreadable: error instanceof UnreadableFile ? error.message : 'This file cannot be read.' };
  }
}
