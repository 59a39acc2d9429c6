import type { Node } from '@tiptap/pm/model';
import type { Grammar } from './grammar.ts';
import type { About, ChangeRecord, Value, Values } from './records.ts';
import { isSame, only } from './values.ts';

/** A suggested change as shown in a document: the values that it sets, and those without it. */
export type CarriedChange = { readonly id: string; readonly set: Values; readonly was: Values };

/** The suggestions about a unit or a container, as shown in a document. */
export type Carried = {
  readonly insertion: string | null;
  readonly deletions: readonly string[];
  readonly changes: readonly CarriedChange[];
};

/** Value for a unit without suggestions. */
export const uncarried: Carried = { insertion: null, deletions: [], changes: [] };

/** True if two documents show the same suggestions about a unit or a container. */
export const isAlike = (one: Carried, other: Carried): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Returns the marks of a character or inline leaf, without suggestion marks. */
export function marksOf(node: Node): Values {
  const marks = node.marks.filter(({ type }) => !suggestionMarks.has(type.name));
  return Object.fromEntries(
    marks.map(({ type, attrs }): [string, Value] => [type.name, { ...attrs } as Value]),
  );
}

/** Reads the suggestions in the marks of a character or inline leaf. */
export function carriedByMarks(node: Node): Carried {
  let found = uncarried;
  for (const { type, attrs } of node.marks) {
    const id = String(attrs['id']);
    if (type.name === 'insertion') found = { ...found, insertion: id };
    else if (type.name === 'deletion') found = { ...found, deletions: [...found.deletions, id] };
    else if (type.name === 'modification')
      found = {
        ...found,
        changes: [
          ...found.changes,
          { id, set: valuesOf(attrs['set']), was: valuesOf(attrs['was']) },
        ],
      };
  }
  return found;
}

/** Reads the suggestions in the attributes of a block or container. */
export function carriedByAttributes({ attrs }: Node): Carried {
  const insertion = stampsOf(attrs['insertion'])[0]?.id ?? null;
  const deletions = stampsOf(attrs['deletion']).map(({ id }) => id);
  const changes = stampsOf(attrs['modification']).map(({ id, set, was }) => ({
    id,
    set: valuesOf(set),
    was: valuesOf(was),
  }));
  return insertion === null && deletions.length === 0 && changes.length === 0
    ? uncarried
    : { insertion, deletions, changes };
}

/**
 * Removes suggestions to move a block or container that were made for another one whose content was
 * moved here.
 * @param own the changes that are suggested for it
 */
export function withOwnMoves(carried: Carried, own: readonly ChangeRecord[]): Carried {
  const isOwn = ({ id, set }: CarriedChange): boolean =>
    own.some((each) => each.id === id && each.set['in'] === set['in']);
  if (carried.changes.every((change) => change.set['in'] === undefined || isOwn(change)))
    return carried;
  const changes = carried.changes.flatMap((change) =>
    change.set['in'] === undefined || isOwn(change) ? [change] : withoutMove(change),
  );
  return { ...carried, changes };
}

/** Returns a change without the move that it suggests, or nothing if it suggests nothing else. */
export function withoutMove({ id, set, was }: CarriedChange): CarriedChange[] {
  const [{ in: _, ...others }, { in: __, ...before }] = [set, was];
  return Object.keys(others).length === 0 ? [] : [{ id, set: others, was: before }];
}

/**
 * Removes suggested values of a new container that it does not show. A command may insert a
 * container anew and change it: deleting the first row of a tall cell moves it down, with a smaller
 * span.
 * @param values the values that it shows
 */
export function shownBy(carried: Carried, values: Values): Carried {
  const suggested = carried.changes.flatMap(({ set }) => Object.entries(set));
  const shown = new Set(['in']);
  for (const [name, value] of suggested) if (isSame(value, values[name])) shown.add(name);
  if (suggested.every(([name]) => shown.has(name))) return carried;
  const changes = carried.changes
    .map(({ id, set, was }) => ({ id, set: only(set, shown), was: only(was, shown) }))
    .filter(({ set }) => Object.keys(set).length > 0);
  return { ...carried, changes };
}

/**
 * Reads the suggestions in a block's attributes, without a suggested kind that it could show but
 * does not. The leaves that prevented that kind stayed behind when the block was moved or pasted.
 */
export function carriedByBlock(block: Node, { schema, lineBreak }: Grammar): Carried {
  const carried = carriedByAttributes(block);
  const kinds = carried.changes.flatMap(({ set }) =>
    set['kind'] === undefined ? [] : [set['kind']],
  );
  const type = schema.nodes[String(kinds.at(-1))];
  if (type === undefined || type === block.type) return carried;
  if (
    block.children.some(
      (child) => child.type !== lineBreak && type.contentMatch.matchType(child.type) === null,
    )
  )
    return carried;
  const moves = carried.changes.filter(({ set }) => set['in'] !== undefined);
  const changes = moves.map(({ id, set, was }) => ({
    id,
    set: { in: set['in'] ?? null },
    was: { in: was['in'] ?? null },
  }));
  return { ...carried, changes };
}

/** Reads the authors and times of all suggestions shown in a document. */
export function aboutsIn(doc: Node): Map<string, About> {
  const found = new Map<string, About>();
  const add = ({ id, author, at }: { id?: unknown; author?: unknown; at?: unknown }): void => {
    if (
      typeof id === 'string' &&
      typeof author === 'string' &&
      typeof at === 'number' &&
      !found.has(id)
    )
      found.set(id, { by: author, at });
  };
  doc.descendants((node) => {
    for (const name of ['insertion', 'deletion', 'modification'])
      stampsOf(node.attrs[name]).forEach(add);
    for (const { type, attrs } of node.marks) if (suggestionMarks.has(type.name)) add(attrs);
  });
  return found;
}

const suggestionMarks: ReadonlySet<string> = new Set(['insertion', 'deletion', 'modification']);

function stampsOf(
  value: unknown,
): { id: string; author?: unknown; at?: unknown; set?: unknown; was?: unknown }[] {
  const read = parsed(value);
  return Array.isArray(read)
    ? read.filter((each) => typeof (each as { id?: unknown } | null)?.id === 'string')
    : [];
}

function valuesOf(value: unknown): Values {
  const read = typeof value === 'string' ? parsed(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Values) : {};
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  try {
    return JSON.parse(value);
  } catch {
    // A client may write any value into an attribute: one that is not JSON is not a suggestion.
    return null;
  }
}
