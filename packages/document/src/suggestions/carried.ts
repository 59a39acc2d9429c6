import { Fragment, type Mark, type Node } from '@tiptap/pm/model';
import { isSuggestionMark, recordOf, stampOf, suggestionAttributes, type Stamp } from './stamp.ts';

/** How suggestions change when the content that bears them is inserted somewhere else. */
export type Carrying = {
  /** The Yjs client that inserts the content. */
  readonly by: string;
  /**
   * Returns the stamp for a copy of a suggestion: a copy is decided by itself. Absent where content is
   * moved, and its suggestions stay the ones that they are.
   */
  readonly renewed?: (stamp: Stamp) => Stamp;
};

/**
 * Prepares content with suggestions for being inserted again in the document that it was taken from,
 * such as text that is cut and pasted. The letters are inserted anew, by another client than before,
 * so that marks no longer say which letters their author had seen: all of them count as seen.
 * @param content What was taken out of the document, with its suggestions.
 * @returns The same content, whose suggestions can be accepted and rejected as before.
 */
export function carrySuggestions(content: Fragment, carrying: Carrying): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => nodes.push(carriedNode(node, carrying)));
  return Fragment.from(nodes);
}

function carriedNode(node: Node, carrying: Carrying): Node {
  const marks = node.marks.map((mark) => carriedMark(mark, carrying));
  if (node.isText) return node.mark(marks);
  const { renewed } = carrying;
  const attrs: Record<string, unknown> = { ...node.attrs };
  for (const name of suggestionAttributes) {
    const value = recordOf(attrs[name]);
    const stamp = stampOf(value);
    if (stamp !== null && renewed !== undefined) attrs[name] = JSON.stringify({ ...value, ...renewed(stamp) });
  }
  return node.type.create(attrs, carrySuggestions(node.content, carrying), marks);
}

function carriedMark(mark: Mark, { by, renewed }: Carrying): Mark {
  const stamp = isSuggestionMark(mark.type.name) ? stampOf(mark.attrs) : null;
  if (stamp === null) return mark;
  const seen = mark.type.name === 'insertion' ? { by } : mark.type.name === 'deletion' ? { upTo: null } : {};
  return mark.type.create({ ...mark.attrs, ...seen, ...renewed?.(stamp) });
}
