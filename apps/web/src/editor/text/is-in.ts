import type { Editor } from '@tiptap/core';

/**
 * True if the selection is in a node of a type. For a caret only the ancestor nodes are checked, in
 * time independent of the document's length. TipTap's `isActive` visits all blocks before it.
 *
 * @param attrs attributes that the node must have
 */
export function isIn(
  editor: Editor,
  name: string,
  attrs: Readonly<Record<string, unknown>> = {},
): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty) return editor.isActive(name, attrs);
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(
    (node) =>
      node.type.name === name &&
      Object.entries(attrs).every(([key, value]) => node.attrs[key] === value),
  );
}
