/** Reader that returns chunks of requested size from a stream of chunks of any size. */
type Reader = {
  /** Reads exactly `count` bytes, or fewer at the end of the source. */
  read(count: number): Promise<Uint8Array>;
  /** Passes on `count` bytes as they arrive; by default, all remaining ones. */
  pass(count?: number): AsyncIterable<Uint8Array>;
  /**
   * Passes on the bytes before the position that `find` returns. A position at the last byte is
   * searched again with the bytes after it.
   */
  passTo(find: (bytes: Uint8Array) => number): AsyncIterable<Uint8Array>;
};

function readerOf(source: AsyncIterable<Uint8Array>): Reader {
  const pieces = source[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array();
  async function take(most: number): Promise<Uint8Array | null> {
    while (buffered.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return null;
      buffered = value;
    }
    const piece = buffered.subarray(0, most);
    buffered = buffered.subarray(piece.length);
    return piece;
  }
  return {
    async read(count) {
      const parts: Uint8Array[] = [];
      for (let left = count; left > 0;) {
        const piece = await take(left);
        if (piece === null) break;
        parts.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(parts);
    },
    async *pass(count = Infinity) {
      for (let left = count; left > 0;) {
        const piece = await take(left);
        if (piece === null) return;
        yield piece;
        left -= piece.length;
      }
    },
    async *passTo(find) {
      for (;;) {
        const position = find(buffered);
        if (position > 0) yield buffered.subarray(0, position);
        buffered = buffered.subarray(position);
        if (buffered.length > 1) return;
        const { value, done } = await pieces.next();
        if (done) return;
        buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
      }
    },
  };
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/**
 * Removes metadata of cameras and programs (place, device, owner, time, edits) from JPEG, PNG and
 * WebP. Removes everything after the end of a JPEG or PNG: telephones append films and further
 * pictures there, with metadata of their own.
 *
 * Pixels are not re-encoded, and the orientation of a JPEG is preserved. Other data and invalid
 * pictures are passed on unchanged. Works as a stream with at most 64 KB in memory.
 *
 * @param source bytes of a file, in chunks of any size
 * @returns the bytes to store
 */
export async function* withoutMetadata(
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const from = readerOf(source);
  const head = await from.read(12);
  yield* latin(head.subarray(0, 3)) === '\xff\xd8\xff'
    ? jpeg(joined(head, from))
    : latin(head.subarray(0, 8)) === '\x89PNG\r\n\x1a\n'
      ? png(joined(head, from))
      : latin(head.subarray(0, 4)) === 'RIFF' && latin(head.subarray(8)) === 'WEBP'
        ? webp(joined(head, from))
        : joined(head, from).pass();
}

/** Returns a reader that begins with bytes that were already read. */
function joined(head: Uint8Array, from: Reader): Reader {
  return readerOf(
    (async function* () {
      yield head;
      yield* from.pass();
    })(),
  );
}

/**
 * True for required segments: JFIF, colour profiles and Adobe’s colour data. Of other segments only
 * those that are not APPn or comments.
 */
function isNeeded(code: number, body: Uint8Array): boolean {
  if (code === 0xe2) return latin(body.subarray(0, 11)) === 'ICC_PROFILE';
  if (code >= 0xe0 && code <= 0xef) return code === 0xe0 || code === 0xee;
  return code !== 0xfe;
}

/** Markers of a JPEG: the data of a scan follows, and the picture ends. */
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Maximum number of segments or chunks that are read. The rest is passed on unchanged. */
const partsMax = 100_000;
/** Maximum number of fill bytes in front of a marker; encoders write none or a few. */
const fillMax = 64;

/** Reads a marker of a JPEG, which may begin with more than one 0xff. Fill bytes are dropped. */
async function markerOf(from: Reader): Promise<Uint8Array> {
  const marker = await from.read(2);
  for (let fill = 0; fill < fillMax && marker[0] === 0xff && marker[1] === 0xff; fill += 1) {
    const next = await from.read(1);
    if (next.length === 0) break;
    marker.set(next, 1);
  }
  return marker;
}

/** Reads `count` bytes, by default all remaining ones, and passes nothing on. */
async function drop(from: Reader, count?: number): Promise<void> {
  for await (const _ of from.pass(count));
}

/** True for markers within the data of a scan. */
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;

/**
 * Returns the position of the first marker that is not part of the data of a scan, otherwise the
 * length. A data byte 0xff is followed by zero, and a marker may follow fill bytes of 0xff.
 */
function endOfScan(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined || !(code === 0 || code === 0xff || isRestart(code))) return at;
  }
  return bytes.length;
}

async function* jpeg(from: Reader): AsyncIterable<Uint8Array> {
  yield await from.read(2);
  for (let parts = 0; ; parts += 1) {
    const marker = await markerOf(from);
    const [sign, code = 0xff] = marker;
    // Anything but a marker means a damaged file.
    if (sign !== 0xff || code === 0xff || parts > partsMax) {
      yield marker;
      return yield* from.pass();
    }
    if (code === endOfImage) {
      yield marker;
      return await drop(from);
    }
    const isAlone = code === 0x01 || isRestart(code);
    const length = isAlone ? new Uint8Array() : await from.read(2);
    const body = isAlone
      ? length
      : await from.read(Math.max(((length[0] ?? 0) << 8) + (length[1] ?? 0) - 2, 0));
    if (isNeeded(code, body)) {
      yield Buffer.concat([marker, length, body]);
      if (code === startOfScan) yield* from.passTo(endOfScan);
      continue;
    }
    const turned = code === 0xe1 ? orientationIn(body) : 1;
    if (turned > 1) yield orientationSegment(turned);
  }
}

/** Returns the orientation in an EXIF segment, 1 to 8. Returns 1 (upright) if there is none. */
function orientationIn(body: Uint8Array): number {
  const bytes = Buffer.from(body);
  if (latin(bytes.subarray(0, 6)) !== 'Exif\0\0' || bytes.length < 14) return 1;
  const tiff = bytes.subarray(6);
  const isLittle = latin(tiff.subarray(0, 2)) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const count = short(start);
  for (let at = start + 2, i = 0; i < count && at + 12 <= tiff.length; at += 12, i += 1) {
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Creates an EXIF segment that contains only an orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [...Buffer.from('Exif\0\0', 'latin1'), ...tiff];
  return Uint8Array.from([0xff, 0xe1, 0, body.length + 2, ...body]);
}

const notesOfPng: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

async function* png(from: Reader): AsyncIterable<Uint8Array> {
  yield await from.read(8);
  for (let parts = 0; ; parts += 1) {
    const head = await from.read(8);
    const type = latin(head.subarray(4));
    if (head.length < 8 || parts > partsMax) {
      yield head;
      return yield* from.pass();
    }
    const rest = Buffer.from(head).readUInt32BE(0) + 4;
    if (!notesOfPng.has(type)) {
      yield head;
      yield* from.pass(rest);
      if (type === 'IEND') return await drop(from);
      continue;
    }
    await drop(from, rest);
  }
}

/**
 * Overwrites metadata of a WebP with zeros. It is not removed, because the total size precedes it
 * in the file.
 */
async function* webp(from: Reader): AsyncIterable<Uint8Array> {
  yield await from.read(12);
  for (let parts = 0; ; parts += 1) {
    const head = await from.read(8);
    yield head;
    if (head.length < 8 || parts > partsMax) return yield* from.pass();
    const size = Buffer.from(head).readUInt32LE(4);
    const isNote = ['EXIF', 'XMP '].includes(latin(head.subarray(0, 4)));
    for await (const piece of from.pass(size + (size % 2)))
      yield isNote ? new Uint8Array(piece.length) : piece;
  }
}
