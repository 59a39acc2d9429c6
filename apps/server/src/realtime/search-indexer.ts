import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { learnWords } from '../domain/search-vocabulary.ts';
import type { Clock } from '../platform/clock.ts';
import type { Whole } from './summarizing.ts';
import type { Workers } from './workers.ts';

/**
 * Debounce from a change to indexing, and minimum time between two runs for one document (ms).
 * Source: performance.
 */
const soon = 700;
const atMostEvery = 2_000;
/**
 * Duty cycle of the indexer: idle time after each document as a multiple of its cost (base,
 * maximum, queue length that adds one).
 */
const restParts = 3;
const restPartsMost = 20;
const waitingForPart = 25;
/** Minimum idle time (ms). */
const restMin = 5;
/**
 * Time between two sweeps for documents that an earlier process did not index (ms), and maximum
 * number of documents per sweep.
 */
const sweepEvery = 60_000;
const perSweep = 1_000;

/**
 * Returns the idle time after a document (ms).
 *
 * The indexer uses a quarter of one thread while few documents change. With a longer queue it lags
 * more and uses less, down to a twentieth. This leaves the time for typing.
 *
 * @param took - Cost of the document (ms).
 * @param waiting - Number of documents in the queue.
 */
export function restAfter(took: number, waiting: number): number {
  return Math.max(restMin, took * Math.min(restParts + waiting / waitingForPart, restPartsMost));
}

/** Updates the search index of documents after their text changes. */
export type SearchIndexer = {
  /** Records that a change of the document was stored just now. */
  changed(documentId: string): void;
  /** Indexes stored changes that were never indexed. Called after the start and periodically. */
  sweep(): Promise<void>;
  /** Stops. Pending documents are indexed after the next start. */
  close(): Promise<void>;
};

/** State of a document in the queue. `again`: it has changed since it was indexed. */
type Turn =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; again: boolean };

/**
 * Creates the {@link SearchIndexer} of one process. It indexes one document at a time. `whole`
 * returns null if the document does not exist.
 */
export function createSearchIndexer(options: {
  db: Kysely<Schema>;
  workers: Workers;
  clock: Clock;
  whole: (documentId: string) => Promise<Whole | null>;
  report: (error: unknown, documentId: string) => void;
}): SearchIndexer {
  const { clock } = options;
  const turns = new Map<string, Turn>();
  const ready: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  /** Documents that could not be indexed. They are not retried until they change. */
  const failed = new Set<string>();
  let running: Promise<void> | null = null;
  let closed = false;
  /** True if the last sweep found as many documents as its limit. */
  let mayBeMore = false;

  function after(milliseconds: number, call: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      call();
    }, milliseconds);
    timers.add(timer);
  }

  function makeReady(documentId: string): void {
    turns.set(documentId, { kind: 'ready' });
    ready.push(documentId);
    running ??= run();
  }

  async function run(): Promise<void> {
    for (
      let documentId = ready.shift();
      documentId !== undefined && !closed;
      documentId = ready.shift()
    ) {
      const turn: Turn = { kind: 'done', again: false };
      turns.set(documentId, turn);
      const began = clock.now();
      await refresh(documentId);
      rest(documentId, turn);
      await pause(restAfter(clock.now() - began, ready.length));
    }
    running = null;
    if (mayBeMore) looking();
  }

  function rest(documentId: string, turn: Turn & { kind: 'done' }): void {
    if (closed) return;
    after(atMostEvery, () => {
      if (turn.again) makeReady(documentId);
      else turns.delete(documentId);
    });
  }

  /** Waits in short steps, so that a closing process does not wait for the whole pause. */
  async function pause(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0 && !closed; left -= atMostEvery) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, atMostEvery)));
    }
  }

  async function refresh(documentId: string): Promise<void> {
    try {
      const whole = await options.whole(documentId);
      if (whole === null) return;
      await keep(documentId, whole.seq, await options.workers.words(whole.updates));
    } catch (error) {
      failed.add(documentId);
      options.report(error, documentId);
    }
  }

  async function keep(
    documentId: string,
    seq: number,
    { text, vector }: { text: string; vector: string },
  ): Promise<void> {
    await learnWords(options.db, vector);
    await sql`
      update document_search set seq = ${seq}, body = ${text}, words = ts_filter(words, '{a}') || ${vector}::tsvector,
        updated_at = now()
      where document_id = ${documentId} and seq <= ${seq}`.execute(options.db);
  }

  function changed(documentId: string): void {
    if (closed) return;
    failed.delete(documentId);
    const turn = turns.get(documentId);
    if (turn?.kind === 'done') turn.again = true;
    if (turn !== undefined) return;
    turns.set(documentId, { kind: 'waiting' });
    after(soon, () => makeReady(documentId));
  }

  async function sweep(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select s.document_id as id from document_search s
        left join document_snapshots f on f.document_id = s.document_id
        left join (select document_id, max(seq) as seq from document_log group by 1) l on l.document_id = s.document_id
      where s.seq < greatest(f.seq, l.seq) and s.document_id <> all(${[...failed]}::uuid[])
      limit ${perSweep}`.execute(options.db);
    mayBeMore = rows.length === perSweep;
    for (const { id } of rows) {
      if (!closed && !turns.has(id)) makeReady(id);
    }
  }

  function looking(): void {
    mayBeMore = false;
    if (!closed) void sweep().catch((error: unknown) => options.report(error, ''));
  }

  const timer = setInterval(looking, sweepEvery);
  timer.unref();
  // Delayed, so that it does not slow down the start.
  after(soon, looking);

  return {
    changed,
    sweep,
    async close() {
      closed = true;
      clearInterval(timer);
      for (const each of timers) clearTimeout(each);
      await running;
    },
  };
}
