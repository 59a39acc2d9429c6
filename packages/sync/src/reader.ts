import { decodeUtf8 } from 'lib0/string';

/**
 * Reading bytes that a stranger sent. Every read checks the end of the *given* bytes (a view may lie in a larger buffer, whose
 * other contents are nobody's business), numbers are safe integers, and text is valid UTF-8.
 */
export type Reader = { readonly bytes: Uint8Array; at: number };

/** The bytes do not decode. `reason` is one word for programs, the message is for the log. */
export class Malformed extends Error {
  readonly reason: string;
  constructor(reason: string, at: number, cause?: unknown) {
    super(`${reason} at byte ${at}`, { cause });
    this.name = 'Malformed';
    this.reason = reason;
  }
}

/** A reader at the beginning of `bytes`. */
export function readerOf(bytes: Uint8Array): Reader {
  return { bytes, at: 0 };
}

/** How many bytes are left to read. */
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

/** An unsigned integer in 7-bit groups, least first, as lib0 writes it; at most 2^53 - 1. */
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

/** A byte string with its length in front: a view into the reader's bytes, not a copy. */
export function readBytes(reader: Reader): Uint8Array {
  const length = readUint(reader);
  if (length > bytesLeft(reader)) throw new Malformed('truncated', reader.at);
  const view = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return view;
}

/** Text with its length in bytes in front; invalid UTF-8 is refused. */
export function readText(reader: Reader): string {
  const bytes = readBytes(reader);
  return strictText(bytes, reader.at);
}

/** The length in UTF-16 units of a text, which is then passed over; invalid UTF-8 is refused. The unit of Yjs's clocks. */
export function skipText(reader: Reader): number {
  const bytes = readBytes(reader);
  return isAscii(bytes) ? bytes.length : strictText(bytes, reader.at).length;
}

/** Fails where anything is left: no honest frame has trailing bytes. */
export function readEnd(reader: Reader): void {
  if (bytesLeft(reader) > 0) throw new Malformed('trailing bytes', reader.at);
}

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if ((bytes[i] ?? 0) > 0x7f) return false;
  return true;
}

/** lib0's decoder is the one that Yjs uses: what passes here cannot throw there. */
function strictText(bytes: Uint8Array, at: number): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    throw new Malformed('text is not UTF-8', at - bytes.length, error);
  }
}

const deepestValue = 32;

/** Tells whether a key would change the object that gets it, instead of being one of its own. */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__';
}

/**
 * Passes over a value as lib0's `writeAny` writes it, without building it; nesting and counts are bounded by the bytes left. Big integers
 * and byte strings are refused: values are JSON, and readers that write them as JSON would fail.
 */
export function skipAny(reader: Reader, depth = 0): void {
  if (depth > deepestValue) throw new Malformed('value nested too deep', reader.at);
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
        if (isForbiddenName(readText(reader))) throw new Malformed('name that objects cannot have', reader.at);
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

/** A count of things that take at least `least` bytes each: refused where the bytes left cannot hold them. */
export function readCount(reader: Reader, least: number): number {
  const count = readUint(reader);
  if (count * least > bytesLeft(reader)) throw new Malformed('count larger than the bytes', reader.at);
  return count;
}

/** JSON in a text, parsed to be sure that it parses; `JSON.parse` does not recurse on the stack, those who read the value do. */
export function skipJson(reader: Reader): void {
  const text = readText(reader);
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
