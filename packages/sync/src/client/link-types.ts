import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { Declaration } from '../protocol/declaration.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Right } from '../protocol/right.ts';
import type { PendingState } from './pending.ts';
import type { Clock } from '../protocol/clock.ts';
import type { CopyStore, Outbox } from './ports.ts';

/** An open connection to the server. */
export type Line = { send(frame: Uint8Array): void; close(): void };
/** Events of a line. `closed` is emitted exactly once, also for a line that never opened. */
export type LineEvents = {
  opened(): void;
  frame(bytes: Uint8Array): void;
  closed(code: number, reason: string): void;
};
/** Opens a line. */
export type Connect = (events: LineEvents) => Line;

/**
 * Saved mark. It must never claim more than is true.
 * - `saved`: everything typed here is on the server's disk.
 * - `saving`: some of it is being sent.
 * - `offline`: no connection; all of it is on this device's disk.
 * - `not_saved`: it could not be stored. `reason` is an English sentence, which `code` identifies
 *   for pages in other languages: a `RefusalReason`, or a `NotSavedCode`. Without a code, the
 *   reason is in the language of the page.
 */
export type SavedMark =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not_saved'; readonly code?: string; readonly reason: string };

/**
 * State of the connection.
 * - `offline`: no line; the link retries by itself.
 * - `connecting`: a line is being opened.
 * - `resuming`: the line is open, and the state of the server is being received.
 * - `live`: the state of the server has been received.
 * - `closed`: closed permanently.
 */
export type ConnectionState = 'offline' | 'connecting' | 'resuming' | 'live' | 'closed';

/** State of a link that a page renders. */
export type LinkState = {
  readonly connection: ConnectionState;
  /** State of the local changes: see {@link PendingState}. */
  readonly pending: PendingState['kind'];
  /** Reason why the server refuses the local changes; null if it accepts them, or may. */
  readonly refused: null | { readonly reason: string; readonly detail: string };
  /** True once the text of the server has arrived. */
  readonly synced: boolean;
  /**
   * True while the stored copy of this device is shown because the server cannot be reached yet.
   */
  readonly held: boolean;
  /** True if the connection is `live`. */
  readonly connected: boolean;
  readonly saved: SavedMark;
  /** The user's role, and their present right in the text, as the server last sent them. */
  readonly role: string | null;
  readonly right: Right | null;
  /**
   * Set if the server closed this page permanently: 4401 signed out, 4403 not allowed, 4404 gone.
   */
  readonly ended: null | { readonly code: number; readonly reason: string };
};

/** The browser half of the live channel of one document. */
export type Link = {
  readonly state: LinkState;
  onChange(listener: (state: LinkState) => void): () => void;
  onNotice(listener: (notice: Notice) => void): () => void;
  /**
   * Calls the listener when the server turns out to have been restored from a backup that is older
   * than this page. The page sends the text that the server lacks.
   */
  onRestored(listener: () => void): () => void;
  /**
   * Returns the updates that the server has not acknowledged, to make a copy of them if they cannot
   * be sent.
   */
  pendingUpdates(): Uint8Array[];
  /**
   * Discards the pending updates, also from the device. Call it only at the user's request. The
   * document still contains them: later changes depend on them, and are neither stored nor sent.
   * The document must be opened anew.
   */
  discard(): Promise<void>;
  /**
   * Resolves to true as soon as everything is acknowledged, or to false after `timeout`
   * milliseconds.
   */
  flush(timeout: number): Promise<boolean>;
  /** Connects now instead of waiting for the next retry: the device is online again. */
  retry(): void;
  /**
   * Closes the present line, because the device reports that it is offline. Sockets notice that
   * late or never.
   */
  drop(): void;
  /**
   * Saves the copy on the device now, if copies are enabled: the page may be closing without
   * another event.
   */
  keep(): void;
  /**
   * Batches every change made by `act` into one update so that the server validates it atomically.
   * Returns the result of `act`.
   */
  together<Result>(act: () => Result): Result;
  /**
   * Declares the decision that the update of the running {@link Link.together} carries out.
   * @throws outside of it, or for a second decision
   */
  declare(declaration: Declaration): void;
  /** Closes the link. Pending updates stay on the device. */
  close(): void;
};

/**
 * Scheduler that calls `deliver` once, when the page has time for incoming changes: possibly at
 * once.
 */
export type Scheduler = (deliver: () => void) => void;

/** Options of a link. `connect` and the clock are ports, so that tests control network and time. */
export type LinkOptions = {
  readonly doc: Y.Doc;
  readonly awareness: Awareness | null;
  readonly outbox: Outbox;
  /** Store of the offline copy; null stores none. */
  readonly copies: CopyStore | null;
  readonly connect: Connect;
  readonly clock: Clock;
  /** Returns a number in [0, 1), for retry delays that differ between pages (jitter). */
  readonly random: () => number;
  /** Scheduler for incoming changes; default: apply at once. */
  readonly scheduler?: Scheduler;
};
