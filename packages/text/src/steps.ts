import { Fragment, Slice, type Mark, type Node } from '@tiptap/pm/model';
import { ReplaceStep, Transform } from '@tiptap/pm/transform';
import type { Rendering } from './rendering.ts';

/**
 * Adds steps to a transform so that its document becomes that of `target`. The steps touch only
 * differences: a character with other marks is not replaced. Unchanged content therefore keeps its
 * positions for cursors, comments and undo.
 * @param shown the rendering that the transform begins with, to identify blocks and containers in
 * both; null if unknown
 */
export function applyDiff(tr: Transform, shown: Rendering | null, target: Rendering): void {
  const keys = shown === null ? null : new Keys(shown, target);
  const scratch = fine(tr.doc, target.doc, keys) ?? coarse(tr.doc, target.doc);
  for (const step of scratch.steps) tr.step(step);
}

/** Names of the errors by which a document rejects a step. */
const refusals = new Set(['TransformError', 'ReplaceError', 'RangeError']);

/** Creates separate steps for each difference; null if the document would be invalid in between. */
function fine(before: Node, after: Node, keys: Keys | null): Transform | null {
  const tr = new Transform(before);
  try {
    // From the end, so that earlier positions remain valid.
    for (const change of differences(
      { node: before, start: 0 },
      { node: after, start: 0 },
      keys,
    ).toReversed())
      change(tr);
  } catch (error) {
    if (error instanceof Error && refusals.has(error.name)) return null;
    throw error;
  }
  return tr.doc.eq(after) ? tr : null;
}

/** Creates one step for everything between the first and the last differing top-level node. */
function coarse(before: Node, after: Node): Transform {
  const [start, end] = [
    before.content.findDiffStart(after.content),
    before.content.findDiffEnd(after.content),
  ];
  const tr = new Transform(before);
  if (start === null || end === null) return tr;
  const from = before.resolve(start).posAtIndex(before.resolve(start).index(0), 0);
  const top = (doc: Node, pos: number): number => {
    const at = doc.resolve(pos);
    return at.depth === 0 ? pos : at.after(1);
  };
  const [to, toAfter] = [top(before, Math.max(start, end.a)), top(after, Math.max(start, end.b))];
  return tr.step(new ReplaceStep(from, to, after.slice(from, toAfter)));
}

type Change = (tr: Transform) => void;

/** A node whose content is compared, and the position of that content. */
type Content = { readonly node: Node; readonly start: number };
type Child = { readonly node: Node; readonly pos: number };

/** Lazy lookup of the block or container at a position of two documents. */
class Keys {
  readonly #before: Rendering;
  readonly #after: Rendering;
  #found: {
    readonly before: ReadonlyMap<number, string>;
    readonly after: ReadonlyMap<number, string>;
  } | null = null;

  constructor(before: Rendering, after: Rendering) {
    this.#before = before;
    this.#after = after;
  }

  get before(): ReadonlyMap<number, string> {
    return this.#all().before;
  }

  get after(): ReadonlyMap<number, string> {
    return this.#all().after;
  }

  #all() {
    this.#found ??= { before: keysOf(this.#before), after: keysOf(this.#after) };
    return this.#found;
  }
}

/** Returns the identity of each block and container, by the position before it. */
function keysOf({ lines }: Rendering): Map<number, string> {
  const keys = new Map<number, string>();
  for (const { block, pos, containers, around } of lines) {
    const marker = block?.marker ?? null;
    if (marker !== null) keys.set(pos, `${marker.client}:${marker.clock}`);
    containers.forEach((id, depth) => {
      const place = around[depth];
      if (id !== null && place !== undefined) keys.set(place, id);
    });
  }
  return keys;
}

/** Returns the changes of the content of a node, in order. */
function differences(before: Content, after: Content, keys: Keys | null): Change[] {
  if (before.node.isTextblock) return inlineDifferences(before.node, after.node, before.start);
  const [old, now] = [before.node, after.node];
  let first = 0;
  while (first < old.childCount && first < now.childCount && old.child(first) === now.child(first))
    first += 1;
  let [last, lastNow] = [old.childCount, now.childCount];
  while (last > first && lastNow > first && old.child(last - 1) === now.child(lastNow - 1))
    [last, lastNow] = [last - 1, lastNow - 1];
  const [left, leftNow] = [childrenOf(before, first, last), childrenOf(after, first, lastNow)];
  const lastOld = left.at(-1);
  const end = lastOld === undefined ? startOf(before, first) : lastOld.pos + lastOld.node.nodeSize;
  return paired(left, leftNow, end, keys);
}

/** Returns the position before a child. */
function startOf({ node, start }: Content, index: number): number {
  let pos = start;
  for (let i = 0; i < index; i += 1) pos += node.child(i).nodeSize;
  return pos;
}

function childrenOf(content: Content, from: number, to: number): Child[] {
  const found: Child[] = [];
  let pos = startOf(content, from);
  for (let i = from; i < to; i += 1) {
    const node = content.node.child(i);
    found.push({ node, pos });
    pos += node.nodeSize;
  }
  return found;
}

/**
 * Returns the changes from children to others: pairs are changed in place, the rest is replaced.
 * `end`: the position after the last one.
 */
function paired(
  old: readonly Child[],
  now: readonly Child[],
  end: number,
  keys: Keys | null,
): Change[] {
  const found: Change[] = [];
  let [from, fromNow] = [0, 0];
  const replace = (to: number, toNow: number): void => {
    if (to === from && toNow === fromNow) return;
    const [begin, until] = [old[from]?.pos ?? end, old[to]?.pos ?? end];
    const content = now.slice(fromNow, toNow).map(({ node }) => node);
    found.push((tr) =>
      tr.step(new ReplaceStep(begin, until, new Slice(Fragment.from(content), 0, 0))),
    );
  };
  for (const [i, k] of pairs(old, now, keys)) {
    replace(i, k);
    found.push(...within(old[i] as Child, now[k] as Child, keys));
    [from, fromNow] = [i + 1, k + 1];
  }
  replace(old.length, now.length);
  return found;
}

/** Pairs equal children: by key, in order; without keys by equal types, from the start. */
function pairs(
  old: readonly Child[],
  now: readonly Child[],
  keys: Keys | null,
): [number, number][] {
  const found: [number, number][] = [];
  // A single child replaced by a single one of its type is treated as the same.
  if (keys === null || (old.length === 1 && now.length === 1)) {
    for (
      let i = 0;
      i < old.length && i < now.length && canBecome((old[i] as Child).node, (now[i] as Child).node);
      i += 1
    )
      found.push([i, i]);
    return found;
  }
  const places = new Map(now.map(({ pos }, k) => [keys.after.get(pos), k]));
  let least = 0;
  old.forEach(({ node, pos }, i) => {
    const key = keys.before.get(pos);
    const k = key === undefined ? undefined : places.get(key);
    if (k === undefined || k < least || !canBecome(node, (now[k] as Child).node)) return;
    found.push([i, k]);
    least = k + 1;
  });
  return found;
}

/** True if one node can become the other without being replaced. */
function canBecome(one: Node, other: Node): boolean {
  if (one.isLeaf) return one.sameMarkup(other);
  return (
    one.type === other.type ||
    (one.isTextblock && other.isTextblock && other.type.validContent(one.content))
  );
}

function within(
  { node: before, pos }: Child,
  { node: after, pos: posNow }: Child,
  keys: Keys | null,
): Change[] {
  if (before === after) return [];
  const changes: Change[] = [];
  if (before.type !== after.type)
    changes.push((tr) => tr.setNodeMarkup(pos, after.type, after.attrs));
  else
    for (const name of Object.keys(after.attrs))
      if (before.attrs[name] !== after.attrs[name])
        changes.push((tr) => tr.setNodeAttribute(pos, name, after.attrs[name]));
  return [
    ...changes,
    ...differences({ node: before, start: pos + 1 }, { node: after, start: posNow + 1 }, keys),
  ];
}

function inlineDifferences(before: Node, after: Node, start: number): Change[] {
  const [one, other] = [textOf(before), textOf(after)];
  const isSame = (i: number, k: number): boolean =>
    one[i] === other[k] && (one[i] !== leafSign || isSameLeaf(before, i, after, k));
  let from = 0;
  while (from < one.length && from < other.length && isSame(from, from)) from += 1;
  let [to, toAfter] = [one.length, other.length];
  while (to > from && toAfter > from && isSame(to - 1, toAfter - 1))
    [to, toAfter] = [to - 1, toAfter - 1];
  const changes = [...marksDiffering(before, after, 0, 0, from, start)];
  if (to > from || toAfter > from)
    changes.push((tr) =>
      tr.step(
        new ReplaceStep(
          start + from,
          start + to,
          new Slice(after.content.cut(from, toAfter), 0, 0),
        ),
      ),
    );
  changes.push(...marksDiffering(before, after, to, toAfter, one.length - to, start));
  return changes;
}

/** Placeholder for a leaf in the text of a line. It can also be a real character. */
const leafSign = '\ufffc';

/** Returns the characters of a line, with {@link leafSign} for each leaf. */
const textOf = (block: Node): string => block.textBetween(0, block.content.size, null, leafSign);

/** True if two places of {@link leafSign} have equal content, apart from marks. */
function isSameLeaf(before: Node, i: number, after: Node, k: number): boolean {
  const [one, other] = [before.nodeAt(i), after.nodeAt(k)];
  if (one === null || other === null || one.type !== other.type) return one === other;
  return one.isText || one.hasMarkup(other.type, other.attrs, one.marks);
}

/** Returns the mark changes of `length` equal units, from one place in a line to another. */
function marksDiffering(
  before: Node,
  after: Node,
  at: number,
  atAfter: number,
  length: number,
  start: number,
): Change[] {
  const changes: Change[] = [];
  for (let i = 0; i < length;) {
    const [one, other] = [before.childAfter(at + i), after.childAfter(atAfter + i)];
    if (one.node === null || other.node === null) break;
    const end = Math.min(
      length,
      one.offset + one.node.nodeSize - at,
      other.offset + other.node.nodeSize - atAfter,
    );
    const [from, to] = [start + at + i, start + at + end];
    const [marks, wanted] = [one.node.marks, other.node.marks];
    for (const mark of marks)
      if (!mark.isInSet(wanted)) changes.push((tr) => tr.removeMark(from, to, mark));
    for (const mark of wanted) if (!mark.isInSet(marks)) changes.push(adding(from, to, mark));
    i = end;
  }
  return changes;
}

const adding =
  (from: number, to: number, mark: Mark): Change =>
  (tr) =>
    tr.addMark(from, to, mark);
