import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { Fault } from '../platform/fault.ts';
import { isNodeError } from '../platform/node-error.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import type { BackupManifest } from './format.ts';

/** An entry that was added to an archive. */
export type AddedEntry = BackupManifest['entries'][number];

/** Writes the entries of a new tar file, one after the other. */
export type ArchiveWriter = {
  /**
   * Adds an entry. Resolves when its bytes were handed to the file system.
   *
   * @param size exact size of the bytes
   * @throws if `bytes` have another size; the archive cannot be finished then
   */
  add(
    name: string,
    size: number,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<AddedEntry>;
};

/**
 * Writes a tar file, readable by its owner only. While it is written it is named `PATH.part`; it
 * gets its name when it is complete and on disk.
 *
 * @param path path of the file, which must not exist
 * @param write adds the entries
 * @throws `Fault` if the file exists, or cannot be written
 */
export async function writeArchive<T>(
  path: string,
  write: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const draft = `${path}.part`;
  await expectFree(path);
  const { readable, controller } = createTarPacker();
  try {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const written = pipeline(Readable.fromWeb(readable as never), file);
    // The packer also fails if the file cannot be written. The error of the file is reported.
    written.catch(() => undefined);
    const adding = write({ add: (...entry) => addEntry(controller, entry) }).then((result) => {
      controller.finalize();
      return result;
    });
    const [added, stored] = await Promise.allSettled([
      adding.catch((error: unknown) => {
        controller.error(error);
        throw error;
      }),
      written,
    ]);
    if (added.status === 'rejected') throw causeOf(added.reason, stored);
    if (stored.status === 'rejected') throw stored.reason;
    await rename(draft, path);
    await syncFolder(dirname(path));
    return added.value;
  } catch (error) {
    // A draft that another process writes stays.
    if (!isNodeError(error) || error.code !== 'EEXIST') await rm(draft, { force: true });
    throw sentenceFor(error, path);
  }
}

/** Returns the error of the file system, if that is why entries could not be added. */
function causeOf(error: unknown, stored: PromiseSettledResult<unknown>): unknown {
  return stored.status === 'rejected' && isNodeError(stored.reason) ? stored.reason : error;
}

async function expectFree(path: string): Promise<void> {
  try {
    await (await open(path, 'r')).close();
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return;
    throw sentenceFor(error, path);
  }
  throw new Fault(`${path} exists already. Name a file that does not exist.`);
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'another backup is being written to it, or was interrupted. Remove the file PATH.part',
};

function sentenceFor(error: unknown, path: string): unknown {
  const reason = isNodeError(error) ? reasons[error.code ?? ''] : undefined;
  if (reason === undefined) return error;
  return new Fault(`${path} cannot be used: ${reason.replace('PATH', path)}.`, { cause: error });
}

async function addEntry(
  controller: ReturnType<typeof createTarPacker>['controller'],
  [name, size, bytes]: Parameters<ArchiveWriter['add']>,
): Promise<AddedEntry> {
  const writer = controller.add({ name, size, mode: 0o600, type: 'file' }).getWriter();
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    await writer.write(chunk);
  }
  await writer.close();
  return { name, size, sha256: hash.digest('hex') };
}

/** An entry of a read archive. Its bytes have to be read before the next entry. */
export type ReadEntry = {
  readonly name: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/**
 * Reads the entries of a tar file in their order.
 *
 * @throws `Fault` if the file cannot be read, or is no tar file
 */
export async function* readArchive(path: string): AsyncGenerator<ReadEntry> {
  const file = createReadStream(path, { highWaterMark: 1_048_576 });
  // Thrown below, by the stream of entries.
  file.on('error', () => undefined);
  const decoder = createTarDecoder({ strict: true });
  const entries = Readable.toWeb(file).pipeThrough(decoder as never);
  try {
    for await (const { header, body } of withSentences(entries as never, path) as Entries)
      yield { name: header.name, size: header.size, bytes: withSentences(body, path) };
  } finally {
    file.destroy();
  }
}

type Entries = AsyncIterable<{
  readonly header: { readonly name: string; readonly size: number };
  readonly body: AsyncIterable<Uint8Array>;
}>;

/** Passes values on. An error of reading them is thrown with a sentence for the operator. */
async function* withSentences<T>(values: AsyncIterable<T>, path: string): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    if (isNodeError(error) && error.syscall !== undefined) throw sentenceFor(error, path);
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new Fault(`${path} is no backup, or it is damaged: ${reason}.`, { cause: error });
  }
}
