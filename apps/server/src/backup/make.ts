import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { readVersion } from '../platform/version.ts';
import { journalIn } from '../realtime/open-log.ts';
import { writeArchive } from './archive.ts';
import { writeBackup, type OnProgress } from './create.ts';
import type { BackupInfo } from './read.ts';
import { entryNames } from './format.ts';
import { keyNames } from './restore.ts';
import type { Installation } from './source.ts';

/** Options of {@link makeBackup}. */
export type MakeOptions = {
  /** Id of the backup (UUID). */
  readonly id: string;
  readonly withKeys: boolean;
  readonly withFiles: boolean;
  readonly onProgress?: OnProgress;
};

/** A backup in a file. `bytes`: size of the file. */
export type MadeFile = BackupInfo & { readonly bytes: number };

/**
 * Writes a backup of an open installation to a file that does not exist yet.
 *
 * @param path absolute path of the file
 * @throws `Fault` if the file cannot be written, or a requested key does not exist
 */
export async function makeBackup(
  path: string,
  { dataDir }: Pick<Config, 'dataDir'>,
  { client, files }: Installation,
  { id, withKeys, withFiles, onProgress }: MakeOptions,
): Promise<MadeFile> {
  const keys = withKeys
    ? keyNames.map((name) => join(dataDir, name)).filter((key) => existsSync(key))
    : [];
  const source = {
    client,
    files: withFiles ? files : null,
    journal: journalIn(dataDir),
    keys,
  };
  const about = { id, version: readVersion(), now: systemClock.now() };
  const made = await writeArchive(path, (archive) =>
    writeBackup(archive, source, about, onProgress),
  );
  return { ...made, bytes: (await stat(path)).size };
}

/** Returns the number of rows of a table in a backup. */
export function rowsIn({ header, manifest }: BackupInfo, table: string): number {
  const index = header.tables.findIndex(
    ({ schema, name }) => schema === 'public' && name === table,
  );
  return manifest.tables[index]?.rows ?? 0;
}

/** Returns the number of files in a backup. */
export const filesIn = ({ manifest }: BackupInfo): number =>
  manifest.entries.filter(({ name }) => name.startsWith(entryNames.files)).length;
