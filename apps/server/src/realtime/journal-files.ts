import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Journal } from '@longhand/sync/server';
import { isNodeError } from '../platform/node-error.ts';
import { syncFolder } from '../platform/sync-folder.ts';

/** Files of parts, in the order of their names. */
const partName = /^(\d{10})\.journal$/;
const nameOf = (part: number): string => `${String(part).padStart(10, '0')}.journal`;

/** A record has its length and a CRC-32 in front (4 bytes each, big endian). */
const headerBytes = 8;

/** Writes return when their data are on disk. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;

/** The file of the present part. */
type Part = { readonly file: FileHandle; bytes: number };

/**
 * Opens the journal in a folder, which is created if it is missing. Its first part begins with the
 * first append. The process holds the data folder: what one process removes would be missing for
 * another.
 */
export async function openJournal(folder: string): Promise<JournalFiles> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
    await syncFolder(dirname(folder));
  return new JournalFiles(folder, await listParts(folder));
}

/** True if no part of a journal is in a folder, or the folder does not exist. */
export async function isJournalEmpty(folder: string): Promise<boolean> {
  try {
    return (await listParts(folder)).length === 0;
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return true;
    throw error;
  }
}

/** A journal in the files of a folder. */
export class JournalFiles implements Journal {
  readonly #folder: string;
  /** Parts of earlier processes. */
  readonly #found: readonly number[];
  /** Parts that exist, ascending. */
  #parts: readonly number[];
  #next: number;
  #part: Part | null = null;
  #isDamaged = false;

  constructor(folder: string, found: readonly number[]) {
    this.#folder = folder;
    this.#found = found;
    this.#parts = found;
    this.#next = (found.at(-1) ?? 0) + 1;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (const number of this.#found) {
      const { valid, isDamaged } = recordsIn(await readFile(this.#pathOf(number)));
      yield* valid;
      this.#isDamaged ||= isDamaged;
    }
  }

  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  async append(record: readonly Uint8Array[]): Promise<void> {
    const part = (this.#part ??= await this.#begin());
    const bytes = framed(record);
    try {
      await writeAll(part.file, bytes);
    } catch (error) {
      // The part may end with a torn record, after which nothing is read. The next append begins
      // another part.
      await this.endPart().catch(() => undefined);
      throw error;
    }
    part.bytes += sizeOf(bytes);
  }

  get partBytes(): number {
    return this.#part?.bytes ?? 0;
  }

  async endPart(): Promise<number> {
    const ended = this.#part;
    this.#part = null;
    await ended?.file.close();
    return this.#next;
  }

  async removeBefore(part: number): Promise<void> {
    const removed = this.#parts.filter((each) => each < part);
    for (const each of removed) {
      await unlink(this.#pathOf(each));
      this.#parts = this.#parts.filter((kept) => kept !== each);
    }
    // Otherwise a removed part could return after a power cut, and not continue the database.
    if (removed.length > 0) await syncFolder(this.#folder);
  }

  async setAside(): Promise<void> {
    const aside = join(this.#folder, `aside-${new Date().toISOString().replaceAll(':', '-')}`);
    await mkdir(aside, { mode: 0o700 });
    for (const number of this.#found)
      await rename(this.#pathOf(number), join(aside, nameOf(number)));
    this.#parts = this.#parts.filter((number) => !this.#found.includes(number));
    await syncFolder(aside);
    await syncFolder(this.#folder);
  }

  /** Ends the present part. */
  async close(): Promise<void> {
    await this.endPart();
  }

  #pathOf(part: number): string {
    return join(this.#folder, nameOf(part));
  }

  async #begin(): Promise<Part> {
    const file = await open(this.#pathOf(this.#next), flags, 0o600);
    this.#parts = [...this.#parts, this.#next];
    this.#next += 1;
    try {
      await syncFolder(this.#folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    return { file, bytes: 0 };
  }
}

/** Returns the numbers of the parts in a folder, ascending. */
async function listParts(folder: string): Promise<number[]> {
  return (await readdir(folder))
    .flatMap((name) => partName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Returns a record with its length and checksum in front. The checksum covers the length. */
function framed(record: readonly Uint8Array[]): Uint8Array[] {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt32BE(sizeOf(record), 0);
  header.writeUInt32BE(checksumOf(header, record), 4);
  return [header, ...record];
}

const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

const checksumOf = (header: Buffer, record: readonly Uint8Array[]): number =>
  record.reduce((sum, piece) => crc32(piece, sum), crc32(header.subarray(0, 4)));

/** Writes pieces with one system call, and with further ones if it wrote only some of the bytes. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let left = pieces;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    left = without(left, bytesWritten);
  }
}

/** Returns the pieces without their first `count` bytes. */
function without(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let first = 0;
  let written = count;
  for (; first < pieces.length; first += 1) {
    const { length } = pieces[first] as Uint8Array;
    if (written < length) break;
    written -= length;
  }
  return pieces.slice(first).map((piece, i) => (i === 0 ? piece.subarray(written) : piece));
}

/**
 * Returns the records of a part up to the first one that is torn or damaged. `isDamaged`: bytes
 * follow that record, so that it was not the last one.
 */
function recordsIn(bytes: Buffer): { valid: Uint8Array[]; isDamaged: boolean } {
  const valid: Uint8Array[] = [];
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const frame = bytes.subarray(at);
    const end = at + headerBytes + frame.readUInt32BE(0);
    if (end > bytes.length) break;
    const record = bytes.subarray(at + headerBytes, end);
    if (checksumOf(frame, [record]) !== frame.readUInt32BE(4))
      return { valid, isDamaged: end < bytes.length && !isZero(bytes.subarray(at)) };
    valid.push(record);
    at = end;
  }
  return { valid, isDamaged: false };
}

/** True for bytes that a power cut left unwritten. */
const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
