import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Compresses a document's state for storage in a version. Text and its history shrink to about a
 * third.
 */
export async function packState(state: Uint8Array): Promise<Buffer> {
  return compress(state);
}

/** Reads the output of {@link packState} into its own memory. */
export async function unpackState(packed: Buffer): Promise<Uint8Array> {
  return new Uint8Array(await decompress(packed));
}
