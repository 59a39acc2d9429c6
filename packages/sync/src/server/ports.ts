import type { Authorship } from './authorship.ts';
import type { Decided } from './decisions.ts';
import type { EncodedIndex } from './struct-index.ts';

/**
 * An open connection on the server. Frames arrive complete and in order. `send` never fails; a
 * broken socket is closed.
 */
export interface Socket {
  send(frame: Uint8Array): void;
  close(code: number, reason: string): void;
  /** Number of bytes passed to `send` and not yet taken by the network. */
  readonly buffered: number;
  /** Stops and resumes reading from the network: backpressure on a writer. */
  pause(): void;
  resume(): void;
}

/** A compacted document, with the number of the last log entry that it contains. */
export type Snapshot = {
  readonly seq: number;
  readonly state: Uint8Array;
  readonly index: EncodedIndex;
};

/**
 * The updates of one document that one commit stored, in order and with one sequence number.
 * Numbers have no gaps.
 */
export type Entry = { readonly seq: number; readonly updates: readonly Uint8Array[] };

/** A stored document: the snapshot, the entries after it, and the owner of each client id. */
export type Stored = {
  readonly epoch: number;
  readonly snapshot: Snapshot | null;
  readonly entries: readonly Entry[];
  readonly clients: ReadonlyMap<number, string>;
};

/**
 * The updates of one document to store with the next commit. `decisions` belong to these updates;
 * `clients` are those that were not known before.
 */
export type Append = {
  readonly documentId: string;
  readonly seq: number;
  readonly updates: readonly Uint8Array[];
  readonly authorship: readonly Authorship[];
  readonly decisions: readonly Decided[];
  readonly clients: readonly { readonly client: number; readonly user: string }[];
};

/**
 * Result of an {@link Append}. Unless it is `stored`, nothing of the append is.
 * - `conflict`: another writer has stored that number, client or deletion.
 * - `refused`: the storage cannot store these values, now or later.
 */
export type Appended = 'stored' | 'conflict' | 'refused';

/**
 * Storage of updates. `append` resolves when the *whole* batch is on disk, with results in the
 * given order. A rejection says nothing about what was stored. `compact` replaces the entries up to
 * `snapshot.seq` by the snapshot; it returns false if a later snapshot exists.
 */
export interface UpdateLog {
  load(documentId: string): Promise<Stored | null>;
  append(batch: readonly Append[]): Promise<readonly Appended[]>;
  compact(documentId: string, snapshot: Snapshot): Promise<boolean>;
}

/**
 * Creates a snapshot from bytes, outside the process that holds the sockets. Rejects if the bytes
 * are not a whole document.
 */
export interface Compactor {
  compact(
    documentId: string,
    parts: { readonly seq: number; readonly updates: readonly Uint8Array[] },
  ): Promise<Snapshot>;
}

/** Fault injection points at which tests may kill the process. */
export type FaultPoint =
  | 'before-commit'
  | 'after-commit'
  | 'before-ack'
  | 'before-compaction'
  | 'before-snapshot'
  | 'after-snapshot';

/** Reports that a fault injection point has been reached. */
export type ReachFaultPoint = (moment: FaultPoint) => void;
