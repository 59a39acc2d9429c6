import { Fragment, type Mark, type Node, type ResolvedPos } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import { nodeStamp, suggestionMarks, suggestionsOn, type SuggestionAttribute } from './stamp.ts';
import { attributeOf, stampOf, type Ink, type Stamp } from './stamp.ts';

/** Who suggests, when, and what the page knows besides. */
export type Author = {
  readonly author: string;
  readonly at: number;
  readonly newId: () => string;
  /** The Yjs client that writes; null where there is none. */
  readonly client: string | null;
  /** How much the author has seen of the text in the node at `pos` of the document as it was before the change: see `extentOf`. */
  readonly upTo?: (pos: number) => string | null;
};

/** Removes the suggestions' own marks from a set: what is left is how the text looks. */
export function plain(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter((mark) => !(suggestionMarks as readonly string[]).includes(mark.type.name));
}

/** The stamp by which `author` has made a suggestion on this node, of the kinds given; null where they have not. */
export function ownStamp(
  node: Node | null,
  author: string,
  kinds: readonly ('insertion' | 'deletion' | 'modification' | 'join')[],
): Stamp | null {
  if (node === null) return null;
  const found = node.isText
    ? suggestionsOn(node).find(
        ({ mark, stamp }) => stamp.author === author && (kinds as readonly string[]).includes(mark.type.name),
      )?.stamp
    : kinds.map((kind) => nodeStamp(node, kind as SuggestionAttribute)).find((stamp) => stamp?.author === author);
  return found ?? null;
}

/** The stamp of a suggestion of the same person that touches `from` or `to`: what is added there belongs to it. */
export function touchingStamp(doc: Node, from: number, to: number, author: string): Stamp | null {
  const kinds = ['insertion', 'deletion', 'join'] as const;
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const before = $from.nodeBefore;
  const after = $to.nodeAfter;
  return (
    ownStamp(before, author, kinds) ??
    ownStamp(after, author, kinds) ??
    ($from.parentOffset === 0 && $from.parent.isTextblock
      ? (ownStamp($from.parent, author, ['join']) ?? aroundStamp($from, author))
      : null)
  );
}

/** The stamp under which the same person suggested to insert what stands around a place. */
function aroundStamp($pos: ResolvedPos, author: string): Stamp | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const stamp = ownStamp($pos.node(depth), author, ['insertion']);
    if (stamp !== null) return stamp;
  }
  return null;
}

/**
 * Line contents as suggested insertions: formats stay, suggestions that came along do not, but for the ends of paragraphs, which are
 * nothing else. What the same person wants gone does not come back.
 */
export function asInserted(content: Fragment, stamp: Ink): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const { marks } = node.type.schema;
    if (node.isText) {
      if (ownStamp(node, stamp.author, ['deletion']) !== null) return;
      const split: unknown = node.marks.find(({ attrs }) => typeof attrs['split'] === 'string')?.attrs['split'] ?? null;
      const mark = marks['insertion']?.create({ ...stamp, split });
      nodes.push(node.mark(mark ? mark.addToSet(plain(node.marks)) : plain(node.marks)));
    } else nodes.push(insertedNode(node, stamp, !node.isLeaf));
  });
  return Fragment.from(nodes);
}

/** A node with all in it as a suggested insertion. `isInner`: the node itself says nothing, only what stands in it. */
export function insertedNode(node: Node, stamp: Ink, isInner = false): Node {
  const attrs: Record<string, unknown> = { ...node.attrs };
  for (const name of ['deletion', 'modification', 'join']) if (name in attrs) attrs[name] = null;
  if ('insertion' in attrs) attrs['insertion'] = isInner ? null : attributeOf(stamp);
  return node.type.create(attrs, asInserted(node.content, stamp), plain(node.marks));
}

/** Whether everything that stands in a node was suggested by `author`, so that it can go without anybody losing anything. */
export function isWhollyOf(node: Node, author: string): boolean {
  if (node.isText) return ownStamp(node, author, ['insertion']) !== null;
  let isOwn = true;
  node.descendants((child) => {
    if (child.isText && ownStamp(child, author, ['insertion']) === null) isOwn = false;
    if (child.isLeaf && !child.isText && !child.isTextblock && ownStamp(child, author, ['insertion']) === null) isOwn = false;
    return isOwn;
  });
  return isOwn;
}

/**
 * Suggests that what stands from `from` to `to` be deleted. What its author suggested to insert goes at once. Of blocks only those go
 * that stand for themselves; where the end of one is in the range, the next is to be joined with it.
 */
export function suggestDeletion(tr: Transform, from: number, to: number, who: Author, stamp: Stamp): void {
  const doc = tr.doc;
  const gone: Stretch[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    const [start, end] = [Math.max(pos, from), Math.min(pos + node.nodeSize, to)];
    const isWhole = pos >= from && pos + node.nodeSize <= to;
    if (node.isText) {
      if (ownStamp(node, who.author, ['insertion'])) gone.push({ from: start, to: end });
      else if (!isDeleted(node)) mark(tr, start, end, who, stamp);
      return false;
    }
    if (
      node.isInline ||
      (node.isLeaf && !node.isTextblock) ||
      (isWhole && (node.type.name === 'table' || isOwn(node, who.author)))
    ) {
      if (isWhole) gone.push(...deleteNode(tr, node, pos, who, stamp));
      return false;
    }
    // The beginning of this block is in the range, and so is the end of the one before it.
    if (node.isTextblock && pos > from && pos < to && nodeStamp(node, 'join') === null && canJoin(doc, from, pos)) {
      tr.setNodeAttribute(pos, 'join', attributeOf(stamp));
    }
    return true;
  });
  for (const part of gone.reverse()) tr.delete(part.from, part.to);
}

/** Suggests that the nodes between two places of one parent be deleted, with all that is in them. */
export function suggestNodeDeletion(tr: Transform, from: number, to: number, who: Author, stamp: Stamp): void {
  const gone: Stretch[] = [];
  const { parent } = tr.doc.resolve(from);
  tr.doc.nodesBetween(from, to, (node, pos, above) => {
    if (above !== parent) return true;
    if (pos >= from && pos + node.nodeSize <= to) gone.push(...deleteNode(tr, node, pos, who, stamp));
    return false;
  });
  for (const part of gone.reverse()) tr.delete(part.from, part.to);
}

type Stretch = { readonly from: number; readonly to: number };

/** Marks a node as to be deleted, or answers that it can go: what its author suggested to insert, where nobody else wrote in it. */
function deleteNode(tr: Transform, node: Node, pos: number, who: Author, stamp: Stamp): Stretch[] {
  if (isOwn(node, who.author)) return [{ from: pos, to: pos + node.nodeSize }];
  if (stampOf(node.attrs['deletion']) !== null || !('deletion' in node.attrs)) return [];
  const upTo = node.isLeaf ? null : extentAt(tr, pos, who);
  tr.setNodeAttribute(pos, 'deletion', attributeOf(stamp, upTo === null ? {} : { upTo }));
  return [];
}

/** Whether `author` suggested to insert this node, and nobody else has written in it: then it is theirs to change. */
export function isOwn(node: Node, author: string): boolean {
  return ownStamp(node, author, ['insertion']) !== null && isWhollyOf(node, author);
}

const isDeleted = (node: Node): boolean =>
  node.marks.some((each) => each.type.name === 'deletion' && stampOf(each.attrs) !== null);

function mark(tr: Transform, from: number, to: number, who: Author, stamp: Stamp): void {
  const type = tr.doc.type.schema.marks['deletion'];
  if (type === undefined) return;
  const $from = tr.doc.resolve(from);
  const upTo = $from.depth === 0 ? null : extentAt(tr, $from.before(), who);
  tr.addMark(from, to, type.create({ ...stamp, upTo }));
}

function extentAt(tr: Transform, pos: number, { upTo }: Author): string | null {
  return upTo?.(tr.mapping.invert().map(pos)) ?? null;
}

/** Nothing is joined across the edge of a cell. */
function canJoin(doc: Node, from: number, at: number): boolean {
  const [$from, $at] = [doc.resolve(from), doc.resolve(at)];
  const shared = $from.sharedDepth(at);
  for (let depth = shared + 1; depth <= $from.depth; depth += 1) if ($from.node(depth).type.spec.isolating) return false;
  for (let depth = shared + 1; depth <= $at.depth; depth += 1) if ($at.node(depth).type.spec.isolating) return false;
  // The first block of a cell has nothing in it to be joined with.
  return !($at.parent.type.spec.isolating && $at.index() === 0);
}
