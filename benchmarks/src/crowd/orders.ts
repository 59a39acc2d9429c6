import type { Position, SideName } from '../wire/wire.ts';

/** Where somebody sits: a connection to a document, and the client id with which they type; null: they only read. */
export type Place = {
  readonly side: SideName;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string;
  readonly client: number | null;
};

/** What a crowd is told to do, one after the other. Durations in milliseconds. */
export type Order =
  /** Open all these connections; whoever types begins a paragraph. Answers when all that is acknowledged. */
  | { readonly kind: 'join'; readonly places: readonly Place[] }
  /**
   * Everybody who types does so, so many letters a second each, until the time is over or all connections are gone. With a ramp
   * they begin one after the other within it, so that what servers put off does not fall due in all documents at once.
   */
  | { readonly kind: 'type'; readonly perSecond: number; readonly milliseconds: number; readonly ramp?: number }
  /** The first connection to each of the documents sends an update, and waits for its acknowledgement. */
  | { readonly kind: 'put'; readonly update: Uint8Array }
  /** Open a document and close it again, so many times. */
  | { readonly kind: 'open'; readonly place: Place; readonly position: Position; readonly times: number }
  | { readonly kind: 'ledger' }
  | { readonly kind: 'leave' };

/** Latencies of one kind, milliseconds. */
export type Latency = { readonly count: number; readonly p50: number; readonly p99: number };

/** What came of typing. */
export type Typed = {
  readonly sent: number;
  /** From the key to another person who has it, each other person counted. */
  readonly seen: Latency;
  /** From the key to its acknowledgement. */
  readonly acked: Latency;
  /** Milliseconds from the first key to the last delivery. */
  readonly milliseconds: number;
};

/** What came of opening: milliseconds from connecting until everything is there, each time; bytes of updates of the last time. */
export type Opened = {
  readonly milliseconds: readonly number[];
  readonly bytes: number;
  /** How far each client id's writing was there. */
  readonly clocks: readonly (readonly [client: number, end: number])[];
  /** With what to come back. */
  readonly position: Position;
};

/** What one person has been promised: letters up to clock `promised` were acknowledged or seen by another; when each was typed. */
export type Promised = {
  readonly document: string;
  readonly client: number;
  readonly promised: number;
  /** Milliseconds since 1970, from the first letter on. */
  readonly typedAt: Float64Array;
};

/** What each order is answered with. */
export type Answers = {
  join: null;
  type: Typed;
  put: null;
  open: Opened;
  ledger: readonly Promised[];
  leave: null;
};
