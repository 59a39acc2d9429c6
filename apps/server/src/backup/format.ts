import { z } from 'zod';

/** Version of the format of backup files. */
export const formatVersion = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** A table and its stored columns. */
export const tableShape = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});
/** See {@link tableShape}. */
export type TableShape = z.infer<typeof tableShape>;

/**
 * First entry of a backup. `migrations` are those that the database had, `withFiles` tells whether
 * the backup has the bytes of pictures and attachments.
 */
export const backupHeader = z.object({
  format: z.literal(formatVersion),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash })).min(1),
  tables: z.array(tableShape),
  withFiles: z.boolean(),
});
/** See {@link backupHeader}. */
export type BackupHeader = z.infer<typeof backupHeader>;

/** Number of rows of a table, and SHA-256 (hex) and size (bytes) of its rows in the text format. */
export const tableContent = z.object({ rows: count, bytes: count, sha256: hash });
/** See {@link tableContent}. */
export type TableContent = z.infer<typeof tableContent>;

/**
 * Last entry of a backup: a backup without it is incomplete. `tables` are in the order of the
 * header, `entries` are all entries that are no part of a table, `missingFiles` are keys of files
 * that the file store did not have.
 */
export const backupManifest = z.object({
  tables: z.array(tableContent),
  entries: z.array(z.object({ name: z.string(), size: count, sha256: hash })),
  missingFiles: z.array(z.string()),
});
/** See {@link backupManifest}. */
export type BackupManifest = z.infer<typeof backupManifest>;

/** Names of entries. A table is stored in numbered parts, each compressed with zstd. */
export const entryNames = {
  header: 'backup.json',
  manifest: 'manifest.json',
  files: 'files/',
  journal: 'journal/',
  keys: 'keys/',
} as const;

const partName = /^tables\/(\d{3})-[^/]*\/\d{6}\.zst$/;

/** Returns the name of the entry with part `part` (from 0) of the table `index` of the header. */
export function nameOfPart(index: number, { schema, name }: TableShape, part: number): string {
  const number = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `tables/${number(index, 3)}-${schema}.${name}/${number(part, 6)}.zst`;
}

/** Returns the index of the table of which an entry is a part, or null if it is none. */
export function tableOfPart(entry: string): number | null {
  const index = partName.exec(entry)?.[1];
  return index === undefined ? null : Number(index);
}
