import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Snapshot } from '@longhand/sync/server';

type StoredIndex = Snapshot['index'];

/**
 * Packs several byte strings into one column. Each has its length in front (4 bytes, big endian).
 * Used for storage only; the network formats differ.
 */
export function packBytes(parts: readonly Uint8Array[]): Buffer {
  const packed = Buffer.allocUnsafe(packedSize(parts));
  let at = 0;
  for (const part of parts) {
    packed.writeUInt32BE(part.length, at);
    packed.set(part, at + 4);
    at += part.length + 4;
  }
  return packed;
}

const packedSize = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length + 4, 0);

/** Bytes that are copied in one turn of the event loop. */
const copiedAtOnce = 1_048_576;

/**
 * Packs several lists of byte strings one after the other. Large ones are copied in several turns
 * of the event loop. `sizes`: the packed sizes of the lists (bytes).
 */
export async function packLists(
  lists: readonly (readonly Uint8Array[])[],
): Promise<{ bytes: Buffer; sizes: number[] }> {
  const sizes = lists.map(packedSize);
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const part of lists.flat()) {
    at = bytes.writeUInt32BE(part.length, at);
    for (let from = 0; from < part.length; from += copiedAtOnce) {
      if (from > 0) await nextTurn();
      bytes.set(part.subarray(from, from + copiedAtOnce), at + from);
    }
    at += part.length;
  }
  return { bytes, sizes };
}

/**
 * Reads the output of {@link packBytes}. Small parts are copies, because a view would retain the
 * buffer of the database driver.
 */
export function unpackBytes(packed: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let at = 0;
  while (at < packed.length) {
    const length = view.getUint32(at);
    parts.push(ownBytes(packed.subarray(at + 4, at + 4 + length)));
    at += length + 4;
  }
  return parts;
}

/**
 * Returns bytes that retain at most twice their size: copies a small part of a larger buffer.
 * (`slice` of a Buffer would share its memory.)
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = bytes;
  return length * 2 < buffer.byteLength
    ? new Uint8Array(bytes)
    : new Uint8Array(buffer, byteOffset, length);
}

/** Packs an index into one column. */
export function packIndex({ stateVector, deleteSet, kinds }: StoredIndex): Buffer {
  return packBytes([stateVector, deleteSet, kinds]);
}

/** Reads the output of {@link packIndex}. */
export function unpackIndex(packed: Uint8Array): StoredIndex {
  const [stateVector, deleteSet, kinds] = unpackBytes(packed);
  if (stateVector === undefined || deleteSet === undefined || kinds === undefined)
    throw new Error('a snapshot without its struct index');
  return { stateVector, deleteSet, kinds };
}
