import { decodeUtf8 } from 'lib0/string';
import { Refused } from './refused.ts';

/**
 * Bounds of the work that reading may cause.
 *
 * @property parts maximum number of parts: structs, deleted ranges, and values in them. JSON counts
 *   as one part for each 16 bytes that are parsed.
 * @property jsonBytes maximum size of JSON that is parsed; larger JSON is only skipped
 */
export type ReaderBounds = { readonly parts: number; readonly jsonBytes: number };

const unbounded: ReaderBounds = { parts: Infinity, jsonBytes: Infinity };

/** Bounds for bytes that have been read before: JSON in them is not parsed again. */
export const readBefore: ReaderBounds = { parts: Infinity, jsonBytes: 0 };

/** Bytes of JSON that take about as long to parse as a part does. */
const jsonBytesPerPart = 16;

/**
 * Reader for untrusted bytes. Every read checks the end of the *given* bytes, because a view may
 * lie in a larger buffer whose other contents must not leak. Numbers are safe integers, and text is
 * valid UTF-8. `parts`: the number of parts that were counted so far.
 */
export type Reader = {
  readonly bytes: Uint8Array;
  at: number;
  parts: number;
  readonly bounds: ReaderBounds;
};

/**
 * Error: the bytes do not decode. `reason` is a short reason for programs, the message is for the
 * log.
 */
export class Malformed extends Error {
  readonly reason: string;
  constructor(reason: string, at: number, cause?: unknown) {
    super(`${reason} at byte ${at}`, { cause });
    this.name = 'Malformed';
    this.reason = reason;
  }
}

/** Creates a reader at the beginning of `bytes`. */
export function readerOf(bytes: Uint8Array, bounds: ReaderBounds = unbounded): Reader {
  return { bytes, at: 0, parts: 0, bounds };
}

/** Creates a reader at byte `at` of bytes that have been read before. */
export function readerAt(bytes: Uint8Array, at: number): Reader {
  return { ...readerOf(bytes, readBefore), at };
}

/**
 * Counts parts, before or after they are read.
 *
 * @throws Refused if there are more than the bounds of the reader allow
 */
export function countParts(reader: Reader, count: number): void {
  reader.parts += count;
  if (reader.parts > reader.bounds.parts)
    throw new Refused('too_large', 'too many changes in one update');
}

/** Returns the number of unread bytes. */
export function bytesLeft(reader: Reader): number {
  return reader.bytes.length - reader.at;
}

/** Reads one byte. */
export function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.at];
  if (byte === undefined) throw new Malformed('truncated', reader.at);
  reader.at += 1;
  return byte;
}

/**
 * Reads an unsigned integer in 7-bit groups, least significant first, as lib0 encodes it; at most
 * 2^53 - 1.
 */
export function readUint(reader: Reader): number {
  const { bytes } = reader;
  let at = reader.at;
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined) throw new Malformed('truncated', at);
    at += 1;
    value += (byte & 0x7f) * factor;
    if (value > Number.MAX_SAFE_INTEGER) throw new Malformed('number too large', at);
    if (byte < 0x80) {
      reader.at = at;
      return value;
    }
    factor *= 128;
  }
}

/** Reads a byte string with a length prefix: a view into the reader's bytes, not a copy. */
export function readBytes(reader: Reader): Uint8Array {
  const length = readUint(reader);
  if (length > bytesLeft(reader)) throw new Malformed('truncated', reader.at);
  const view = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return view;
}

/**
 * Reads text with a length prefix (bytes).
 * @throws Malformed for invalid UTF-8
 */
export function readText(reader: Reader): string {
  const bytes = readBytes(reader);
  return strictText(bytes, reader.at);
}

/**
 * Skips a text and returns its length in UTF-16 code units, the unit of Yjs's clocks.
 * @throws Malformed for invalid UTF-8
 */
export function skipText(reader: Reader): number {
  const bytes = readBytes(reader);
  return isAscii(bytes) ? bytes.length : strictText(bytes, reader.at).length;
}

/** Checks that no bytes are left: no valid frame has trailing bytes. */
export function readEnd(reader: Reader): void {
  if (bytesLeft(reader) > 0) throw new Malformed('trailing bytes', reader.at);
}

/** Size from which a text is compared in words of four bytes: a text may have several megabytes. */
const longText = 64;

function isAscii(bytes: Uint8Array): boolean {
  if (bytes.length < longText) return hasOnlyAscii(bytes);
  const first = -bytes.byteOffset & 3;
  const words = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + first,
    (bytes.length - first) >> 2,
  );
  for (let i = 0; i < words.length; i += 1) if (((words[i] ?? 0) & 0x80808080) !== 0) return false;
  return (
    hasOnlyAscii(bytes.subarray(0, first)) && hasOnlyAscii(bytes.subarray(first + words.byteLength))
  );
}

function hasOnlyAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if ((bytes[i] ?? 0) > 0x7f) return false;
  return true;
}

/** Decodes UTF-8 with lib0's decoder, which Yjs uses too: text accepted here cannot throw there. */
function strictText(bytes: Uint8Array, at: number): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    throw new Malformed('text is not UTF-8', at - bytes.length, error);
  }
}

const deepestValue = 32;

/**
 * True if setting this key would change the prototype of the object instead of adding a property.
 */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__';
}

/**
 * Skips a value in the format of lib0's `writeAny` without building it. Nesting and counts are
 * bounded by the remaining bytes. Big integers and byte strings are refused: values are JSON, and
 * readers that encode them as JSON would fail.
 */
export function skipAny(reader: Reader, depth = 0): void {
  if (depth > deepestValue) throw new Malformed('value nested too deep', reader.at);
  countParts(reader, 1);
  const type = readByte(reader);
  switch (type) {
    case 127: // undefined
    case 126: // null
    case 121: // false
    case 120: // true
      return;
    case 125: // integer: a sign and a continuation bit in the first byte, 7-bit groups after it
      if ((readByte(reader) & 0x80) !== 0) readUint(reader);
      return;
    case 124: // float32
      return skipRaw(reader, 4);
    case 123: // float64
      return skipRaw(reader, 8);
    case 119:
      skipText(reader);
      return;
    case 118: {
      const count = readCount(reader, 2);
      for (let i = 0; i < count; i += 1) {
        if (isForbiddenName(readText(reader)))
          throw new Malformed('name that objects cannot have', reader.at);
        skipAny(reader, depth + 1);
      }
      return;
    }
    case 117: {
      const count = readCount(reader, 1);
      for (let i = 0; i < count; i += 1) skipAny(reader, depth + 1);
      return;
    }
    default:
      throw new Malformed('value of unknown type', reader.at);
  }
}

/**
 * Reads a count of items that take at least `least` bytes each.
 * @throws Malformed if the remaining bytes cannot hold them
 */
export function readCount(reader: Reader, least: number): number {
  const count = readUint(reader);
  if (count * least > bytesLeft(reader))
    throw new Malformed('count larger than the bytes', reader.at);
  return count;
}

/**
 * Skips JSON in a text after parsing it, to make sure that it parses. Nesting is limited because
 * readers of the value recurse on the stack, although `JSON.parse` does not.
 */
export function skipJson(reader: Reader): void {
  const bytes = readBytes(reader);
  if (bytes.length > reader.bounds.jsonBytes) return;
  countParts(reader, Math.floor(bytes.length / jsonBytesPerPart));
  const text = strictText(bytes, reader.at);
  if (nestingOf(text) > deepestValue) throw new Malformed('JSON nested too deep', reader.at);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Malformed('JSON does not parse', reader.at, error);
  }
}

function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return deepest;
}

function skipRaw(reader: Reader, length: number): void {
  if (length > bytesLeft(reader)) throw new Malformed('truncated', reader.at);
  reader.at += length;
}
