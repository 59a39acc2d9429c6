import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { toldOf, type Passage } from './writers.ts';
import './authored.css';
import { decorate } from '../../../ui/in-text/decorate.ts';

const key = new PluginKey<DecorationSet>('authors');

/**
 * Registers the plugin for authorship colours; nothing is coloured before {@link color}. Returns a
 * function that removes it.
 */
export function addColors(editor: Editor): () => void {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, drawn) {
          const passages = tr.getMeta(key) as readonly Passage[] | undefined;
          if (passages) return draw(tr.doc, passages);
          return tr.docChanged && drawn !== DecorationSet.empty
            ? drawn.map(tr.mapping, tr.doc)
            : drawn;
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** Colours these passages, and no others. */
export function color(editor: Editor, passages: readonly Passage[]): void {
  if (
    passages.length === 0 &&
    (key.getState(editor.state) ?? DecorationSet.empty) === DecorationSet.empty
  )
    return;
  decorate(editor.view, key, passages);
}

function draw(doc: Node, passages: readonly Passage[]): DecorationSet {
  if (passages.length === 0) return DecorationSet.empty;
  const drawn = passages.flatMap(({ from, to, by }) => {
    if (to > doc.content.size) return [];
    const look = {
      class: 'authored',
      'data-writer': by?.person.id ?? 'unknown',
      'data-how': by?.how ?? 'unknown',
      title: toldOf(by),
    };
    const node = doc.nodeAt(from);
    return [
      node && !node.isInline ? Decoration.node(from, to, look) : Decoration.inline(from, to, look),
    ];
  });
  return DecorationSet.create(doc, drawn);
}
