import type { Editor } from '@tiptap/core';

/**
 * Checks whether the selection is in a node of a type. A caret asks only the nodes around it, in time that does not grow with the
 * document: TipTap's `isActive` passes all blocks in front of it.
 *
 * @param attrs attributes that the node has to have
 */
export function isIn(editor: Editor, name: string, attrs: Readonly<Record<string, unknown>> = {}): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty) return editor.isActive(name, attrs);
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(
    (node) => node.type.name === name && Object.entries(attrs).every(([key, value]) => node.attrs[key] === value),
  );
}
