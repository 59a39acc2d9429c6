import type { Mark, Node } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import { attributeOf, blockChangeOf, formatChangeOf, isSuggestionMark, recordOf } from './stamp.ts';
import { nodeStamp, suggestionAttributes, suggestionsOn, type BlockChange, type NodeForm, type Stamp } from './stamp.ts';
import { isOwn, ownStamp, type Author } from './write.ts';

type Span = { readonly from: number; readonly to: number };

/**
 * Suggests that a mark come or go on a stretch of text. On what its author suggested to insert it is done at once; what would
 * take back their own suggestion of the opposite takes that away instead.
 */
export function suggestFormat(
  tr: Transform,
  { from, to }: Span,
  mark: Mark,
  isAdded: boolean,
  who: Author,
  stamp: () => Stamp,
): boolean {
  if (isSuggestionMark(mark.type.name)) return false;
  const type = tr.doc.type.schema.marks['modification'];
  if (type === undefined) return false;
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (!node.isText) return true;
    const [start, end] = [Math.max(pos, from), Math.min(pos + node.nodeSize, to)];
    if (!parent?.type.allowsMarkType(mark.type)) return false;
    if (ownStamp(node, who.author, ['insertion'])) {
      if (isAdded) tr.addMark(start, end, mark);
      else tr.removeMark(start, end, mark);
      return false;
    }
    const own = suggestionsOn(node).filter((each) => each.mark.type === type && each.stamp.author === who.author);
    const about = own.filter((each) => isAbout(each.mark, mark));
    for (const each of about) tr.removeMark(start, end, each.mark);
    const has = mark.isInSet(node.marks);
    if (isAdded ? !has && !about.some((each) => adds(each.mark, mark)) : has) {
      const change = isAdded ? { add: JSON.stringify(mark.toJSON()) } : { remove: mark.type.name };
      tr.addMark(start, end, type.create({ ...stamp(), ...change }));
    }
    return false;
  });
  return true;
}

function isAbout(modification: Mark, mark: Mark): boolean {
  const change = formatChangeOf(modification);
  return change !== null && ('remove' in change ? change.remove : change.add.type) === mark.type.name;
}

/** Whether a suggestion already asks for this very mark: asking for it again means that it shall go. */
function adds(modification: Mark, mark: Mark): boolean {
  const change = formatChangeOf(modification);
  return change !== null && 'add' in change && mark.eq(mark.type.create(change.add.attrs));
}

/** Suggests another kind or other attributes of the node at `at`. What its author suggested to insert is changed at once. */
export function suggestForm(tr: Transform, at: number, form: NodeForm, who: Author, stamp: () => Stamp): void {
  const node = tr.doc.nodeAt(at);
  const type = tr.doc.type.schema.nodes[form.type];
  if (node === null || type === undefined) return;
  const wanted = Object.fromEntries(
    Object.entries(form.attrs ?? {}).filter(([name]) => !(suggestionAttributes as readonly string[]).includes(name)),
  );
  if (isOwn(node, who.author)) {
    const kept = Object.fromEntries(
      suggestionAttributes.filter((name) => name in node.attrs).map((name) => [name, node.attrs[name]]),
    );
    tr.setNodeMarkup(at, type, { ...(node.type === type ? node.attrs : {}), ...wanted, ...kept }, node.marks);
    return;
  }
  const before = ownForm(node, who.author);
  const attrs = { ...(before?.type === form.type ? before.attrs : {}), ...wanted };
  if (node.type === type && Object.entries(attrs).every(([name, value]) => same(node.attrs[name], value))) {
    if (before) tr.setNodeAttribute(at, 'modification', null);
    return;
  }
  if (isSomebodyElses(node, who.author)) return;
  tr.setNodeAttribute(
    at,
    'modification',
    attributeOf(ownStamp(node, who.author, ['modification']) ?? stamp(), { to: { type: form.type, attrs } }),
  );
}

/** Suggests to wrap, lift or sink the block at `at`. A suggestion of one's own to the contrary is taken away instead. False where it can't. */
export function suggestBlockChange(tr: Transform, at: number, change: BlockChange, who: Author, stamp: () => Stamp): boolean {
  const node = tr.doc.nodeAt(at);
  if (node === null || !('modification' in node.attrs) || isSomebodyElses(node, who.author)) return false;
  const before = ownStamp(node, who.author, ['modification']) === null ? null : blockChangeOf(node.attrs['modification']);
  if (before !== null && (opposite(before, change) || JSON.stringify(before) === JSON.stringify(change))) {
    tr.setNodeAttribute(at, 'modification', null);
    return true;
  }
  tr.setNodeAttribute(at, 'modification', attributeOf(ownStamp(node, who.author, ['modification']) ?? stamp(), { ...change }));
  return true;
}

const opposite = (one: BlockChange, other: BlockChange): boolean =>
  ('wrap' in one && 'lift' in other) ||
  ('lift' in one && ('wrap' in other || 'sink' in other)) ||
  ('sink' in one && 'lift' in other);

/** There is one such suggestion on a block; whoever comes later answers it in its thread. */
function isSomebodyElses(node: Node, author: string): boolean {
  const stamp = nodeStamp(node, 'modification');
  return stamp !== null && stamp.author !== author;
}

function ownForm(node: Node, author: string): NodeForm | null {
  if (ownStamp(node, author, ['modification']) === null) return null;
  const change = blockChangeOf(node.attrs['modification']);
  return change !== null && 'to' in change ? change.to : null;
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(recordOf(one) ?? one) === JSON.stringify(recordOf(other) ?? other);
