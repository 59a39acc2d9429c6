/** Type and size of a picture (pixels). */
export type Picture = { readonly type: string; readonly width: number; readonly height: number };

type Size = Omit<Picture, 'type'>;
type Reader = { readonly type: string; readonly read: (bytes: DataView) => Size | null };

/**
 * Maximum width or height, the smallest limit of the supported formats (pixels). Larger pictures
 * are not useful.
 */
const sideMax = 65_535;

function says(bytes: DataView, at: number, text: string): boolean {
  if (at + text.length > bytes.byteLength) return false;
  return [...text].every((letter, index) => bytes.getUint8(at + index) === letter.charCodeAt(0));
}

/**
 * Reads a PNG: the signature, then the header as first chunk. Source: PNG (Third Edition), 5.2 and
 * 11.2.1.
 */
function readPng(bytes: DataView): Size | null {
  if (!says(bytes, 0, '\x89PNG\r\n\x1a\n') || !says(bytes, 12, 'IHDR') || bytes.byteLength < 33)
    return null;
  if (bytes.getUint32(8) !== 13) return null;
  return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
}

/** Reads a GIF. Source: GIF89a, 17 and 18. */
function readGif(bytes: DataView): Size | null {
  if ((!says(bytes, 0, 'GIF87a') && !says(bytes, 0, 'GIF89a')) || bytes.byteLength < 13)
    return null;
  return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
}

/**
 * True for frame markers. Frames of every coding have their size at the same offset; 0xC4, 0xC8 and
 * 0xCC are not frames. Source: ITU-T T.81, table B.1.
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads a JPEG: skips segments by length up to the frame. Source: ITU-T T.81, B.1.1 and B.2.2. */
function readJpeg(bytes: DataView): Size | null {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.byteLength) {
    if (bytes.getUint8(at) !== 0xff) return null;
    const marker = bytes.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return null;
    else {
      const length = bytes.getUint16(at + 2);
      if (length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

const uint24 = (bytes: DataView, at: number): number =>
  bytes.getUint16(at, true) + (bytes.getUint8(at + 2) << 16);

/** Reads a simple, lossless or extended WebP. Source: RFC 9649, 2.4 to 2.7. */
function readWebp(bytes: DataView): Size | null {
  if (!says(bytes, 0, 'RIFF') || !says(bytes, 8, 'WEBP') || bytes.byteLength < 30) return null;
  if (says(bytes, 12, 'VP8X'))
    return { width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 };
  if (says(bytes, 12, 'VP8L') && bytes.getUint8(20) === 0x2f) {
    const bits = bytes.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (says(bytes, 12, 'VP8 ') && says(bytes, 23, '\x9d\x01\x2a')) {
    return {
      width: bytes.getUint16(26, true) & 0x3fff,
      height: bytes.getUint16(28, true) & 0x3fff,
    };
  }
  return null;
}

type Box = { readonly name: string; readonly from: number; readonly to: number };

/** Yields the complete boxes in a range of an ISO media file. Source: ISO/IEC 14496-12, 4.2. */
function* boxesIn(bytes: DataView, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const size = bytes.getUint32(at);
    if (size < 8 || at + size > to) return;
    const name = String.fromCharCode(...[4, 5, 6, 7].map((offset) => bytes.getUint8(at + offset)));
    yield { name, from: at + 8, to: at + size };
    at += size;
  }
}

/** Finds a nested box by path. A `meta` box has four bytes before its content. */
function findBox(bytes: DataView, path: readonly string[]): Box | null {
  let box: Box = { name: '', from: 0, to: bytes.byteLength };
  for (const name of path) {
    const inside = box.from + (box.name === 'meta' ? 4 : 0);
    const found = [...boxesIn(bytes, inside, box.to)].find((one) => one.name === name);
    if (found === undefined) return null;
    box = found;
  }
  return box;
}

/**
 * Reads an AVIF. Of several sizes, the first is that of the picture or of its tiles. Source: AVIF
 * 1.1, 9.1; ISO/IEC 23008-12, 6.5.3.
 */
function readAvif(bytes: DataView): Size | null {
  if (!says(bytes, 4, 'ftyp') || (!says(bytes, 8, 'avif') && !says(bytes, 8, 'avis'))) return null;
  const size = findBox(bytes, ['meta', 'iprp', 'ipco', 'ispe']);
  if (size === null || size.to - size.from < 12) return null;
  return { width: bytes.getUint32(size.from + 4), height: bytes.getUint32(size.from + 8) };
}

const readers: readonly Reader[] = [
  { type: 'image/png', read: readPng },
  { type: 'image/jpeg', read: readJpeg },
  { type: 'image/gif', read: readGif },
  { type: 'image/webp', read: readWebp },
  { type: 'image/avif', read: readAvif },
];

/**
 * Returns type and size of a picture from the first bytes of a file, or null if they are not
 * complete.
 */
export function readPicture(head: Uint8Array): Picture | null {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (const { type, read } of readers) {
    const size = read(bytes);
    if (size === null) continue;
    const sides = [size.width, size.height];
    return sides.every((side) => side >= 1 && side <= sideMax) ? { type, ...size } : null;
  }
  return null;
}
