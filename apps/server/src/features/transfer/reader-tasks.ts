import { readFile } from 'node:fs/promises';
import { UnreadableFile, type NodeJson } from '@longhand/document';
import { isWordFile } from '@longhand/document/kind';
import { listArchive, openArchive, readEntry, type Listed, type Opened } from './archive.ts';
import type { ProcessAnswer } from './file-processes.ts';
import { readText, type ReadText } from './reading.ts';

/**
 * Tasks of a separate process, which reads foreign files at a path. `name`: of the archive or the
 * text; `entry`: the name of the text in an archive, or null.
 */
export type ReaderTask =
  | { readonly kind: 'list'; readonly path: string; readonly name: string }
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly name: string;
      readonly entry: string | null;
    };

/** Result types of the tasks. */
export type ReaderResults = { list: Listed; read: ReadText };

/**
 * Maximum size of one document (characters), and the equivalent of a node. A Word file of 150 KB
 * can contain 150 MB of text. Larger documents are refused here, in a process with limited memory,
 * and never passed to the server process.
 */
const contentMax = 33_554_432;
const lettersOfNode = 16;

function isTooLarge(root: NodeJson): boolean {
  let left = contentMax;
  const open = [root];
  for (let node = open.pop(); node && left >= 0; node = open.pop()) {
    left -= lettersOfNode + (node.text?.length ?? 0);
    for (const child of node.content ?? []) open.push(child);
  }
  return left < 0;
}

/** Maximum size of the pictures of one text (bytes). */
const picturesMax = 104_857_600;

/** The last opened inner archive. It is unpacked once for its texts, which are read in sequence. */
let last: (Opened & { readonly path: string }) | null = null;

/** Returns the archive at a path that contains an entry. */
async function openedFor(path: string, entry: string): Promise<Opened> {
  if (last !== null && last.path === path && entry.startsWith(last.folder)) return last;
  last = null;
  const opened = openArchive(await bytesAt(path), entry);
  if (opened.folder !== '') last = { ...opened, path };
  return opened;
}

const bytesAt = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(path));

async function readOne({
  path,
  name,
  entry,
}: Extract<ReaderTask, { kind: 'read' }>): Promise<ReadText> {
  if (entry === null) last = null;
  if (entry === null) return readText(name, await bytesAt(path));
  const archive = await openedFor(path, entry);
  return readText(name, readEntry(archive, entry), { archive, entry });
}

/** Lists an archive. A Word file with the name of an archive is itself its only text. */
const listOf = (name: string, bytes: Uint8Array): Listed =>
  isWordFile(bytes) ? { names: [name], report: [] } : listArchive(bytes);

async function perform(task: ReaderTask): Promise<ReaderResults[ReaderTask['kind']]> {
  if (task.kind === 'list') return listOf(task.name, await bytesAt(task.path));
  const read = await readOne(task);
  if (isTooLarge(read.content)) throw new UnreadableFile('This is too large for one document.');
  const size = read.pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
  if (size > picturesMax)
    throw new UnreadableFile('The pictures in this file are larger than 100 MB.');
  return read;
}

/** Runs a task. Every error counts as the file's fault, so it is not retried. */
export async function answerTo(
  task: ReaderTask,
): Promise<ProcessAnswer<ReaderResults[ReaderTask['kind']]>> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    return {
      unreadable: error instanceof UnreadableFile ? error.message : 'This file cannot be read.',
    };
  }
}
