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
  const writes = createDelayedWrites(random);
  const record = createDurableRecord();

  async function append(batch: readonly Append[]): Promise<readonly Appended[]> {
    const results = await log.append(batch);
    batch.forEach((appended, i) => {
      if (results[i] === 'stored') record.add(appended.updates);
    });
    return results;
  }

  async function compact(id: string, snapshot: Snapshot): Promise<boolean> {
    const done = await log.compact(id, snapshot);
    const whole = await log.load(id);
    record.replace(
      whole?.snapshot ?? null,
      whole?.entries.flatMap((entry) => [...entry.updates]) ?? [],
    );
    return done;
  }

  return {
    start() {
      writes.restart();
      return {
        load: (id) => log.load(id),
        append: (batch) => writes.later(() => append(batch)),
        compact: (id, snapshot) => writes.later(() => compact(id, snapshot)),
      };
    },
    step: writes.step,
    fail: writes.fail,
    isBusy: writes.isBusy,
    demand: record.demand,
    watch: (outbox) => watchRemovals(outbox, record),
    bytes: record.bytes,
    authorship: () => log.authorship(documentId),
    decisions: () => log.decisions(documentId),
    verify: record.verify,
  };
}

/** Creates the writes that wait for the disk: see {@link SimulatedDisk}. */
export function createDelayedWrites(random: () => number) {
  let waiting: Write[] = [];
  let generation = 0;

  return {
    later<T>(perform: () => Promise<T>): Promise<T> {
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
    },
    /**
     * Performs the writes of a killed server in order up to a random point; the rest never happens.
     */
    restart(): void {
      const left = waiting;
      waiting = [];
      for (const write of left) {
        if (random() < 0.5) break;
        write.perform();
      }
      generation += 1;
    },
    step(): void {
      const [write] = waiting.splice(Math.floor(random() * waiting.length), 1);
      write?.perform();
      write?.answer();
    },
    fail(): boolean {
      const write = waiting.shift();
      if (random() < 0.5) write?.perform();
      write?.break();
      return write !== undefined;
    },
    isBusy: () => waiting.length > 0,
  };
}

/** Creates the record of what is on disk, which keeps the first violation of a rule. */
export function createDurableRecord() {
  const durable = emptyIndex();
  let violation: Error | null = null;
  let stored: { snapshot: Snapshot | null; updates: Uint8Array[] } = {
    snapshot: null,
    updates: [],
  };

  const bytes = (): Uint8Array[] => [
    ...(stored.snapshot === null ? [] : [stored.snapshot.state]),
    ...stored.updates,
  ];

  /** [SIM4]: checks that stored updates are always new to the log. */
  function checkNew(updates: readonly Uint8Array[]): void {
    for (const update of updates) {
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

  return {
    bytes,
    add(updates: readonly Uint8Array[]): void {
      checkNew(updates);
      stored.updates.push(...updates);
    },
    replace(snapshot: Snapshot | null, updates: Uint8Array[]): void {
      stored = { snapshot, updates };
    },
    demand(update: Uint8Array, why: string): void {
      if (validateUpdate(update, durable).kind === 'known') return;
      // Deletions made only by integration are in no update, but in the document that the log
      // describes: see `isHarmless` in `admit-update.ts`.
      const validation = validateUpdate(update, indexOfState(stateOf(buildDoc(bytes()))));
      if (validation.kind !== 'known')
        violation ??= new Error(`${why}, but not on disk: ${JSON.stringify(validation)}`);
    },
    violate(message: string): void {
      violation ??= new Error(message);
    },
    verify(): void {
      if (violation !== null) throw violation;
    },
  };
}

/** Wraps an outbox: every update that is removed is demanded of the record. [SIM1] */
export function watchRemovals(outbox: Outbox, record: Pick<SimulatedDisk, 'demand'>): Outbox {
  const kept = new Map<number, Uint8Array>();
  return {
    async load() {
      const list = await outbox.load();
      for (const { key, update } of list) kept.set(key, update);
      return list;
    },
    async add(update, declaration) {
      const key = await outbox.add(update, declaration);
      kept.set(key, update);
      return key;
    },
    async remove(keys) {
      for (const key of keys) record.demand(kept.get(key) ?? new Uint8Array(), 'acknowledged');
      await outbox.remove(keys);
    },
  };
}
