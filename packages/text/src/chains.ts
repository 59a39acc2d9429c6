import type { Attrs, NodeType } from '@tiptap/pm/model';
import type { Block } from './blocks.ts';
import type { Grammar } from './grammar.ts';
import type { Reading } from './reading.ts';
import type { Values } from './records.ts';
import { containerAttributes } from './rendering.ts';

/** Maximum nesting depth of a block. Blocks stored deeper are shown at this depth. */
const deepest = 40;

/** A container of blocks. `id`: null for one that is not stored. */
export type RenderedContainer = {
  readonly key: string;
  readonly id: string | null;
  readonly type: NodeType;
  readonly attrs: Attrs;
  readonly column: string | null;
};

/** A container with the values that it was made from; null if suggestions were about it. */
type Known = { readonly values: Values | null; readonly container: RenderedContainer | null };

/** Containers of the blocks of a document, completed so that each parent may hold its child. */
export class Chains {
  readonly #reading: Reading;
  readonly #grammar: Grammar;
  readonly #before: ReadonlyMap<string, Known>;
  readonly #containers = new Map<string, Known>();
  readonly #chains = new Map<unknown, readonly RenderedContainer[]>();

  /** @param before those of an earlier reading: its containers are reused if they are equal */
  constructor(reading: Reading, grammar: Grammar, before: Chains | null) {
    this.#reading = reading;
    this.#grammar = grammar;
    this.#before = before === null ? new Map() : before.#containers;
  }

  /** True if a document has the same containers, with the same suggestions about them. */
  isOf({ rawContainers, entries }: Reading): boolean {
    return rawContainers === this.#reading.rawContainers && entries === this.#reading.entries;
  }

  /** Returns the containers of a block from the outermost. */
  of({ values, type }: Block): readonly RenderedContainer[] {
    const grammar = this.#grammar;
    const chain = this.#around(values['in']);
    const parent = chain.at(-1)?.type ?? grammar.schema.topNodeType;
    return grammar.holds(parent, type) ? chain : this.#fitting(chain, type);
  }

  /**
   * Returns a chain with the containers missing before a block, or without those that cannot hold
   * it.
   */
  #fitting(given: readonly RenderedContainer[], type: NodeType): readonly RenderedContainer[] {
    const grammar = this.#grammar;
    const chain = [...given];
    const parent = (): NodeType => chain.at(-1)?.type ?? grammar.schema.topNodeType;
    let between = grammar.between(parent(), type);
    while (between === null && chain.length > 0) {
      chain.pop();
      between = grammar.between(parent(), type);
    }
    const inner = chain.at(-1)?.key ?? '';
    (between ?? []).forEach((missing, i) =>
      chain.push(this.#missing(`${inner} > ${i} ${missing.name}`, missing)),
    );
    return chain;
  }

  #around(innermost: unknown): readonly RenderedContainer[] {
    const known = this.#chains.get(innermost);
    if (known !== undefined) return known;
    const grammar = this.#grammar;
    const chain: RenderedContainer[] = [];
    for (const container of this.#ancestors(innermost)) {
      const between = grammar.between(
        chain.at(-1)?.type ?? grammar.schema.topNodeType,
        container.type,
      );
      if (between === null) continue;
      between.forEach((missing, i) =>
        chain.push(this.#missing(`${container.key} ${i} ${missing.name}`, missing)),
      );
      chain.push(container);
    }
    this.#chains.set(innermost, chain);
    return chain;
  }

  #missing(key: string, type: NodeType): RenderedContainer {
    const known = this.#containers.get(key)?.container;
    if (known) return known;
    const before = this.#before.get(key)?.container;
    const made =
      before?.id === null
        ? before
        : { key, id: null, type, attrs: type.create().attrs, column: null };
    this.#containers.set(key, { values: null, container: made });
    return made;
  }

  /**
   * Returns the stored containers around a block, outermost first. Cycles of containers are cut so
   * that the smallest id is the outermost, which gives the same result for all blocks in them.
   */
  #ancestors(innermost: unknown): RenderedContainer[] {
    const ids: string[] = [];
    let id = innermost;
    while (typeof id === 'string' && !ids.includes(id) && ids.length < deepest) {
      const entry = this.#reading.container(id);
      if (entry === null) break;
      ids.push(id);
      id = entry['in'];
    }
    const circle = typeof id === 'string' && ids.includes(id) ? ids.slice(ids.indexOf(id)) : [];
    const outermost = circle.toSorted()[0];
    const chain = outermost === undefined ? ids : ids.slice(0, ids.indexOf(outermost) + 1);
    return chain.flatMap((each) => this.#container(each) ?? []).toReversed();
  }

  #container(id: string): RenderedContainer | null {
    const known = this.#containers.get(id);
    if (known !== undefined) return known.container;
    const values = this.#reading.container(id) ?? {};
    const isPlain = this.#reading.containerChanges(id).length === 0;
    const before = isPlain ? this.#before.get(id) : undefined;
    const valuesBefore = before?.values ?? null;
    const made =
      before !== undefined && valuesBefore !== null && hasSameValues(valuesBefore, values)
        ? before
        : { values: isPlain ? values : null, container: this.#made(id, values) };
    this.#containers.set(id, made);
    return made.container;
  }

  #made(id: string, values: Values): RenderedContainer | null {
    const type =
      typeof values['kind'] === 'string' ? this.#grammar.schema.nodes[values['kind']] : undefined;
    if (type === undefined || !this.#grammar.isContainer(type)) return null;
    const column = typeof values['column'] === 'string' ? values['column'] : null;
    const { attrs } = type.create(containerAttributes(id, values, type, this.#reading));
    return { key: id, id, type, attrs, column };
  }
}

/** True if the values have the same names and are identical: those of a container never change. */
function hasSameValues(one: Values, other: Values): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
