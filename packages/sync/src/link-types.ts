import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { Declaration } from './decisions.ts';
import type { Notice, Right } from './frame.ts';
import type { PendingState } from './pending.ts';
import type { Clock, CopyStore, Outbox } from './ports.ts';

/** An open line to the server. */
export type Line = { send(frame: Uint8Array): void; close(): void };
/** The events of a line. `closed` comes once, also for a line that never opened. */
export type LineEvents = { opened(): void; frame(bytes: Uint8Array): void; closed(code: number, reason: string): void };
/** Opens a line. */
export type Connect = (events: LineEvents) => Line;

/**
 * The saved mark, which never lies. `saved`: everything typed here is on the server's disk. `saving`: some of it is on its way.
 * `offline`: no connection, and all of it is on this device's disk. `not_saved`: somewhere it could not be put, and why.
 */
export type SavedMark =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not_saved'; readonly reason: string };

/**
 * The state of the connection. `offline`: no line; the next try comes by itself. `connecting`: a line is opening. `resuming`: it is
 * open, and what the server has is on its way. `live`: what the server had is here. `closed`: for good.
 */
export type ConnectionState = 'offline' | 'connecting' | 'resuming' | 'live' | 'closed';

/** The things of a link that a page shows. */
export type LinkState = {
  readonly connection: ConnectionState;
  /** How it stands with what was written here: see {@link PendingState}. */
  readonly pending: PendingState['kind'];
  /** Why the server will not take what was written here; null where it does, or may. */
  readonly refused: null | { readonly reason: string; readonly detail: string };
  /** The server's text has arrived at least once. */
  readonly synced: boolean;
  /** The text as this device kept it is here, and the server could not be asked yet. */
  readonly held: boolean;
  /** Tells whether the connection is `live`. */
  readonly connected: boolean;
  readonly saved: SavedMark;
  /** The person's role, and what they may do to the text now, as the server last said it. */
  readonly role: string | null;
  readonly right: Right | null;
  /** The server has sent this page away for good: 4401 signed out, 4403 not allowed, 4404 gone. */
  readonly ended: null | { readonly code: number; readonly reason: string };
};

/** The browser half of one document. */
export type Link = {
  readonly state: LinkState;
  onChange(listener: (state: LinkState) => void): () => void;
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Updates that the server has not acknowledged: for a copy when they cannot be sent. */
  unsent(): Uint8Array[];
  /**
   * Throws the unsent updates away, also from the device. Only ever at the person's word. The document holds them still: what is
   * written in it from now on could not be understood without them, and is neither kept nor sent. It is to be opened anew.
   */
  discard(): Promise<void>;
  /** Answers true as soon as everything is acknowledged, false after `timeout` milliseconds. */
  flush(timeout: number): Promise<boolean>;
  /** Tries to connect now, without waiting for the next try: the device is online again. */
  retry(): void;
  /** Gives the present line up: the device says that it is offline, and sockets notice that late or never. */
  drop(): void;
  /** Puts the text on the device as it is now, where copies are kept: the page may be gone without another word. */
  keep(): void;
  /** Sends all that `act` does to the document as one update: what must not be looked at by halves. Answers what it answers. */
  together<Result>(act: () => Result): Result;
  /** Says which decision the update carries out that {@link Link.together} gathers just now. Throws elsewhere. */
  declare(declaration: Declaration): void;
  /** Ends the link. What is unsent stays on the device. */
  close(): void;
};

/** Calls back once, when the page has time for what has arrived: at once where it has. */
export type Pace = (deliver: () => void) => void;

/** The needs of a link. `connect` and the clock are ports, so that tests hold network and time in their hands. */
export type LinkOptions = {
  readonly doc: Y.Doc;
  readonly awareness: Awareness | null;
  readonly outbox: Outbox;
  /** Where the text is kept for opening it without a connection; null keeps none. */
  readonly copies: CopyStore | null;
  readonly connect: Connect;
  readonly clock: Clock;
  /** From 0 up to 1, for waiting times that differ between pages. */
  readonly random: () => number;
  /** How fast the page takes what arrives; without it, at once. */
  readonly pace?: Pace;
};
