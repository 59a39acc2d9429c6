import { Deflate, deflateSync } from 'fflate';
import { segment } from './file-name.ts';

/** Bytes of a file, in parts. Lazy: nothing is read before the first part is requested. */
export type FileParts = AsyncIterable<Uint8Array>;

/**
 * A file of an archive. Folders in its name are separated by `/`. Complete bytes are written with
 * their size first, and uncompressed if `isPacked` is set. A function is called when it is the
 * file's turn, and its parts are compressed as they arrive.
 */
export type NamedFile = { name: string; bytes: Uint8Array | (() => FileParts); isPacked?: boolean };

/**
 * Writes a zip archive of these files in parts, reading one file at a time. Names are sanitized, so
 * that nothing is unpacked outside the chosen folder. They are unique even case-insensitively: the
 * second becomes "name 2".
 */
export async function* zipOf(
  files: Iterable<NamedFile> | AsyncIterable<NamedFile>,
): AsyncGenerator<Uint8Array> {
  const taken = new Set<string>();
  yield* written(files, (name) => {
    const parts = name.split('/').filter((part) => part.replace(/[. ]/g, '') !== '');
    return free(
      parts.length === 0 ? 'Untitled' : parts.map((part) => segment(part)).join('/'),
      taken,
    );
  });
}

/**
 * Writes a zip archive of files under exactly the given names, as required for Word files and
 * books.
 */
export function packageOf(
  files: Iterable<NamedFile> | AsyncIterable<NamedFile>,
): AsyncGenerator<Uint8Array> {
  return written(files, (name) => name);
}

function free(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const at = dot > name.lastIndexOf('/') ? dot : name.length;
  let chosen = name;
  for (let count = 2; taken.has(chosen.toLowerCase()); count += 1)
    chosen = `${name.slice(0, at)} ${count}${name.slice(at)}`;
  taken.add(chosen.toLowerCase());
  return chosen;
}

/**
 * An entry, as described by both of its headers. `flags`: names are UTF-8, and sizes may follow the
 * bytes.
 */
type Entry = {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
};

const utf8 = 0x0800;
const sizesFollow = 0x0008;
const deflated = 8;

async function* written(
  files: Iterable<NamedFile> | AsyncIterable<NamedFile>,
  nameOf: (name: string) => string,
): AsyncGenerator<Uint8Array> {
  const time = dosTime(new Date());
  const entries: Entry[] = [];
  let offset = 0;
  for await (const file of files) {
    const name = Buffer.from(nameOf(file.name));
    const entry: Entry = {
      name,
      flags: utf8,
      method: deflated,
      crc: 0,
      packed: 0,
      size: 0,
      offset,
    };
    entries.push(entry);
    for await (const part of typeof file.bytes === 'function'
      ? streamed(entry, file.bytes(), time)
      : whole(entry, file.bytes, { time, isPacked: file.isPacked === true })) {
      offset += part.length;
      yield part;
    }
  }
  const directory = Buffer.concat(entries.map((entry) => directoryEntry(entry, time)));
  yield directory;
  yield endOf(entries.length, directory.length, offset);
}

function* whole(
  entry: Entry,
  bytes: Uint8Array,
  { time, isPacked }: { time: number; isPacked: boolean },
): Generator<Uint8Array> {
  const packed = isPacked ? bytes : deflateSync(bytes);
  Object.assign(entry, {
    method: isPacked ? 0 : deflated,
    crc: crc32(bytes),
    packed: packed.length,
    size: bytes.length,
  });
  yield localHeader(entry, time);
  yield packed;
}

async function* streamed(entry: Entry, parts: FileParts, time: number): AsyncGenerator<Uint8Array> {
  entry.flags |= sizesFollow;
  yield localHeader(entry, time);
  const packed: Uint8Array[] = [];
  const packer = new Deflate((part) => void packed.push(part));
  const taken = function* (): Generator<Uint8Array> {
    for (const part of packed.splice(0)) {
      entry.packed += part.length;
      yield part;
    }
  };
  for await (const part of parts) {
    entry.crc = crc32(part, entry.crc);
    entry.size += part.length;
    packer.push(part);
    yield* taken();
  }
  packer.push(new Uint8Array(), true);
  yield* taken();
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  writeSizes(sizes, 4, entry);
  yield sizes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Computes the checksum of bytes that follow others with the checksum `before`. */
function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function writeSizes(to: Buffer, at: number, { crc, packed, size }: Entry): void {
  to.writeUInt32LE(crc, at);
  to.writeUInt32LE(packed, at + 4);
  to.writeUInt32LE(size, at + 8);
}

/**
 * Writes the fields common to both headers of an entry, from the required version on. Source:
 * PKWARE APPNOTE, 4.3.7 and 4.3.12.
 */
function writeCommon(to: Buffer, at: number, entry: Entry, time: number): void {
  to.writeUInt16LE(20, at);
  to.writeUInt16LE(entry.flags, at + 2);
  to.writeUInt16LE(entry.method, at + 4);
  to.writeUInt32LE(time, at + 6);
  writeSizes(to, at + 10, entry);
  to.writeUInt16LE(entry.name.length, at + 22);
}

function localHeader(entry: Entry, time: number): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, time);
  return Buffer.concat([header, entry.name]);
}

function directoryEntry(entry: Entry, time: number): Uint8Array {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  writeCommon(header, 6, entry, time);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

function endOf(count: number, size: number, offset: number): Uint8Array {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Encodes a time for zip archives: steps of two seconds since 1980. */
function dosTime(when: Date): number {
  const day =
    (Math.max(when.getFullYear() - 1980, 0) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  return day * 65_536 + time;
}
