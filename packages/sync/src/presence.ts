import * as encoding from 'lib0/encoding';
import { bytesLeft, Malformed, readCount, readEnd, readerOf, readText, readUint } from './reader.ts';
import type { Clock } from './ports.ts';

/** The card of a person, which everyone in the room may know. It travels as `user` in that person's awareness states. */
export type Card = { readonly id: string; readonly name: string; readonly color: string };

/** The holder of an awareness id: the object by which a room identifies a connection. */
export type Holder = object;

/** Milliseconds for which changes are gathered before they are sent: 20 a second at most. Source: API, Limits. */
const gatherFor = 50;
/** Ids that one connection may use while it is open. A page uses one; a stock client that reconnects quickly may hold two for a moment. */
const idsPerHolder = 8;
/** Bytes of an awareness frame besides what is here already, which stock clients echo. */
const frameBytesMax = 65_536;
/** Longer states than this in nesting are refused: those who read them recurse. */
const stateDepthMax = 32;

/** The largest clock of a state: from far above, the next one would not decode on people's pages. */
const clockMax = 2 ** 31;

/** `user`: who held the id last; nobody else may take it, for it is also the name under which that person's words are stored. */
type Present = { clock: number; state: string | null; holder: Holder | null; user: string };

/** The awareness of a room: who is here and where their caret is, with the name that the *server* knows. */
export type Presence = {
  /** Takes a client's awareness update. States of ids that others hold are passed over. Fails with {@link Malformed}. */
  receive(holder: Holder, card: Card, update: Uint8Array): void;
  /** Answers the owner of an id, as far as anybody has held it lately; null where nobody has. */
  userOf(id: number): string | null;
  /** Everyone's states as one awareness update, or null where nobody is here. */
  everyone(): Uint8Array | null;
  /** Takes back what `holder` said. */
  leave(holder: Holder): void;
  /** Forgets the timer. */
  close(): void;
};

/**
 * Makes the presence of one room; no state may be longer than `stateBytesMax`; `send` gets an awareness update for everyone, the
 * one it came from included.
 */
export function createPresence(options: {
  clock: Clock;
  stateBytesMax: number;
  send: (update: Uint8Array) => void;
  /** Tells whether an id that nobody holds may be used by somebody. */
  mayUse: (id: number, user: string) => boolean;
}): Presence {
  const present = new Map<number, Present>();
  const used = new WeakMap<Holder, Set<number>>();
  const changed = new Set<number>();
  let cancel: (() => void) | null = null;

  function change(id: number): void {
    changed.add(id);
    cancel ??= options.clock.after(gatherFor, () => {
      cancel = null;
      const ids = [...changed];
      changed.clear();
      options.send(encode(ids));
      for (const gone of ids) if (present.get(gone)?.state === null && present.size > 1_000) present.delete(gone);
    });
  }

  function encode(ids: readonly number[]): Uint8Array {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, ids.length);
    for (const id of ids) {
      const entry = present.get(id);
      encoding.writeVarUint(encoder, id);
      encoding.writeVarUint(encoder, entry?.clock ?? 0);
      encoding.writeVarString(encoder, entry?.state ?? 'null');
    }
    return encoding.toUint8Array(encoder);
  }

  /** A state with a newer clock counts; one that its holder repeats is a sign of life and is sent on too, others' echoes are not. */
  function take(holder: Holder, card: Card, id: number, clock: number, state: Record<string, unknown> | null): void {
    const entry = present.get(id);
    if (entry === undefined) {
      if (state === null || !options.mayUse(id, card.id)) return;
    } else if (clock < entry.clock || (entry.holder !== holder && clock === entry.clock)) {
      return;
    } else if (entry.user !== card.id || (entry.holder !== null && entry.holder !== holder)) {
      return;
    }
    if (!counts(holder, id)) return;
    const text = state === null ? null : JSON.stringify({ ...state, user: card });
    present.set(id, { clock, state: text, holder: text === null ? null : holder, user: card.id });
    change(id);
  }

  /** Counts the ids that a connection has ever used, so that it cannot go through millions by giving each back. */
  function counts(holder: Holder, id: number): boolean {
    const ids = used.get(holder) ?? new Set();
    used.set(holder, ids);
    if (!ids.has(id) && ids.size >= idsPerHolder) return false;
    ids.add(id);
    return true;
  }

  /** Bytes of all states that are here. */
  function bytesHere(): number {
    let bytes = 0;
    for (const { state } of present.values()) bytes += 16 + (state?.length ?? 4);
    return bytes;
  }

  return {
    receive(holder, card, update) {
      if (update.length > frameBytesMax && update.length > frameBytesMax + 2 * bytesHere())
        throw new Malformed('awareness too large', 0);
      const isMine = (id: number): boolean => (present.get(id)?.user ?? card.id) === card.id;
      const limits = { stateBytesMax: options.stateBytesMax, statesMax: present.size + idsPerHolder, isMine };
      for (const { id, clock, state } of readAwareness(update, limits)) take(holder, card, id, clock, state);
    },
    userOf: (id) => present.get(id)?.user ?? null,
    everyone() {
      const ids = [...present].flatMap(([id, entry]) => (entry.state === null ? [] : [id]));
      return ids.length === 0 ? null : encode(ids);
    },
    leave(holder) {
      for (const [id, entry] of present) {
        if (entry.holder !== holder) continue;
        present.set(id, { clock: entry.clock + 1, state: null, holder: null, user: entry.user });
        change(id);
      }
    },
    close() {
      cancel?.();
      cancel = null;
    },
  };
}

type AwarenessState = { readonly id: number; readonly clock: number; readonly state: Record<string, unknown> | null };

type ReadLimits = {
  readonly stateBytesMax: number;
  readonly statesMax: number;
  /** Tells whether a state is looked at; others' are passed over unread. */
  readonly isMine: (id: number) => boolean;
};

function readAwareness(update: Uint8Array, { stateBytesMax, statesMax, isMine }: ReadLimits): AwarenessState[] {
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
    if (before - bytesLeft(reader) > stateBytesMax) throw new Malformed('awareness state too large', reader.at);
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
  if (typeof value !== 'object' || Array.isArray(value)) throw new Malformed('awareness state is not an object', at);
  if (deeper(value, stateDepthMax)) throw new Malformed('awareness state nested too deep', at);
  return value as Record<string, unknown>;
}

function deeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((inner) => deeper(inner, than - 1));
}
