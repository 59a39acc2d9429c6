import type { Assigned } from './assignment.ts';
import type { Marker } from './blocks.ts';
import type { CarriedChange } from './carried.ts';
import type { Reading } from './reading.ts';
import type { RenderedBlock } from './rendering.ts';
import type { Values } from './records.ts';

/**
 * Returns the suggested changes of a block that also apply to a part of it. Example: if a paragraph
 * is suggested to become a heading, so are both halves.
 * @param values the values that the part shows
 */
export function inheritedChanges({ stored, status }: Marker, values: Values): CarriedChange[] {
  return status.changes.flatMap(({ id, set }) => {
    const names = Object.keys(set).filter((name) => !isSame(values[name], stored[name]));
    if (names.length === 0) return [];
    const part = (from: Values): Values =>
      Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    return [{ id, set: part(values), was: part(stored) }];
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Finds the rows and columns of tables that were inserted by one suggestion. A new cell in one of
 * them belongs to the same suggestion.
 */
export class SuggestedCells {
  readonly #lines: readonly RenderedBlock[];
  readonly #reading: Reading;
  #found: ReadonlyMap<string, string | null> | null = null;

  /** @param lines the lines of the changed part of the document */
  constructor(lines: readonly RenderedBlock[], reading: Reading) {
    this.#lines = lines;
    this.#reading = reading;
  }

  /**
   * Returns the suggestion of a new cell, given its containers from the outermost; null if it is
   * not part of one.
   */
  ofCell(containers: readonly Assigned[]): string | null {
    const cell = containers.findIndex(
      ({ column, was }) => column !== null && (was === null || was.id === null),
    );
    if (cell === -1) return null;
    const row = containers[cell - 1]?.id ?? null;
    const column = containers[cell]?.column ?? null;
    this.#found ??= this.#find();
    return (
      (row === null ? null : this.#found.get(`row ${row}`)) ??
      (column === null ? null : this.#found.get(`column ${column}`)) ??
      null
    );
  }

  /**
   * Finds for each row and column the suggestion that inserts all of it; null for one that is in
   * the text.
   */
  #find(): Map<string, string | null> {
    const found = new Map<string, string | null>();
    for (const { block, containers } of this.#lines) {
      const insertion = block?.marker?.status.insertion ?? null;
      containers.forEach((id, depth) => {
        const column = id === null ? null : this.#reading.container(id)?.['column'];
        const row = containers[depth - 1];
        const keys =
          typeof column === 'string'
            ? [`column ${column}`, ...(typeof row === 'string' ? [`row ${row}`] : [])]
            : [];
        for (const key of keys)
          found.set(key, found.has(key) && found.get(key) !== insertion ? null : insertion);
      });
    }
    return found;
  }
}
