import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A document's state as it is kept in a version. Text and its history shrink to about a third. */
export async function packState(state: Uint8Array): Promise<Buffer> {
  return compress(state);
}

/** Reads what {@link packState} wrote, into memory of its own. */
export async function unpackState(packed: Buffer): Promise<Uint8Array> {
  return new Uint8Array(await decompress(packed));
}
