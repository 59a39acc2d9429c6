import type { Outbox } from '../client/ports.ts';
import type { Authorship } from '../server/authorship.ts';
import type { Decided } from '../server/decisions.ts';
import type { Append, Appended, UpdateLog } from '../server/ports.ts';
import type { Journal } from '../server/journal/ports.ts';
import { JournaledLog } from '../server/journal/journaled-log.ts';
import { unpackRecord } from '../server/journal/record.ts';
import { replayJournal } from '../server/journal/replay.ts';
import { createMemoryLog, type HeldClock } from './memory.ts';
import { MemoryJournal } from './memory-journal.ts';
import {
  createDelayedWrites,
  createDurableRecord,
  watchRemovals,
  type SimulatedDisk,
} from './simulation-disk.ts';

/** Abilities of a process. Nothing that a killed process does has an effect. */
type Process = {
  readonly number: number;
  readonly isAlive: () => boolean;
  /** Performs a write later. */
  readonly later: <T>(write: () => Promise<T>) => Promise<T>;
};

/**
 * A disk with a journal in front of a database, and one empty document. Writes to both may be late,
 * fail or get lost with the process. What the journal acknowledged counts as durable, and what the
 * next process finds in it.
 */
export class SimulatedJournalDisk implements SimulatedDisk {
  readonly #database = createMemoryLog();
  readonly #clock: HeldClock;
  readonly #writes: ReturnType<typeof createDelayedWrites>;
  readonly #record = createDurableRecord();
  readonly #durable: Append[] = [];
  #journal = new MemoryJournal();
  #processes = 0;

  constructor(documentId: string, random: () => number, clock: HeldClock) {
    this.#database.create(documentId);
    this.#writes = createDelayedWrites(random);
    this.#clock = clock;
  }

  start(): UpdateLog {
    this.#writes.restart();
    this.#journal = this.#journal.reopen();
    this.#processes += 1;
    const number = this.#processes;
    const isAlive = (): boolean => number === this.#processes;
    const opened = this.#open({
      number,
      isAlive,
      later: (write) => (isAlive() ? this.#writes.later(write) : never()),
    });
    return {
      load: async (id) => (await opened).load(id),
      append: async (batch) => this.#append(await opened, batch),
      compact: async (id, snapshot) => (await opened).compact(id, snapshot),
    };
  }

  step(): void {
    this.#writes.step();
  }

  fail(): boolean {
    return this.#writes.fail();
  }

  isBusy(): boolean {
    return this.#writes.isBusy();
  }

  verify(): void {
    this.#record.verify();
  }

  demand(update: Uint8Array, why: string): void {
    this.#record.demand(update, why);
  }

  watch(outbox: Outbox): Outbox {
    return watchRemovals(outbox, this.#record);
  }

  bytes(): Uint8Array[] {
    return this.#record.bytes();
  }

  authorship(): readonly Authorship[] {
    return this.#durable.flatMap(({ authorship }) => authorship);
  }

  decisions(): readonly Decided[] {
    return this.#durable.flatMap(({ decisions }) => decisions);
  }

  #keep(append: Append): void {
    this.#durable.push(append);
    this.#record.add(append.updates);
  }

  async #append(log: JournaledLog, batch: readonly Append[]): Promise<readonly Appended[]> {
    const results = await log.append(batch);
    batch.forEach((each, i) => {
      if (results[i] === 'stored') this.#keep(each);
    });
    return results;
  }

  /** Opens the log of a process that starts: what the journal has counts as durable. */
  async #open(process: Process): Promise<JournaledLog> {
    const journal = this.#journal;
    const database = this.#database;
    const found = new Map<number, Append>();
    for await (const bytes of journal.read())
      for (const entry of unpackRecord(bytes).entries) found.set(entry.seq, entry);
    if (!process.isAlive()) return never();
    for (let seq = this.#durable.length + 1; found.has(seq); seq += 1) {
      const entry = found.get(seq);
      if (entry !== undefined) this.#keep(entry);
    }
    const { aside } = await replayJournal(ofProcess(journal, process), database);
    if (!process.isAlive()) return never();
    for (const reason of aside) this.#record.violate(reason);
    const timeline = `process ${process.number}`;
    await database.beginTimeline(timeline);
    return new JournaledLog({
      journal: ofProcess(journal, process),
      database: {
        ...database,
        append: (batch) => process.later(() => database.append(batch)),
        compact: (id, snapshot) => process.later(() => database.compact(id, snapshot)),
      },
      timeline,
      clock: {
        after: (milliseconds, call) =>
          this.#clock.after(milliseconds, () => {
            if (process.isAlive()) call();
          }),
      },
      report: () => undefined,
      partBytesMax: 500,
    });
  }
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Returns a journal as a process has it. */
function ofProcess(journal: MemoryJournal, { isAlive, later }: Process): Journal {
  return {
    read: () => journal.read(),
    get isDamaged() {
      return journal.isDamaged;
    },
    get partBytes() {
      return journal.partBytes;
    },
    append: (record) => later(() => journal.append(record)),
    endPart: () => (isAlive() ? journal.endPart() : never()),
    removeBefore: (part) => (isAlive() ? journal.removeBefore(part) : never()),
    setAside: () => (isAlive() ? journal.setAside() : never()),
  };
}
