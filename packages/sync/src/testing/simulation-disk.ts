import type { Authorship } from '../server/authorship.ts';
import type { Decided } from '../server/decisions.ts';
import { buildDoc, stateOf } from '../server/compact.ts';
import { validateUpdate, indexOfState, addToIndex } from '../server/validate-update.ts';
import { emptyIndex } from '../server/struct-index.ts';
import { createMemoryLog } from './memory.ts';
import type { Appended, Append, Snapshot, UpdateLog } from '../server/ports.ts';
import type { Outbox } from '../client/ports.ts';

/**
 * A simulated disk: the test decides when writes finish or fail. It survives restarts of the
 * server.
 */
export type SimulatedDisk = {
  /**
   * Returns the log for a newly started server. Writes of the previous server may still happen, but
   * it gets no results.
   */
  start(): UpdateLog;
  /**
   * Finishes a random pending write: a compaction may take longer than commits that began after it.
   */
  step(): void;
  /**
   * Makes the oldest pending write fail, stored or not: the server cannot know. Returns false if
   * none is pending.
   */
  fail(): boolean;
  isBusy(): boolean;
  /** Throws if a demanded update was missing: the caller of `demand` may have caught the error. */
  verify(): void;
  /** [SIM1], [SIM2]: checks that everything in `update` is on this disk. */
  demand(update: Uint8Array, why: string): void;
  /** Wraps an outbox so that its removals are checked: [SIM1]. */
  watch(outbox: Outbox): Outbox;
  /** Returns the stored document. */
  bytes(): Uint8Array[];
  /** Returns the stored authorship. */
  authorship(): readonly Authorship[];
  /** Returns the stored decisions. */
  decisions(): readonly Decided[];
};

type Write = { readonly generation: number; perform(): void; answer(): void; break(): void };

/** Creates the disk with one empty document. */
export function createSimulatedDisk(documentId: string, random: () => number): SimulatedDisk {
  const log = createMemoryLog();
  log.create(documentId);
  const durable = emptyIndex();
  let waiting: Write[] = [];
  let generation = 0;
  let violation: Error | null = null;
  let stored: { snapshot: Snapshot | null; updates: Uint8Array[] } = {
    snapshot: null,
    updates: [],
  };

  /** [SIM4]: checks that stored updates are always new to the log. */
  function record(append: Append): void {
    for (const update of append.updates) {
      const validation = validateUpdate(update, durable);
      if (validation.kind !== 'new') {
        violation ??= new Error(`the log was given an update that is ${validation.kind}`);
        return;
      }
      if (validation.bytes.length !== update.length)
        violation ??= new Error('the log was given something that it has');
      addToIndex(durable, validation.additions);
    }
  }

  function demand(update: Uint8Array, why: string): void {
    if (validateUpdate(update, durable).kind === 'known') return;
    // Deletions made only by integration are in no update, but in the document that the log
    // describes: see `room.ts`.
    const validation = validateUpdate(update, indexOfState(stateOf(buildDoc(bytes()))));
    if (validation.kind !== 'known')
      violation ??= new Error(`${why}, but not on disk: ${JSON.stringify(validation)}`);
  }

  function bytes(): Uint8Array[] {
    return [...(stored.snapshot === null ? [] : [stored.snapshot.state]), ...stored.updates];
  }

  function later<T>(perform: () => Promise<T>): Promise<T> {
    const by = generation;
    return new Promise((resolve, reject) => {
      let result: Promise<T> | null = null;
      waiting.push({
        generation: by,
        perform: () => void (result ??= perform()),
        answer: () => by === generation && result?.then(resolve, reject),
        break: () => by === generation && reject(new Error('the disk failed')),
      });
    });
  }

  return {
    start() {
      // The writes of a killed server happen in order up to a random point; the rest never happens.
      const left = waiting;
      waiting = [];
      for (const write of left) {
        if (random() < 0.5) break;
        write.perform();
      }
      generation += 1;
      return {
        load: (id) => log.load(id),
        append: (batch) => later(() => appendAll(batch)),
        compact: (id, snapshot) => later(() => compact(id, snapshot)),
      };
    },
    step() {
      const [write] = waiting.splice(Math.floor(random() * waiting.length), 1);
      write?.perform();
      write?.answer();
    },
    fail() {
      const write = waiting.shift();
      if (random() < 0.5) write?.perform();
      write?.break();
      return write !== undefined;
    },
    isBusy: () => waiting.length > 0,
    demand,
    watch(outbox) {
      const kept = new Map<number, Uint8Array>();
      return {
        async load() {
          const list = await outbox.load();
          for (const { key, update } of list) kept.set(key, update);
          return list;
        },
        async add(update) {
          const key = await outbox.add(update);
          kept.set(key, update);
          return key;
        },
        async remove(keys) {
          for (const key of keys) demand(kept.get(key) ?? new Uint8Array(), 'acknowledged');
          await outbox.remove(keys);
        },
      };
    },
    bytes,
    authorship: () => log.authorship(documentId),
    decisions: () => log.decisions(documentId),
    verify() {
      if (violation !== null) throw violation;
    },
  };

  async function appendAll(batch: readonly Append[]): Promise<readonly Appended[]> {
    const results = await log.append(batch);
    batch.forEach((append, i) => {
      if (results[i] !== 'stored') return;
      record(append);
      stored.updates.push(...append.updates);
    });
    return results;
  }

  async function compact(id: string, snapshot: Snapshot): Promise<boolean> {
    const done = await log.compact(id, snapshot);
    const whole = await log.load(id);
    stored = {
      snapshot: whole?.snapshot ?? null,
      updates: whole?.entries.flatMap((entry) => [...entry.updates]) ?? [],
    };
    return done;
  }
}
