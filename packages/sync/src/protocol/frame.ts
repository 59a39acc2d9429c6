import * as encoding from 'lib0/encoding';
import { encodeUtf8 } from 'lib0/string';
import { isStorableId, type Declaration } from './declaration.ts';
import { isUnknownNotice, noticeOf, type Notice } from './notice.ts';
import {
  Malformed,
  readBytes,
  readCount,
  readEnd,
  readerOf,
  readText,
  readUint,
  type Reader,
} from './reader.ts';

/**
 * Frames of the live channel, one message each. Types 0 to 3 are the standard ones of y-protocols.
 * Types from 100 on are Longhand's own, sent only if the client asked for {@link subprotocol}:
 *
 *     frame    = 0 sync | 1 bytes(awareness update) | 3
 *              | 100 uint(id) bytes(update)                           write     browser → server
 *              | 101 uint(through)                                    ack       browser ← server
 *              | 102 text(JSON)                                       notice    browser ← server
 *              | 103 uint(epoch) uint(seq) bytes(state vector)        resume    browser → server
 *              | 104 uint(epoch) uint(after) uint(seq) uint(n) n×bytes(update)
 *                                                                     state     browser ← server
 *              | 105 uint(seq) uint(n) n×bytes(update)                entry     browser ← server
 *              | 106 uint(id) bytes(update)                           whole     browser → server
 *              | 107 uint(id) text(JSON) bytes(update)                decision  browser → server
 *              | 108 uint(id) uint(epoch) bytes(update)               recovery  browser → server
 *              | 109 uint(id) uint(waited) uint(total)                timing    browser → server
 *     sync     = 0 bytes(state vector) | 1 bytes(update) | 2 bytes(update)
 *
 * `uint`, `bytes` and `text` are lib0's: 7-bit groups; length prefix; UTF-8 with length prefix.
 * - `through`: all writes of this connection up to that id are on disk.
 * - `seq`: number of a log entry. A client with a state and every entry after it can resume with
 *   the last number, and is sent only what followed. A state is valid for a client that has
 *   everything up to `after` (0: any client).
 * - An entry leaves out the updates of the client it is sent to.
 * - A write contains changes of the user; a whole contains everything that the page has.
 * - A recovery is a whole of a page whose cursor was of an earlier epoch: the server was restored
 *   from a backup, and may lack units of any user.
 * - A decision is a write that accepts or rejects suggestions. It declares the verdict and the ids
 *   of the suggestions, see {@link Declaration}.
 * - A timing answers a notice of this kind: milliseconds from the change of the text until the
 *   write was sent, and until its acknowledgement had arrived.
 */
export const subprotocol = 'longhand.5';

/**
 * WebSocket close codes used by the server. 44xx: do not reconnect (API, The live channel); the
 * others are RFC 6455's.
 */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  malformed: 1007,
  forbidden: 1008,
  tooBig: 1009,
  bug: 1011,
  tryAgain: 1013,
  notSignedIn: 4401,
  notAllowed: 4403,
  notFound: 4404,
  outdated: 4426,
  tooManyConnections: 4429,
} as const;

/** A frame that a browser may send. */
export type ClientFrame =
  | { readonly type: 'step1'; readonly stateVector: Uint8Array }
  | { readonly type: 'step2'; readonly update: Uint8Array }
  | { readonly type: 'update'; readonly update: Uint8Array }
  | { readonly type: 'awareness'; readonly update: Uint8Array }
  | { readonly type: 'query_awareness' }
  | { readonly type: 'write' | 'whole'; readonly id: number; readonly update: Uint8Array }
  | {
      readonly type: 'recovery';
      readonly id: number;
      readonly epoch: number;
      readonly update: Uint8Array;
    }
  | {
      readonly type: 'decision';
      readonly id: number;
      readonly declaration: Declaration;
      readonly update: Uint8Array;
    }
  | {
      readonly type: 'timing';
      readonly id: number;
      readonly waited: number;
      readonly total: number;
    }
  | {
      readonly type: 'resume';
      readonly epoch: number;
      readonly seq: number;
      readonly stateVector: Uint8Array;
    };

/**
 * A frame that a server may send to a page that speaks {@link subprotocol}. `unknown_notice`: a
 * notice of a kind that only newer servers know.
 */
export type ServerFrame =
  | { readonly type: 'awareness'; readonly update: Uint8Array }
  | { readonly type: 'ack'; readonly through: number }
  | { readonly type: 'notice'; readonly notice: Notice }
  | { readonly type: 'unknown_notice' }
  | { readonly type: 'entry'; readonly seq: number; readonly updates: readonly Uint8Array[] }
  | {
      readonly type: 'state';
      readonly epoch: number;
      readonly after: number;
      readonly seq: number;
      readonly updates: readonly Uint8Array[];
    };

/** Types of frames, as their first number. */
export const frameTypes = {
  sync: 0,
  awareness: 1,
  queryAwareness: 3,
  write: 100,
  ack: 101,
  notice: 102,
  resume: 103,
  state: 104,
  entry: 105,
  whole: 106,
  decision: 107,
  recovery: 108,
  timing: 109,
} as const;

/**
 * Reads a frame from a browser. Byte strings are views into `bytes`.
 * @throws {@link Malformed}
 */
export function readClientFrame(bytes: Uint8Array): ClientFrame {
  const reader = readerOf(bytes);
  const frame = read();
  readEnd(reader);
  return frame;

  function read(): ClientFrame {
    const type = readUint(reader);
    switch (type) {
      case frameTypes.sync:
        return readSync(reader);
      case frameTypes.awareness:
        return { type: 'awareness', update: readBytes(reader) };
      case frameTypes.queryAwareness:
        return { type: 'query_awareness' };
      case frameTypes.write:
        return { type: 'write', id: readUint(reader), update: readBytes(reader) };
      case frameTypes.whole:
        return { type: 'whole', id: readUint(reader), update: readBytes(reader) };
      case frameTypes.recovery:
        return {
          type: 'recovery',
          id: readUint(reader),
          epoch: readUint(reader),
          update: readBytes(reader),
        };
      case frameTypes.decision:
        return {
          type: 'decision',
          id: readUint(reader),
          declaration: readDeclaration(reader),
          update: readBytes(reader),
        };
      case frameTypes.timing:
        return {
          type: 'timing',
          id: readUint(reader),
          waited: readUint(reader),
          total: readUint(reader),
        };
      case frameTypes.resume:
        return {
          type: 'resume',
          epoch: readUint(reader),
          seq: readUint(reader),
          stateVector: readBytes(reader),
        };
      default:
        throw new Malformed('unknown message', reader.at);
    }
  }
}

function readSync(reader: Reader): ClientFrame {
  const step = readUint(reader);
  switch (step) {
    case 0:
      return { type: 'step1', stateVector: readBytes(reader) };
    case 1:
      return { type: 'step2', update: readBytes(reader) };
    case 2:
      return { type: 'update', update: readBytes(reader) };
    default:
      throw new Malformed('unknown sync message', reader.at);
  }
}

/** Maximum number of suggestions in one decision. */
const decidedMax = 10_000;

function readDeclaration(reader: Reader): Declaration {
  const { verdict, ids } = (readJson(reader) ?? {}) as { verdict?: unknown; ids?: unknown };
  const isId = (id: unknown): id is string => id !== '' && isStorableId(id);
  if (
    (verdict !== 'accept' && verdict !== 'reject') ||
    !Array.isArray(ids) ||
    ids.length > decidedMax ||
    !ids.every(isId)
  )
    throw new Malformed('decision that documents do not have', reader.at);
  return { verdict, ids: [...new Set(ids)] };
}

function readJson(reader: Reader): unknown {
  const text = readText(reader);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Malformed('text is not JSON', reader.at, error);
  }
}

/**
 * Reads a frame from the server.
 * @throws {@link Malformed}
 */
export function readServerFrame(bytes: Uint8Array): ServerFrame {
  const reader = readerOf(bytes);
  const frame = read();
  readEnd(reader);
  return frame;

  function read(): ServerFrame {
    const type = readUint(reader);
    switch (type) {
      case frameTypes.awareness:
        return { type: 'awareness', update: readBytes(reader) };
      case frameTypes.ack:
        return { type: 'ack', through: readUint(reader) };
      case frameTypes.notice:
        return readNotice();
      case frameTypes.entry:
        return { type: 'entry', seq: readUint(reader), updates: readUpdates() };
      case frameTypes.state:
        return {
          type: 'state',
          epoch: readUint(reader),
          after: readUint(reader),
          seq: readUint(reader),
          updates: readUpdates(),
        };
      default:
        throw new Malformed('unknown message', reader.at);
    }
  }

  function readUpdates(): Uint8Array[] {
    return Array.from({ length: readCount(reader, 1) }, () => readBytes(reader));
  }

  function readNotice(): ServerFrame {
    const value = readJson(reader);
    if (isUnknownNotice(value)) return { type: 'unknown_notice' };
    const notice = noticeOf(value);
    if (notice === null) throw new Malformed('malformed notice', reader.at);
    return { type: 'notice', notice };
  }
}

/** The standard sync messages. */
export const syncFrame = {
  step1: (stateVector: Uint8Array) => frameOf(stateVector.length, frameTypes.sync, 0, stateVector),
  step2: (update: Uint8Array) => frameOf(update.length, frameTypes.sync, 1, update),
  update: (update: Uint8Array) => frameOf(update.length, frameTypes.sync, 2, update),
};

/** The standard awareness message. */
export function awarenessFrame(update: Uint8Array): Uint8Array {
  return frameOf(update.length, frameTypes.awareness, update);
}

/** See `write` in {@link subprotocol}. */
export function writeFrame(id: number, update: Uint8Array): Uint8Array {
  return frameOf(update.length, frameTypes.write, id, update);
}

/** See `whole` in {@link subprotocol}. */
export function wholeFrame(id: number, update: Uint8Array): Uint8Array {
  return frameOf(update.length, frameTypes.whole, id, update);
}

/** See `recovery` in {@link subprotocol}. */
export function recoveryFrame(id: number, epoch: number, update: Uint8Array): Uint8Array {
  return frameOf(update.length, frameTypes.recovery, id, epoch, update);
}

/** See `decision` in {@link subprotocol}. */
export function decisionFrame(
  id: number,
  declaration: Declaration,
  update: Uint8Array,
): Uint8Array {
  const text = encodeUtf8(JSON.stringify(declaration));
  return frameOf(text.length + update.length, frameTypes.decision, id, text, update);
}

/** See `ack` in {@link subprotocol}. */
export function ackFrame(ackedThrough: number): Uint8Array {
  return frameOf(0, frameTypes.ack, ackedThrough);
}

/** See `notice` in {@link subprotocol}. */
export function noticeFrame(notice: Notice): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, frameTypes.notice);
  encoding.writeVarString(encoder, JSON.stringify(notice));
  return encoding.toUint8Array(encoder);
}

/** See `resume` in {@link subprotocol}. */
export function resumeFrame(epoch: number, seq: number, stateVector: Uint8Array): Uint8Array {
  return frameOf(stateVector.length, frameTypes.resume, epoch, seq, stateVector);
}

/** See `timing` in {@link subprotocol}. */
export function timingFrame(id: number, waited: number, total: number): Uint8Array {
  return frameOf(0, frameTypes.timing, id, waited, total);
}

/** See `state` in {@link subprotocol}. */
export function stateFrame(
  epoch: number,
  after: number,
  seq: number,
  updates: readonly Uint8Array[],
): Uint8Array {
  const size = updates.reduce((sum, update) => sum + update.length, 0);
  return frameOf(size, frameTypes.state, epoch, after, seq, updates.length, ...updates);
}

/** See `entry` in {@link subprotocol}. */
export function entryFrame(seq: number, updates: readonly Uint8Array[]): Uint8Array {
  const size = updates.reduce((sum, update) => sum + update.length, 0);
  return frameOf(size, frameTypes.entry, seq, updates.length, ...updates);
}

/**
 * Encodes numbers and byte strings in sequence, in one allocation: the hot path builds thousands of
 * frames per second.
 */
function frameOf(payload: number, ...parts: readonly (number | Uint8Array)[]): Uint8Array {
  const bytes = new Uint8Array(payload + parts.length * 8);
  let at = 0;
  const writeUint = (value: number): void => {
    let rest = value;
    while (rest > 0x7f) {
      bytes[at] = 0x80 | (rest % 128);
      at += 1;
      rest = Math.floor(rest / 128);
    }
    bytes[at] = rest;
    at += 1;
  };
  for (const part of parts) {
    if (typeof part === 'number') {
      writeUint(part);
    } else {
      writeUint(part.length);
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes.subarray(0, at);
}
