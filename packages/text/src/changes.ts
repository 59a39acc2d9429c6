import * as Y from 'yjs';
import type { Roots } from './blocks.ts';
import type { IdRange } from './ids.ts';
import { recordOf } from './records.ts';
import { structsSince } from './structs.ts';

/**
 * What changed in a stored document: the blocks, by the items of their markers (null for what stands before the first marker), units of
 * which entries came or went, suggestions of which the author came or went, and whether the containers or the list of suggestions changed.
 */
export type Change = {
  readonly blocks: ReadonlySet<Y.Item | null>;
  readonly units: readonly IdRange[];
  readonly suggestions: ReadonlySet<string>;
  readonly hasContainers: boolean;
  readonly hasSuggestions: boolean;
};

/** Collects what transactions change in a document. */
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

  /** @param isMarker whether an item is the marker of a block that was read */
  constructor(roots: Roots, isMarker: (item: Y.Item) => boolean) {
    this.#roots = roots;
    this.#markers = isMarker;
    roots.text.doc?.on('afterTransaction', this.#listener);
  }

  /** Stops collecting. */
  destroy(): void {
    this.#roots.text.doc?.off('afterTransaction', this.#listener);
  }

  /** Tells whether anything has changed since it was taken last. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Says to which block the map of a marker or a leaf belongs. */
  place(map: object, anchor: Y.Item | null): void {
    this.#anchors.set(map, anchor);
  }

  /** Answers what has changed, and begins anew. */
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
      if (after > before) for (const struct of structsSince(transaction.doc, client, before)) this.#touch(struct);
    }
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => this.#touch(struct));
    for (const type of transaction.changed.keys()) {
      this.#isChanged = true;
      if ((type as unknown) === containers) this.#hasContainers = true;
      else if ((type as unknown) === suggestions) this.#hasSuggestions = true;
      else if ((type as unknown) !== text && this.#anchors.has(type)) this.#blocks.add(this.#anchors.get(type) ?? null);
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

  /** The marker of the block that an item stands in, among those that were read. */
  #anchorOf(item: Y.Item): Y.Item | null {
    let at = item.left;
    while (at !== null && (at.deleted || !this.#markers(at))) at = at.left;
    return at;
  }
}
