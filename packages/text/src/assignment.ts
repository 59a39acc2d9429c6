import { TableMap } from '@tiptap/pm/tables';
import type { Node } from '@tiptap/pm/model';
import type { Mappable } from '@tiptap/pm/transform';
import type { Part, Units } from './alignment.ts';
import type { Grammar } from './grammar.ts';
import type { Positioned } from './layout.ts';
import { valuesOf, type Reading } from './reading.ts';
import { suggestionNames, type RenderedBlock } from './rendering.ts';
import { squared, type Part as CellPart } from './tables.ts';

/**
 * A container of the document after a change. `was`: its node and position before; null for a new
 * one.
 */
export type Assigned = {
  readonly id: string | null;
  readonly node: Node;
  readonly parent: Assigned | null;
  readonly column: string | null;
  /** True for a cell of a table whose rows or columns change. */
  readonly isLaidOut: boolean;
  readonly was: Known | null;
};

/**
 * A container before a change: its id (null if it is not stored), its node, and its parent
 * container.
 */
type Known = Positioned & { readonly id: string | null; readonly parent: Around };

/**
 * The innermost container around a block or container before a change: its id and the position
 * before it; null for none.
 */
type Around = { readonly id: string | null; readonly pos: number | null };

/** Returns the innermost container around a block from the ids and positions of its containers. */
export const innermost = (
  ids: readonly (string | null)[],
  positions: readonly number[],
): Around => ({
  id: ids.at(-1) ?? null,
  pos: positions.at(-1) ?? null,
});

/**
 * True if a container after a change is the one before it. Containers that are not stored have no
 * id, and are identified by position.
 */
export function isAsBefore(now: Assigned | null, before: Around): boolean {
  return (
    (now?.id ?? null) === before.id &&
    (before.id !== null || (now?.was?.pos ?? null) === before.pos)
  );
}

type Change = {
  readonly before: Units;
  readonly after: Units;
  readonly parts: readonly Part[];
  readonly mapping: Mappable;
  /** The lines of `before`. */
  readonly lines: readonly RenderedBlock[];
  /** Start position of the change. */
  readonly from: number;
  /**
   * True if a container has blocks outside the change: it is shown in parts, or extends further.
   */
  readonly reachesOut: (id: string) => boolean;
};

/**
 * Finds the containers of each block after a change, with their ids. A container keeps its id if
 * its start still exists, or its blocks do; all others get a new id.
 */
export function assigned(
  change: Change,
  reading: Reading,
  grammar: Grammar,
  newId: () => string,
): Assigned[][] {
  const claims = claimed(change, grammar);
  const columns = columnsOf(change, claims, reading, newId);
  const assignment = new Assignment(change, reading, claims, columns, newId);
  return change.after.lines.map(({ containers }) => assignment.chainOf(containers));
}

/**
 * Returns a predicate that is true for the ids of containers with blocks outside of a change.
 * `lines`: the lines before the change.
 */
export function containersBeyond(
  lines: readonly RenderedBlock[],
  window: { readonly from: number; readonly to: number },
): (id: string) => boolean {
  let beyond: Set<string | null> | null = null;
  return (id) => {
    beyond ??= new Set(
      lines.flatMap(({ pos, containers }) =>
        pos >= window.from && pos < window.to ? [] : containers,
      ),
    );
    return beyond.has(id);
  };
}

/** The containers that are assigned so far, in the order of the blocks after a change. */
class Assignment {
  readonly #change: Change;
  readonly #reading: Reading;
  readonly #claims: ReadonlyMap<number, Known>;
  readonly #columns: ReadonlyMap<number, string>;
  readonly #newId: () => string;
  /** By the position before the container. */
  readonly #made = new Map<number, Assigned>();
  readonly #byId = new Map<string, Assigned>();
  /** The containers of the previous block. */
  #previous: readonly Assigned[] = [];

  constructor(
    change: Change,
    reading: Reading,
    claims: ReadonlyMap<number, Known>,
    columns: ReadonlyMap<number, string>,
    newId: () => string,
  ) {
    this.#change = change;
    this.#reading = reading;
    this.#claims = claims;
    this.#columns = columns;
    this.#newId = newId;
  }

  /** Assigns the containers of the next block, from the outermost. */
  chainOf(containers: readonly Positioned[]): Assigned[] {
    let parent: Assigned | null = null;
    const chain: Assigned[] = [];
    for (const [depth, container] of containers.entries()) {
      parent = this.#assign(container, parent, this.#previous[depth]);
      chain.push(parent);
    }
    this.#previous = chain;
    return chain;
  }

  #assign(
    { node, pos }: Positioned,
    parent: Assigned | null,
    before: Assigned | undefined,
  ): Assigned {
    const claim = this.#claims.get(pos) ?? null;
    const known = claim?.id ?? null;
    const isLaidOut = this.#columns.has(pos);
    const column = this.#columns.get(pos) ?? this.#storedColumn(known);
    const isTaken =
      claim !== null &&
      known !== null &&
      !this.#made.has(pos) &&
      this.#isAnother(claim, known, { node, parent, column }, before);
    const was = isTaken ? null : claim;
    // A changed table is stored as shown, including its missing cells.
    const isUntouched = was !== null && was.id === null && was.node === node && !isLaidOut;
    const found: Assigned = this.#made.get(pos) ?? {
      id: isUntouched ? null : (was?.id ?? this.#newId()),
      node,
      parent,
      column,
      isLaidOut,
      was,
    };
    this.#made.set(pos, found);
    if (found.id !== null && !this.#byId.has(found.id)) this.#byId.set(found.id, found);
    return found;
  }

  /**
   * True if a container is not the known one. Two directly following containers with one id would
   * become one. If they are separate and equal, they are two parts of one container.
   */
  #isAnother(
    known: Known,
    id: string,
    { node, parent, column }: Pick<Assigned, 'node' | 'parent' | 'column'>,
    before: Assigned | undefined,
  ): boolean {
    if (before?.id === id && before.parent === parent) return true;
    const other = this.#byId.get(id);
    const isLikeOther =
      other?.parent?.id === parent?.id &&
      other?.column === column &&
      isSameContainer(other.node, node);
    if (other !== undefined && !isLikeOther) return true;
    // If a part of a container is changed or moved, the other parts must stay unchanged.
    const isSame =
      isAsBefore(parent, known.parent) &&
      column === this.#storedColumn(id) &&
      isSameContainer(known.node, node);
    return !isSame && this.#change.reachesOut(id);
  }

  #storedColumn(id: string | null): string | null {
    const column = id === null ? null : this.#reading.container(id)?.['column'];
    return typeof column === 'string' ? column : null;
  }
}

/** True if two containers differ only in their content and their suggestions. */
function isSameContainer(one: Node, other: Node): boolean {
  const values = ({ type, attrs }: Node): string =>
    JSON.stringify(valuesOf(type, attrs, suggestionNames));
  return one.type === other.type && values(one) === values(other);
}

/** Finds the previous container of each one after the change, by the position before it. */
function claimed(
  { before, after, parts, mapping, lines }: Change,
  grammar: Grammar,
): Map<number, Known> {
  const chains = before.lines.map(({ containers }, i): Known[] =>
    containers.map(({ node, pos }, depth) => {
      const { containers: ids = [], around = [] } = lines[i] ?? {};
      return {
        node,
        pos,
        id: ids[depth] ?? null,
        parent: innermost(ids.slice(0, depth), around.slice(0, depth)),
      };
    }),
  );
  const claims = new Map<number, Known>();
  const taken = new Set<number>();
  const ids = new Set<string>();
  const claim = (pos: number, known: Known): void => {
    claims.set(pos, known);
    taken.add(known.pos);
    if (known.id !== null) ids.add(known.id);
  };
  const isFree = ({ pos, id }: Known): boolean => !taken.has(pos) && (id === null || !ids.has(id));
  const now = new Map(
    after.lines.flatMap(({ containers }) =>
      containers.map((each) => [each.pos, each.node] as const),
    ),
  );
  for (const known of chains.flat()) {
    if (taken.has(known.pos)) continue;
    const { pos, deletedAfter } = mapping.mapResult(known.pos, 1);
    const node = deletedAfter ? undefined : now.get(pos);
    if (node !== undefined && !claims.has(pos) && grammar.areAlike(known.node.type, node.type))
      claim(pos, known);
  }
  for (const [line, lineAfter] of keptLines(before, after, parts)) {
    let depth = 0;
    for (const { node, pos } of after.lines[lineAfter]?.containers ?? []) {
      if (claims.has(pos)) continue;
      const chain = chains[line] ?? [];
      const found = chain.findIndex(
        (known, i) => i >= depth && isFree(known) && grammar.areAlike(known.node.type, node.type),
      );
      if (found === -1) continue;
      claim(pos, chain[found] as Known);
      depth = found + 1;
    }
  }
  return claims;
}

/** Returns the blocks whose markers are kept, as pairs of indices before and after. */
function keptLines(before: Units, after: Units, parts: readonly Part[]): [number, number][] {
  return parts.flatMap((part) => {
    if (part.kind !== 'keep') return [];
    const lines: [number, number][] = [];
    for (let unit = part.from; unit < part.to; unit += 1)
      if (before.isMarker(unit))
        lines.push([before.line[unit] ?? 0, after.line[part.after + unit - part.from] ?? 0]);
    return lines;
  });
}

/**
 * Returns the column ids of cells by the position before them: an id that cells of the column
 * already have, else a new one.
 */
function columnsOf(
  { after, from }: Change,
  claims: ReadonlyMap<number, Known>,
  reading: Reading,
  newId: () => string,
): Map<number, string> {
  const columns = new Map<number, string>();
  const tables = new Map(
    after.lines.flatMap(({ containers }) =>
      containers
        .filter(({ node }) => node.type.spec['tableRole'] === 'table')
        .map(({ node, pos }) => [pos, node] as const),
    ),
  );
  for (const [pos, table] of tables) {
    // A change within a cell leaves the columns around it unchanged.
    if (pos < from || claims.get(pos)?.node === table) continue;
    const map = TableMap.get(table);
    const known = (cell: number): string | null => {
      const id = claims.get(pos + 1 + cell)?.id;
      const column = id ? reading.container(id)?.['column'] : null;
      return typeof column === 'string' ? column : null;
    };
    const used = new Set<string>();
    const found = new Map<number, string>();
    for (let x = 0; x < map.width; x += 1) {
      const cellAt = (y: number, column: number): number => map.map[y * map.width + column] ?? 0;
      const ys = Array.from({ length: map.height }, (_, y) => y);
      const starting = [
        ...new Set(
          ys.filter((y) => x === 0 || cellAt(y, x - 1) !== cellAt(y, x)).map((y) => cellAt(y, x)),
        ),
      ];
      if (starting.length === 0) continue;
      const id =
        starting.map(known).find((column) => column !== null && !used.has(column)) ?? newId();
      used.add(id);
      for (const cell of starting) found.set(pos + 1 + cell, id);
    }
    for (const cell of unneeded(table, pos, found, claims)) found.delete(cell);
    for (const [cell, id] of found) columns.set(cell, id);
  }
  return columns;
}

/**
 * Returns the cells that are not stored, were not changed, and are shown in the same place without
 * being stored. Storing all of them would duplicate them in a table that several users change
 * concurrently: each would add its own cells in the same places.
 */
function unneeded(
  table: Node,
  pos: number,
  columns: ReadonlyMap<number, string>,
  claims: ReadonlyMap<number, Known>,
): readonly number[] {
  const unstored: number[] = [];
  const isUnstored = (cell: number, node: Node): boolean => {
    const claim = claims.get(cell);
    return claim !== undefined && claim.id === null && claim.node === node;
  };
  const rows: CellPart[] = [];
  table.forEach((row, rowOffset) => {
    const parts: CellPart[] = [];
    row.forEach((node, offset) => {
      const cell = pos + 2 + rowOffset + offset;
      if (isUnstored(cell, node)) unstored.push(cell);
      else
        parts.push({ node, id: null, column: columns.get(cell) ?? null, block: null, parts: [] });
    });
    rows.push({ node: row, id: null, column: null, block: null, parts });
  });
  // A row exists as long as one of its cells does.
  if (unstored.length === 0 || rows.some(({ parts }) => parts.length === 0)) return [];
  const shown = squared(rows, table.type.schema, (node) => ({
    node,
    id: null,
    column: null,
    block: null,
    parts: [],
  }));
  const isShown = shown.every(({ parts }, r) => {
    const { children } = table.maybeChild(r) ?? { children: [] };
    return (
      parts.length === children.length && parts.every(({ node }, i) => node.eq(children[i] as Node))
    );
  });
  return isShown ? unstored : [];
}
