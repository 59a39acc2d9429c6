import { unzipSync, type UnzipFileInfo } from 'fflate';
import { UnreadableFile } from '@longhand/document';

/** What an archive may hold. Sizes in bytes, unpacked. */
export const archiveLimits = { entries: 2_000, entryBytes: 26_214_400, bytes: 524_288_000, packedBytes: 209_715_200 } as const;

/** The texts in an archive, in the order of their names, and sentences about what is passed over. */
export type Listed = { names: string[]; report: string[] };

const readable = /\.(?:md|markdown|mdown|txt|text|html?|docx)$/i;

/** What belongs to no document: folders, what systems put beside files, hidden files. */
function isNoise(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || name.split('/').some((part) => part.startsWith('.'));
}

function unzip(archive: Uint8Array, filter: (info: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is not a zip archive, or it is damaged.');
  }
}

/**
 * What is in a zip archive, without unpacking it. Refuses with {@link UnreadableFile} what is none, and what says of itself that it
 * holds more than {@link archiveLimits}: an archive of a few kilobytes can claim to hold terabytes.
 */
export function listArchive(archive: Uint8Array): Listed {
  const names: string[] = [];
  const report: string[] = [];
  let bytes = 0;
  let entries = 0;
  unzip(archive, ({ name, originalSize }) => {
    entries += 1;
    bytes += originalSize;
    if (entries > archiveLimits.entries * 2) throw new UnreadableFile('There are too many files in this archive.');
    if (isNoise(name)) return false;
    if (!readable.test(name)) report.push(`${name}: files of this kind cannot be read. It was passed over.`);
    else if (originalSize > archiveLimits.entryBytes) report.push(`${name}: larger than 25 MB. It was passed over.`);
    else if (names.length >= archiveLimits.entries) report.push(`${name}: more than 2,000 files. It was passed over.`);
    else names.push(name);
    return false;
  });
  if (bytes > archiveLimits.bytes) throw new UnreadableFile('Unpacked, this archive is larger than 500 MB.');
  return { names: [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })), report };
}

/** One file of an archive. Refuses with {@link UnreadableFile} where it is damaged or not there. */
export function readEntry(archive: Uint8Array, name: string): Uint8Array {
  const entry = unzip(archive, (info) => info.name === name && info.originalSize <= archiveLimits.entryBytes)[name];
  if (entry === undefined) throw new UnreadableFile('This file of the archive cannot be read.');
  return entry;
}
