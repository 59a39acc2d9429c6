import * as encoding from 'lib0/encoding';
import { packAuthorship, unpackAuthorship } from '../authorship.ts';
import type { Decided } from '../decisions.ts';
import type { Append } from '../ports.ts';
import { isStorableId } from '../../protocol/declaration.ts';
import {
  Malformed,
  readByte,
  readBytes,
  readCount,
  readEnd,
  readerOf,
  readText,
  readUint,
  type Reader,
} from '../../protocol/reader.ts';

/**
 * The entries of one commit as the journal stores them. `timeline`: id of the timeline of
 * the database to which they belong.
 */
export type JournalRecord = { readonly timeline: string; readonly entries: readonly Append[] };

/** Version of the format. A record of another version is not read. */
const version = 1;

/** Size from which an update is a piece of its own and is not copied (bytes). */
const ownPieceMin = 65_536;

/**
 * Encodes the entries of one commit as a record, in pieces. Large updates are pieces of their own.
 *
 * @throws Error for a decision that the database would refuse
 */
export function packRecord({ timeline, entries }: JournalRecord): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let encoder = encoding.createEncoder();
  const writeUpdate = (update: Uint8Array): void => {
    if (update.length < ownPieceMin) return encoding.writeVarUint8Array(encoder, update);
    encoding.writeVarUint(encoder, update.length);
    pieces.push(encoding.toUint8Array(encoder), update);
    encoder = encoding.createEncoder();
  };
  encoding.writeUint8(encoder, version);
  encoding.writeVarString(encoder, timeline);
  encoding.writeVarUint(encoder, entries.length);
  for (const entry of entries) {
    encoding.writeVarString(encoder, entry.documentId);
    encoding.writeVarUint(encoder, entry.seq);
    encoding.writeVarUint(encoder, entry.updates.length);
    for (const update of entry.updates) writeUpdate(update);
    encoding.writeVarUint8Array(encoder, packAuthorship(entry.authorship));
    encoding.writeVarUint(encoder, entry.clients.length);
    for (const { client, user } of entry.clients) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarString(encoder, user);
    }
    encoding.writeVarString(encoder, packDecisions(entry.decisions));
  }
  pieces.push(encoding.toUint8Array(encoder));
  return pieces;
}

/** Encodes decisions as JSON: most entries have none. */
function packDecisions(decisions: readonly Decided[]): string {
  for (const { verdict, suggestions } of decisions) {
    if (verdict !== 'accept' && verdict !== 'reject')
      throw new Error(`unknown verdict ${String(verdict)}`);
    if (!suggestions.every(({ id, author }) => isStorableId(id) && isStorableId(author)))
      throw new Error('a suggestion has an id that cannot be stored');
  }
  return decisions.length === 0 ? '' : JSON.stringify(decisions);
}

/**
 * Decodes the joined output of {@link packRecord}. The updates are copies.
 *
 * @throws Malformed for bytes that are no record of this version
 */
export function unpackRecord(bytes: Uint8Array): JournalRecord {
  const reader = readerOf(bytes);
  if (readByte(reader) !== version) throw new Malformed('record of another version', 0);
  const timeline = readText(reader);
  const entries = Array.from({ length: readCount(reader, 6) }, () => readEntry(reader));
  readEnd(reader);
  return { timeline, entries };
}

function readEntry(reader: Reader): Append {
  const documentId = readText(reader);
  const seq = readUint(reader);
  const updates = Array.from({ length: readCount(reader, 1) }, () => readBytes(reader).slice());
  const authorship = unpackAuthorship(readBytes(reader));
  const clients = Array.from({ length: readCount(reader, 2) }, () => ({
    client: readUint(reader),
    user: readText(reader),
  }));
  const decisions = readText(reader);
  return {
    documentId,
    seq,
    updates,
    authorship,
    clients,
    decisions: decisions === '' ? [] : (JSON.parse(decisions) as Decided[]),
  };
}
