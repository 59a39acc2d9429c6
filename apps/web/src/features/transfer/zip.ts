/** A file of an archive; `name` is its path in it. */
export type Packed = { readonly name: string; readonly bytes: Blob };

/** Table for the archive's checksum. Source: ISO 3309, as used by APPNOTE 4.4.7 (zip). */
const checksums = Uint32Array.from({ length: 256 }, (_, at) => {
  let rest = at;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** Computes the CRC-32 of `bytes`. */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (checksums[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Encodes numbers of 2 or 4 bytes in little-endian order. */
function record(
  ...fields: readonly (readonly [value: number, size: 2 | 4])[]
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** Names are UTF-8, content is not compressed: the archive only exists for the upload. */
const [version, utf8Names, stored] = [20, 0x0800, 0];

/**
 * Packs files into one archive. It preserves the order and folders, and the pictures referenced by
 * the texts. Files are read one by one; only checksums are held in memory. Source: APPNOTE 4.3
 * (zip).
 */
export async function zipOf(files: readonly Packed[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, directorySize] = [0, 0];
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const sum = checksumOf(new Uint8Array(await bytes.arrayBuffer()));
    const facts = [
      [version, 2],
      [utf8Names, 2],
      [stored, 2],
      [0, 2],
      [0x21, 2],
      [sum, 4],
      [bytes.size, 4],
      [bytes.size, 4],
    ] as const;
    const head = record([0x04034b50, 4], ...facts, [path.length, 2], [0, 2]);
    const entry = record(
      [0x02014b50, 4],
      [version, 2],
      ...facts,
      [path.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    );
    parts.push(head, path, bytes);
    directory.push(entry, path);
    at += head.length + path.length + bytes.size;
    directorySize += entry.length + path.length;
  }
  const end = record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [directorySize, 4],
    [at, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
