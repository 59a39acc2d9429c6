import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey('activeBlock');

/** Marks the block that contains the caret. Returns a function that removes the mark. */
export function markActiveBlock(editor: Editor): () => void {
  editor.registerPlugin(
    new Plugin({
      key,
      props: {
        decorations({ doc, selection: { $head } }) {
          const at = $head.depth > 0 ? $head.before(1) : $head.pos;
          const node = doc.nodeAt(at);
          return node
            ? DecorationSet.create(doc, [
                Decoration.node(at, at + node.nodeSize, { class: 'activeBlock' }),
              ])
            : null;
        },
      },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}
