import * as Y from 'yjs';
import type { Roots } from './blocks.ts';
import type { IdRange } from './ids.ts';
import { recordOf } from './records.ts';
import { structsSince } from './structs.ts';

/**
 * Changes in a stored document:
 * - changed blocks, by the items of their markers (null for the units before the first marker);
 * - units whose entries were added or removed;
 * - suggestions whose author was added or removed;
 * - flags for changed containers and a changed list of suggestions.
 */
export type Change = {
  readonly blocks: ReadonlySet<Y.Item | null>;
  readonly units: readonly IdRange[];
  readonly suggestions: ReadonlySet<string>;
  readonly hasContainers: boolean;
  readonly hasSuggestions: boolean;
};

/** Collects the changes that transactions make in a document. */
export class Watcher {
  readonly #roots: Roots;
  readonly #markers: (item: Y.Item) => boolean;
  readonly #anchors = new WeakMap<object, Y.Item | null>();
  #blocks = new Set<Y.Item | null>();
  #units: IdRange[] = [];
  #suggestions = new Set<string>();
  #hasContainers = false;
  #hasSuggestions = false;
  #isChanged = false;
  readonly #listener = (transaction: Y.Transaction): void => this.#collect(transaction);

  /** @param isMarker true if an item is the marker of a block that was read */
  constructor(roots: Roots, isMarker: (item: Y.Item) => boolean) {
    this.#roots = roots;
    this.#markers = isMarker;
    roots.text.doc?.on('afterTransaction', this.#listener);
  }

  /** Stops collecting. */
  destroy(): void {
    this.#roots.text.doc?.off('afterTransaction', this.#listener);
  }

  /** True if anything has changed since the last `take`. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Registers the block of the map of a marker or leaf. */
  watch(map: object, anchor: Y.Item | null): void {
    this.#anchors.set(map, anchor);
  }

  /** Returns the collected changes, and resets them. */
  take(): Change {
    const change = {
      blocks: this.#blocks,
      units: this.#units,
      suggestions: this.#suggestions,
      hasContainers: this.#hasContainers,
      hasSuggestions: this.#hasSuggestions,
    };
    [this.#blocks, this.#units, this.#suggestions] = [new Set(), [], new Set()];
    this.#hasContainers = this.#hasSuggestions = this.#isChanged = false;
    return change;
  }

  #collect(transaction: Y.Transaction): void {
    const { text, containers, suggestions } = this.#roots;
    for (const [client, after] of transaction.afterState) {
      const before = transaction.beforeState.get(client) ?? 0;
      if (after > before)
        for (const struct of structsSince(transaction.doc, client, before)) this.#touch(struct);
    }
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => this.#touch(struct));
    for (const type of transaction.changed.keys()) {
      this.#isChanged = true;
      if ((type as unknown) === containers) this.#hasContainers = true;
      else if ((type as unknown) === suggestions) this.#hasSuggestions = true;
      else if ((type as unknown) !== text && this.#anchors.has(type))
        this.#blocks.add(this.#anchors.get(type) ?? null);
    }
  }

  #touch(struct: Y.Item | Y.GC | Y.Skip | undefined): void {
    if (!(struct instanceof Y.Item)) return;
    const parent: unknown = struct.parent;
    if (parent === this.#roots.text) this.#blocks.add(this.#anchorOf(struct));
    else if (parent === this.#roots.suggestions && struct.content instanceof Y.ContentAny)
      for (const value of struct.content.arr) {
        const record = recordOf(value);
        if (record !== null && 'units' in record) this.#units.push(...record.units);
        if (record?.kind === 'about') this.#suggestions.add(record.id);
        if (record?.kind === 'insert') this.#units.push([record.client, record.clock, 2 ** 31]);
      }
  }

  /** Returns the marker of the block that contains an item, among those that were read. */
  #anchorOf(item: Y.Item): Y.Item | null {
    let at = item.left;
    while (at !== null && (at.deleted || !this.#markers(at))) at = at.left;
    return at;
  }
}
