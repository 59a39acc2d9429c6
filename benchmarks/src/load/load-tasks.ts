import type { Position, ServerName } from '../wire/wire.ts';

/** A connection to a document, and the client id that types over it (null: read only). */
export type Participant = {
  readonly server: ServerName;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string;
  readonly client: number | null;
};

/** Tasks of a load generator, executed one after the other. Durations in ms. */
export type LoadTask =
  /**
   * Opens all connections; each user who types inserts a paragraph. Resolves when all are
   * acknowledged.
   */
  | { readonly kind: 'join'; readonly participants: readonly Participant[] }
  /**
   * All users with a client id type `perSecond` characters per second each, until the time is over
   * or all connections are closed. With `ramp`, they start one after the other within that time, so
   * that deferred work of servers is not due in all documents at once.
   */
  | {
      readonly kind: 'type';
      readonly perSecond: number;
      readonly milliseconds: number;
      readonly ramp?: number;
    }
  /**
   * The users with a client id type `characters` each, as fast as the server acknowledges them:
   * at most `window` characters of a user are unacknowledged.
   */
  | { readonly kind: 'flood'; readonly characters: number; readonly window: number }
  /** Sends an update over one connection to each document, and waits for the acknowledgements. */
  | { readonly kind: 'put'; readonly update: Uint8Array }
  /**
   * Sends updates over the first connection, one after the other with at most `window`
   * unacknowledged ones, and waits for all acknowledgements.
   */
  | { readonly kind: 'write'; readonly updates: readonly Uint8Array[]; readonly window: number }
  /** Opens a document and closes it again, `times` times. */
  | {
      readonly kind: 'open';
      readonly participant: Participant;
      readonly position: Position;
      readonly times: number;
    }
  | { readonly kind: 'ledger' }
  | { readonly kind: 'leave' };

/** Latencies of one kind (ms). */
export type Latency = { readonly count: number; readonly p50: number; readonly p99: number };

/** Result of the tasks `type` and `flood`. */
export type Typed = {
  readonly sent: number;
  /** From the key press until another user has received it, counted per receiving user. */
  readonly seen: Latency;
  /** From the key press to its acknowledgement. */
  readonly acked: Latency;
  /** The same of the user whose median is the largest. */
  readonly slowest: Latency;
  /** Time from the first key press to the last delivery (ms). */
  readonly milliseconds: number;
};

/**
 * Result of the task `open`: time from connecting until all content has arrived (ms, per opening),
 * and bytes of the last opening's updates.
 */
export type Opened = {
  readonly milliseconds: readonly number[];
  readonly bytes: number;
  /** End clock that had arrived for each client id. */
  readonly clocks: readonly (readonly [client: number, end: number])[];
  /** Position with which to reconnect. */
  readonly position: Position;
};

/**
 * Promises of the servers to one user: text up to clock `promised` was acknowledged or seen by
 * another user.
 */
export type Promised = {
  readonly document: string;
  readonly client: number;
  readonly promised: number;
  /** Time of each character (ms since 1970), starting with the first. */
  readonly typedAt: Float64Array;
};

/** Results of the tasks. */
export type LoadResults = {
  join: null;
  type: Typed;
  flood: Typed;
  put: null;
  write: null;
  open: Opened;
  ledger: readonly Promised[];
  leave: null;
};
