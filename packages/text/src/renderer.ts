import { Fragment, type Node, type NodeType } from '@tiptap/pm/model';
import type { Block } from './blocks.ts';
import { Chains, type RenderedContainer } from './chains.ts';
import type { Grammar } from './grammar.ts';
import type { Reading } from './reading.ts';
import { isList, located, nothingLocated, type Located } from './locating.ts';
import { firstFrom } from './positions.ts';
import { nodeOf, type Rendering } from './rendering.ts';
import { squared, type Part } from './tables.ts';

/** A container whose children are being collected. */
type Open = { readonly container: RenderedContainer; readonly children: Part[] };

/** A rendered container, with the children that it was rendered from. */
type Made = { readonly container: RenderedContainer; children: readonly Part[]; part: Part };

/**
 * Rendered containers by the node of their first child. A container may be shown many times,
 * between other blocks: a search in all of its renderings for each of them would take quadratic
 * time. A node is the first child of several only if the editor has the same node in several
 * places.
 */
class MadeByFirst {
  readonly #lists = new Map<Node | undefined, Made[]>();

  add(made: Made): void {
    const first = made.children[0]?.node;
    const others = this.#lists.get(first);
    if (others === undefined) this.#lists.set(first, [made]);
    else others.push(made);
  }

  /** Returns the containers that may have been rendered from `children`. */
  of(children: readonly Part[]): readonly Made[] {
    return this.#lists.get(children[0]?.node) ?? [];
  }
}

/**
 * Renders a document as a node of the editor's schema. The result is determined by the stored text
 * alone.
 */
export function render(reading: Reading, grammar: Grammar): Rendering {
  return new Renderer(grammar).render(reading);
}

/** Renders a document incrementally: nodes of unchanged blocks and containers are reused. */
export class Renderer {
  readonly #grammar: Grammar;
  readonly #root: RenderedContainer;
  readonly #leaves = new WeakMap<Block, Part>();
  #made = new MadeByFirst();
  readonly #madeOf = new WeakMap<Part, Made>();
  #located: Located = nothingLocated;
  #chains: Chains | null = null;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#root = {
      key: '',
      id: null,
      type: grammar.schema.topNodeType,
      attrs: grammar.schema.topNodeType.create().attrs,
      column: null,
    };
  }

  /** See {@link render}. */
  render(reading: Reading): Rendering {
    const grammar = this.#grammar;
    if (this.#chains?.isOf(reading) !== true)
      this.#chains = new Chains(reading, grammar, this.#chains);
    const made = new MadeByFirst();
    const stack: Open[] = [{ container: this.#root, children: [] }];
    const close = (): void => {
      const done = stack.pop() as Open;
      (stack.at(-1) as Open).children.push(this.#finished(done, made));
    };
    for (const block of reading.blocks) {
      const chain = this.#chains.of(block);
      let shared = 0;
      while (shared < chain.length && stack[shared + 1]?.container.key === chain[shared]?.key)
        shared += 1;
      while (stack.length > shared + 1) close();
      for (; shared < chain.length; shared += 1)
        stack.push({ container: chain[shared] as RenderedContainer, children: [] });
      (stack.at(-1) as Open).children.push(this.#leafOf(block, reading));
    }
    while (stack.length > 1) close();
    const { node: doc, parts } = this.#finished(stack[0] as Open, made);
    this.#made = made;
    this.#located = located(parts, grammar, this.#located);
    return { doc, lines: this.#located.lines };
  }

  /**
   * Adopts the nodes of a document equal to the last rendering, so that both can later be compared
   * by identity.
   * @param doc the document of the editor
   */
  adopt(doc: Node): Rendering {
    const adopted = new Map<Part, Part>();
    const nodes = new Map<number, Node>();
    const adopt = (parts: readonly Part[], parent: Node, start: number): readonly Part[] => {
      let [result, pos]: [Part[] | null, number] = [null, start];
      parts.forEach((part, i) => {
        const node = parent.child(i);
        if (part.node !== node) {
          result ??= [...parts];
          const made = { ...part, node, parts: adopt(part.parts, node, pos + 1) };
          if (part.block !== null) this.#leaves.set(part.block, made);
          if (this.#grammar.isBlock(node.type)) nodes.set(pos, node);
          adopted.set(part, made);
          result[i] = made;
        }
        pos += node.nodeSize;
      });
      return result ?? parts;
    };
    const parts = adopt(this.#located.parts, doc, 0);
    for (const [part, now] of adopted) {
      const made = this.#madeOf.get(part);
      if (made === undefined) continue;
      made.part = now;
      made.children = made.children.map((child) => adopted.get(child) ?? child);
      this.#made.add(made);
      this.#madeOf.set(now, made);
    }
    const lines = [...this.#located.lines];
    for (const [pos, node] of nodes) {
      const at = firstFrom(lines, (line) => line.pos < pos);
      const line = lines[at];
      if (line?.pos === pos) lines[at] = { ...line, node };
    }
    this.#located = { ...this.#located, parts, lines };
    return { doc, lines };
  }

  #leafOf(block: Block, reading: Reading): Part {
    const known = this.#leaves.get(block);
    if (known !== undefined) return known;
    const made = {
      node: nodeOf(block, block.type, reading, this.#grammar),
      id: null,
      column: null,
      block,
      parts: [],
    };
    this.#leaves.set(block, made);
    return made;
  }

  /** Builds the node of a container, including content required by its type that is not stored. */
  #finished({ container, children }: Open, made: MadeByFirst): Part {
    const before = this.#made
      .of(children)
      .find((each) => each.container === container && isList(each.children, children));
    const part = before?.part ?? this.#built(container, children);
    const result = { container, children, part };
    this.#madeOf.set(part, result);
    made.add(result);
    return part;
  }

  #built(container: RenderedContainer, children: readonly Part[]): Part {
    const { id, type, attrs, column } = container;
    const { schema } = this.#grammar;
    const parts =
      type.spec['tableRole'] === 'table'
        ? squared(children, schema, unstored)
        : filled(type, children);
    // Reuses the node if all children are identical, even if the container was read again.
    const before = this.#made
      .of(children)
      .find(({ part: { node } }) => hasChildren(node, parts) && node.hasMarkup(type, attrs));
    const node =
      before?.part.node ?? type.create(attrs, Fragment.from(parts.map((child) => child.node)));
    return { node, id, column, block: null, parts };
  }
}

function hasChildren(node: Node, parts: readonly Part[]): boolean {
  if (node.childCount !== parts.length) return false;
  for (let i = 0; i < parts.length; i += 1) if (parts[i]?.node !== node.child(i)) return false;
  return true;
}

/** Returns the children of a node, with additional ones required by its type. */
function filled(type: NodeType, children: readonly Part[]): Part[] {
  const result: Part[] = [];
  let match = type.contentMatch;
  for (const child of children) {
    let next = match.matchType(child.node.type);
    if (next === null) {
      const missing = match.fillBefore(Fragment.from(child.node)) ?? Fragment.empty;
      missing.forEach((node) => result.push(unstored(node)));
      next = match.matchFragment(missing)?.matchType(child.node.type) ?? null;
    }
    // No type of the schema forbids at one index what it allows at another.
    if (next === null) continue;
    match = next;
    result.push(child);
  }
  if (!match.validEnd)
    (match.fillBefore(Fragment.empty, true) ?? Fragment.empty).forEach((node) =>
      result.push(unstored(node)),
    );
  return result;
}

/** Creates the rendering part of a node that is not stored. */
function unstored(node: Node): Part {
  const parts: Part[] = [];
  if (!node.isTextblock) node.forEach((child) => parts.push(unstored(child)));
  return { node, id: null, column: null, block: null, parts };
}
