import { limits } from '@longhand/contract';
import { zipOf, type Packed } from './zip.ts';

/** Files that one request may bring. As the server has it. */
export const filesMax = 500;

/** What people call so many bytes. */
export function sizeName(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1_024)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** What is wrong with these files before a byte is sent; null where nothing is. */
export function objectionTo(files: readonly Packed[]): string | null {
  if (files.length === 0) return 'It contains nothing that can be imported.';
  const size = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
  if (size > limits.importBytesMax) {
    return `Together these are ${sizeName(size)}; at most ${sizeName(limits.importBytesMax)} can be imported together.`;
  }
  const loose = files.filter(({ name }) => !name.includes('/'));
  return loose.length > filesMax ? `These are ${loose.length} files; at most ${filesMax} can be imported together.` : null;
}

/**
 * Files as they are sent: those of a folder as one archive that bears its name, so that order, folders and pictures stay; all others
 * as they are. What systems leave in folders by themselves stays behind.
 */
export async function asSent(files: readonly Packed[]): Promise<Packed[]> {
  const folders = new Map<string, Packed[]>();
  const sent: Packed[] = [];
  for (const file of files) {
    const [folder = ''] = file.name.split('/');
    if (folder === file.name) sent.push(file);
    else folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  for (const [folder, inside] of folders) sent.push({ name: `${folder}.zip`, bytes: await zipOf(inside) });
  return sent;
}

/** Whether a system put the file there, and no person. */
function isLeftover(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db');
}

/** What a file field holds, with the paths of a chosen folder. */
export function fromField(files: Iterable<File>): Packed[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, bytes: file }))
    .filter(({ name }) => !isLeftover(name));
}

/** What was dropped, folders with all that is in them. Asked for at once: the browser forgets what was dropped after the event. */
export async function fromDrop(items: DataTransferItemList): Promise<Packed[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry() ?? item.getAsFile()] : []));
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesIn(entry))));
  return found.flat().filter(({ name }) => !isLeftover(name));
}

async function filesIn(entry: FileSystemEntry | File): Promise<Packed[]> {
  if (entry instanceof File) return [{ name: entry.name, bytes: entry }];
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: path, bytes: file }];
  }
  const inside = await entriesIn((entry as FileSystemDirectoryEntry).createReader());
  return (await Promise.all(inside.map(filesIn))).flat();
}

/** All entries of a folder: browsers give at most a hundred at a time, and none when there are no more. */
async function entriesIn(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
