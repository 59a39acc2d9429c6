import type { Authorship } from './authorship.ts';
import type { Decided, Declaration } from './decisions.ts';
import type { StoredKnowledge } from './knowledge.ts';

/** Time as the engine needs it. `after` calls back once, and answers a function that takes the call back. Milliseconds. */
export interface Clock {
  now(): number;
  after(milliseconds: number, call: () => void): () => void;
}

/** An open connection, seen from the server. Frames arrive whole and in order; `send` never fails, a broken socket is closed. */
export interface Socket {
  send(frame: Uint8Array): void;
  close(code: number, reason: string): void;
  /** Bytes given to `send` that the network has not taken yet. */
  readonly buffered: number;
  /** Stops and resumes reading from the network: the back-pressure on a writer. */
  pause(): void;
  resume(): void;
}

/** A folded document, with the number of the last log entry that is in it. */
export type Snapshot = { readonly seq: number; readonly state: Uint8Array; readonly knowledge: StoredKnowledge };

/** The updates that one commit stored of one document: in order, numbered together. Numbers have no gaps. */
export type Entry = { readonly seq: number; readonly updates: readonly Uint8Array[] };

/** A document as it is stored: the snapshot, the entries after it, and whose each client id is. */
export type Stored = {
  readonly epoch: number;
  readonly snapshot: Snapshot | null;
  readonly entries: readonly Entry[];
  readonly clients: ReadonlyMap<number, string>;
};

/**
 * The part of one document that is to be stored with the next commit. `decisions` come with its updates; `clients` are those that
 * were not known before.
 */
export type Append = {
  readonly documentId: string;
  readonly seq: number;
  readonly updates: readonly Uint8Array[];
  readonly authorship: readonly Authorship[];
  readonly decisions: readonly Decided[];
  readonly clients: readonly { readonly client: number; readonly user: string }[];
};

/** The outcome of an {@link Append}: `conflict` means that somebody else has stored that number, client or deletion; nothing of it is stored. */
export type Appended = 'stored' | 'conflict';

/**
 * Where updates are kept. `append` answers when *all* of the batch is on disk, in the order given; a rejection says nothing about
 * what was stored. `fold` replaces the entries up to `snapshot.seq` by it, unless a later snapshot is there (false).
 */
export interface UpdateLog {
  load(documentId: string): Promise<Stored | null>;
  append(batch: readonly Append[]): Promise<readonly Appended[]>;
  fold(documentId: string, snapshot: Snapshot): Promise<boolean>;
}

/** Makes a snapshot out of bytes, away from the process that holds the sockets. Rejects where the bytes make no whole document. */
export interface Folder {
  fold(documentId: string, parts: { readonly seq: number; readonly updates: readonly Uint8Array[] }): Promise<Snapshot>;
}

/** An update that the browser half keeps until the server has it, and the decision that it carries out. `key` orders them as they were typed. */
export type Kept = { readonly key: number; readonly update: Uint8Array; readonly declaration?: Declaration };

/** The device's own store of what the server has not acknowledged, for one person and one document. */
export interface Outbox {
  load(): Promise<readonly Kept[]>;
  /** Answers when the update is stored on the device. */
  add(update: Uint8Array, declaration?: Declaration): Promise<number>;
  remove(keys: readonly number[]): Promise<void>;
}

/** A whole document as one page had it: everything up to entry `seq` of `epoch`, and what was typed on this device since. */
export type DeviceCopy = { readonly epoch: number; readonly seq: number; readonly state: Uint8Array };

/** The device's own store of one document as one person last had it, for opening it without a connection. */
export interface CopyStore {
  load(): Promise<DeviceCopy | null>;
  save(copy: DeviceCopy): Promise<void>;
  remove(): Promise<void>;
}

/** Named moments at which tests may kill the process. Source: reliability, Faults to inject. */
export type Moment = 'before-commit' | 'after-commit' | 'before-ack' | 'before-fold' | 'before-snapshot' | 'after-snapshot';

/** Tells that a named moment has been reached. */
export type Reach = (moment: Moment) => void;
