import {
  bytesLeft,
  countParts,
  isForbiddenName,
  Malformed,
  readByte,
  readCount,
  readEnd,
  readerOf,
  readText,
  readUint,
  skipAny,
  skipJson,
  skipText,
} from './reader.ts';
import type { Reader, ReaderBounds } from './reader.ts';
import { finish, workPerPart, workPerStep, type Steps } from './steps.ts';

/** Maximum encoded size of one state vector entry: id and clock take at most five bytes each. */
export const bytesPerClient = 10;

/** Id of a unit: the `clock`-th unit that the client inserted. */
export type Id = { readonly client: number; readonly clock: number };

/** Units of one client from `from` up to, but not including, `to`. */
export type Range = { readonly client: number; readonly from: number; readonly to: number };

/**
 * Content of an inserted struct. A document has text (`text`), format changes in it (`mark`),
 * values (`value`) and maps (`map`). `deleted` has lost its content but not its place; `gone` has
 * lost both.
 */
export type Content = 'gone' | 'deleted' | 'text' | 'mark' | 'value' | 'map';

/**
 * A struct of an update as it is read. The same object is reused for each, because a frame may
 * contain millions.
 */
export type Struct = {
  /** Number of clock units. */
  length: number;
  /** `skip`: placeholder for units that the sender lacks. */
  content: Content | 'skip';
  /** Key of a `mark`. */
  name: string;
  /** Size of the value of a `mark` (bytes). */
  markBytes: number;
  hasLeft: boolean;
  leftClient: number;
  leftClock: number;
  hasRight: boolean;
  rightClient: number;
  rightClock: number;
  /** Parent, if no neighbour is named: by name of the root or by id. */
  rootName: string | null;
  hasParent: boolean;
  parentClient: number;
  parentClock: number;
  /**
   * True if the struct is an attribute of its parent, not a child. Meaningless if a neighbour is
   * named: merging updates loses it.
   */
  isAttribute: boolean;
  /** Name of that attribute; empty for a child. */
  attribute: string;
  /** Offset of the values of a `value`, which begin with their count. */
  valuesAt: number;
};

/**
 * Structs of one client within an update: `count` structs in the bytes `at` to `end`, with the
 * clocks `from` to `to`.
 */
export type Section = {
  readonly client: number;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
  readonly count: number;
};

/**
 * An update whose bytes have all been read once and decode. It has not been compared with a
 * document yet.
 */
export type Scanned = {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  /** Offset of the delete set. */
  readonly deletesAt: number;
  readonly deletes: readonly Range[];
  /** Number of parts in it. See {@link ReaderBounds}. */
  readonly parts: number;
};

/** Number of deleted ranges that one step handles. */
export const rangesPerStep = workPerStep / workPerPart;

/** Maximum client id. {@link clockMax} is the maximum clock. */
export const clientMax = 2 ** 32 - 1;
/** See {@link clientMax}. */
export const clockMax = 2 ** 31 - 1;
const nameBytesMax = 256;

/** Creates a struct to be filled by {@link readStruct}. */
export function emptyStruct(): Struct {
  return {
    length: 0,
    content: 'gone',
    name: '',
    markBytes: 0,
    hasLeft: false,
    leftClient: 0,
    leftClock: 0,
    hasRight: false,
    rightClient: 0,
    rightClock: 0,
    rootName: null,
    hasParent: false,
    parentClient: 0,
    parentClock: 0,
    isAttribute: false,
    attribute: '',
    valuesAt: 0,
  };
}

/**
 * Reads all of `bytes` as a Yjs update (version 1). Time is linear in the bytes; memory is linear
 * in the number of clients and deleted ranges that the bytes can really contain.
 *
 * @throws Malformed
 * @throws Refused if the update has more parts than `bounds` allows
 */
export function scanUpdate(bytes: Uint8Array, bounds?: ReaderBounds): Scanned {
  return finish(scanSteps(bytes, bounds));
}

/** Does {@link scanUpdate} in steps. */
export function* scanSteps(bytes: Uint8Array, bounds?: ReaderBounds): Steps<Scanned> {
  const reader = readerOf(bytes, bounds);
  const struct = emptyStruct();
  const sections: Section[] = [];
  const seen = new Set<number>();
  const sectionCount = readCount(reader, 5);
  let work = 0;
  for (let i = 0; i < sectionCount; i += 1) {
    const count = readCount(reader, 2);
    countParts(reader, count);
    const client = readClient(reader);
    const from = readUint(reader);
    if (count === 0) throw new Malformed('section without structs', reader.at);
    if (seen.has(client)) throw new Malformed('client named twice', reader.at);
    seen.add(client);
    const at = reader.at;
    let to = from;
    for (let k = 0; k < count; k += 1) {
      const before = reader.at;
      readStruct(reader, struct);
      to += struct.length;
      if (to > clockMax) throw new Malformed('clock too large', reader.at);
      work += reader.at - before + workPerPart;
      if (work < workPerStep) continue;
      work = 0;
      yield;
    }
    sections.push({ client, from, to, at, end: reader.at, count });
  }
  const deletesAt = reader.at;
  const deletes = yield* deleteSetSteps(reader);
  readEnd(reader);
  return { bytes, sections, deletesAt, deletes, parts: reader.parts };
}

/**
 * Reads the next struct into `struct` and checks its content. Source of the format: Yjs,
 * `utils/encoding.js` and `structs/`.
 */
export function readStruct(reader: Reader, struct: Struct): void {
  const info = readByte(reader);
  const kind = info & 0x1f;
  struct.hasLeft = struct.hasRight = struct.hasParent = struct.isAttribute = false;
  struct.rootName = null;
  struct.attribute = '';
  if (kind === 0 || kind === 10) {
    struct.content = kind === 0 ? 'gone' : 'skip';
    struct.length = readLength(reader);
    return;
  }
  readPlace(reader, info, struct);
  readContent(reader, kind, struct);
}

function readPlace(reader: Reader, info: number, struct: Struct): void {
  struct.hasLeft = (info & 0x80) !== 0;
  struct.hasRight = (info & 0x40) !== 0;
  struct.isAttribute = (info & 0x20) !== 0;
  if (struct.hasLeft) {
    struct.leftClient = readClient(reader);
    struct.leftClock = readUint(reader);
  }
  if (struct.hasRight) {
    struct.rightClient = readClient(reader);
    struct.rightClock = readUint(reader);
  }
  if (struct.hasLeft || struct.hasRight) return;
  if (readUint(reader) === 1) {
    struct.rootName = readName(reader);
  } else {
    struct.hasParent = true;
    struct.parentClient = readClient(reader);
    struct.parentClock = readUint(reader);
  }
  if (struct.isAttribute) struct.attribute = readName(reader);
}

function readContent(reader: Reader, kind: number, struct: Struct): void {
  switch (kind) {
    case 1:
      struct.content = 'deleted';
      struct.length = readLength(reader);
      return;
    case 4:
      struct.content = 'text';
      struct.length = skipText(reader);
      if (struct.length === 0) throw new Malformed('struct without length', reader.at);
      return;
    case 6:
      struct.content = 'mark';
      struct.length = 1;
      struct.name = readName(reader);
      struct.markBytes = -reader.at;
      skipJson(reader);
      struct.markBytes += reader.at;
      return;
    case 7:
      // Maps are the only shared types in documents.
      if (readUint(reader) !== 1) throw new Malformed('type that documents do not have', reader.at);
      struct.content = 'map';
      struct.length = 1;
      return;
    case 8: {
      struct.content = 'value';
      struct.valuesAt = reader.at;
      struct.length = readCount(reader, 1);
      if (struct.length === 0) throw new Malformed('struct without length', reader.at);
      for (let i = 0; i < struct.length; i += 1) skipAny(reader);
      return;
    }
    default:
      throw new Malformed('kind of content that documents do not have', reader.at);
  }
}

/** Reads a delete set in the Yjs format. Ranges are not empty and end below 2^31. */
export function readDeleteSet(reader: Reader): Range[] {
  return finish(deleteSetSteps(reader));
}

function* deleteSetSteps(reader: Reader): Steps<Range[]> {
  const ranges: Range[] = [];
  const clients = readCount(reader, 2);
  for (let i = 0; i < clients; i += 1) {
    const client = readClient(reader);
    const count = readCount(reader, 2);
    countParts(reader, count);
    for (let k = 0; k < count; k += 1) {
      const from = readUint(reader);
      const length = readLength(reader);
      if (from + length > clockMax) throw new Malformed('clock too large', reader.at);
      ranges.push({ client, from, to: from + length });
      if (ranges.length % rangesPerStep === 0) yield;
    }
  }
  return ranges;
}

/** Reads a state vector in the Yjs format: client to next clock. */
export function readStateVector(bytes: Uint8Array): Map<number, number> {
  const reader = readerOf(bytes);
  const clocks = new Map<number, number>();
  const count = readCount(reader, 2);
  for (let i = 0; i < count; i += 1) clocks.set(readClient(reader), readUint(reader));
  readEnd(reader);
  return clocks;
}

function readClient(reader: Reader): number {
  const client = readUint(reader);
  if (client > clientMax) throw new Malformed('client id too large', reader.at);
  return client;
}

function readLength(reader: Reader): number {
  const length = readUint(reader);
  if (length === 0) throw new Malformed('struct without length', reader.at);
  if (length > clockMax) throw new Malformed('clock too large', reader.at);
  return length;
}

function readName(reader: Reader): string {
  const before = bytesLeft(reader);
  const name = readText(reader);
  if (before - bytesLeft(reader) > nameBytesMax) throw new Malformed('name too long', reader.at);
  if (isForbiddenName(name)) throw new Malformed('name that objects cannot have', reader.at);
  return name;
}
