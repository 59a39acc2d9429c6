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

/** Creates timers that can be stopped together. */
function createTimers() {
  const timers = new Set<NodeJS.Timeout>();
  return {
    after(milliseconds: number, call: () => void): void {
      const timer = setTimeout(() => {
        timers.delete(timer);
        call();
      }, milliseconds);
      timers.add(timer);
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** A document whose turn has come. `rest` begins the minimum time until its next turn. */
type Begun = { readonly documentId: string; readonly rest: () => void };

/**
 * Creates the turns of documents.
 *
 * @param after calls back after some time (ms)
 * @param wake called when a document is ready
 */
function createTurns(after: (milliseconds: number, call: () => void) => void, wake: () => void) {
  const turns = new Map<string, Turn>();
  const ready: string[] = [];
  let closed = false;

  function makeReady(documentId: string): void {
    turns.set(documentId, { kind: 'ready' });
    ready.push(documentId);
    wake();
  }

  return {
    /** Returns the number of documents that are ready. */
    readyCount: () => ready.length,

    /** Gives a changed document a turn, after the changes that follow soon. */
    changed(documentId: string): void {
      const turn = turns.get(documentId);
      if (turn?.kind === 'done') turn.again = true;
      if (turn !== undefined) return;
      turns.set(documentId, { kind: 'waiting' });
      after(soon, () => makeReady(documentId));
    },

    /** Gives a document a turn now, unless it has one. */
    add(documentId: string): void {
      if (!closed && !turns.has(documentId)) makeReady(documentId);
    },

    /** Begins the next turn. Returns null if no document is ready, or after `close`. */
    begin(): Begun | null {
      const documentId = ready.shift();
      if (documentId === undefined || closed) return null;
      const turn: Turn = { kind: 'done', again: false };
      turns.set(documentId, turn);
      const end = (): void => {
        if (turn.again) makeReady(documentId);
        else turns.delete(documentId);
      };
      const rest = (): void => {
        if (!closed) after(atMostEvery, end);
      };
      return { documentId, rest };
    },

    isClosed: () => closed,
    /** Begins no turn from now on. */
    close(): void {
      closed = true;
    },
  };
}

/** Creates the sweeps for documents with changes that were not indexed. `add` receives them. */
function createSweeps(options: {
  db: Kysely<Schema>;
  /** Documents that are left out. */
  failed: ReadonlySet<string>;
  add: (documentId: string) => void;
  report: SearchIndexerOptions['report'];
}) {
  /** True if the last sweep found as many documents as its limit. */
  let mayBeMore = false;

  async function sweep(): Promise<void> {
    const documentIds = await findUnindexed(options.db, [...options.failed]);
    mayBeMore = documentIds.length === perSweep;
    for (const documentId of documentIds) options.add(documentId);
  }

  function look(): void {
    mayBeMore = false;
    void sweep().catch((error: unknown) => options.report(error, ''));
  }

  return {
    sweep,
    /** Begins a sweep. */
    look,
    /** Begins a sweep if the last one left documents. */
    lookForMore(): void {
      if (mayBeMore) look();
    },
  };
}

/** Dependencies of the indexer. */
export type SearchIndexerOptions = {
  db: Kysely<Schema>;
  workers: Workers;
  clock: Clock;
  whole: (documentId: string) => Promise<Whole | null>;
  report: (error: unknown, documentId: string) => void;
};

/**
 * Creates the {@link SearchIndexer} of one process. It indexes one document at a time. `whole`
 * returns null if the document does not exist.
 */
export function createSearchIndexer(options: SearchIndexerOptions): SearchIndexer {
  const { db, clock } = options;
  const timers = createTimers();
  const turns = createTurns(timers.after, wake);
  /** Documents that could not be indexed. They are not retried until they change. */
  const failed = new Set<string>();
  let running: Promise<void> | null = null;
  const sweeps = createSweeps({ db, failed, add: turns.add, report: options.report });

  function wake(): void {
    running ??= run();
  }

  async function run(): Promise<void> {
    for (let turn = turns.begin(); turn !== null; turn = turns.begin()) {
      const began = clock.now();
      await refresh(turn.documentId);
      turn.rest();
      await pause(restAfter(clock.now() - began, turns.readyCount()), turns.isClosed);
    }
    running = null;
    if (!turns.isClosed()) sweeps.lookForMore();
  }

  async function refresh(documentId: string): Promise<void> {
    try {
      const whole = await options.whole(documentId);
      if (whole === null) return;
      await storeWords(db, documentId, whole.seq, await options.workers.words(whole.updates));
    } catch (error) {
      failed.add(documentId);
      options.report(error, documentId);
    }
  }

  function changed(documentId: string): void {
    if (turns.isClosed()) return;
    failed.delete(documentId);
    turns.changed(documentId);
  }

  const timer = setInterval(sweeps.look, sweepEvery);
  timer.unref();
  // Delayed, so that it does not slow down the start.
  timers.after(soon, sweeps.look);

  return {
    changed,
    sweep: sweeps.sweep,
    async close() {
      turns.close();
      clearInterval(timer);
      timers.stop();
      await running;
    },
  };
}

/** Waits in short steps, so that a closing process does not wait for the whole pause. */
async function pause(milliseconds: number, isOver: () => boolean): Promise<void> {
  for (let left = milliseconds; left > 0 && !isOver(); left -= atMostEvery) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, atMostEvery)));
  }
}

/** Stores the search data of a document, unless newer data is stored. */
async function storeWords(
  db: Kysely<Schema>,
  documentId: string,
  seq: number,
  { text, vector }: { text: string; vector: string },
): Promise<void> {
  await learnWords(db, vector);
  await sql`
      update document_search set seq = ${seq}, body = ${text}, words = ts_filter(words, '{a}') || ${vector}::tsvector,
        updated_at = now()
      where document_id = ${documentId} and seq <= ${seq}`.execute(db);
}

/** Returns the documents with changes that were not indexed, at most {@link perSweep}. */
async function findUnindexed(db: Kysely<Schema>, except: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
      select s.document_id as id from document_search s
        left join document_snapshots f on f.document_id = s.document_id
        left join (select document_id, max(seq) as seq from document_log group by 1) l on l.document_id = s.document_id
      where s.seq < greatest(f.seq, l.seq) and s.document_id <> all(${except}::uuid[])
      limit ${perSweep}`.execute(db);
  return rows.map(({ id }) => id);
}
