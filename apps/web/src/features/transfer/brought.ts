import { t } from '@lingui/core/macro';
import { limits } from '@longhand/contract';
import { zipOf, type Packed } from './zip.ts';
import { numberLocale } from '../../ui/dates.ts';

/** Maximum number of files per request, the same as on the server. */
export const filesMax = 500;

/** Formats a size in bytes. */
export function sizeName(bytes: number): string {
  if (bytes < 1_024) return t`${bytes} bytes`;
  if (bytes < 1_048_576) return t`${{ size: Math.round(bytes / 1_024) }} KB`;
  const size = (bytes / 1_048_576).toLocaleString(numberLocale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return t`${size} MB`;
}

/** Validates files before the upload. Returns an error message; null if they are valid. */
export function objectionTo(files: readonly Packed[]): string | null {
  if (files.length === 0) return t`It contains nothing that can be imported.`;
  const size = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
  if (size > limits.importBytesMax) {
    return t`Together these are ${{ size: sizeName(size) }}; at most ${{ most: sizeName(limits.importBytesMax) }} can be imported together.`;
  }
  const loose = files.filter(({ name }) => !name.includes('/'));
  return loose.length > filesMax
    ? t`These are ${{ count: loose.length }} files; at most ${filesMax} can be imported together.`
    : null;
}

/**
 * Prepares files for the upload. The files of a folder become one archive with its name, which
 * preserves order, folders and pictures. All others are unchanged.
 */
export async function asSent(files: readonly Packed[]): Promise<Packed[]> {
  const folders = new Map<string, Packed[]>();
  const sent: Packed[] = [];
  for (const file of files) {
    const [folder = ''] = file.name.split('/');
    if (folder === file.name) sent.push(file);
    else folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  for (const [folder, inside] of folders)
    sent.push({ name: `${folder}.zip`, bytes: await zipOf(inside) });
  return sent;
}

/** True for a file created by the operating system. */
function isLeftover(name: string): boolean {
  return name
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db');
}

/**
 * Returns the files of a file input, with their paths in a chosen folder, without files of the
 * operating system.
 */
export function fromField(files: Iterable<File>): Packed[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, bytes: file }))
    .filter(({ name }) => !isLeftover(name));
}

/**
 * Returns the dropped files, with the content of folders. Entries are read synchronously: the
 * browser clears the dropped data after the event.
 */
export async function fromDrop(items: DataTransferItemList): Promise<Packed[]> {
  const entries = [...items].flatMap((item) =>
    item.kind === 'file' ? [item.webkitGetAsEntry() ?? item.getAsFile()] : [],
  );
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesIn(entry))));
  return found.flat().filter(({ name }) => !isLeftover(name));
}

async function filesIn(entry: FileSystemEntry | File): Promise<Packed[]> {
  if (entry instanceof File) return [{ name: entry.name, bytes: entry }];
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ name: path, bytes: file }];
  }
  const inside = await entriesIn((entry as FileSystemDirectoryEntry).createReader());
  return (await Promise.all(inside.map(filesIn))).flat();
}

/**
 * Reads all entries of a folder: browsers return at most a hundred per call, and none at the end.
 */
async function entriesIn(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
