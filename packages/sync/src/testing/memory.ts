import { joinAuthorship, type Authorship } from '../server/authorship.ts';
import type { Decided } from '../server/decisions.ts';
import type { Declaration } from '../protocol/declaration.ts';
import { compactUpdates } from '../server/compact.ts';
import type { BaseLog } from '../server/journal/ports.ts';
import type { Append, Appended, Entry, Compactor, Snapshot, Stored } from '../server/ports.ts';
import type { Clock } from '../protocol/clock.ts';
import type { CopyStore, DeviceCopy, StoredWrite, Outbox } from '../client/ports.ts';

type Rows = {
  epoch: number;
  snapshot: Snapshot | null;
  entries: Entry[];
  clients: Map<number, string>;
  authorship: Authorship[];
  decisions: Decided[];
  /** Every update that was ever stored, including compacted ones. */
  history: Uint8Array[];
};

/** An in-memory update log: for tests, and as the model that the real log is compared with. */
export type MemoryLog = BaseLog & {
  create(documentId: string): void;
  /** Returns every update that was ever stored, including compacted ones. */
  history(documentId: string): readonly Uint8Array[];
  authorship(documentId: string): readonly Authorship[];
  decisions(documentId: string): readonly Decided[];
  /**
   * Simulates restoring a backup: only the first `entries` entries remain. The epoch is that of the
   * backup, or incremented by the operator.
   */
  restore(documentId: string, entries: number, isEpochIncremented: boolean): void;
};

/** Creates a {@link MemoryLog}. */
export function createMemoryLog(): MemoryLog {
  const documents = new Map<string, Rows>();
  let timeline: string | null = null;

  function rowsOf(documentId: string): Rows {
    const rows = documents.get(documentId);
    if (rows === undefined) throw new Error(`no document ${documentId}`);
    return rows;
  }

  return {
    create: (documentId) => void documents.set(documentId, emptyRows()),
    history: (documentId) => documents.get(documentId)?.history ?? [],
    authorship: (documentId) => rowsOf(documentId).authorship,
    decisions: (documentId) => rowsOf(documentId).decisions,
    restore(documentId, count, isEpochIncremented) {
      const rows = rowsOf(documentId);
      restoreRows(rows, count);
      if (isEpochIncremented) rows.epoch += 1;
    },
    async load(documentId): Promise<Stored | null> {
      const rows = documents.get(documentId);
      if (rows === undefined) return null;
      return {
        epoch: rows.epoch,
        snapshot: rows.snapshot,
        entries: [...rows.entries],
        clients: new Map(rows.clients),
      };
    },
    append: async (batch) => appendAll(documents, batch),
    async heads(documentIds) {
      return new Map(
        documentIds.flatMap((id): [string, number][] => {
          const rows = documents.get(id);
          return rows === undefined ? [] : [[id, lastSeq(rows)]];
        }),
      );
    },
    timeline: async () => timeline,
    async beginTimeline(id) {
      timeline = id;
    },
    async raiseEpochs() {
      for (const rows of documents.values()) rows.epoch += 1;
    },
    async compact(documentId, snapshot) {
      const rows = rowsOf(documentId);
      if (rows.snapshot !== null && rows.snapshot.seq >= snapshot.seq) return false;
      rows.snapshot = snapshot;
      rows.entries = rows.entries.filter(({ seq }) => seq > snapshot.seq);
      rows.authorship = joinAuthorship(rows.authorship);
      return true;
    },
  };
}

function emptyRows(): Rows {
  return {
    epoch: 1,
    snapshot: null,
    entries: [],
    clients: new Map(),
    authorship: [],
    decisions: [],
    history: [],
  };
}

/** Fails as a database does whose column accepts only these verdicts. */
function expectVerdicts(batch: readonly Append[]): void {
  for (const { verdict } of batch.flatMap(({ decisions }) => decisions))
    if (verdict !== 'accept' && verdict !== 'reject')
      throw new Error(`unknown verdict ${String(verdict)}`);
}

/** Appends a batch. The entries of one document are stored all or none. */
function appendAll(
  documents: ReadonlyMap<string, Rows>,
  batch: readonly Append[],
): readonly Appended[] {
  expectVerdicts(batch);
  const refused = new Set(
    [...Map.groupBy(batch, ({ documentId }) => documentId)]
      .filter(([documentId, appends]) => isInConflict(documents.get(documentId), appends))
      .map(([documentId]) => documentId),
  );
  return batch.map((append) => {
    const rows = documents.get(append.documentId);
    if (rows === undefined || refused.has(append.documentId)) return 'conflict';
    appendTo(rows, append);
    return 'stored';
  });
}

function lastSeq({ entries, snapshot }: Rows): number {
  return entries.at(-1)?.seq ?? snapshot?.seq ?? 0;
}

/** True if consecutive entries do not follow a document, or a client id belongs to another user. */
function isInConflict(rows: Rows | undefined, appends: readonly Append[]): boolean {
  if (rows === undefined) return true;
  const isGap = appends.some(({ seq }, i) => seq !== lastSeq(rows) + 1 + i);
  const clients = appends.flatMap((append) => append.clients);
  return isGap || clients.some(({ client, user }) => (rows.clients.get(client) ?? user) !== user);
}

function appendTo(rows: Rows, append: Append): void {
  for (const { client, user } of append.clients) rows.clients.set(client, user);
  rows.entries.push({ seq: append.seq, updates: append.updates });
  rows.authorship.push(...append.authorship);
  rows.decisions.push(...append.decisions);
  rows.history.push(...append.updates);
}

function restoreRows(rows: Rows, count: number): void {
  rows.history = rows.history.slice(0, count);
  rows.snapshot = null;
  rows.entries = rows.history.map((update, i) => ({ seq: i + 1, updates: [update] }));
  rows.authorship = rows.authorship.slice(0, count);
  const clients = new Set(
    rows.authorship.flatMap(({ inserted }) => inserted.map(({ client }) => client)),
  );
  for (const client of rows.clients.keys()) if (!clients.has(client)) rows.clients.delete(client);
}

/** Creates a compactor that works in the same thread. */
export function createMemoryCompactor(): Compactor {
  return {
    async compact(_documentId, { seq, updates }) {
      return { seq, ...compactUpdates(updates) };
    },
  };
}

/** Creates an in-memory outbox. A test reuses the same object to simulate a reload of the page. */
export function createMemoryOutbox(): Outbox & { readonly size: number } {
  const kept = new Map<number, { update: Uint8Array; declaration?: Declaration }>();
  let next = 1;
  return {
    get size() {
      return kept.size;
    },
    async load(): Promise<StoredWrite[]> {
      return [...kept].map(([key, each]) => ({ key, ...each }));
    },
    async add(update, declaration) {
      const key = next;
      next += 1;
      kept.set(key, { update, ...(declaration && { declaration }) });
      return key;
    },
    async remove(keys) {
      for (const key of keys) kept.delete(key);
    },
  };
}

/** Creates an in-memory store of one copy. */
export function createMemoryCopies(): CopyStore {
  let kept: DeviceCopy | null = null;
  return {
    load: async () => kept,
    async save(copy) {
      kept = copy;
    },
    async remove() {
      kept = null;
    },
  };
}

/** A clock that only moves when the test advances it. */
export type HeldClock = Clock & {
  /** Advances to the next scheduled call and makes it; false if there is none. */
  step(): boolean;
  /** Advances by this time (ms), making all calls that become due. */
  advance(milliseconds: number): void;
};

/** Creates a {@link HeldClock}. */
export function createHeldClock(): HeldClock {
  let time = 1_000_000;
  let order = 0;
  const waiting = new Map<number, { at: number; call: () => void }>();

  function next(): [number, { at: number; call: () => void }] | null {
    let first: [number, { at: number; call: () => void }] | null = null;
    for (const entry of waiting) if (first === null || entry[1].at < first[1].at) first = entry;
    return first;
  }

  function step(until = Infinity): boolean {
    const entry = next();
    if (entry === null || entry[1].at > until) return false;
    waiting.delete(entry[0]);
    time = Math.max(time, entry[1].at);
    entry[1].call();
    return true;
  }

  return {
    now: () => time,
    after(milliseconds, call) {
      const id = (order += 1);
      waiting.set(id, { at: time + milliseconds, call });
      return () => waiting.delete(id);
    },
    step: () => step(),
    advance(milliseconds) {
      const until = time + milliseconds;
      while (step(until));
      time = until;
    },
  };
}
