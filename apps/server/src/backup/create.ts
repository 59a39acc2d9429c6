import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type pg from 'pg';
import type { Files } from '../files/files.ts';
import { isNodeError } from '../platform/node-error.ts';
import type { ArchiveWriter, AddedEntry } from './archive.ts';
import {
  entryNames,
  formatVersion,
  nameOfPart,
  type BackupHeader,
  type TableContent,
  type TableShape,
} from './format.ts';
import type { BackupInfo } from './read.ts';
import { listTables, readRows, useTextFormat } from './tables.ts';

/** Size of a part of a table before compression (bytes). */
const partBytes = 8 * 1024 * 1024;

const compress = promisify(zstdCompress);
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** The installation of which a backup is made. */
export type BackupSource = {
  /** A connection of its own. */
  readonly client: pg.ClientBase;
  /** Store of the files; null to leave them out. */
  readonly files: Pick<Files, 'get' | 'head'> | null;
  /** Folder of the journal, which may not exist. */
  readonly journal: string;
  /** Absolute paths of the keys to include. */
  readonly keys: readonly string[];
};

/** Receives the number of bytes of rows and files so far; may throw to give up. */
export type OnProgress = (bytes: number) => Promise<void> | void;

/**
 * Writes a backup into an archive, while the product may run. The rows are those of one moment: a
 * transaction reads all of them. Everything that was acknowledged before is in the backup: the
 * journal is read first, then the database, so that an entry that moves from one to the other in
 * the meantime is in both. A file that is added after that moment is not in the backup.
 *
 * @param id id of the backup (UUID)
 */
export async function writeBackup(
  archive: ArchiveWriter,
  { client, files, journal, keys }: BackupSource,
  about: { id: string; version: string; now: number },
  onProgress: OnProgress = () => undefined,
): Promise<BackupInfo> {
  const parts = await readParts(journal);
  await client.query('begin isolation level repeatable read, read only');
  try {
    await useTextFormat(client);
    const header = await describe(client, about, files !== null);
    const entries = [await addJson(archive, entryNames.header, header)];
    const progress = progressOf(onProgress);
    const tables: TableContent[] = [];
    for (const [index, table] of header.tables.entries())
      tables.push(await addTable(archive, client, { index, table }, progress));
    const stored = files === null ? noFiles : await addFiles(archive, client, files, progress);
    for (const { name, bytes } of parts) entries.push(await add(archive, name, bytes));
    for (const path of keys) {
      const name = `${entryNames.keys}${path.slice(path.lastIndexOf('/') + 1)}`;
      entries.push(await add(archive, name, await readFile(path)));
    }
    const manifest = {
      tables,
      entries: [...entries, ...stored.entries],
      missingFiles: stored.missing,
    };
    await addJson(archive, entryNames.manifest, manifest);
    return { header, manifest };
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

const progressOf = (onProgress: OnProgress): OnProgress => {
  let total = 0;
  return (bytes) => onProgress((total += bytes));
};

async function describe(
  client: pg.ClientBase,
  { id, version, now }: { id: string; version: string; now: number },
  withFiles: boolean,
): Promise<BackupHeader> {
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name collate "C"',
  );
  return {
    format: formatVersion,
    id,
    createdAt: new Date(now).toISOString(),
    version,
    migrations,
    tables: await listTables(client),
    withFiles,
  };
}

const add = (archive: ArchiveWriter, name: string, bytes: Uint8Array): Promise<AddedEntry> =>
  archive.add(name, bytes.length, [bytes]);

const addJson = (archive: ArchiveWriter, name: string, value: unknown): Promise<AddedEntry> =>
  add(archive, name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));

/**
 * Adds the rows of a table in compressed parts. While a part is compressed and written, the rows of
 * the next one are read.
 */
async function addTable(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  { index, table }: { index: number; table: TableShape },
  progress: OnProgress,
): Promise<TableContent> {
  let chunks: Buffer[] = [];
  let size = 0;
  let part = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async (name: string, rows: Buffer): Promise<void> => {
    await add(archive, name, await compress(rows, compression));
    await progress(rows.length);
  };
  const flush = async (): Promise<void> => {
    const [name, rows] = [nameOfPart(index, table, part), Buffer.concat(chunks, size)];
    [chunks, size, part] = [[], 0, part + 1];
    await writing;
    writing = write(name, rows);
    // Reported by the next `await`.
    writing.catch(() => undefined);
  };
  const content = await readRows(client, table, (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    return size >= partBytes ? flush() : undefined;
  });
  if (size > 0) await flush();
  await writing;
  return content;
}

type StoredFiles = { readonly entries: AddedEntry[]; readonly missing: string[] };

const noFiles: StoredFiles = { entries: [], missing: [] };

/** Adds the bytes of all files of the snapshot. Files that the store lacks are only named. */
async function addFiles(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  files: Pick<Files, 'get' | 'head'>,
  progress: OnProgress,
): Promise<StoredFiles> {
  const { rows } = await client.query<{ id: string }>(
    'select id from files where stored_at is not null union all select id from import_files order by id',
  );
  const stored: StoredFiles = { entries: [], missing: [] };
  for (const { id } of rows) {
    const head = await files.head(id);
    const bytes = head && (await files.get(id));
    if (head === null || bytes === null) stored.missing.push(id);
    else {
      stored.entries.push(await archive.add(`${entryNames.files}${id}`, head.size, bytes));
      await progress(head.size);
    }
  }
  return stored;
}

/**
 * Reads the parts of a journal. The product may append to the last one, of which the records that
 * are complete count, and may remove parts that the database has.
 */
async function readParts(folder: string): Promise<{ name: string; bytes: Uint8Array }[]> {
  const unlessMissing = (error: unknown): null => {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  };
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  const parts: { name: string; bytes: Uint8Array }[] = [];
  for (const name of names.filter((each) => each.endsWith('.journal')).sort()) {
    const bytes = await readFile(join(folder, name)).catch(unlessMissing);
    if (bytes !== null) parts.push({ name: `${entryNames.journal}${name}`, bytes });
  }
  return parts;
}
