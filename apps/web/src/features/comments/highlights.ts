import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Stretch } from '../../ui/in-text/stretch.ts';
import { decorate } from '../../ui/in-text/decorate.ts';

/** Highlights of comments in a text: the range of each thread, and the active thread. */
export type Highlighted = {
  readonly stretches: ReadonlyMap<string, Stretch>;
  readonly activeId: string | null;
};

type State = Highlighted & { readonly decorations: DecorationSet };

const nothing: State = { stretches: new Map(), activeId: null, decorations: DecorationSet.empty };

const key = new PluginKey<State>('comments');

/** Registers the plugin that highlights commented passages. Returns a function that removes it. */
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

/** Returns the current highlights, mapped through the changes since the last search. */
export function highlightedIn(editor: Editor): Highlighted {
  return key.getState(editor.state) ?? nothing;
}

/** Changes the highlights. */
export function highlight(editor: Editor, change: Partial<Highlighted>): void {
  decorate(editor.view, key, change);
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
  for (const [id, { from, to }] of state.stretches)
    stretches.set(id, { from: map.map(from, 1), to: map.map(to, -1) });
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
      Decoration.inline(from, to, {
        nodeName: 'mark',
        class: 'commented',
        'aria-description': 'has a comment',
        ...look,
      }),
    );
    // A range within one line contains no block; `nodesBetween` would walk the whole document up to
    // it.
    const $from = doc.resolve(from);
    if ($from.parent.inlineContent && to <= $from.end()) continue;
    doc.nodesBetween(from, to, (node, pos) => {
      if (node.isBlock && node.isLeaf)
        drawn.push(Decoration.node(pos, pos + node.nodeSize, { class: 'commentedBlock', ...look }));
    });
  }
  return DecorationSet.create(doc, drawn);
}
