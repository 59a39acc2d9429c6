import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import { Fault } from '../platform/fault.ts';
import { readArchive, type ReadEntry } from './archive.ts';
import {
  backupHeader,
  backupManifest,
  entryNames,
  tableOfPart,
  type BackupHeader,
  type BackupManifest,
} from './format.ts';

/** Maximum size of the header and of the manifest (bytes): a million files need about 150 MB. */
const jsonBytesMax = 512 * 1024 * 1024;

/** Maximum size of a part of a table (bytes); that of a backup is 8 MB and a piece. */
const partBytesMax = 64 * 1024 * 1024;

const decompress = promisify(zstdDecompress);

/** Header and manifest of a backup. */
export type BackupInfo = { readonly header: BackupHeader; readonly manifest: BackupManifest };

/** Receives the contents of a backup, in their order. */
export type BackupReader = {
  /** Receives the header before everything else. */
  onHeader?(header: BackupHeader): Promise<void>;
  /** Receives rows of the table `index` of the header, in pieces that end anywhere in a row. */
  onRows?(index: number, chunk: Uint8Array): Promise<void>;
  /** Receives a file, a part of the journal or a key. It has to read all bytes. */
  onEntry?(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called between two entries; may throw to give up. */
  onProgress?(): Promise<void>;
};

/**
 * Reads a backup, and compares all bytes with the hashes of its manifest.
 *
 * @param path path of the backup
 * @throws `Fault` with a sentence for the operator if it is no backup, incomplete or damaged
 */
export async function readBackup(path: string, reader: BackupReader = {}): Promise<BackupInfo> {
  const entries = readArchive(path);
  try {
    const headerSum = newSum();
    const header = await readHeader(entries, path, headerSum);
    await reader.onHeader?.(header);
    const found: Found = {
      tables: header.tables.map(() => newSum()),
      entries: new Map([[entryNames.header, headerSum]]),
    };
    let manifest: BackupManifest | null = null;
    for await (const entry of entries) {
      if (manifest !== null) throw new Fault(`${path} is damaged: entries follow its end.`);
      if (entry.name === entryNames.manifest)
        manifest = parseJson(backupManifest, await readWhole(entry, path), path);
      else await readContent(entry, { reader, found, path });
    }
    if (manifest === null)
      throw new Fault(`${path} is incomplete: its end is missing. The backup was interrupted.`);
    expectEqual({ header, manifest }, found, path);
    return { header, manifest };
  } finally {
    await entries.return(undefined);
  }
}

/** Size (bytes) and hash of what was read. */
type Sum = { size: number; readonly hash: Hash };

const newSum = (): Sum => ({ size: 0, hash: createHash('sha256') });

function addTo(sum: Sum, chunk: Uint8Array): void {
  sum.hash.update(chunk);
  sum.size += chunk.length;
}

/** Sums of the tables, and of all other entries by their names. */
type Found = { readonly tables: readonly Sum[]; readonly entries: Map<string, Sum> };

type Reading = { readonly reader: BackupReader; readonly found: Found; readonly path: string };

async function readContent(entry: ReadEntry, { reader, found, path }: Reading): Promise<void> {
  await reader.onProgress?.();
  const index = tableOfPart(entry.name);
  if (index !== null) {
    const sum = found.tables[index];
    if (sum === undefined) throw new Fault(`${path} is damaged: it has rows of an unknown table.`);
    const rows = await unpack(entry, path);
    addTo(sum, rows);
    return reader.onRows?.(index, rows);
  }
  const sum = newSum();
  found.entries.set(entry.name, sum);
  const bytes = summed(entry.bytes, sum);
  if (reader.onEntry !== undefined) return reader.onEntry(entry.name, bytes);
  for await (const chunk of bytes) void chunk;
}

async function* summed(
  bytes: AsyncIterable<Uint8Array>,
  sum: Sum,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    addTo(sum, chunk);
    yield chunk;
  }
}

/** Reads the header, which is the first entry. */
async function readHeader(
  entries: AsyncGenerator<ReadEntry>,
  path: string,
  sum: Sum,
): Promise<BackupHeader> {
  const { value: first, done } = await entries.next();
  if (done === true || first.name !== entryNames.header)
    throw new Fault(`${path} is not a backup of Longhand.`);
  const bytes = await readWhole(first, path);
  addTo(sum, bytes);
  return parseJson(backupHeader, bytes, path);
}

function parseJson<T>(schema: z.ZodType<T>, bytes: Uint8Array, path: string): T {
  try {
    const { data, error } = schema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
    if (data !== undefined) return data;
    throw error;
  } catch (error) {
    throw new Fault(`${path} is damaged, or this version of Longhand cannot read it.`, {
      cause: error,
    });
  }
}

async function readWhole({ size, bytes }: ReadEntry, path: string): Promise<Buffer> {
  if (size > jsonBytesMax) throw new Fault(`${path} is damaged: an entry is too large.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function unpack(entry: ReadEntry, path: string): Promise<Uint8Array> {
  const packed = await readWhole(entry, path);
  try {
    return await decompress(packed, { maxOutputLength: partBytesMax });
  } catch (error) {
    throw new Fault(`${path} is damaged: ${entry.name} cannot be unpacked.`, { cause: error });
  }
}

function expectEqual({ header, manifest }: BackupInfo, found: Found, path: string): void {
  const damaged = (what: string): Fault =>
    new Fault(`${path} is damaged: ${what} differ from what was backed up.`);
  for (const [index, { schema, name }] of header.tables.entries()) {
    const [expected, sum] = [manifest.tables[index], found.tables[index]];
    if (sum === undefined || expected?.bytes !== sum.size || !hasHash(sum, expected.sha256))
      throw damaged(`the rows of the table ${schema}.${name}`);
  }
  for (const { name, size, sha256 } of manifest.entries) {
    const sum = found.entries.get(name);
    if (sum?.size !== size || !hasHash(sum, sha256)) throw damaged(`the bytes of ${name}`);
  }
  if (found.entries.size !== manifest.entries.length) throw damaged('its entries');
}

const hasHash = ({ hash }: Sum, sha256: string): boolean => hash.digest('hex') === sha256;
