import type { ContentMatch, NodeType, Schema } from '@tiptap/pm/model';

/**
 * What a schema means for a flat text. A *block* is a node that ends the descent: one with text in it, or a leaf among blocks. Each has a
 * marker in the text. A *container* holds blocks and containers, and has no place of its own in the text. An inline leaf is one unit.
 */
export class Grammar {
  readonly schema: Schema;
  /** The block that stands where nothing is said. */
  readonly paragraph: NodeType;
  /** The node for a line break, which is the letter `\n` in the text, so that code and paragraphs may become each other. */
  readonly lineBreak: NodeType | null;
  readonly #holds = new Map<NodeType, ReadonlySet<NodeType>>();

  /** @param schema its first block type in the order of the schema that `doc` may hold is the default one */
  constructor(schema: Schema) {
    this.schema = schema;
    const first = schema.topNodeType.contentMatch.defaultType;
    if (first === null || first === undefined || !this.isBlock(first)) throw new Error('the document holds no block by default');
    this.paragraph = first;
    this.lineBreak = schema.nodes['hardBreak'] ?? null;
    for (const type of Object.values(schema.nodes)) this.#holds.set(type, typesIn(type.contentMatch));
  }

  /** Tells whether nodes of the type have a marker in the text. */
  isBlock(type: NodeType): boolean {
    return type.isBlock && type !== this.schema.topNodeType && (type.isTextblock || type.isLeaf);
  }

  /** Tells whether nodes of the type hold blocks. */
  isContainer(type: NodeType): boolean {
    return type.isBlock && type !== this.schema.topNodeType && !type.isTextblock && !type.isLeaf;
  }

  /** Tells whether nodes of the type are one unit within a block. Line breaks are letters. */
  isInlineLeaf(type: NodeType): boolean {
    return type.isInline && !type.isText && type !== this.lineBreak;
  }

  /** Tells whether a node of type `parent` may hold one of type `child`, wherever in it. */
  holds(parent: NodeType, child: NodeType): boolean {
    return this.#holds.get(parent)?.has(child) ?? false;
  }

  /** The types that have to stand between a parent and a child; empty where it may hold it, null where nothing helps. */
  between(parent: NodeType, child: NodeType): readonly NodeType[] | null {
    return this.holds(parent, child) ? [] : (parent.contentMatch.findWrapping(child) ?? null);
  }

  /** Tells whether a container of one type may become one of the other without losing its id. */
  areAlike(one: NodeType, other: NodeType): boolean {
    return one === other || this.#family(one) === this.#family(other);
  }

  /** Cells and header cells are alike, and so are lists, and their items. */
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
