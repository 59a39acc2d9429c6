import { isSuggestionMark, parseSuggestedChanges, suggestionMarks } from '@longhand/document';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';

/** Returns copied content with all suggestions accepted: deleted text is not meant to be copied. */
export function acceptedSlice(slice: Slice): Slice {
  const content = acceptedContent(slice.content);
  if (content.size === 0) return Slice.empty;
  return new Slice(
    content,
    Math.min(slice.openStart, depthOf(content, 'firstChild')),
    Math.min(slice.openEnd, depthOf(content, 'lastChild')),
  );
}

/** Returns content with all suggestions accepted. */
export function acceptedContent(content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const accepted = acceptedNode(node);
    if (accepted) nodes.push(accepted);
  });
  return Fragment.from(nodes);
}

function acceptedNode(node: Node): Node | null {
  const marks = node.marks.filter((mark) => !isSuggestionMark(mark.type.name));
  if (node.isText) {
    if (node.marks.some((mark) => mark.type.name === 'deletion')) return null;
    return node.mark(marks);
  }
  const isStruck = parseSuggestedChanges(node.attrs['deletion']).length > 0;
  if (!node.isTextblock && isStruck) return null;
  const content = acceptedContent(node.content);
  // A deleted block without content is joined with the previous one. A container whose blocks are
  // all removed is removed too.
  if (content.size === 0 && (node.isTextblock ? isStruck : node.content.size > 0)) return null;
  const plain = Object.fromEntries(
    suggestionMarks.filter((name) => name in node.attrs).map((name) => [name, null]),
  );
  return node.type.create({ ...node.attrs, ...plain }, content, marks);
}

function depthOf(content: Fragment, side: 'firstChild' | 'lastChild'): number {
  let depth = 0;
  for (let node = content[side]; node && !node.isLeaf; node = node[side]) depth += 1;
  return depth;
}
