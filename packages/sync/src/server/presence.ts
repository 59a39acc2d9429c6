import * as encoding from 'lib0/encoding';
import {
  bytesLeft,
  Malformed,
  readCount,
  readEnd,
  readerOf,
  readText,
  readUint,
} from '../protocol/reader.ts';
import type { Clock } from '../protocol/clock.ts';

/**
 * Public card of a user, visible to everyone in the room. It is sent as `user` in the awareness
 * states of that user.
 */
export type UserInfo = { readonly id: string; readonly name: string; readonly color: string };

/** The connection that holds an awareness id, identified by object. */
export type ConnectionKey = object;

/**
 * Time for which changes are collected before they are sent (ms): at most 20 messages per second.
 */
const gatherFor = 50;
/**
 * Minimum time between two updates that contain only what their receiver has sent (ms). Clients
 * without any message for 30 s reconnect, and repeat their state every 15 s.
 */
const echoEvery = 10_000;
/**
 * Maximum number of ids that one connection may use while it is open. A page uses one; a stock
 * client that reconnects quickly may briefly hold two.
 */
const idsPerHolder = 8;
/**
 * Maximum size of an awareness frame (bytes), in addition to existing states, which stock clients
 * echo.
 */
const frameBytesMax = 65_536;
/** Maximum nesting depth of a state: its readers recurse. */
const stateDepthMax = 32;

/**
 * Maximum clock of a state: from a much larger one, the next clock could not be decoded by clients.
 */
const clockMax = 2 ** 31;

/**
 * `user`: the last holder of the id. No other user may take it, because it is also the client id
 * under which that user's text is stored.
 */
type Present = {
  clock: number;
  state: string | null;
  key: ConnectionKey | null;
  user: string;
  /** True if its connection has left while its page was ahead of the server. */
  wasAhead: boolean;
};

/**
 * Awareness of a room: the present users and their carets, with the names that the *server* knows.
 */
export type Presence = {
  /**
   * Applies an awareness update of a client. States of ids held by others are ignored.
   * @throws {@link Malformed}
   */
  receive(key: ConnectionKey, card: UserInfo, update: Uint8Array): void;
  /** Returns the user who last held an id; null if it is unknown. */
  userOf(id: number): string | null;
  /**
   * True if another user has last held an id, over a connection that had everything that the server
   * has.
   */
  isHeldByOther(id: number, user: string): boolean;
  /** Returns the states of all users as one awareness update, or null if there are none. */
  everyone(): Uint8Array | null;
  /** Removes the states of `holder`. */
  leave(key: ConnectionKey): void;
  /** Cancels the timer. */
  close(): void;
};

/**
 * Creates the presence of one room. No state may be longer than `stateBytesMax`. `send` gets an
 * awareness update for all connections except `except`, whose own states it repeats.
 *
 * Source: SPEC.md, [ROOM20].
 */
export function createPresence(options: PresenceOptions): Presence {
  return new RoomPresence(options);
}

/** Options of {@link createPresence}. */
export type PresenceOptions = {
  readonly clock: Clock;
  readonly stateBytesMax: number;
  readonly send: (update: Uint8Array, except: ConnectionKey | null) => void;
  /** True if an id that is not held may be used by this user. */
  readonly mayUse: (id: number, user: string) => boolean;
  /** True if the page of a connection may have units that the server has lost. */
  readonly isAhead: (key: ConnectionKey) => boolean;
};

class RoomPresence implements Presence {
  readonly #options: PresenceOptions;
  readonly #present = new Map<number, Present>();
  readonly #used = new WeakMap<ConnectionKey, Set<number>>();
  readonly #changed = new Set<number>();
  readonly #echoedAt = new WeakMap<ConnectionKey, number>();
  #cancel: (() => void) | null = null;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  receive(key: ConnectionKey, card: UserInfo, update: Uint8Array): void {
    if (update.length > frameBytesMax && update.length > frameBytesMax + 2 * this.#bytesHere())
      throw new Malformed('awareness too large', 0);
    const limits = {
      stateBytesMax: this.#options.stateBytesMax,
      statesMax: this.#present.size + idsPerHolder,
      isMine: (id: number) => (this.#present.get(id)?.user ?? card.id) === card.id,
    };
    for (const state of readAwareness(update, limits)) this.#take(key, card, state);
  }

  userOf(id: number): string | null {
    return this.#present.get(id)?.user ?? null;
  }

  isHeldByOther(id: number, user: string): boolean {
    const entry = this.#present.get(id);
    if (entry === undefined || entry.user === user) return false;
    return !(entry.key === null ? entry.wasAhead : this.#options.isAhead(entry.key));
  }

  everyone(): Uint8Array | null {
    const ids = [...this.#present].flatMap(([id, entry]) => (entry.state === null ? [] : [id]));
    return ids.length === 0 ? null : this.#encode(ids);
  }

  leave(key: ConnectionKey): void {
    for (const [id, entry] of this.#present) {
      if (entry.key !== key) continue;
      const wasAhead = this.#options.isAhead(key);
      const { clock, user } = entry;
      this.#present.set(id, { clock: clock + 1, state: null, key: null, user, wasAhead });
      this.#change(id);
    }
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #change(id: number): void {
    this.#changed.add(id);
    this.#cancel ??= this.#options.clock.after(gatherFor, () => this.#sendChanged());
  }

  #sendChanged(): void {
    this.#cancel = null;
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#options.send(this.#encode(ids), this.#withoutEcho(ids));
    for (const gone of ids)
      if (this.#present.get(gone)?.state === null && this.#present.size > 1_000)
        this.#present.delete(gone);
  }

  /** Returns the connection that holds all these ids, unless it is time to send them to it. */
  #withoutEcho(ids: readonly number[]): ConnectionKey | null {
    const keys = new Set(ids.map((id) => this.#present.get(id)?.key ?? null));
    const [holder] = keys;
    if (keys.size !== 1 || !holder) return null;
    const now = this.#options.clock.now();
    if (now - (this.#echoedAt.get(holder) ?? -Infinity) < echoEvery) return holder;
    this.#echoedAt.set(holder, now);
    return null;
  }

  #encode(ids: readonly number[]): Uint8Array {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, ids.length);
    for (const id of ids) {
      const entry = this.#present.get(id);
      encoding.writeVarUint(encoder, id);
      encoding.writeVarUint(encoder, entry?.clock ?? 0);
      encoding.writeVarString(encoder, entry?.state ?? 'null');
    }
    return encoding.toUint8Array(encoder);
  }

  /**
   * Applies a state. A newer clock wins. A repetition by the holder is a keep-alive and is
   * forwarded; echoes by other clients are not.
   */
  #take(key: ConnectionKey, card: UserInfo, { id, clock, state }: AwarenessState): void {
    const entry = this.#present.get(id);
    if (entry === undefined) {
      if (state === null || !this.#options.mayUse(id, card.id)) return;
    } else if (clock < entry.clock || (entry.key !== key && clock === entry.clock)) {
      return;
    } else if (entry.user !== card.id || (entry.key !== null && entry.key !== key)) {
      return;
    }
    if (!this.#counts(key, id)) return;
    const text = state === null ? null : JSON.stringify({ ...state, user: card });
    this.#present.set(id, {
      clock,
      state: text,
      key: text === null ? null : key,
      user: card.id,
      wasAhead: this.#options.isAhead(key),
    });
    this.#change(id);
  }

  /**
   * Counts every id that a connection has used, so that it cannot use millions by releasing each.
   */
  #counts(key: ConnectionKey, id: number): boolean {
    const ids = this.#used.get(key) ?? new Set();
    this.#used.set(key, ids);
    if (!ids.has(id) && ids.size >= idsPerHolder) return false;
    ids.add(id);
    return true;
  }

  /** Returns the size of all present states (bytes). */
  #bytesHere(): number {
    let bytes = 0;
    for (const { state } of this.#present.values()) bytes += 16 + (state?.length ?? 4);
    return bytes;
  }
}

type AwarenessState = {
  readonly id: number;
  readonly clock: number;
  readonly state: Record<string, unknown> | null;
};

type ReadLimits = {
  readonly stateBytesMax: number;
  readonly statesMax: number;
  /** True if a state is parsed; those of other users are skipped. */
  readonly isMine: (id: number) => boolean;
};

function readAwareness(
  update: Uint8Array,
  { stateBytesMax, statesMax, isMine }: ReadLimits,
): AwarenessState[] {
  const reader = readerOf(update);
  const states: AwarenessState[] = [];
  const count = readCount(reader, 3);
  if (count > statesMax) throw new Malformed('too many awareness states', reader.at);
  for (let i = 0; i < count; i += 1) {
    const id = readUint(reader);
    const clock = readUint(reader);
    if (clock > clockMax) throw new Malformed('awareness clock too large', reader.at);
    const before = bytesLeft(reader);
    const text = readText(reader);
    if (before - bytesLeft(reader) > stateBytesMax)
      throw new Malformed('awareness state too large', reader.at);
    if (isMine(id)) states.push({ id, clock, state: parseState(text, reader.at) });
  }
  readEnd(reader);
  return states;
}

function parseState(text: string, at: number): Record<string, unknown> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Malformed('awareness state is not JSON', at, error);
  }
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Malformed('awareness state is not an object', at);
  if (deeper(value, stateDepthMax)) throw new Malformed('awareness state nested too deep', at);
  return value as Record<string, unknown>;
}

function deeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((inner) => deeper(inner, than - 1));
}
