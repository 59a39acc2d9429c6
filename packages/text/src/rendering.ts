import { Fragment, Mark, type Attrs, type Node, type NodeType } from '@tiptap/pm/model';
import type { Grammar } from './grammar.ts';
import type { Block, Piece } from './blocks.ts';
import { asMarks, attributesIn, type Reading } from './reading.ts';
import type { ChangeRecord, RecordIndex, Status, Values } from './records.ts';

/** Names of the node attributes and marks that show suggestions. */
export const suggestionNames: ReadonlySet<string> = new Set([
  'insertion',
  'deletion',
  'modification',
]);

/**
 * A block as shown in the editor. `start`: its first unit in the text (the marker, if any).
 * `containers`: the ids of its containers from the outermost; null for one that is not stored, but
 * only makes the document valid. `block` is null for a block that is not stored either.
 */
export type RenderedBlock = {
  readonly block: Block | null;
  readonly node: Node;
  readonly pos: number;
  readonly start: number;
  readonly containers: readonly (string | null)[];
  /** Positions before the containers. */
  readonly around: readonly number[];
};

/** A document of the editor, with the positions of its lines in the text. */
export type Rendering = { readonly doc: Node; readonly lines: readonly RenderedBlock[] };

/** Returns the number of units of a block. */
export function unitsOf(block: Block | null): number {
  if (block === null) return 0;
  return (
    (block.marker === null ? 0 : 1) + block.pieces.reduce((sum, { length }) => sum + length, 0)
  );
}

/** Builds the node of a block. A block whose type cannot hold its leaves becomes a paragraph. */
export function nodeOf(block: Block, type: NodeType, reading: Reading, grammar: Grammar): Node {
  const { marker, values, pieces } = block;
  const shown =
    marker === null
      ? {}
      : shownOnNode(
          type,
          shownOf(marker.status, reading),
          marker.status.changes,
          marker.stored,
          reading,
        );
  if (type.isLeaf) return type.create({ ...attributesIn(values, type), ...shown });
  const content = Fragment.from(inlineOf(pieces, type, reading, grammar));
  if (type.contentMatch.matchFragment(content)?.validEnd)
    return type.create({ ...attributesIn(values, type), ...shown }, content);
  const { paragraph } = grammar;
  return paragraph.create(shown, Fragment.from(inlineOf(pieces, paragraph, reading, grammar)));
}

function inlineOf(
  pieces: readonly Piece[],
  type: NodeType,
  reading: Reading,
  grammar: Grammar,
): Node[] {
  const nodes: Node[] = [];
  const push = (node: Node): void => {
    const last = nodes.at(-1);
    if (node.isText && last?.isText && Mark.sameSet(last.marks, node.marks))
      nodes[nodes.length - 1] = grammar.schema.text(`${last.text}${node.text}`, last.marks);
    else nodes.push(node);
  };
  for (const piece of pieces) {
    const marks = marksOf(piece, type, reading, grammar);
    if (piece.text === null) {
      const values = reading.leafValues(piece);
      const leaf = grammar.schema.nodes[String(values['kind'])];
      if (leaf !== undefined) push(leaf.create(attributesIn(values, leaf), null, marks));
    } else {
      const lines =
        type.spec.code || grammar.lineBreak === null ? [piece.text] : piece.text.split('\n');
      lines.forEach((line, i) => {
        if (i > 0 && grammar.lineBreak !== null) push(grammar.lineBreak.create(null, null, marks));
        if (line !== '') push(grammar.schema.text(line, marks));
      });
    }
  }
  return nodes;
}

function marksOf(
  piece: Piece,
  type: NodeType,
  reading: Reading,
  { schema }: Grammar,
): readonly Mark[] {
  let set: readonly Mark[] = Mark.none;
  const add = (name: string, attrs: Attrs): void => {
    const mark = schema.marks[name];
    if (mark !== undefined && type.allowsMarkType(mark)) set = mark.create(attrs).addToSet(set);
  };
  for (const [name, value] of Object.entries(reading.marksOf(piece)))
    if (!suggestionNames.has(name))
      add(name, typeof value === 'object' && value !== null ? (value as Attrs) : {});
  const shown = shownOf(piece.status, reading);
  for (const name of ['insertion', 'deletion'] as const)
    for (const id of shown[name]) add(name, metadataOf(id, reading));
  const stored = { ...piece.stored, ...asMarks(piece.marks) };
  if (shown.modification.length > 0)
    for (const [id, change] of changesById(piece.status.changes, stored, reading))
      add('modification', { ...metadataOf(id, reading), ...change });
  return set;
}

/** Suggestion ids by the name of the attribute or mark that shows them. */
type Shown = { readonly [name in 'insertion' | 'deletion' | 'modification']: readonly string[] };

const nothing: Shown = { insertion: [], deletion: [], modification: [] };

function shownOf({ insertion, deletions, changes }: Status, { view }: Reading): Shown {
  if (view !== 'marked') return nothing;
  return {
    insertion: insertion === null ? [] : [insertion],
    deletion: deletions,
    modification: [...new Set(changes.map(({ id }) => id))],
  };
}

type SuggestionMeta = { readonly id: string; readonly author: string; readonly at: number };

function metadataOf(id: string, { records }: Reading): SuggestionMeta {
  const { by, at } = records.abouts.get(id) ?? { by: '', at: 0 };
  return { id, author: by, at };
}

/**
 * Results of a list of changes: the values that they set together, with their JSON, and texts that
 * were made from them. Units about which there are the same changes share them. A change about a
 * whole text would otherwise be copied for each of its pieces.
 */
type Shared = {
  set: { readonly values: Values; readonly json: string } | null;
  readonly texts: Map<string, string>;
};

/** Results by the indexes of the changes in the list of suggestions. */
const known = new WeakMap<RecordIndex, Map<string, Shared>>();

function sharedBy(changes: readonly ChangeRecord[], { records }: Reading): Shared {
  const ofList = known.get(records) ?? new Map<string, Shared>();
  known.set(records, ofList);
  const key = changes.map((change) => records.indexes.get(change)).join();
  const shared = ofList.get(key) ?? { set: null, texts: new Map() };
  ofList.set(key, shared);
  return shared;
}

/** Returns the text made for `key`, or makes it. */
function textBy({ texts }: Shared, key: string, made: () => string): string {
  let text = texts.get(key);
  if (text === undefined) texts.set(key, (text = made()));
  return text;
}

/** JSON of the values that a suggestion sets, and of those of `stored` with the same names. */
type SetAndWas = { readonly set: string; readonly was: string };

function changesById(
  changes: readonly ChangeRecord[],
  stored: Values,
  reading: Reading,
): ReadonlyMap<string, SetAndWas> {
  const found = new Map<string, SetAndWas>();
  for (const [id, own] of Map.groupBy(changes, (change) => change.id)) {
    const shared = sharedBy(own, reading);
    if (shared.set === null) {
      const values = Object.assign({}, ...own.map(({ set }) => set)) as Values;
      shared.set = { values, json: JSON.stringify(values) };
    }
    const { values, json } = shared.set;
    const was = JSON.stringify(
      Object.fromEntries(Object.keys(values).map((name) => [name, stored[name] ?? null])),
    );
    found.set(id, { set: json, was: textBy(shared, was, () => was) });
  }
  return found;
}

/** Returns the attributes of a container: its own, and those that show suggestions about it. */
export function containerAttributes(
  id: string,
  values: Values,
  type: NodeType,
  reading: Reading,
): Attrs {
  const changes = reading.containerChanges(id);
  const isShown = reading.view === 'marked' && changes.length > 0;
  const shown = isShown
    ? { ...nothing, modification: [...new Set(changes.map((each) => each.id))] }
    : nothing;
  return {
    ...attributesIn(values, type),
    ...shownOnNode(type, shown, changes, reading.storedContainer(id), reading),
  };
}

/**
 * Returns the suggestions about a node as its attributes: lists of metadata as JSON, if the type
 * has these attributes.
 */
function shownOnNode(
  type: NodeType,
  shown: Shown,
  changes: readonly ChangeRecord[],
  stored: Values,
  reading: Reading,
): Attrs {
  const jsonOf = (name: string, ids: readonly string[]): string => {
    if (name !== 'modification') return JSON.stringify(ids.map((id) => metadataOf(id, reading)));
    const all = [...changesById(changes, stored, reading)].map(([id, { set, was }]) => {
      const metadata = JSON.stringify(metadataOf(id, reading)).slice(0, -1);
      return { start: `${metadata},"was":${was}`, set };
    });
    const key = all.map(({ start }) => start).join();
    return textBy(
      sharedBy(changes, reading),
      key,
      () => `[${all.map(({ start, set }) => `${start},"set":${set}}`).join()}]`,
    );
  };
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([name, ids]) => ids.length > 0 && type.spec.attrs?.[name] !== undefined)
      .map(([name, ids]) => [name, jsonOf(name, ids)]),
  );
}
