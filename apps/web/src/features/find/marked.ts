import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Match } from './matches.ts';
import { decorate } from '../../ui/in-text/decorate.ts';

/** Highlighted matches, and the index of the active one. */
type Marked = { readonly matches: readonly Match[]; readonly active: number };

const key = new PluginKey<DecorationSet>('find');

/** Registers the plugin that highlights matches. Returns a function that removes it. */
export function addMarks(editor: Editor): () => void {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key,
      state: { init: () => DecorationSet.empty, apply: next },
      props: { decorations: (state) => key.getState(state) },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** Sets the highlighted matches; they are mapped through changes. */
export function mark(editor: Editor, marked: Marked): void {
  decorate(editor.view, key, marked);
}

function next(tr: Transaction, drawn: DecorationSet): DecorationSet {
  const marked = tr.getMeta(key) as Marked | undefined;
  if (marked === undefined) return tr.docChanged ? drawn.map(tr.mapping, tr.doc) : drawn;
  const places = marked.matches.map(({ from, to }, i) =>
    Decoration.inline(from, to, { class: i === marked.active ? 'found foundHere' : 'found' }),
  );
  return DecorationSet.create(tr.doc, places);
}
