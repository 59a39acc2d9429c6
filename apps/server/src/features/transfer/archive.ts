import { unzipSync, type UnzipFileInfo } from 'fflate';
import { UnreadableFile } from '@longhand/document';
import { isWordFile } from '@longhand/document/kind';
import { hasOwnName, isAttached, isOwnFile } from './own-report.ts';

/** Limits of an archive, including inner archives. Sizes in bytes, unpacked. */
export const archiveLimits = {
  entries: 2_000,
  entryBytes: 26_214_400,
  bytes: 524_288_000,
  packedBytes: 209_715_200,
} as const;

/**
 * Texts in an archive in order of their names, and sentences about skipped files. A text of an
 * inner archive is named `archive.zip/text`.
 */
export type Listed = { names: string[]; report: string[] };

const readable = /\.(?:md|markdown|mdown|txt|text|html?|docx)$/i;
const picture = /\.(?:png|jpe?g|gif|webp|avif)$/i;
const archived = /\.zip$/i;

/** Maximum number of own files checked in one archive, and their maximum size (bytes). */
const reports = { most: 20, bytes: 16_777_216 } as const;

/** True for entries that are not documents: folders, system files, hidden files. */
function isNoise(name: string): boolean {
  return (
    name.endsWith('/') ||
    name.startsWith('__MACOSX/') ||
    name.split('/').some((part) => part.startsWith('.'))
  );
}

function unzip(
  archive: Uint8Array,
  filter: (info: UnzipFileInfo) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is not a zip archive, or it is damaged.');
  }
}

/**
 * True if an entry is encrypted: unpacked, it would be rubbish. Flags are read from the central
 * directory. Source: PKWARE APPNOTE, 4.3.12 and 4.3.16.
 */
function isEncrypted(archive: Uint8Array): boolean {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  const first = Math.max(0, end - 0xff_ff);
  while (end >= first && view.getUint32(end, true) !== 0x06_05_4b_50) end -= 1;
  if (end < first) return false;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= archive.length && view.getUint32(at, true) === 0x02_01_4b_50) {
    if ((view.getUint16(at + 8, true) & 1) === 1) return true;
    // The name, the extra field and the comment follow.
    const after = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += after.reduce((sum, length) => sum + length, 46);
  }
  return false;
}

/** Results so far, for an archive and its inner archives together. */
type Found = Listed & {
  entries: number;
  bytes: number;
  pictures: number;
  attached: number;
  /** Names of texts in folders. */
  inFolders: string[];
};

/** Scans one archive without unpacking it. Returns its inner archives. */
function scan(archive: Uint8Array, folder: string, found: Found): string[] {
  const inner: string[] = [];
  const own = ownFilesIn(archive);
  unzip(archive, ({ name, originalSize }) => {
    found.entries += 1;
    found.bytes += originalSize;
    if (found.entries > archiveLimits.entries * 2)
      throw new UnreadableFile('There are too many files in this archive.');
    if (found.bytes > archiveLimits.bytes)
      throw new UnreadableFile('Unpacked, this archive is larger than 500 MB.');
    const path = folder + name;
    if (name.split(/[/\\]/).includes('..'))
      found.report.push(`${path}: its name leads out of the archive. It was skipped.`);
    else if (isNoise(name) || own.has(name)) return false;
    else if (isAttached(name)) found.attached += 1;
    else if (archived.test(name) && folder === '') inner.push(name);
    else if (picture.test(name)) found.pictures += 1;
    else if (!readable.test(name))
      found.report.push(`${path}: this file type is not supported. It was skipped.`);
    else if (originalSize > archiveLimits.entryBytes)
      found.report.push(`${path}: larger than 25 MB. It was skipped.`);
    else if (found.names.length >= archiveLimits.entries)
      found.report.push(`${path}: more than 2,000 files. It was skipped.`);
    else {
      found.names.push(path);
      if (name.includes('/')) found.inFolders.push(path);
    }
    return false;
  });
  return [...new Set(inner)];
}

/** Returns the files of our own exports that are not documents: reports and account data. */
function ownFilesIn(archive: Uint8Array): Set<string> {
  let count = 0;
  const looksOwn = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!hasOwnName(name) || originalSize > reports.bytes || isNoise(name)) return false;
    count += 1;
    return count <= reports.most;
  };
  return new Set(
    Object.entries(unzip(archive, looksOwn)).flatMap(([name, bytes]) =>
      isOwnFile(name, bytes) ? [name] : [],
    ),
  );
}

/**
 * Lists the files of a zip archive and of its inner archives (one level, as in Notion's exports),
 * without unpacking the files. Throws {@link UnreadableFile} if it is not an archive, or declares
 * more than {@link archiveLimits}: a few kilobytes can claim to contain terabytes.
 */
export function listArchive(archive: Uint8Array): Listed {
  const found: Found = {
    names: [],
    report: [],
    entries: 0,
    bytes: 0,
    pictures: 0,
    attached: 0,
    inFolders: [],
  };
  if (isEncrypted(archive))
    throw new UnreadableFile(
      'This archive is protected by a password. Pack it without one, then import it again.',
    );
  for (const name of scan(archive, '', found)) {
    const inner = readInner(archive, name);
    if (inner === null)
      found.report.push(`${name}: this archive is damaged or larger than 200 MB. It was skipped.`);
    else if (isEncrypted(inner))
      found.report.push(`${name}: this archive is protected by a password. It was skipped.`);
    else if (isWordFile(inner)) found.names.push(name);
    else scan(inner, `${name}/`, found);
  }
  const { names, report, pictures, attached, inFolders } = found;
  const folders = new Set(names.map(folderNameOf));
  if (pictures > 0)
    report.push(
      `Pictures in the archive (${pictures}) are imported with the texts that show them; others were left out.`,
    );
  if (attached > 0)
    report.push(
      `Attached files in the archive (${attached}) are imported with the texts that link to them; others were left out.`,
    );
  if (inFolders.some((name) => !folders.has(name.slice(0, name.lastIndexOf('/')))))
    report.push('The folders of the archive were left out; their documents were imported.');
  return {
    names: [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    report,
  };
}

/** Returns the name of the folder for what is inside the document of a text. */
export function folderNameOf(name: string): string {
  return name.replace(/\.[^./]*$/, '');
}

function readInner(archive: Uint8Array, name: string): Uint8Array | null {
  const inner = unzip(
    archive,
    (info) => info.name === name && info.originalSize <= archiveLimits.packedBytes,
  )[name];
  return inner === undefined || !isArchive(inner) ? null : inner;
}

function isArchive(bytes: Uint8Array): boolean {
  try {
    unzip(bytes, () => false);
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

/**
 * The archive that contains an entry. `folder`: '' or the name of the inner archive with a slash.
 */
export type Opened = {
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly sizes: ReadonlyMap<string, number>;
};

/** Maximum number of files with the same name that are compared. */
const namesakes = 20;

/**
 * Returns a function that finds files of an archive by name or path suffix, with or without the
 * extension of texts. Of several, it prefers one next to the text, then the shortest path. It
 * returns the address from the archive's root, or null if there is none.
 */
export function finderIn({ folder, sizes }: Opened, text: string): (name: string) => string | null {
  const byName = new Map<string, string[]>();
  const keyOf = (path: string): string =>
    path.toLowerCase().replace(/\.(?:md|markdown|mdown)$/, '');
  const lastOf = (path: string): string => path.split('/').at(-1) ?? '';
  for (const path of [...sizes.keys()].toSorted((a, b) => a.length - b.length)) {
    const alike = byName.get(lastOf(keyOf(path))) ?? [];
    if (alike.length < namesakes && !isNoise(path))
      byName.set(lastOf(keyOf(path)), [...alike, path]);
  }
  const beside = text.slice(folder.length).split('/').slice(0, -1).join('/');
  return (name) => {
    const wanted = keyOf(name.replaceAll('\\', '/'));
    const alike = (byName.get(lastOf(wanted)) ?? []).filter((path) =>
      `/${keyOf(path)}`.endsWith(`/${wanted.replace(/^\//, '')}`),
    );
    const found =
      alike.find((path) => path.split('/').slice(0, -1).join('/') === beside) ?? alike[0];
    return found === undefined ? null : `/${found.split('/').map(encodeURIComponent).join('/')}`;
  };
}

/** Opens an archive, or the inner archive that contains `entry`. */
export function openArchive(archive: Uint8Array, entry: string): Opened {
  const sizes = sizesIn(archive);
  const part = sizes.has(entry)
    ? undefined
    : [...sizes.keys()].find((name) => archived.test(name) && entry.startsWith(`${name}/`));
  if (part === undefined) return { bytes: archive, folder: '', sizes };
  const inner = readInner(archive, part);
  if (inner === null) throw new UnreadableFile('This file of the archive cannot be read.');
  return { bytes: inner, folder: `${part}/`, sizes: sizesIn(inner) };
}

function sizesIn(archive: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>();
  unzip(archive, ({ name, originalSize }) => {
    sizes.set(name, originalSize);
    return false;
  });
  return sizes;
}

/**
 * Reads a file of an archive by name. Throws {@link UnreadableFile} if it is damaged or missing.
 */
export function readEntry({ bytes, folder }: Opened, entry: string): Uint8Array {
  const wanted = entry.slice(folder.length);
  const found = unzip(
    bytes,
    (info) => info.name === wanted && info.originalSize <= archiveLimits.entryBytes,
  )[wanted];
  if (found === undefined) throw new UnreadableFile('This file of the archive cannot be read.');
  return found;
}

/**
 * Resolves an address in a text of an archive, relative to the text or to the archive. Returns the
 * file, or null if there is none.
 */
export function entryAt({ folder, sizes }: Opened, text: string, address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return null;
  const path = unescaped(address.replace(/[?#].*$/s, ''));
  if (path === null || path === '') return null;
  const parts = path.startsWith('/') ? [] : text.slice(folder.length).split('/').slice(0, -1);
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const name = parts.join('/');
  return sizes.has(name) ? folder + name : null;
}

function unescaped(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
