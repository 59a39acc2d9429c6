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
import { readerAt, type Reader } from '../protocol/reader.ts';
import { Refused } from '../protocol/refused.ts';
import { workPerPart, workPerStep, type Steps } from '../protocol/steps.ts';
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
 * The first struct of a section that the room does not know completely: its bytes `at` to `next`,
 * its clock, and the number of structs from it on.
 */
export type Cut = {
  readonly section: Section;
  readonly at: number;
  readonly next: number;
  readonly clock: number;
  readonly count: number;
};

/**
 * The new structs of an update with their kinds, and the entries of suggestions among them. `cuts`:
 * where they begin, by client. `largestMark`: size of the largest value of a format (bytes).
 */
export type Placed = {
  readonly structs: StructIndex;
  readonly cuts: ReadonlyMap<number, Cut>;
  readonly entries: readonly Recorded[];
  readonly largestMark: number;
};

/**
 * Position up to which the section of a client has been placed. `known`: the end of the client's
 * units that the room knew at the beginning. `until`: the last clock that another struct waits for;
 * null if none does.
 */
type Cursor = {
  readonly section: Section;
  readonly known: number;
  at: number;
  left: number;
  clock: number;
  until: number | null;
};
/** A struct that another one needs: the cursor of its client's section, and its clock. */
type Blocker = { readonly cursor: Cursor; readonly clock: number };

/** Result of advancing a cursor: it has arrived, a step has ended before, or a struct is needed. */
type Advanced = 'arrived' | 'paused' | Blocker;

/**
 * Visits the new structs in dependency order, as Yjs will integrate them, and finds the kind of
 * each. If a struct needs one of another client, that client is advanced to it and no further. Two
 * clients that wrote in turns each need the other. A cycle is refused, because it could never be
 * integrated. Each struct is read at most once more for each of its (at most two) references.
 *
 * `index` may grow between two steps. The result is that of the ends of the update's own clients at
 * the beginning.
 *
 * @throws {@link Gap}, {@link Refused}
 */
export function placementSteps(update: Scanned, index: StructIndex): Steps<Placed> {
  return new Placement(update, index).place();
}

class Placement {
  readonly #update: Scanned;
  readonly #index: StructIndex;
  readonly #placed = emptyIndex();
  readonly #entries: Recorded[] = [];
  #largestMark = 0;
  readonly #cursors = new Map<number, Cursor>();
  readonly #cuts = new Map<number, Cut>();
  readonly #struct = emptyStruct();
  readonly #reader: Reader;
  /** Work of this step. */
  #work = 0;

  constructor(update: Scanned, index: StructIndex) {
    this.#update = update;
    this.#index = index;
    this.#reader = readerAt(update.bytes, 0);
  }

  *place(): Steps<Placed> {
    for (const section of this.#update.sections) {
      const { client, from: clock, at, count: left } = section;
      const known = endOf(this.#index, client);
      if (clock > known) throw new Gap();
      this.#cursors.set(client, { section, known, at, left, clock, until: null });
    }
    for (const start of this.#cursors.values()) yield* this.#placeFrom(start);
    return {
      structs: this.#placed,
      cuts: this.#cuts,
      entries: this.#entries,
      largestMark: this.#largestMark,
    };
  }

  /** Places all structs of a client, and those of other clients that they need. */
  *#placeFrom(start: Cursor): Steps<void> {
    const stack = [start];
    start.until = start.section.to - 1;
    while (stack.length > 0) {
      const cursor = stack[stack.length - 1] as Cursor;
      const advanced = this.#advance(cursor, cursor.until ?? -1);
      if (advanced === 'paused') {
        this.#work = 0;
        yield;
      } else if (advanced === 'arrived') {
        cursor.until = null;
        stack.pop();
      } else {
        if (advanced.cursor.until !== null)
          throw new Refused('structure', 'structs wait for each other');
        advanced.cursor.until = advanced.clock;
        stack.push(advanced.cursor);
      }
    }
  }

  /**
   * Places the structs of one client up to a clock, until a struct of another client must be placed
   * first, or until the work of a step is done.
   */
  #advance(cursor: Cursor, until: number): Advanced {
    const { section, known } = cursor;
    const { client } = section;
    const struct = this.#struct;
    while (cursor.left > 0 && cursor.clock <= until) {
      if (this.#work >= workPerStep) return 'paused';
      this.#reader.at = cursor.at;
      readStruct(this.#reader, struct);
      this.#work += this.#reader.at - cursor.at + workPerPart;
      const to = cursor.clock + struct.length;
      if (to > known) {
        if (!this.#cuts.has(client)) {
          const { at, clock, left: count } = cursor;
          this.#cuts.set(client, { section, at, next: this.#reader.at, clock, count });
        }
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
    return 'arrived';
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
    const cursor = this.#cursors.get(client);
    const known = cursor?.known ?? endOf(this.#index, client);
    if (clock < known || clock < (this.#placed.get(client)?.end ?? 0)) return null;
    if (cursor === undefined || clock >= cursor.section.to) throw new Gap();
    return { cursor, clock };
  }

  #kindOf(client: number, clock: number): StructKind {
    const before = this.#index.get(client);
    const known = this.#cursors.get(client)?.known ?? before?.end ?? 0;
    if (before !== undefined && clock < known) return kindAt(before, clock);
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
