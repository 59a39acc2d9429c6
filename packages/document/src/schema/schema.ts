import { getSchema } from '@tiptap/core';
import { Node, type MarkType, type NodeType } from '@tiptap/pm/model';
import { widestCell } from './attributes.ts';
import { documentExtensions } from './extensions.ts';
import { isOwnFile, isSafeImage } from './image.ts';
import type { AttributeValue, MarkJson, NodeJson } from './json.ts';
import { isSafeLink } from './link.ts';

/** Schema of documents, for code without an editor. */
export const documentSchema = getSchema(documentExtensions);

const schema = documentSchema;

/** Blocks that contain text and inline leaves. */
export const textBlocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock']);

/** Default attributes of a known kind of node or mark, without null ones. */
type Defaults = Readonly<Record<string, AttributeValue>>;

const defaultsOf = (type: NodeType | MarkType): Defaults =>
  Object.fromEntries(
    Object.entries(type.spec.attrs ?? {})
      .filter(([, { default: value }]) => value !== null && value !== undefined)
      .map(([name, { default: value }]) => [name, value as AttributeValue]),
  );

const nodeDefaults: ReadonlyMap<string, Defaults> = new Map(
  Object.entries(schema.nodes).map(([name, type]) => [name, defaultsOf(type)]),
);
const markRanks: ReadonlyMap<string, number> = new Map(
  Object.keys(schema.marks).map((name, rank) => [name, rank]),
);

/** Names of all nodes that the editor knows. */
export const nodeNames: readonly string[] = Object.keys(schema.nodes);

/** Names of all marks that the editor knows, including suggestion marks. */
export const markNames: readonly string[] = Object.keys(schema.marks);

/** True if the editor knows nodes of this name. */
export function isKnownNode(name: string): boolean {
  return nodeDefaults.has(name);
}

/** True if the editor knows marks of this name. */
export function isKnownMark(name: string): boolean {
  return markRanks.has(name);
}

/** True if nodes of this name have such an attribute in the editor. */
export function isKnownAttribute(node: string, name: string): boolean {
  return Object.hasOwn(schema.nodes[node]?.spec.attrs ?? {}, name);
}

/**
 * Returns the attributes of a node with the defaults of its kind, sorted by name, without null
 * ones.
 */
export function attributesOf(node: NodeJson): Record<string, AttributeValue> {
  return sorted({ ...nodeDefaults.get(node.type), ...node.attrs });
}

/**
 * Normalizes marks for comparison and storage: each kind once (all different ones of kinds that may
 * overlap), in schema order, without null attributes.
 */
export function plainMarks(marks: readonly MarkJson[] | undefined): MarkJson[] {
  const byKind = new Map<string, MarkJson>();
  for (const { type, attrs } of marks ?? []) {
    const kept = sorted(attrs ?? {});
    const mark = Object.keys(kept).length === 0 ? { type } : { type, attrs: kept };
    byKind.set(mayOverlap(type) ? JSON.stringify(mark) : type, mark);
  }
  return [...byKind]
    .toSorted(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1))
    .map(([, mark]) => mark);
}

/** True if text may carry several marks of this kind. */
export function mayOverlap(name: string): boolean {
  return schema.marks[name]?.spec.excludes === '';
}

/**
 * Returns a mark with all attributes of its kind, including null ones, as the editor's binding
 * writes it into the shared text.
 */
export function wholeMark(mark: MarkJson): Record<string, AttributeValue> {
  const names = Object.keys(schema.marks[mark.type]?.spec.attrs ?? {});
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...mark.attrs };
}

/**
 * True if the editor would show `json` unchanged: known nodes and marks in allowed places, with
 * safe links and pictures only. Also false for nesting that is too deep for the editor.
 */
export function fitsSchema(json: NodeJson): boolean {
  if (json.type !== 'doc' || isDeeper(json, 200)) return false;
  try {
    const node = Node.fromJSON(schema, json);
    node.check();
    let safe = true;
    node.descendants((child) => {
      if (child.type.name === 'image' && !isSafeImage(child.attrs['src'])) safe = false;
      if (
        child.type.name === 'image' &&
        child.attrs['href'] !== null &&
        !isSafeLink(child.attrs['href'])
      )
        safe = false;
      if (!hasSoundSpans(child)) safe = false;
      if (child.type.name === 'attachment' && !isOwnFile(child.attrs['src'])) safe = false;
      if (child.marks.some((mark) => mark.type.name === 'link' && !isSafeLink(mark.attrs['href'])))
        safe = false;
    });
    return safe;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
      return false;
    throw error;
  }
}

/**
 * Checks the spans of a cell: tables are rendered by the sum of their cells' widths and heights.
 */
function hasSoundSpans({ type, attrs }: Node): boolean {
  const isSound = (span: unknown): boolean =>
    Number.isInteger(span) && Number(span) >= 1 && Number(span) <= widestCell;
  return (
    (type.name !== 'tableCell' && type.name !== 'tableHeader') ||
    (isSound(attrs['colspan']) && isSound(attrs['rowspan']))
  );
}

function isDeeper(root: NodeJson, levels: number): boolean {
  const open: [NodeJson, number][] = [[root, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next[1] > levels) return true;
    for (const child of next[0].content ?? []) open.push([child, next[1] + 1]);
  }
  return false;
}

const rank = (mark: MarkJson): number => markRanks.get(mark.type) ?? markRanks.size;

function sorted(
  values: Readonly<Record<string, AttributeValue | undefined>>,
): Record<string, AttributeValue> {
  const kept = Object.entries(values).filter(
    (entry): entry is [string, AttributeValue] => entry[1] !== null && entry[1] !== undefined,
  );
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
