import { include } from './ranges.ts';
import {
  append,
  clientOf,
  emptyIndex,
  endOf,
  kindAt,
  kinds,
  type StructIndex,
  type StructKind,
} from './struct-index.ts';
import { kindOfStruct } from './suggestions/kinds.ts';
import { entriesOf, type Recorded } from './suggestions/records.ts';
import { Refused } from '../protocol/refused.ts';
import {
  emptyStruct,
  readStruct,
  type Scanned,
  type Section,
  type Struct,
} from '../protocol/update.ts';

/** Error: an update continues from something that the room lacks. */
export class Gap extends Error {}

/**
 * The new structs of an update with their kinds, and the entries of suggestions among them.
 * `largestMark`: size of the largest value of a format (bytes).
 */
export type Placed = {
  readonly structs: StructIndex;
  readonly entries: readonly Recorded[];
  readonly largestMark: number;
};

/**
 * Position up to which the section of a client has been placed. `until`: the last clock that
 * another struct waits for; null if none does.
 */
type Cursor = {
  readonly section: Section;
  at: number;
  left: number;
  clock: number;
  until: number | null;
};
/** A struct that another one needs: the cursor of its client's section, and its clock. */
type Blocker = { readonly cursor: Cursor; readonly clock: number };

/**
 * Visits the new structs in dependency order, as Yjs will integrate them, and finds the kind of
 * each. If a struct needs one of another client, that client is advanced to it and no further. Two
 * clients that wrote in turns each need the other. A cycle is refused, because it could never be
 * integrated. Each struct is read at most once more for each of its (at most two) references.
 *
 * @throws {@link Gap}, {@link Refused}
 */
export function placeStructs(update: Scanned, index: StructIndex): Placed {
  return new Placement(update, index).place();
}

class Placement {
  readonly #update: Scanned;
  readonly #index: StructIndex;
  readonly #placed = emptyIndex();
  readonly #entries: Recorded[] = [];
  #largestMark = 0;
  readonly #cursors = new Map<number, Cursor>();
  readonly #struct = emptyStruct();
  readonly #reader: { readonly bytes: Uint8Array; at: number };

  constructor(update: Scanned, index: StructIndex) {
    this.#update = update;
    this.#index = index;
    this.#reader = { bytes: update.bytes, at: 0 };
  }

  place(): Placed {
    for (const section of this.#update.sections) {
      const { client, from: clock, at, count: left } = section;
      if (clock > endOf(this.#index, client)) throw new Gap();
      this.#cursors.set(client, { section, at, left, clock, until: null });
    }
    for (const start of this.#cursors.values()) this.#placeFrom(start);
    return { structs: this.#placed, entries: this.#entries, largestMark: this.#largestMark };
  }

  /** Places all structs of a client, and those of other clients that they need. */
  #placeFrom(start: Cursor): void {
    const stack = [start];
    start.until = start.section.to - 1;
    while (stack.length > 0) {
      const cursor = stack[stack.length - 1] as Cursor;
      const blocker = this.#advance(cursor, cursor.until ?? -1);
      if (blocker === null) {
        cursor.until = null;
        stack.pop();
      } else {
        if (blocker.cursor.until !== null)
          throw new Refused('structure', 'structs wait for each other');
        blocker.cursor.until = blocker.clock;
        stack.push(blocker.cursor);
      }
    }
  }

  /**
   * Places the structs of one client up to a clock and returns null, or returns the struct of
   * another client that must be placed first.
   */
  #advance(cursor: Cursor, until: number): Blocker | null {
    const { client } = cursor.section;
    const struct = this.#struct;
    const known = endOf(this.#index, client);
    while (cursor.left > 0 && cursor.clock <= until) {
      this.#reader.at = cursor.at;
      readStruct(this.#reader, struct);
      const to = cursor.clock + struct.length;
      if (to > known) {
        if (struct.content === 'skip') throw new Gap();
        if (cursor.clock < known) beginAt(struct, client, known);
        const blocker = this.#blockerOf(struct);
        if (blocker !== null) return blocker;
        this.#add(struct, client, cursor.clock, known);
      }
      cursor.at = this.#reader.at;
      cursor.left -= 1;
      cursor.clock = to;
    }
    return null;
  }

  /** Adds a struct that begins at `clock`, from clock `known` on. */
  #add(struct: Struct, client: number, clock: number, known: number): void {
    const from = Math.max(clock, known);
    const to = clock + struct.length;
    const entry = clientOf(this.#placed, client, known);
    const kind = kindOfStruct(struct, (other, at) => this.#kindOf(other, at));
    append(entry, to - from, kind);
    if (kind === kinds.record && struct.content === 'value')
      entriesOf(this.#update.bytes, struct, { client, clock, from }, this.#entries);
    if (struct.content === 'mark')
      this.#largestMark = Math.max(this.#largestMark, struct.markBytes);
    if (struct.content === 'gone' || struct.content === 'deleted') include(entry.deleted, from, to);
  }

  #blockerOf(struct: Struct): Blocker | null {
    return (
      (struct.hasLeft ? this.#blockerFor(struct.leftClient, struct.leftClock) : null) ??
      (struct.hasRight ? this.#blockerFor(struct.rightClient, struct.rightClock) : null) ??
      (struct.hasParent ? this.#blockerFor(struct.parentClient, struct.parentClock) : null)
    );
  }

  #blockerFor(client: number, clock: number): Blocker | null {
    if (clock < endOf(this.#index, client) || clock < (this.#placed.get(client)?.end ?? 0))
      return null;
    const cursor = this.#cursors.get(client);
    if (cursor === undefined || clock >= cursor.section.to) throw new Gap();
    return { cursor, clock };
  }

  #kindOf(client: number, clock: number): StructKind {
    const before = this.#index.get(client);
    if (before !== undefined && clock < before.end) return kindAt(before, clock);
    const added = this.#placed.get(client);
    if (added === undefined) throw new Error('a struct was placed before its neighbour');
    return kindAt(added, clock);
  }
}

/**
 * Reduces a struct to its new part from clock `known` on. That part is right of the known part, as
 * Yjs encodes it.
 */
function beginAt(struct: Struct, client: number, known: number): void {
  if (struct.content === 'gone') return;
  struct.hasLeft = true;
  struct.leftClient = client;
  struct.leftClock = known - 1;
  struct.hasParent = false;
  struct.rootName = null;
}
