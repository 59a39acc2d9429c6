import type { Clock } from '../../protocol/clock.ts';
import type { Append, Appended, Snapshot, Stored, UpdateLog } from '../ports.ts';
import { createDocumentHeads } from './document-heads.ts';
import { createPendingEntries, type PendingEntry } from './pending-entries.ts';
import type { BaseLog, Journal } from './ports.ts';
import { packRecord } from './record.ts';

/** Time after which an entry is stored in the database, and after a failure (ms). */
const storeAfter = 1_000;
const retryAfter = 5_000;
/** Size of pending entries at which they are stored at once, and of one batch (bytes). */
const storeAtBytes = 1024 * 1024;
const batchBytesMax = 8 * 1024 * 1024;
/** Size of pending entries at which appends wait: the database is too far behind (bytes). */
const pendingBytesMax = 8 * 1024 * 1024;
/** Default size at which a part of the journal ends (bytes). */
const partBytes = 4 * 1024 * 1024;

/** Parts of a {@link JournaledLog}. */
export type JournaledLogOptions = {
  readonly journal: Journal;
  readonly database: BaseLog;
  /** Id of the timeline that this process has begun in the database. */
  readonly timeline: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Receives failures to store entries in the database. They stay in the journal. */
  readonly report: (error: unknown) => void;
  /** Size at which a part of the journal ends (bytes). */
  readonly partBytesMax?: number;
};

/**
 * An update log with a journal in front of a database, for the only process that writes. An append
 * is on disk when it is in the journal; the database gets it later, in batches. Loads see both.
 * Source: SPEC.md, [JNL1] to [JNL3] and [JNL8].
 */
export class JournaledLog implements UpdateLog {
  readonly #options: JournaledLogOptions;
  readonly #heads = createDocumentHeads();
  readonly #pending = createPendingEntries();
  /** Appends and changes of parts, one after the other. */
  #writing: Promise<unknown> = Promise.resolve();
  /** Batches for the database, one after the other. */
  #storing: Promise<unknown> = Promise.resolve();
  /** Storing in the background, and the timer of the next time. */
  #background: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;
  #isRetrying = false;
  #isClosed = false;
  /** The part that follows the one that was ended last, and the number of its first entry. */
  #part: { readonly number: number; readonly first: number } | null = null;

  constructor(options: JournaledLogOptions) {
    this.#options = options;
  }

  async load(documentId: string): Promise<Stored | null> {
    const { forgotten } = this.#heads;
    // Read before the database: entries that are stored meanwhile are then in both, not in neither.
    const pending = this.#pending.of(documentId).map(({ entry }) => entry);
    const base = await this.#options.database.load(documentId);
    if (base === null) {
      this.#heads.forget(documentId);
      return null;
    }
    const stored = withEntries(base, pending);
    if (forgotten === this.#heads.forgotten) this.#heads.cache(documentId, stored);
    return stored;
  }

  append(batch: readonly Append[]): Promise<readonly Appended[]> {
    const appended = this.#writing.then(() => this.#append(batch));
    this.#writing = appended.catch(() => undefined);
    return appended;
  }

  async compact(documentId: string, snapshot: Snapshot): Promise<boolean> {
    await this.settle(documentId);
    // Of a document that is stuck, the database lacks entries of the snapshot.
    if (this.#pending.isStuck(documentId)) return false;
    return this.#options.database.compact(documentId, snapshot);
  }

  /** Stores the entries in the database that are pending now, of one document or of all. */
  async settle(documentId?: string): Promise<void> {
    if (documentId === undefined) return this.#storeBefore(this.#pending.next);
    const until = this.#pending.next;
    const next = (): readonly PendingEntry[] =>
      this.#pending.of(documentId).filter(({ number }) => number < until);
    while (next().length > 0 && !this.#pending.isStuck(documentId)) await this.#store(next);
  }

  /** Stores all pending entries, and empties the journal. No append may follow. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    this.#cancelTimer?.();
    await this.#background;
    await this.#storeBefore(this.#pending.next);
    if (this.#pending.stuck().length > 0) return;
    const { journal } = this.#options;
    await journal.removeBefore(await journal.endPart());
  }

  async #append(batch: readonly Append[]): Promise<readonly Appended[]> {
    if (this.#isClosed) throw new Error('the log is closed');
    if (this.#pending.bytes > pendingBytesMax) await this.#storeBefore(this.#pending.next);
    for (const { documentId } of batch) await this.#learnHead(documentId);
    const isStuck = ({ documentId }: Append): boolean => this.#pending.isStuck(documentId);
    const accepted = new Set(
      batch.filter((append) => !isStuck(append) && this.#heads.accepts(append)),
    );
    const entries = [...accepted];
    try {
      if (entries.length > 0) await this.#record(entries);
    } catch (error) {
      for (const { documentId } of entries) this.#heads.forget(documentId);
      throw error;
    }
    for (const append of batch)
      if (accepted.has(append)) {
        this.#heads.advance(append);
        this.#pending.add(append);
      } else this.#heads.forget(append.documentId);
    this.#storeSoon();
    return batch.map((append) => {
      if (accepted.has(append)) return 'stored';
      return isStuck(append) ? 'refused' : 'conflict';
    });
  }

  #record(entries: readonly Append[]): Promise<void> {
    const { journal, timeline } = this.#options;
    return journal.append(packRecord({ timeline, entries }));
  }

  /** Loads the head of a document, unless it is known. A document without one is in conflict. */
  async #learnHead(documentId: string): Promise<void> {
    if (this.#heads.has(documentId)) return;
    try {
      await this.load(documentId);
    } catch (error) {
      this.#options.report(error);
    }
  }

  /** Stores pending entries in the background: now if they are many, otherwise after a while. */
  #storeSoon(): void {
    if (this.#background !== null || this.#isRetrying) return;
    if (this.#pending.bytes >= storeAtBytes) this.#storeInBackground();
    else this.#storeLater(storeAfter);
  }

  #storeLater(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#cancelTimer ??= this.#options.clock.after(milliseconds, () => this.#storeInBackground());
  }

  #storeInBackground(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#isRetrying = false;
    this.#background ??= this.#storeAll().then(
      () => {
        this.#background = null;
        if (this.#pending.oldest < this.#pending.next) this.#storeSoon();
      },
      (error: unknown) => {
        this.#background = null;
        this.#isRetrying = true;
        this.#options.report(error);
        this.#storeLater(retryAfter);
      },
    );
  }

  /** Stores what is pending now, and removes the parts that are then stored completely. */
  async #storeAll(): Promise<void> {
    await this.#endPart();
    await this.#storeBefore(this.#pending.next);
    const part = this.#part;
    if (part === null || this.#pending.oldest < part.first) return;
    await this.#write(async () => {
      // The entries of stuck documents may be in the parts that are removed.
      for (const entries of this.#pending.stuck()) await this.#record(entries);
      await this.#options.journal.removeBefore(part.number);
    });
    this.#part = null;
  }

  /** Ends the present part if it is large and no earlier part waits to be removed. */
  async #endPart(): Promise<void> {
    const { journal, partBytesMax = partBytes } = this.#options;
    await this.#write(async () => {
      if (this.#part !== null || journal.partBytes < partBytesMax) return;
      this.#part = { number: await journal.endPart(), first: this.#pending.next };
    });
  }

  /** Changes the journal after the present append. */
  #write(change: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(change);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Stores all pending entries with a lower number. */
  async #storeBefore(number: number): Promise<void> {
    const next = (): readonly PendingEntry[] => this.#pending.first(number, batchBytesMax);
    while (next().length > 0) await this.#store(next);
  }

  /** Stores entries in the database. `choose` is called when the previous batch is stored. */
  #store(choose: () => readonly PendingEntry[]): Promise<void> {
    const stored = this.#storing.then(async () => {
      const pending = [...choose()];
      if (pending.length === 0) return;
      const results = await this.#options.database.append(pending.map(({ entry }) => entry));
      const withResult = (result: Appended): readonly PendingEntry[] =>
        pending.filter((_, i) => results[i] === result);
      this.#pending.remove(withResult('stored'));
      for (const id of new Set(withResult('refused').map(({ entry }) => entry.documentId)))
        this.#giveUp(id, `the database refuses entries of document ${id}`);
      await this.#handleConflicts(withResult('conflict'));
    });
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  /**
   * Handles the entries in conflict of each document. A removed document needs none of them. A
   * failed statement may have stored them after all. If the database has other entries, another
   * process has written: the document is stuck until the next start.
   *
   * @throws Error if entries that could follow are in conflict: they are stored later
   */
  async #handleConflicts(conflicts: readonly PendingEntry[]): Promise<void> {
    for (const [id, entries] of Map.groupBy(conflicts, ({ entry }) => entry.documentId)) {
      this.#heads.forget(id);
      const base = await this.#options.database.load(id);
      const stored = base === null ? entries : entries.filter(({ entry }) => hasEntry(base, entry));
      this.#pending.remove(stored);
      if (stored.length > 0) continue;
      if (base !== null && entries[0]?.entry.seq === lastSeq(base) + 1)
        throw new Error(`the database refused entries that follow those of document ${id}`);
      this.#giveUp(id, `the database has other entries of document ${id}`);
    }
  }

  /** Leaves the entries of a document in the journal until the next start, and refuses others. */
  #giveUp(documentId: string, reason: string): void {
    this.#heads.forget(documentId);
    this.#pending.setAside(documentId);
    this.#options.report(new Error(reason));
  }
}

/** True if a stored document has an entry, or has it in its snapshot. */
function hasEntry({ snapshot, entries }: Stored, { seq, updates }: Append): boolean {
  if (seq <= (snapshot?.seq ?? 0)) return true;
  const stored = entries.find((entry) => entry.seq === seq)?.updates;
  return (
    stored !== undefined &&
    stored.length === updates.length &&
    stored.every((bytes, i) => isEqual(bytes, updates[i]))
  );
}

function isEqual(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function lastSeq({ snapshot, entries }: Stored): number {
  return entries.at(-1)?.seq ?? snapshot?.seq ?? 0;
}

/** Adds the entries of a journal to a document of the database. */
function withEntries(base: Stored, pending: readonly Append[]): Stored {
  const last = lastSeq(base);
  const later = pending.filter(({ seq }) => seq > last);
  if (later.length === 0) return base;
  if (later[0]?.seq !== last + 1) throw new Error('the journal does not continue the database');
  return {
    ...base,
    entries: [...base.entries, ...later.map(({ seq, updates }) => ({ seq, updates }))],
    clients: new Map([
      ...base.clients,
      ...later.flatMap(({ clients }) =>
        clients.map(({ client, user }): [number, string] => [client, user]),
      ),
    ]),
  };
}
