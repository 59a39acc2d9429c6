import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/**
 * A replacement at `position`: removes `deleted` characters and inserts `inserted`. Counted in
 * Unicode code points.
 */
export type Patch = readonly [position: number, deleted: number, inserted: string];

/**
 * A recorded writing history. Each edit is one transaction of the editor that recorded it. Its
 * patches apply in order: a position refers to the text after the previous patch. Source: format of
 * the public repository josephg/editing-traces.
 */
export type History = {
  readonly startContent: string;
  readonly endContent: string;
  readonly edits: readonly (readonly Patch[])[];
};

/** Error: the file is not a recorded history; the message has the place and the reason. */
export class UnreadableHistory extends Error {
  override name = 'UnreadableHistory';
}

/**
 * Reads a history from a JSON file, optionally compressed with gzip.
 *
 * @throws {UnreadableHistory}
 */
export async function readHistory(path: string): Promise<History> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UnreadableHistory(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  try {
    return parseHistory(bytes);
  } catch (error) {
    if (error instanceof UnreadableHistory)
      throw new UnreadableHistory(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Parses the bytes of a history file.
 *
 * @throws {UnreadableHistory}
 */
export function parseHistory(bytes: Uint8Array): History {
  const json = textOf(isGzip(bytes) ? unpack(bytes) : bytes);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UnreadableHistory(`neither gzip nor JSON (${messageOf(error)})`, { cause: error });
  }
  return historyOf(value);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new UnreadableHistory(`begins like gzip and cannot be unpacked (${messageOf(error)})`, {
      cause: error,
    });
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableHistory('neither gzip nor UTF-8', { cause: error });
  }
}

function historyOf(value: unknown): History {
  if (!isRecord(value))
    throw new UnreadableHistory('not an object with startContent, endContent and txns');
  const { startContent, endContent, txns } = value;
  if (!Array.isArray(txns)) throw new UnreadableHistory('txns is not a list');
  return {
    startContent: wholeText(startContent, 'startContent'),
    endContent: wholeText(endContent, 'endContent'),
    edits: txns.map((txn: unknown, i) => patchesOf(txn, `txns[${i}]`)),
  };
}

function patchesOf(txn: unknown, where: string): Patch[] {
  if (!isRecord(txn) || !Array.isArray(txn['patches']))
    throw new UnreadableHistory(`${where}.patches is not a list`);
  return txn['patches'].map((patch: unknown, i) => patchOf(patch, `${where}.patches[${i}]`));
}

function patchOf(value: unknown, where: string): Patch {
  if (!Array.isArray(value) || value.length !== 3) {
    throw new UnreadableHistory(`${where} is not [position, deleted, inserted]`);
  }
  const [position, deleted, inserted] = value as unknown[];
  if (!isCount(position))
    throw new UnreadableHistory(`${where}[0], the position, is not a whole number from 0 up`);
  if (!isCount(deleted))
    throw new UnreadableHistory(`${where}[1], what is deleted, is not a whole number from 0 up`);
  return [position, deleted, wholeText(inserted, `${where}[2]`)];
}

/** A lone surrogate cannot be stored as UTF-8, so no editor could return it. */
function wholeText(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new UnreadableHistory(`${where} is not a text`);
  if (!value.isWellFormed()) throw new UnreadableHistory(`${where} holds half of a character`);
  return value;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
