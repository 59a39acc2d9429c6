import { createMemoryLog, type MemoryLog } from './memory.ts';
import { DurableRecord } from './simulation-record.ts';
import { DelayedWrites, type KilledWrites, type Leftover } from './simulation-writes.ts';
import type { Append, Appended, Snapshot, UpdateLog } from '../server/ports.ts';
import type { RoomsOptions } from '../server/rooms.ts';

/** End of a server process. `random` returns numbers in [0, 1) for the details. */
export type Ending = {
  readonly leftover: Leftover;
  /** True if what was not synced is lost. */
  readonly isPowerCut?: boolean;
  readonly random?: () => number;
};

/**
 * A simulated disk: the test decides when writes finish or fail. It survives restarts of the
 * server.
 */
export type SimulatedDisk = {
  readonly record: DurableRecord;
  /** True if a journal is in front of the database, to which then only one process writes. */
  readonly hasJournal: boolean;
  /** Results of writes of killed processes that were performed while another one ran. */
  readonly late: { stored: number; conflict: number };
  /**
   * Kills the present process. Returns what became of its pending writes. It gets no results, also
   * of those that are performed later.
   */
  kill(ending?: Ending): KilledWrites;
  /**
   * Returns the log for a process: a new one after a kill, or another one beside the present.
   * `heads`: see `RoomsOptions`.
   */
  start(): UpdateLog & Pick<RoomsOptions, 'heads'>;
  /**
   * Restores a backup, which has only the first entries of each document: after a kill.
   *
   * @param share share of the entries that are kept, in [0, 1)
   * @param keepsJournal true if the journal of the newer database is still there
   */
  restore(share: number, keepsJournal: boolean): Promise<void>;
  /**
   * Finishes a random pending write: a compaction may take longer than commits that began after it.
   */
  step(): void;
  /**
   * Makes the oldest pending write fail, stored or not: the server cannot know. Returns false if
   * none is pending.
   */
  fail(): boolean;
  /** Makes the sync of the oldest pending append fail. Returns false if none is pending. */
  failSync(random: () => number): boolean;
  isBusy(): boolean;
};

/** A database with empty documents and no journal: several processes may write to it. */
export class SimulatedDatabaseDisk implements SimulatedDisk {
  readonly record = new DurableRecord();
  readonly hasJournal = false;
  readonly late = { stored: 0, conflict: 0 };
  readonly #documents: readonly string[];
  readonly #writes: DelayedWrites;
  #log: MemoryLog;

  constructor(documents: readonly string[], random: () => number) {
    this.#documents = documents;
    this.#log = createDatabase(documents);
    this.#writes = new DelayedWrites(random, (result) => {
      if (!Array.isArray(result)) return;
      for (const each of result as Appended[])
        if (each === 'stored' || each === 'conflict') this.late[each] += 1;
    });
  }

  kill({ leftover, random }: Ending = { leftover: 'some' }): KilledWrites {
    return this.#writes.kill(leftover, random);
  }

  start(): ReturnType<SimulatedDisk['start']> {
    const { later } = this.#writes.ofProcess();
    const log = this.#log;
    // PostgreSQL syncs its log before it answers: a sync that fails has an unknown outcome.
    const failSync =
      (batch: readonly Append[]) =>
      (random: () => number): void => {
        if (random() < 0.5) void this.#append(log, batch);
      };
    return {
      load: (id) => log.load(id),
      heads: (ids) => log.heads(ids),
      append: (batch) => later(() => this.#append(log, batch), { failSync: failSync(batch) }),
      compact: (id, snapshot) => later(() => this.#compact(log, id, snapshot)),
    };
  }

  async restore(share: number): Promise<void> {
    this.#log = await restoredDatabase(this.#documents, this.#log, this.record, share);
    await this.#log.raiseEpochs();
  }

  step(): void {
    this.#writes.step();
  }

  fail(): boolean {
    return this.#writes.fail();
  }

  failSync(random: () => number): boolean {
    return this.#writes.failSync(random);
  }

  isBusy(): boolean {
    return this.#writes.isBusy;
  }

  async #append(log: MemoryLog, batch: readonly Append[]): Promise<readonly Appended[]> {
    const results = await log.append(batch);
    batch.forEach((appended, i) => {
      if (results[i] === 'stored' && log === this.#log) this.record.keep(appended);
    });
    return results;
  }

  async #compact(log: MemoryLog, id: string, snapshot: Snapshot): Promise<boolean> {
    const done = await log.compact(id, snapshot);
    const whole = await log.load(id);
    const updates = whole?.entries.flatMap((entry) => [...entry.updates]) ?? [];
    if (log === this.#log) this.record.replace(id, whole?.snapshot ?? null, updates);
    return done;
  }
}

/** Creates a database with empty documents. */
export function createDatabase(documents: readonly string[]): MemoryLog {
  const log = createMemoryLog();
  for (const documentId of documents) log.create(documentId);
  return log;
}

/**
 * Returns a database with the first entries of each document, and shortens the record. Its epochs
 * are those of `before`: no epoch is used twice.
 */
export async function restoredDatabase(
  documents: readonly string[],
  before: MemoryLog,
  record: DurableRecord,
  share: number,
): Promise<MemoryLog> {
  const log = createDatabase(documents);
  for (const documentId of documents) {
    const kept = Math.floor(record.appends(documentId).length * share);
    record.truncate(documentId, kept);
    for (const append of record.appends(documentId)) await log.append([append]);
  }
  const epochOf = async (of: MemoryLog): Promise<number> =>
    (await of.load(documents[0] as string))?.epoch ?? 0;
  while ((await epochOf(log)) < (await epochOf(before))) await log.raiseEpochs();
  return log;
}
