import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onResponseEnd } from '../../http/response-end.ts';
import type { DiskRoom } from '../../platform/disk-room.ts';
import { Fault } from '../../platform/fault.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { TransferPorts } from './deps.ts';
import type { Staged } from './outgoing.ts';
import { fileIdOf } from './pictures.ts';

/** Folder of an export. Files are read and written in parts, so no file is in memory as a whole. */
export interface ExportFolder {
  /** Returns a path for a new file. */
  free(): string;
  /** Writes a small file. Returns its path. */
  write(bytes: Uint8Array): Promise<string>;
  /** Removes files. A missing file is not an error. */
  remove(paths: readonly string[]): Promise<void>;
}

const inTemporary = (): Promise<string> => mkdtemp(join(tmpdir(), 'longhand-export-'));

/**
 * Runs an export in its own folder. The folder is removed when `answer` was sent or its connection
 * is closed, or if `make` fails.
 *
 * @param answer the response with the export.
 * @param room free space of the disk for temporary files.
 * @param make creates the export, and returns the content of the response.
 * @throws `disk_full` if there is no space for it
 */
export async function inExportFolder<Result>(
  answer: ServerResponse,
  room: Pick<DiskRoom, 'has'>,
  make: (folder: ExportFolder) => Promise<Result>,
): Promise<Result> {
  if (!(await room.has())) refuse('disk_full');
  const folder = await inTemporary();
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const result = await make(folderAt(folder));
    onResponseEnd(answer, () => void remove().catch(() => undefined));
    return result;
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new Fault('the folder for temporary files has not enough free space', { cause: error });
    throw error;
  }
}

function folderAt(folder: string): ExportFolder {
  let count = 0;
  const free = (): string => join(folder, String((count += 1)));
  return {
    free,
    async write(bytes) {
      const path = free();
      await writeFile(path, bytes, { mode: 0o600 });
      return path;
    },
    async remove(paths) {
      for (const path of paths) await rm(path, { force: true });
    },
  };
}

/** Passes on and counts bytes up to `most`. */
function counted(most: number): Transform & { size: number } {
  const counter = Object.assign(
    new Transform({
      transform(part: Uint8Array, _, done) {
        counter.size += part.length;
        done(counter.size > most ? new TooMuch() : null, part);
      },
    }),
    { size: 0 },
  );
  return counter;
}

class TooMuch extends Error {}

/**
 * Copies files of a document into a folder in sequence, if the user may see them and their total is
 * at most `most` bytes. Omits the others, and files that browsers do not show if `isShown`.
 */
export async function stage(
  folder: ExportFolder,
  {
    sources,
    most,
    read,
    isShown = true,
  }: {
    sources: readonly string[];
    most: number;
    read: (fileId: string) => ReturnType<TransferPorts['readPicture']>;
    isShown?: boolean;
  },
): Promise<Staged[]> {
  const staged: Staged[] = [];
  let left = most;
  for (const src of sources) {
    const path = folder.free();
    try {
      const { type, bytes, inline } = await read(fileIdOf(src) ?? '');
      if (isShown && !inline) continue;
      const counter = counted(left);
      await pipeline(
        bytes instanceof Uint8Array ? [bytes] : bytes,
        counter,
        createWriteStream(path, { mode: 0o600 }),
      );
      left -= counter.size;
      if (counter.size > 0) staged.push({ src, type, path, size: counter.size });
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof TooMuch)) throw error;
      await folder.remove([path]);
    }
  }
  return staged;
}
