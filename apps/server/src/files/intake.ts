import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../platform/fault.ts';
import { isNodeError } from '../platform/node-error.ts';

/** A completely received file that is on disk, but not yet in the store. `sha256` in hex. */
export type Arrived = { readonly path: string; readonly size: number; readonly sha256: string };

/** Age after which a partially received file counts as left by an ended process (ms). */
const abandonedAfter = 24 * 60 * 60 * 1_000;

/**
 * Converts an operating system error to a fault, whose message is logged. Returns any other error
 * unchanged.
 */
export function faultOf(error: unknown): unknown {
  if (!isNodeError(error) || error.syscall === undefined) return error;
  return new Fault(`The file store failed: ${error.code ?? 'unknown'}`, { cause: error });
}

async function writeAll(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Omit<Arrived, 'path'>> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/**
 * Writes bytes to a file in `folder`. Resolves when they are on disk. If it fails, nothing remains.
 */
export async function arrive(
  folder: string,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Arrived> {
  const path = join(folder, key);
  try {
    return { path, ...(await writeAll(path, bytes)) };
  } catch (error) {
    await rm(path, { force: true });
    throw faultOf(error);
  }
}

/**
 * Creates the folder for incoming files, and removes files that a kill left at least one day ago.
 */
export async function openIntake(folder: string, now: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}
