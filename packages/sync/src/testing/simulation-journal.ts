import type { Append, Appended, UpdateLog } from '../server/ports.ts';
import type { BaseLog, Journal } from '../server/journal/ports.ts';
import { JournaledLog } from '../server/journal/journaled-log.ts';
import { replayJournal } from '../server/journal/replay.ts';
import type { HeldClock, MemoryLog } from './memory.ts';
import { MemoryJournal } from './memory-journal.ts';
import {
  createDatabase,
  restoredDatabase,
  type Ending,
  type SimulatedDisk,
} from './simulation-disk.ts';
import { DurableRecord } from './simulation-record.ts';
import {
  DelayedWrites,
  never,
  type KilledWrites,
  type WritesOfProcess,
} from './simulation-writes.ts';

/**
 * A disk with a journal in front of a database with empty documents. Writes to both may be late,
 * fail or get lost with the process. An append is durable when the journal has acknowledged it, or
 * when the database has it.
 *
 * Only one process writes: the next one holds the data folder, and ends the database server of the
 * one before. Therefore no write is performed after the next process has started.
 */
export class SimulatedJournalDisk implements SimulatedDisk {
  readonly record = new DurableRecord();
  readonly hasJournal = true;
  readonly late = { stored: 0, conflict: 0 };
  readonly #documents: readonly string[];
  readonly #clock: HeldClock;
  readonly #writes: DelayedWrites;
  #database: MemoryLog;
  #journal = new MemoryJournal();
  #processes = 0;
  /** True if a journal may be set aside: it is newer than the database, or parts returned. */
  #mayBeAside = false;

  constructor(documents: readonly string[], random: () => number, clock: HeldClock) {
    this.#documents = documents;
    this.#database = createDatabase(documents);
    this.#writes = new DelayedWrites(random);
    this.#clock = clock;
  }

  kill({ leftover, isPowerCut, random }: Ending = { leftover: 'some' }): KilledWrites {
    const killed = this.#writes.kill(leftover === 'late' ? 'some' : leftover, random);
    if (isPowerCut === true && random !== undefined) {
      this.#journal.cutPower(random);
      this.#mayBeAside = true;
    }
    this.#journal = this.#journal.reopen();
    return killed;
  }

  start(): UpdateLog {
    const process = this.#writes.ofProcess();
    const opened = this.#open(process);
    return {
      load: async (id) => (await opened).load(id),
      append: async (batch) => this.#append(await opened, batch),
      compact: async (id, snapshot) => (await opened).compact(id, snapshot),
    };
  }

  async restore(share: number, keepsJournal: boolean): Promise<void> {
    this.#database = await restoredDatabase(this.#documents, this.#database, this.record, share);
    await this.#database.beginTimeline('restored');
    // From an empty journal, the next process cannot notice that the database is older. An operator
    // restores a backup with the command, which raises the epochs.
    if (keepsJournal && this.#journal.records > 0) this.#mayBeAside = true;
    else {
      await this.#database.raiseEpochs();
      this.#journal.clear();
      this.#journal = this.#journal.reopen();
    }
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

  async #append(log: JournaledLog, batch: readonly Append[]): Promise<readonly Appended[]> {
    const results = await log.append(batch);
    batch.forEach((each, i) => {
      if (results[i] === 'stored') this.record.keep(each);
    });
    return results;
  }

  /** Returns the database of a process, whose entries are recorded. */
  #recorded(database: MemoryLog): BaseLog {
    return {
      ...database,
      append: async (batch) => {
        const results = await database.append(batch);
        batch.forEach((each, i) => {
          if (results[i] === 'stored' && database === this.#database) this.record.keep(each);
        });
        return results;
      },
    };
  }

  /** Opens the log of a process that starts: first, the database gets what the journal has. */
  async #open(process: WritesOfProcess): Promise<JournaledLog> {
    const { isAlive, later } = process;
    const journal = this.#journal;
    const database = this.#recorded(this.#database);
    const { aside } = await replayJournal(startingJournal(journal, process), database);
    if (!isAlive()) return never();
    if (!this.#mayBeAside) for (const reason of aside) this.record.violate(reason);
    this.#mayBeAside = false;
    const heads = await database.heads(this.#documents);
    for (const id of this.#documents)
      if (heads.get(id) !== this.record.appends(id).length)
        this.record.violate(`acknowledged entries of ${id} are lost`);
    this.#processes += 1;
    const timeline = `process ${this.#processes}`;
    await database.beginTimeline(timeline);
    return new JournaledLog({
      journal: runningJournal(journal, process),
      database: {
        ...database,
        append: (batch) => later(() => database.append(batch)),
        compact: (id, snapshot) => later(() => database.compact(id, snapshot)),
      },
      timeline,
      clock: {
        after: (milliseconds, call) =>
          this.#clock.after(milliseconds, () => {
            if (isAlive()) call();
          }),
      },
      report: () => undefined,
      partBytesMax: 500,
    });
  }
}

/** Returns a journal as a process has it that starts. Its changes are not delayed. */
function startingJournal(journal: MemoryJournal, { isAlive }: WritesOfProcess): Journal {
  return {
    read: () => journal.read(),
    get isDamaged() {
      return journal.isDamaged;
    },
    get partBytes() {
      return journal.partBytes;
    },
    append: never,
    endPart: () => (isAlive() ? journal.endPart() : never()),
    removeBefore: (part) => (isAlive() ? journal.removeBefore(part) : never()),
    setAside: () => (isAlive() ? journal.setAside() : never()),
  };
}

/**
 * Returns a journal as a running process has it. Appends may be torn or not synced. Parts are
 * removed in two steps, as files are.
 */
function runningJournal(journal: MemoryJournal, process: WritesOfProcess): Journal {
  const { isAlive, later } = process;
  return {
    ...startingJournal(journal, process),
    get partBytes() {
      return journal.partBytes;
    },
    append: (record) =>
      later(() => journal.append(record), {
        tear: (random) => tear(journal, record, random),
        failSync: (random) => tear(journal, record, random() < 0.5 ? random : () => 1),
      }),
    removeBefore(part) {
      if (!isAlive()) return never();
      journal.unlinkBefore(part);
      return later(async () => journal.syncFolder());
    },
  };
}

/** Leaves a random prefix of a record in the journal, also within its header. */
function tear(journal: MemoryJournal, record: readonly Uint8Array[], random: () => number): void {
  const size = 8 + record.reduce((sum, { length }) => sum + length, 0);
  journal.tear(record, {
    bytes: Math.floor(random() * (size + 1)),
    isUnnamed: random() < 0.25,
  });
}
