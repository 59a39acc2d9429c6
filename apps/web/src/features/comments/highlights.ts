import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Stretch } from '../../ui/inText/stretch.ts';

/** What is shown of comments in a text: where each thread's words are, and the one that is spoken of now. */
export type Highlighted = { readonly stretches: ReadonlyMap<string, Stretch>; readonly activeId: string | null };

type State = Highlighted & { readonly decorations: DecorationSet };

const nothing: State = { stretches: new Map(), activeId: null, decorations: DecorationSet.empty };

const key = new PluginKey<State>('comments');

/** Shows in the text what comments are about, for as long as the returned function has not been called. */
export function addHighlights(editor: Editor): () => void {
  editor.registerPlugin(
    new Plugin<State>({
      key,
      state: { init: () => nothing, apply: next },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** What is highlighted, as it has moved with the text since it was last looked for. */
export function highlightedIn(editor: Editor): Highlighted {
  return key.getState(editor.state) ?? nothing;
}

/** Highlights this from now on. */
export function highlight(editor: Editor, change: Partial<Highlighted>): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}

function next(tr: Transaction, state: State): State {
  const change = tr.getMeta(key) as Partial<Highlighted> | undefined;
  if (change) {
    const told = { ...state, ...change };
    return { ...told, decorations: draw(tr.doc, told) };
  }
  if (!tr.docChanged || state.stretches.size === 0) return state;
  const map = tr.mapping;
  const stretches = new Map<string, Stretch>();
  for (const [id, { from, to }] of state.stretches) stretches.set(id, { from: map.map(from, 1), to: map.map(to, -1) });
  return { ...state, stretches, decorations: state.decorations.map(map, tr.doc) };
}

function draw(doc: Node, { stretches, activeId }: Highlighted): DecorationSet {
  const drawn: Decoration[] = [];
  for (const [id, stretch] of stretches) {
    const from = Math.max(0, stretch.from);
    const to = Math.min(stretch.to, doc.content.size);
    if (from >= to) continue;
    const look = { 'data-thread': id, ...(id === activeId && { 'data-active': '' }) };
    drawn.push(
      Decoration.inline(from, to, { nodeName: 'mark', class: 'commented', 'aria-description': 'has a comment', ...look }),
    );
    // Within one line there is no block; to look would be to go through the whole document up to it.
    const $from = doc.resolve(from);
    if ($from.parent.inlineContent && to <= $from.end()) continue;
    doc.nodesBetween(from, to, (node, pos) => {
      if (node.isBlock && node.isLeaf)
        drawn.push(Decoration.node(pos, pos + node.nodeSize, { class: 'commentedBlock', ...look }));
    });
  }
  return DecorationSet.create(doc, drawn);
}
