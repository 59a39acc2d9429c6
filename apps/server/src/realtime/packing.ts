import type { Snapshot } from '@longhand/sync';

type StoredKnowledge = Snapshot['knowledge'];

/**
 * Several byte strings as one column: each with its length (4 bytes, big endian) in front. Of the store alone; what travels has
 * its own forms.
 */
export function packBytes(parts: readonly Uint8Array[]): Buffer {
  const packed = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length + 4, 0));
  let at = 0;
  for (const part of parts) {
    packed.writeUInt32BE(part.length, at);
    packed.set(part, at + 4);
    at += part.length + 4;
  }
  return packed;
}

/** Reads what {@link packBytes} wrote, each part in memory of its own: a view would keep the database driver's buffer alive. */
export function unpackBytes(packed: Buffer): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < packed.length) {
    const length = packed.readUInt32BE(at);
    parts.push(ownBytes(packed.subarray(at + 4, at + 4 + length)));
    at += length + 4;
  }
  return parts;
}

/** The same bytes in memory of their own. (`slice` of a Buffer would share them.) */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** Knowledge as one column. */
export function packKnowledge({ stateVector, deleteSet, kinds }: StoredKnowledge): Buffer {
  return packBytes([stateVector, deleteSet, kinds]);
}

/** Reads what {@link packKnowledge} wrote. */
export function unpackKnowledge(packed: Buffer): StoredKnowledge {
  const [stateVector, deleteSet, kinds] = unpackBytes(packed);
  if (stateVector === undefined || deleteSet === undefined || kinds === undefined)
    throw new Error('a snapshot without its knowledge');
  return { stateVector, deleteSet, kinds };
}
