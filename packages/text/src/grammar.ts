import type { ContentMatch, NodeType, Schema } from '@tiptap/pm/model';

/**
 * Meaning of a schema for a flat text. A *block* is a node where the descent ends: one with text,
 * or a leaf among blocks. Each has a marker in the text. A *container* holds blocks and containers,
 * and has no unit of its own. An inline leaf is one unit.
 */
export class Grammar {
  readonly schema: Schema;
  /** The default block type. */
  readonly paragraph: NodeType;
  /**
   * The node for a line break. In the text it is the character `\n`, so that code and paragraphs
   * can be converted into each other.
   */
  readonly lineBreak: NodeType | null;
  readonly #holds = new Map<NodeType, ReadonlySet<NodeType>>();

  /** @param schema the first block type that its `doc` may hold is the default one */
  constructor(schema: Schema) {
    this.schema = schema;
    const first = schema.topNodeType.contentMatch.defaultType;
    if (first === null || first === undefined || !this.isBlock(first))
      throw new Error('the document holds no block by default');
    this.paragraph = first;
    this.lineBreak = schema.nodes['hardBreak'] ?? null;
    for (const type of Object.values(schema.nodes))
      this.#holds.set(type, typesIn(type.contentMatch));
  }

  /** True if nodes of the type have a marker in the text. */
  isBlock(type: NodeType): boolean {
    return type.isBlock && type !== this.schema.topNodeType && (type.isTextblock || type.isLeaf);
  }

  /** True if nodes of the type hold blocks. */
  isContainer(type: NodeType): boolean {
    return type.isBlock && type !== this.schema.topNodeType && !type.isTextblock && !type.isLeaf;
  }

  /** True if nodes of the type are one unit within a block. Line breaks are characters instead. */
  isInlineLeaf(type: NodeType): boolean {
    return type.isInline && !type.isText && type !== this.lineBreak;
  }

  /** True if a node of type `parent` may have a child of type `child`, at any index. */
  holds(parent: NodeType, child: NodeType): boolean {
    return this.#holds.get(parent)?.has(child) ?? false;
  }

  /**
   * Returns the types needed between a parent and a child; empty if the parent may hold it, null if
   * there is no way.
   */
  between(parent: NodeType, child: NodeType): readonly NodeType[] | null {
    return this.holds(parent, child) ? [] : (parent.contentMatch.findWrapping(child) ?? null);
  }

  /** True if a container of one type may become one of the other and keep its id. */
  areAlike(one: NodeType, other: NodeType): boolean {
    return one === other || this.#family(one) === this.#family(other);
  }

  /** Returns the family of a type: all cells, all lists, and all list items are families. */
  #family(type: NodeType): string {
    const role = type.spec['tableRole'] as string | undefined;
    if (role !== undefined) return role.includes('cell') ? 'cell' : role;
    if (type.name.endsWith('List')) return 'list';
    return type.name.endsWith('Item') ? 'item' : type.name;
  }
}

function typesIn(start: ContentMatch): ReadonlySet<NodeType> {
  const found = new Set<NodeType>();
  const seen = new Set<ContentMatch>();
  const open = [start];
  for (let match = open.pop(); match !== undefined; match = open.pop()) {
    if (seen.has(match)) continue;
    seen.add(match);
    for (let i = 0; i < match.edgeCount; i += 1) {
      const { type, next } = match.edge(i);
      found.add(type);
      open.push(next);
    }
  }
  return found;
}
