import type { AttributeValue, MarkJson, NodeJson } from '../json.ts';
import { isLeaf } from '../leaves.ts';
import { textBlocks } from '../schema.ts';
import { isSuggestionMark, stampOf, suggestionAttributes, type Stamp } from './stamp.ts';

type Which = (stamp: Stamp) => boolean;

/** A node whose children are being looked at. `holdsSomething`: text, or a thing that stands for itself. Empty blocks are nobody's. */
type Frame = { readonly node: NodeJson; next: number; readonly kept: NodeJson[]; holdsSomething: boolean };

/**
 * A document as it would be with the suggestions that `which` picks rejected. Nothing of the text around them is touched: a suggestion is
 * only ever added to what is there, so taking it away is all that rejecting is. This is what a reviewer's change is measured by: without
 * their own suggestions the document must be the same before and after it. Nothing recurses, so that no nesting is too deep. Source:
 * features, section 2.
 */
export function withoutSuggestions(doc: NodeJson, which: Which): NodeJson {
  const content = childrenWithout(doc, which);
  const isEmptied = content.length === 0 && (doc.content ?? []).length > 0;
  return { ...doc, content: isEmptied ? [{ type: 'paragraph' }] : content };
}

/** What {@link withoutSuggestions} leaves of the children of a node, which may be nothing. */
export function childrenWithout(parent: NodeJson, which: Which): NodeJson[] {
  const root = frameOf(parent);
  const open = [root];
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const child = frame.node.content?.[frame.next++];
    if (child === undefined) {
      open.pop();
      const above = open.at(-1);
      const node = above && closed(frame, which);
      if (node) above.kept.push(node);
      if (node && frame.holdsSomething) above.holdsSomething = true;
    } else if (child.text === undefined) open.push(frameOf(child));
    else {
      const text = textWithout(child, which);
      if (text) frame.kept.push(text);
      if (text) frame.holdsSomething = true;
    }
  }
  return root.kept;
}

const frameOf = (node: NodeJson): Frame => ({ node, next: 0, kept: [], holdsSomething: isLeaf(node.type) });

function textWithout(node: NodeJson, which: Which): NodeJson | null {
  const isPicked = ({ type, attrs }: MarkJson): boolean => {
    const stamp = isSuggestionMark(type) ? stampOf(attrs) : null;
    return stamp !== null && which(stamp);
  };
  const marks = node.marks ?? [];
  if (!marks.some(isPicked)) return node;
  if (marks.some((mark) => mark.type === 'insertion' && isPicked(mark))) return null;
  const { marks: _, ...rest } = node;
  const kept = marks.filter((mark) => !isPicked(mark));
  return kept.length === 0 ? rest : { ...rest, marks: kept };
}

/** A node without what is suggested about it; null where nothing of it is left. */
function closed({ node, kept, holdsSomething }: Frame, which: Which): NodeJson | null {
  const picked = suggestionAttributes.filter((name) => {
    const stamp = stampOf(node.attrs?.[name]);
    return stamp !== null && which(stamp);
  });
  if (picked.includes('insertion') && !(holdsSomething && !isLeaf(node.type))) return null;
  const content = [...kept];
  // Of a list nothing is left when all of its items are gone.
  if (kept.length === 0 && !textBlocks.has(node.type) && (node.content ?? []).length > 0) {
    if (!mayNotGo.has(node.type)) return null;
    content.push({ type: 'paragraph' });
  }
  const attrs = Object.entries(node.attrs ?? {}).filter(([name]) => !(picked as string[]).includes(name));
  return { ...withAttributes(node, Object.fromEntries(attrs)), ...(node.content !== undefined && { content }) };
}

function withAttributes(node: NodeJson, kept: Record<string, AttributeValue>): NodeJson {
  const { attrs: _, ...rest } = node;
  return Object.keys(kept).length === 0 ? rest : { ...rest, attrs: kept };
}

const mayNotGo: ReadonlySet<string> = new Set(['tableCell', 'tableHeader']);
