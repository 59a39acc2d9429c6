import type { Append } from '../ports.ts';
import type { BaseLog, Journal } from './ports.ts';
import { unpackRecord, type JournalRecord } from './record.ts';
import { Malformed } from '../../protocol/reader.ts';

/** Maximum size of the updates that are stored at once (bytes). */
const batchBytesMax = 8 * 1024 * 1024;

/**
 * Result of a replay.
 * - `stored`: number of entries that the database lacked.
 * - `aside`: reasons why the journal was set aside; empty if it was removed.
 */
export type Replayed = { readonly stored: number; readonly aside: readonly string[] };

/**
 * Stores the entries of a journal that the database lacks, and empties the journal. Entries of
 * documents that were removed are dropped. If records are damaged, belong to another timeline of
 * the database, or do not continue it, the epochs of all documents are raised and the journal is
 * set aside. Source: SPEC.md, [JNL4] to [JNL7].
 */
export async function replayJournal(journal: Journal, database: BaseLog): Promise<Replayed> {
  const aside = new Set<string>();
  const tails = await readTails(journal, await database.timeline(), aside);
  if (journal.isDamaged) aside.add('records are damaged');
  const heads = await database.heads([...tails.keys()]);
  const missing: Append[] = [];
  for (const [documentId, tail] of tails) {
    const head = heads.get(documentId);
    if (head === undefined) continue;
    const later = tail.filter(({ seq }) => seq > head);
    const gap = later.findIndex(({ seq }, i) => seq !== head + i + 1);
    missing.push(...(gap < 0 ? later : later.slice(0, gap)));
    if (gap >= 0) aside.add(`entries before those of document ${documentId} are missing`);
  }
  let stored = 0;
  for (const batch of batchesOf(missing)) {
    const results = await database.append(batch);
    const refused = batch.filter((_, i) => results[i] === 'refused');
    stored += results.filter((result) => result === 'stored').length;
    batch.forEach(({ documentId }, i) => {
      if (results[i] === 'conflict') aside.add(`document ${documentId} has other entries`);
    });
    for (const [documentId, entries] of Map.groupBy(refused, (each) => each.documentId)) {
      aside.add(`the database refuses entries of document ${documentId}`);
      stored += await storeSingly(entries, database);
    }
  }
  if (aside.size > 0) {
    // The epochs come first: a process that is killed in between raises them again.
    await database.raiseEpochs();
    await journal.setAside();
  } else await journal.removeBefore(await journal.endPart());
  return { stored, aside: [...aside] };
}

/** Stores entries of a document up to the first that is refused. Returns how many were stored. */
async function storeSingly(entries: readonly Append[], database: BaseLog): Promise<number> {
  for (const [i, entry] of entries.entries()) {
    const [result] = await database.append([entry]);
    if (result !== 'stored') return i;
  }
  return entries.length;
}

/** Reads the entries of each document, and adds to `aside` why records are left out. */
async function readTails(
  journal: Journal,
  timeline: string | null,
  aside: Set<string>,
): Promise<ReadonlyMap<string, Append[]>> {
  const tails = new Map<string, Append[]>();
  for await (const bytes of journal.read()) {
    const record = recordIn(bytes);
    if (record === null) aside.add('records cannot be read by this version');
    else if (record.timeline !== timeline) aside.add('the database has another timeline');
    else for (const entry of record.entries) addTo(tails, entry);
  }
  return tails;
}

function addTo(tails: Map<string, Append[]>, entry: Append): void {
  const tail = tails.get(entry.documentId) ?? [];
  // An append that was rejected may be in the journal. The next one has the same number.
  while ((tail.at(-1)?.seq ?? 0) >= entry.seq) tail.pop();
  tail.push(entry);
  tails.set(entry.documentId, tail);
}

function recordIn(bytes: Uint8Array): JournalRecord | null {
  try {
    return unpackRecord(bytes);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

function* batchesOf(entries: readonly Append[]): Generator<readonly Append[]> {
  let batch: Append[] = [];
  let bytes = 0;
  for (const entry of entries) {
    batch.push(entry);
    for (const update of entry.updates) bytes += update.length;
    if (bytes < batchBytesMax) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
