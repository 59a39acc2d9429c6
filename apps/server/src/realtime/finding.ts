import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { learnWords } from '../domain/search-vocabulary.ts';
import type { Clock } from '../platform/clock.ts';
import type { Whole } from './counting.ts';
import type { Workers } from './workers.ts';

/** Milliseconds from a change until its words are looked at, and between two looks at one document. Source: performance. */
const soon = 700;
const atMostEvery = 2_000;
/** Rest after each document, in parts of the time that it took: with few waiting, at most, and how many waiting make it one more. */
const restParts = 3;
const restPartsMost = 20;
const waitingForPart = 25;
/** The shortest rest, ms. */
const restMin = 5;
/** Milliseconds between two looks for documents that a process before this one did not live to look at, and how many at once. */
const sweepEvery = 60_000;
const perSweep = 1_000;

/**
 * Milliseconds of rest after a document that took so many, where so many others wait. So search takes a quarter of one thread while few
 * documents are typed in; the more there are, the longer it lags, and the less it takes of what typing needs, down to a twentieth.
 */
export function restAfter(took: number, waiting: number): number {
  return Math.max(restMin, took * Math.min(restParts + waiting / waitingForPart, restPartsMost));
}

/** Keeps what search finds in documents behind their text. */
export type Finding = {
  /** Something of the document was stored just now. */
  changed(documentId: string): void;
  /** Takes up what was stored and never looked at: after a start, and from time to time. */
  sweep(): Promise<void>;
  /** Stops. What is not up to date is taken up at the next start. */
  close(): Promise<void>;
};

/** `again`: it was changed since. */
type Turn = { readonly kind: 'waiting' } | { readonly kind: 'ready' } | { readonly kind: 'done'; again: boolean };

/** Makes {@link Finding} of one process: one document after the other. `whole` answers null where there is no such document. */
export function createFinding(options: {
  db: Kysely<Schema>;
  workers: Workers;
  clock: Clock;
  whole: (documentId: string) => Promise<Whole | null>;
  report: (error: unknown, documentId: string) => void;
}): Finding {
  const { clock } = options;
  const turns = new Map<string, Turn>();
  const ready: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  /** Those that could not be looked at: not again until they change. */
  const failed = new Set<string>();
  let running: Promise<void> | null = null;
  let closed = false;
  /** Tells whether the last look found as many as it takes at once. */
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
    for (let documentId = ready.shift(); documentId !== undefined && !closed; documentId = ready.shift()) {
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

  /** A closing process does not wait for it. */
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

  async function keep(documentId: string, seq: number, { text, vector }: { text: string; vector: string }): Promise<void> {
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
  // After the start, which it is not to slow down.
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
