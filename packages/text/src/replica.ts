import type { Node } from '@tiptap/pm/model';
import type * as Y from 'yjs';
import { Watcher } from './changes.ts';
import { decide, type Decision } from './deciding.ts';
import type { Grammar } from './grammar.ts';
import { changesetBetween, endOfChangeset } from './changeset.ts';
import { revert } from './revert.ts';
import { newClient, suggestingClient, type IdRange } from './ids.ts';
import { UnitIndex } from './unit-index.ts';
import type { Roots, View } from './blocks.ts';
import { Reading, rootsOf } from './reading.ts';
import { positionOf, unitsAt } from './positions.ts';
import { render, Renderer } from './renderer.ts';
import { type Rendering } from './rendering.ts';
import type { WriteMode } from './unit-writer.ts';
import { UndoStack } from './undo-stack.ts';
import type { DocumentChange } from './document-change.ts';
import { writeChange } from './writing.ts';

/**
 * The text of a document in one process: the stored text, and the editor document that shows it.
 */
export class Replica {
  readonly doc: Y.Doc;
  readonly roots: Roots;
  readonly grammar: Grammar;
  readonly #client: number;
  readonly #undo = new UndoStack();
  #undone: number | null = null;
  #reading: Reading;
  #rendering: Rendering;
  readonly #watcher: Watcher;
  readonly #renderer: Renderer;

  /**
   * Opens the text of a Yjs document.
   * @param client the even client id for edits; suggestions are written under the next one
   */
  constructor(doc: Y.Doc, grammar: Grammar, client = newClient()) {
    this.doc = doc;
    this.roots = rootsOf(doc);
    this.grammar = grammar;
    this.#client = client;
    doc.clientID = client;
    this.#reading = new Reading(this.roots, grammar);
    this.#renderer = new Renderer(grammar);
    this.#rendering = this.#renderer.render(this.#reading);
    this.#watcher = new Watcher(this.roots, (item) => this.#reading.scan.markers.has(item));
    this.#watchMaps();
  }

  /** Returns the present reading of the stored document. */
  get reading(): Reading {
    this.#refresh();
    return this.#reading;
  }

  /** Returns the rendering that the editor shows. */
  get rendering(): Rendering {
    this.#refresh();
    return this.#rendering;
  }

  /**
   * Adopts the editor's document, which is equal to the rendering, so that later changes are found
   * by the identity of nodes.
   */
  adopt(doc: Node): void {
    if (doc !== this.rendering.doc && doc.eq(this.rendering.doc))
      this.#rendering = this.#renderer.adopt(doc);
  }

  /** Returns the document with all suggestions accepted or rejected. */
  view(view: View): Node {
    return render(new Reading(this.roots, this.grammar, view), this.grammar).doc;
  }

  /**
   * Writes a change of the shown document. Afterwards the rendering shows what is stored, which for
   * a suggestion differs from `change.after`. Returns a function that maps positions in
   * `change.after` to positions in the present rendering.
   */
  write(change: DocumentChange, mode: WriteMode, origin: unknown = this): (pos: number) => number {
    const before = {
      roots: this.roots,
      reading: this.reading,
      rendering: this.rendering,
      client: this.#client,
    };
    const unitAt = this.as(mode, origin, () => writeChange(before, change, mode, this.grammar));
    this.#undo.record(changesetBetween(before.reading, this.reading));
    return (pos) => this.positionOf(unitAt(pos));
  }

  /** Carries out a decision about suggestions. */
  decide(decision: Decision, origin: unknown = this): void {
    const stored = { roots: this.roots, reading: this.reading };
    this.as({ kind: 'edit' }, origin, () => decide(stored, decision));
    this.#undo.record(changesetBetween(stored.reading, this.reading));
  }

  /** True if there is a local step to undo, or an undone one to redo. */
  hasStep(kind: 'undo' | 'redo'): boolean {
    return this.#undo.has(kind);
  }

  /** Undoes the last local step, or redoes the last undone one. Returns false if there is none. */
  undo(kind: 'undo' | 'redo', mode: WriteMode, origin: unknown = this): boolean {
    this.#undone = null;
    return this.#undo.go(kind, (changeset) => {
      const { reading } = this;
      const renamed = this.as(mode, origin, () =>
        revert(this.roots, reading, changeset, this.#client, mode.kind === 'edit' ? null : mode.by),
      );
      const made = changesetBetween(reading, this.reading);
      this.#undone = endOfChangeset(made, this.roots, this.reading) ?? this.#undone;
      return { changeset: made, renamed };
    });
  }

  /**
   * Position in the rendering where undo or redo last inserted or removed units; null if it did
   * neither.
   */
  get undone(): number | null {
    return this.#undone === null ? null : this.positionOf(this.#undone);
  }

  /** Stops observing the Yjs document, which remains unchanged. */
  destroy(): void {
    this.#watcher.destroy();
  }

  /** Closes the present undo step, so that the next change begins a new one. */
  closeStep(): void {
    this.#undo.close();
  }

  /** Runs `act` in a transaction under the client id for this mode. */
  as<T>(mode: WriteMode, origin: unknown, act: () => T): T {
    this.doc.clientID = mode.kind === 'edit' ? this.#client : suggestingClient(this.#client);
    return this.doc.transact(act, origin);
  }

  /** Returns the position after the first `units` units of the rendering. */
  positionOf(units: number): number {
    return positionOf(this.rendering, units);
  }

  /** Returns the number of units before a position of the rendering. */
  unitsAt(pos: number): number {
    return unitsAt(this.rendering, pos);
  }

  /**
   * Returns the number of units before a unit, or before its restored copy. Null if neither exists.
   */
  indexOf(unit: readonly [client: number, clock: number]): number | null {
    const unitIndex = new UnitIndex(this.reading);
    const range: IdRange = [unit[0], unit[1], 1];
    const [run] = [
      ...unitIndex.of([range]),
      ...unitIndex.of(this.reading.records.copiesOf([range])),
    ];
    return run?.at ?? null;
  }

  #refresh(): void {
    if (!this.#watcher.isChanged) return;
    const change = this.#watcher.take();
    this.#reading = new Reading(this.roots, this.grammar, 'marked', {
      reading: this.#reading,
      change,
    });
    this.#rendering = this.#renderer.render(this.#reading);
    this.#watchMaps();
  }

  /** Registers the maps of the blocks that were read anew. */
  #watchMaps(): void {
    for (const { block, anchor } of this.#reading.scan.fresh) {
      if (block.marker !== null) this.#watcher.watch(block.marker.map, anchor);
      for (const { leaf } of block.pieces) if (leaf !== null) this.#watcher.watch(leaf, anchor);
    }
  }
}
