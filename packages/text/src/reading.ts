import type { Attrs, NodeType } from '@tiptap/pm/model';
import type * as Y from 'yjs';
import { withMark, type Block, type Piece, type Roots, type View } from './blocks.ts';
import type { Change } from './changes.ts';
import type { Grammar } from './grammar.ts';
import { RecordIndex, type ChangeRecord, type Status, type Value, type Values } from './records.ts';
import { rescanned, scanned, type Scan, type Scope } from './scanning.ts';

/** Returns the shared types of a document. */
export function rootsOf(doc: Y.Doc): Roots {
  return {
    text: doc.getText('text'),
    containers: doc.getMap('containers'),
    suggestions: doc.getArray('suggestions'),
  };
}

/**
 * Returns the key of a container's changed value. `<id>` has the container as created,
 * `<id>/<name>` the new value of one of its values.
 */
export const overrideKey = (id: string, name: string): string => `${id}/${name}`;

/** A snapshot of a stored document, read once: its suggestions, containers and blocks. */
export class Reading implements Scope {
  readonly roots: Roots;
  readonly records: RecordIndex;
  readonly scan: Scan;
  /** Entries of the list of suggestions, and of the containers, as stored. */
  readonly entries: readonly unknown[];
  readonly rawContainers: Values;
  readonly #grammar: Grammar;
  readonly view: View;
  /** Containers without suggested changes, and as shown. */
  readonly #stored: ReadonlyMap<string, Values>;
  readonly #containers: ReadonlyMap<string, Values>;

  /**
   * Reads a document in linear time; or incrementally, reusing what has not changed since `before`.
   * @param before an earlier reading with the same view, and the changes since
   */
  constructor(
    roots: Roots,
    grammar: Grammar,
    view: View = 'marked',
    before?: { reading: Reading; change: Change },
  ) {
    this.roots = roots;
    this.#grammar = grammar;
    this.view = view;
    const { reading, change } = before ?? { reading: null, change: null };
    const hasEntries = reading !== null && change !== null && !change.hasSuggestions;
    this.entries = hasEntries ? reading.entries : roots.suggestions.toArray();
    this.records = hasEntries ? reading.records : new RecordIndex(this.entries);
    const hasContainers = reading !== null && change !== null && !change.hasContainers;
    this.rawContainers = hasContainers
      ? reading.rawContainers
      : Object.fromEntries(roots.containers.entries());
    this.#stored = hasContainers ? reading.#stored : storedContainers(this.rawContainers);
    this.#containers = hasContainers && hasEntries ? reading.#containers : this.#shownContainers();
    this.scan =
      reading === null || change === null ? scanned(this) : rescanned(this, reading.scan, change);
  }

  /** Returns the blocks of the text in order. */
  get blocks(): readonly Block[] {
    return this.scan.blocks;
  }

  /**
   * Returns the values of a container, with suggested changes unless the view excludes them. Null
   * if there is none.
   */
  container(id: string): Values | null {
    return this.#containers.get(id) ?? null;
  }

  /** Returns the values of a container without suggested changes. */
  storedContainer(id: string): Values {
    return this.#stored.get(id) ?? {};
  }

  /**
   * Returns the types of a container and those around it without suggested changes, from the
   * outermost.
   */
  storedPath(id: string): string[] {
    const path: string[] = [];
    // A stored document may have a circle of containers.
    const passed = new Set<string>();
    for (let at: unknown = id; typeof at === 'string' && !passed.has(at);) {
      passed.add(at);
      const values = this.storedContainer(at);
      if (typeof values['kind'] === 'string') path.unshift(values['kind']);
      at = values['in'];
    }
    return path;
  }

  /** Returns the suggested changes of a container. */
  containerChanges(id: string): readonly ChangeRecord[] {
    return this.records.ofContainers.get(id) ?? [];
  }

  #shownContainers(): ReadonlyMap<string, Values> {
    const { ofContainers } = this.records;
    if (this.view === 'original' || ofContainers.size === 0) return this.#stored;
    const changes = [...ofContainers].flatMap(([id, each]) =>
      each.map(({ set }) => [id, set] as const),
    );
    return overridden(new Map(this.#stored), changes);
  }

  /** Returns the default block type. */
  get paragraph(): NodeType {
    return this.#grammar.paragraph;
  }

  /** Returns the type of a marker or leaf with these values. */
  typeOf({ kind }: Values): NodeType {
    const grammar = this.#grammar;
    const type = typeof kind === 'string' ? grammar.schema.nodes[kind] : undefined;
    return type !== undefined && (grammar.isBlock(type) || grammar.isInlineLeaf(type))
      ? type
      : grammar.paragraph;
  }

  /** True if a unit is shown in the view. */
  isShown({ insertion, deletions }: Status): boolean {
    if (this.view === 'original') return insertion === null;
    return this.view === 'marked' || deletions.length === 0;
  }

  /** Returns the values of a marker or leaf as shown. */
  shownValues(values: Values, { changes }: Status): Values {
    return this.view === 'original' || changes.length === 0
      ? values
      : (Object.assign({}, values, ...changes.map(({ set }) => valuesIn(set))) as Values);
  }

  /** Returns the values of an inline leaf as shown. */
  leafValues({ stored, status }: Piece): Values {
    return stored === null ? {} : this.shownValues(stored, status);
  }

  /** Returns the marks of a piece as shown. */
  marksOf({ marks, status: { changes } }: Pick<Piece, 'marks' | 'status'>): Values {
    if (this.view === 'original') return marks;
    let shown = marks;
    for (const { set } of changes)
      for (const [name, value] of Object.entries(marksIn(set)))
        shown = withMark(shown, name, value);
    return shown;
  }
}

/** Returns the containers as stored, with their changed values: see {@link overrideKey}. */
function storedContainers(raw: Values): ReadonlyMap<string, Values> {
  const containers = new Map<string, Values>();
  const overrides: [string, Values][] = [];
  for (const [key, value] of Object.entries(raw)) {
    const cut = key.indexOf('/');
    if (cut !== -1) overrides.push([key.slice(0, cut), { [key.slice(cut + 1)]: value }]);
    else if (isValues(value)) containers.set(key, value);
  }
  return overridden(containers, overrides);
}

/**
 * Sets values of the given containers, in order, and returns these. The values of each are copied
 * only once.
 */
function overridden(
  containers: Map<string, Values>,
  overrides: readonly (readonly [string, Values])[],
): Map<string, Values> {
  const copies = new Map<string, Record<string, Value>>();
  for (const [id, set] of overrides) {
    const values = containers.get(id);
    if (values === undefined) continue;
    const copy = copies.get(id) ?? { ...values };
    copies.set(id, copy);
    containers.set(id, Object.assign(copy, set));
  }
  return containers;
}

const markPrefix = 'm.';

/** Converts marks to values of a suggested change: an inline leaf has both. */
export const asMarks = (marks: Values): Values =>
  Object.fromEntries(Object.entries(marks).map(([name, value]) => [markPrefix + name, value]));

/** Returns the marks among the values of a suggested change. */
export const marksIn = (set: Values): Values =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) =>
      name.startsWith(markPrefix) ? [[name.slice(2), value]] : [],
    ),
  );

/** Returns the values of a suggested change that are not marks. */
export const valuesIn = (set: Values): Values =>
  Object.fromEntries(Object.entries(set).filter(([name]) => !name.startsWith(markPrefix)));

function isValues(value: Value): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const prefix = 'a.';

/**
 * True if a value may be an attribute: a string, number, boolean or list of numbers. Pages expect
 * no other types in a node.
 */
function isAttribute(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'number');
  return value !== undefined && typeof value !== 'object';
}

/**
 * Returns the attributes of a node among the values of a marker, leaf or container. Unknown ones
 * are left out.
 */
export function attributesIn(values: Values, type: NodeType): Attrs {
  const known = Object.keys(type.spec.attrs ?? {}).filter((name) =>
    isAttribute(values[prefix + name]),
  );
  return Object.fromEntries(known.map((name) => [name, values[prefix + name]]));
}

/** Returns the names of the values that represent the attributes of a node type. */
export function attributeNames(type: NodeType): string[] {
  return Object.keys(type.spec.attrs ?? {}).map((name) => prefix + name);
}

/**
 * Returns the values that represent the attributes of a node: those that differ from the defaults
 * of its type.
 */
export function valuesOf(type: NodeType, attrs: Attrs, ignored: ReadonlySet<string>): Values {
  const differing = Object.entries(type.spec.attrs ?? {}).filter(
    ([name, { default: value }]) =>
      !ignored.has(name) && JSON.stringify(attrs[name] ?? null) !== JSON.stringify(value ?? null),
  );
  return Object.fromEntries(
    differing.map(([name]) => [prefix + name, (attrs[name] ?? null) as Value]),
  );
}
