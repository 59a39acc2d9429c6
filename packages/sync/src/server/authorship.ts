import * as encoding from 'lib0/encoding';
import {
  readCount,
  readEnd,
  readerOf,
  readText,
  readUint,
  type Reader,
} from '../protocol/reader.ts';
import type { Range } from '../protocol/update.ts';

/**
 * Record of which user wrote which units of a document, as the *server* recorded it. `user` and
 * `session` are opaque ids. `at` is the time of the commit (ms since 1970). `inserted` may be
 * empty: an update that only deletes has an author too.
 */
export type Authorship = {
  readonly user: string;
  readonly session: string;
  readonly at: number;
  readonly inserted: readonly Range[];
};

/**
 * Maximum gap between two ranges of one writer that are joined when a document is compacted (ms).
 */
const joinWithin = 5 * 60_000;

/**
 * Encodes authorship for the store: every id once, then entries that refer to the ids by index,
 * with times in whole milliseconds.
 */
export function packAuthorship(entries: readonly Authorship[]): Uint8Array {
  const names = [...new Set(entries.flatMap(({ user, session }) => [user, session]))];
  const index = new Map(names.map((name, i) => [name, i]));
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, names.length);
  for (const name of names) encoding.writeVarString(encoder, name);
  encoding.writeVarUint(encoder, entries.length);
  let before = 0;
  for (const { user, session, at, inserted } of entries) {
    encoding.writeVarUint(encoder, index.get(user) ?? 0);
    encoding.writeVarUint(encoder, index.get(session) ?? 0);
    const time = Math.round(at);
    encoding.writeVarInt(encoder, time - before);
    encoding.writeVarUint(encoder, inserted.length);
    for (const { client, from, to } of inserted) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, from);
      encoding.writeVarUint(encoder, to - from);
    }
    before = time;
  }
  return encoding.toUint8Array(encoder);
}

/** Decodes the output of {@link packAuthorship}. */
export function unpackAuthorship(bytes: Uint8Array): Authorship[] {
  const reader = readerOf(bytes);
  const names = Array.from({ length: readCount(reader, 1) }, () => readText(reader));
  const entries: Authorship[] = [];
  const count = readCount(reader, 4);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const user = names[readUint(reader)] ?? '';
    const session = names[readUint(reader)] ?? '';
    at += readSigned(reader);
    const inserted = Array.from({ length: readCount(reader, 3) }, () => {
      const client = readUint(reader);
      const from = readUint(reader);
      return { client, from, to: from + readUint(reader) };
    });
    entries.push({ user, session, at, inserted });
  }
  readEnd(reader);
  return entries;
}

/**
 * Compacts authorship for the compacted document: drops empty entries and joins ranges of one user
 * and session that follow within {@link joinWithin}. `at` of a joined entry is the time of its
 * first range.
 */
export function joinAuthorship(entries: readonly Authorship[]): Authorship[] {
  const joined: { user: string; session: string; at: number; last: number; inserted: Range[] }[] =
    [];
  const latest = new Map<string, (typeof joined)[number]>();
  for (const { user, session, at, inserted } of entries) {
    if (inserted.length === 0) continue;
    const key = `${user}/${session}`;
    const current = latest.get(key);
    if (current === undefined || at - current.last > joinWithin) {
      const entry = { user, session, at, last: at, inserted: [...inserted] };
      joined.push(entry);
      latest.set(key, entry);
    } else {
      current.last = at;
      for (const range of inserted) extend(current.inserted, range);
    }
  }
  return joined.map(({ user, session, at, inserted }) => ({ user, session, at, inserted }));
}

function extend(ranges: Range[], range: Range): void {
  const last = ranges[ranges.length - 1];
  if (last !== undefined && last.client === range.client && last.to === range.from)
    ranges[ranges.length - 1] = { ...last, to: range.to };
  else ranges.push(range);
}

/** Decodes lib0's signed number: sign and continuation bits are in the first byte. */
function readSigned(reader: Reader): number {
  const first = reader.bytes[reader.at] ?? 0;
  reader.at += 1;
  const low = first & 0x3f;
  const value = (first & 0x80) === 0 ? low : low + readUint(reader) * 64;
  return (first & 0x40) === 0 ? value : -value;
}
